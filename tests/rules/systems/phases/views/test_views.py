"""What a screen shows of a fight in phases."""

from collections.abc import Callable, Mapping

import pytest

from encounter_gui.core.messages import Message
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition, Expiry
from encounter_gui.rules.model.commands import Damage, DamageTarget, Next
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.odds.panel import measures as measures_of
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.view import (
    AttackForm,
    Bars,
    ChipsCell,
    FormField,
    HeatStrip,
    LaterMeasures,
    LaterNumber,
    Odds,
    PipsCell,
    Spread,
    TextCell,
    WoundsCell,
)
from encounter_gui.rules.view.later_odds import landing, whole
from tests.helpers.table import Table
from tests.rules.systems.phases.conftest import Duel


def texts(value: object) -> list[str]:
    """Every text anywhere inside a view value."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for each in value.values() for text in texts(each)]
    if isinstance(value, tuple):
        return [text for each in value for text in texts(each)]
    if isinstance(value, Message):
        return []
    slots = getattr(type(value), "__struct_fields__", ())
    return [text for name in slots for text in texts(getattr(value, name, ""))]


def chooser(form: AttackForm, key: str) -> FormField:
    """A question of the bench."""
    return next(each for each in form.fields if each.key == key)


def cells(duel: Duel, who: str) -> Mapping[str, object]:
    """The cells of somebody's row."""
    (row,) = (each for each in duel.table.system.rows(duel.context) if each.who == who)
    return row.cells


def test_columns_are_those_of_the_mock(duel: Duel) -> None:
    """Keys, kinds and widths in order; over the wounds stand the six places."""
    columns = duel.table.system.columns(duel.context)
    assert [(each.key, each.width) for each in columns] == [
        ("mark", 20),
        ("number", 26),
        ("init", 40),
        ("name", 180),
        ("wounds", 146),
        ("armor", 84),
        ("mod", 42),
        ("conditions", 0),
        ("actions", 66),
        ("weapon", 136),
    ]
    assert columns[4].kind == "wounds"
    assert [short for short, _ in columns[4].parts] == ["H", "T", "Ra", "La", "Rl", "Ll"]


@pytest.mark.rule("PHA-19")
def test_rows_stand_in_turn_order(duel: Duel) -> None:
    """Those with a place in the phase first, newcomers after them."""
    late = duel.table.join("Late")
    rows = duel.table.system.rows(duel.context)
    assert [row.who for row in rows] == [duel.who, duel.mark, late]
    assert [row.is_now for row in rows] == [True, False, False]
    assert [row.cells["init"].text for row in rows if isinstance(row.cells["init"], TextCell)] == [
        "26",
        "8",
        "–",
    ]


@pytest.mark.rule("PHA-76")
def test_who_goes_down_keeps_its_place(duel: Duel) -> None:
    """In the next phase too it stands where its initiative was, struck, in table and strip, bars below it."""
    last = duel.table.join("Last")
    for _ in range(2):
        duel.table.play(Next())
    duel.table.play(Next(), 1, 1, 1)
    duel.table.happen(
        ev.ConditionAdded(who=duel.mark, condition=Condition(key="incapacitated", count=40)),
        ev.GaugeSet(who=last, gauge=character.INITIATIVE, to=1),
    )
    while duel.context.state.round < 3 or duel.context.state.group < 0:
        duel.table.play(Next())
    assert duel.mark not in [slot.who for slot in duel.context.state.slots]
    rows = duel.table.system.rows(duel.context)
    assert [(row.who, row.is_out) for row in rows] == [
        (duel.who, False),
        (duel.mark, True),
        (last, False),
    ]
    strip = duel.table.system.timeline(duel.context)
    assert [(slot.text, slot.look) for slot in strip.slots[:3]] == [
        ("Shooter", "now"),
        ("Mark", "out"),
        ("Last", "next"),
    ]
    (bar,) = strip.effects
    assert (bar.text.split(" ")[0], bar.start, bar.rank) == ("Mark", 1, 37)


@pytest.mark.rule("PHA-61")
@pytest.mark.rule("PHA-66")
@pytest.mark.rule("PHA-76")
def test_a_row_says_what_a_game_master_asks(duel: Duel) -> None:
    """Wounds by place with letters, armour in short, the penalty on attacks, conditions with what is left of them."""
    table = duel.table
    table.happen(
        ev.LocationSet(who=duel.mark, location="left_leg", level=2),
        ev.LocationSet(who=duel.mark, location="torso", level=3),
        ev.ConditionAdded(who=duel.mark, condition=Condition(key="in_shock", count=301)),
        ev.ConditionAdded(who=duel.mark, condition=Condition(key="ducking", until=Expiry(round=1))),
    )
    found = cells(duel, duel.mark)
    wounds, armor, mod, chips = (found[key] for key in ("wounds", "armor", "mod", "conditions"))
    assert isinstance(wounds, WoundsCell)
    assert [(level, letter) for _, level, letter in wounds.cells] == [
        (0, ""),
        (3, "M"),
        (0, ""),
        (0, ""),
        (0, ""),
        (2, "L"),
    ]
    assert isinstance(armor, TextCell)
    assert armor.text == "T 2 · A 2"
    assert isinstance(mod, TextCell)
    assert mod.text == "−5"
    assert isinstance(chips, ChipsCell)
    assert [(chip.text, chip.duration) for chip in chips.chips] == [
        ("In Shock", "15 min"),
        ("Ducking −3", "phase"),
    ]


@pytest.mark.rule("PHA-42")
@pytest.mark.parametrize(
    ("worn", "text"),
    [
        ((), "–"),
        (("light_vest",), "T 6"),
        (("heavy_vest", "helmet"), "T 10 · H 6"),
        (("combat_suit",), "8"),
        (("combat_suit", "helmet"), "8 · H 6"),
        (("leather", "heavy_vest"), "T 10 · A 2"),
        (("leather", "helmet"), "T2 A2 H6"),
    ],
)
def test_armour_in_short(table: Table, worn: tuple[str, ...], text: str) -> None:
    """One figure where all but the head have the same, else by place; of several pieces the best."""
    table.join("One", items=worn)
    (row,) = table.system.rows(table.context)
    cell = row.cells["armor"]
    assert isinstance(cell, TextCell)
    assert cell.text == text


@pytest.mark.rule("PHA-25")
def test_actions_are_spent_free_or_kept(table: Table) -> None:
    """Filled while they are to come, rings once used, kept for a defense when the turn is over."""
    duel = Duel(table)
    table.play(Next(), 6, 6, 6, 1, 1, 1)
    duel.declare(duel.who, 2, "ducking")
    assert _pips(duel, duel.who) == ()
    table.play(Next())
    assert _pips(duel, duel.who) == ("free", "free")
    table.play(do.Attack(who=duel.who, target=duel.mark, defense="standard"), 4, 4, 4, 3, 1, 1)
    assert _pips(duel, duel.who) == ("spent", "free")
    table.play(Next())
    assert _pips(duel, duel.who) == ("spent", "kept")


def _pips(duel: Duel, who: str) -> tuple[str, ...]:
    cell = cells(duel, who)["actions"]
    assert isinstance(cell, PipsCell)
    return cell.pips


@pytest.mark.rule("PHA-11")
def test_heading_and_timeline_tell_round_and_phase(duel: Duel) -> None:
    """Four phases a round; the next phase follows behind a separator, the next round after the fourth."""
    table = duel.table
    heading = table.system.heading(duel.context)
    assert (heading.round, heading.part) == ("Round 1 · Phase 1", "of 4")
    strip = table.system.timeline(duel.context)
    assert (strip.caption, strip.note) == ("Round 1", "Phase 1 of 4")
    assert [(slot.text, slot.look) for slot in strip.slots] == [
        ("Shooter", "now"),
        ("Mark", "next"),
        ("Phase 2", "later"),
        ("Shooter", "later"),
        ("Mark", "later"),
    ]
    for _ in range(9):
        table.play(Next())
    assert table.system.heading(duel.context).round == "Round 1 · Phase 4"
    separators = [slot for slot in table.system.timeline(duel.context).slots if slot.is_separator]
    assert [slot.text for slot in separators] == ["Round 2"]


@pytest.mark.rule("PHA-28")
def test_a_stance_lasts_to_the_separator(table: Table) -> None:
    """The bar of ducking starts under its owner and ends where the next phase begins."""
    duel = Duel(table)
    table.play(Next(), 6, 6, 6, 1, 1, 1)
    duel.declare(duel.mark, 1, "ducking")
    table.play(Next())
    (bar,) = table.system.timeline(duel.context).effects
    assert (bar.text, bar.start, bar.end) == ("Mark ducking −3 · phase", 1, 2)


@pytest.mark.rule("PHA-24")
def test_declaring_is_asked_for_until_the_phase_begins(table: Table) -> None:
    """The notice counts who has; what each may declare is offered."""
    duel = Duel(table)
    table.play(Next(), 6, 6, 6, 1, 1, 1)
    duel.declare(duel.who, 3)
    (notice,) = table.system.notices(duel.context)
    assert "1 of 2" in notice.note
    offered = [
        each.text
        for each in table.system.action_options(duel.context, duel.mark)
        if not each.why_not
    ]
    assert {"Declare 2 actions", "Declare ducking", "Declare: Run"} <= set(offered)
    table.play(Next())
    assert table.system.notices(duel.context) == ()


@pytest.mark.rule("PHA-19")
def test_a_tie_is_announced_with_what_waits(table: Table) -> None:
    """Both rows are now; after one has rolled the notice says so, after both it offers to apply."""
    duel = Duel(table, reflexes=5, initiative=0)
    table.play(Next(), 3, 3, 3, 3, 3, 3)
    table.play(Next())
    assert all(row.is_tied for row in table.system.rows(duel.context))
    shot = do.Attack(who=duel.who, target=duel.mark, defense="standard")
    table.play(shot, 1, 1, 1, 6, 6, 6, 8, 4, 4, 4, 6, 6, 6, 6, 6, 6)
    (notice,) = table.system.notices(duel.context)
    assert notice.note
    assert notice.command is None
    table.play(do.Wait(who=duel.mark))
    (notice,) = table.system.notices(duel.context)
    assert notice.command == do.Apply()


@pytest.mark.rule("PHA-70")
@pytest.mark.rule("PHA-71")
@pytest.mark.rule("PHA-72")
def test_what_falls_due_is_told(duel: Duel) -> None:
    """A Shock Test of the next phase with its sum, first aid under way, and who may still be brought back."""
    duel.table.happen(
        ev.LocationSet(who=duel.mark, location="torso", level=4),
        ev.ConditionAdded(who=duel.mark, condition=Condition(key="in_shock", count=2)),
        ev.ConditionAdded(who=duel.who, condition=Condition(key="aiding", count=2, by=duel.mark)),
    )
    shock, aid = duel.table.system.notices(duel.context)
    assert shock.text == "Mark: Serious wound · 3d6 + 5 ≥ 18"
    assert aid.note == "rolled when the phase begins"
    duel.table.happen(
        ev.ConditionAdded(who=duel.mark, condition=Condition(key="clinically_dead", count=21))
    )
    dying, *_ = duel.table.system.notices(duel.context)
    assert (dying.kind, dying.note) == ("danger", "20 phases left")


@pytest.mark.rule("PHA-41")
@pytest.mark.rule("PHA-64")
def test_the_figure_shows_each_place(duel: Duel) -> None:
    """Element of the drawing, faces, armour, wound and what it does; the thresholds of this body."""
    duel.table.happen(
        ev.LocationSet(who=duel.mark, location="right_arm", level=4),
        ev.LocationSet(who=duel.mark, location="left_leg", level=3),
        ev.LocationSet(who=duel.mark, location="left_arm", level=6, marks=("lost",)),
    )
    body = duel.table.system.body(duel.context, duel.mark)
    parts = {part.key: part for part in body.parts}
    assert [part.element for part in body.parts] == [
        "loc-head",
        "loc-torso",
        "loc-arm-right",
        "loc-arm-left",
        "loc-leg-right",
        "loc-leg-left",
    ]
    arm = parts["right_arm"]
    assert (arm.letter, arm.armor, arm.note) == ("S", "2", "(6)")
    assert arm.text == "Serious · −3 · cannot be used"
    assert (arm.effect, parts["left_leg"].effect) == ("cannot be used", "MOVE ½")
    assert parts["torso"].effect == ""
    assert parts["left_leg"].text == "Moderate · −2 · MOVE ½"
    assert parts["left_arm"].is_lost
    assert [(each.text, each.value) for each in body.levels] == [
        ("F", 1),
        ("L", 5),
        ("M", 10),
        ("S", 15),
        ("C", 20),
    ]
    assert body.asks == "damage before armor"
    struck = duel.table.system.hit_command(duel.context, duel.mark, "head", 7)
    assert struck == Damage(targets=(DamageTarget(who=duel.mark, place="head"),), amount=7)
    assert duel.table.system.hit_command(duel.context, duel.mark, "tail", 7) is None


@pytest.mark.rule("PHA-12")
@pytest.mark.rule("PHA-32")
@pytest.mark.rule("PHA-48")
def test_the_sheet_adds_up(duel: Duel) -> None:
    """Thresholds, worst wound, defenses, MOVE by gait, characteristics and weapons."""
    view = duel.table.system.combatant_view(duel.context, duel.mark)
    sections = {section.title: section for section in view.sections}
    limits = [(each.name, each.value) for each in sections["Wounds from"].columns]
    assert limits == [("F", "1"), ("L", "5"), ("M", "10"), ("S", "15"), ("C", "20")]
    defenses = {fact.name: fact.value for fact in sections["Defense"].facts}
    assert defenses["Standard Defense"] == "3d6 + 8"
    assert defenses["Dodge"] == "3d6 + 11"
    assert [each.value for each in sections["MOVE"].columns[:3]] == ["15", "30", "45"]
    assert [each.name for each in sections[""].stats] == [
        "STR",
        "REF",
        "STAM",
        "PER",
        "COOL",
        "TECH",
        "INT",
    ]
    weapons = {fact.name: (fact.value, fact.note) for fact in sections["Weapons"].facts}
    assert weapons["Light pistol"] == ("2d6 semi · R1 · in hand", "15/15")
    assert weapons["Knife"] == ("1d6 · STR/Melee", "")


@pytest.mark.rule("PHA-34")
def test_the_bench_offers_what_a_weapon_can_do(armed: Callable[..., Duel]) -> None:
    """Fire modes with the number of shots; a salvo asks for rounds, a burst for bursts; recoil in the sum."""
    duel = armed(items=["assault_rifle", "knife"], held="assault_rifle", rifles=1)
    system = duel.table.system
    form = system.attack_form(duel.context, {})
    modes = [option.text for option in chooser(form, "mode").options]
    assert modes == ["1 shot", "Semi ×2", "Semi ×3", "Burst 3", "Full 20"]
    assert form.sum == "3d6 + 11 against Standard Defense 3d6 + 8"
    assert [field.key for field in form.dice] == ["defense", "attack"]
    semi = system.attack_form(duel.context, {"mode": "semi:3"})
    assert semi.sum == "3d6 + 11 / 9 / 7 against Standard Defense 3d6 + 8"
    full = system.attack_form(duel.context, {"mode": "full:1"})
    assert full.sum == "3d6 + 13 against Standard Defense 3d6 + 8"
    assert chooser(full, "rounds").most == 20
    fewer = system.attack_form(duel.context, {"mode": "full:1", "rounds": "9"})
    assert isinstance(fewer.command, do.Attack)
    assert fewer.command.rounds == 9
    bursts = system.attack_form(duel.context, {"mode": "burst:1", "bursts": "2"})
    assert isinstance(bursts.command, do.Attack)
    assert (bursts.command.mode, bursts.command.shots) == ("burst", 2)


@pytest.mark.rule("PHA-30")
@pytest.mark.rule("PHA-41")
def test_aiming_is_chosen_with_its_penalty(duel: Duel) -> None:
    """PER instead of REF, less what the place costs."""
    form = duel.table.system.attack_form(duel.context, {"place": "head"})
    options = {option.key: option.note for option in chooser(form, "place").options}
    assert (options["head"], options["torso"], options[""]) == ("−4", "−1", "")
    assert form.sum.startswith("3d6 + 6 against")


@pytest.mark.rule("PHA-47")
@pytest.mark.rule("PHA-49")
@pytest.mark.rule("PHA-51")
def test_defenses_are_chosen_with_reasons(duel: Duel) -> None:
    """Against a shot to dodge, in melee to block and parry; without an action only the standard one."""
    system = duel.table.system
    shot = system.attack_form(duel.context, {"target": duel.mark, "defense": "dodge"})
    options = {option.key: option for option in chooser(shot, "defense").options}
    assert set(options) == {"standard", "dodge", "all_out_dodge"}
    assert (options["standard"].note, options["dodge"].note) == ("+8", "+11")
    assert shot.sum == "3d6 + 11 against Dodge 3d6 + 11"
    assert isinstance(shot.command, do.Attack)
    assert shot.command.defense == "dodge"
    blow = system.attack_form(duel.context, {"weapon": "unarmed"})
    assert {"block", "parry", "grab"} <= {each.key for each in chooser(blow, "defense").options}
    duel.table.happen(ev.GaugeSet(who=duel.mark, gauge="used", to=1))
    spent = system.attack_form(duel.context, {"target": duel.mark, "defense": "dodge"})
    refused = {option.key: option.why_not for option in chooser(spent, "defense").options}
    assert refused["dodge"] == "Mark has no action left for it"
    assert isinstance(spent.command, do.Attack)
    assert spent.command.defense == "standard"


@pytest.mark.rule("PHA-53")
def test_techniques_stand_among_the_modes_of_melee(duel: Duel) -> None:
    """Bare hands offer all, and the odds say whether it works."""
    system = duel.table.system
    form = system.attack_form(duel.context, {"weapon": "unarmed", "mode": "technique:trip"})
    assert isinstance(form.command, do.Attack)
    assert (form.command.technique, form.why_not) == ("trip", "")
    odds = system.odds(duel.context, form.command)
    assert odds is not None
    assert [number.label for number in odds.headline_numbers] == ["Works"]


@pytest.mark.rule("PHA-32")
def test_a_target_that_knows_nothing_has_a_number_to_beat(duel: Duel) -> None:
    """No defense to choose and no dice for it."""
    unaware = ev.ConditionAdded(who=duel.mark, condition=Condition(key="unaware"))
    duel.table.happen(unaware)
    form = duel.table.system.attack_form(duel.context, {})
    assert form.sum == "3d6 + 11 against DN 18"
    assert "defense" not in [field.key for field in form.dice]
    assert "defense" not in [each.key for each in form.fields]


@pytest.mark.rule("PHA-31")
def test_modifiers_are_locked_or_free(duel: Duel) -> None:
    """What the state says is locked and not offered twice; a free one changes the sum."""
    system = duel.table.system
    free = system.attack_form(duel.context, {"target_ducking": "on"})
    assert free.sum.startswith("3d6 + 8 ")
    prone = ev.ConditionAdded(who=duel.mark, condition=Condition(key="prone"))
    duel.table.happen(prone)
    said = system.attack_form(duel.context, {"target_ducking": "on"})
    assert said.sum.startswith("3d6 + 8 ")
    assert "target_ducking" not in [toggle.key for toggle in said.toggles]
    assert "Prone" in [toggle.text for toggle in said.toggles if toggle.is_locked]


@pytest.mark.rule("PHA-31")
def test_range_is_asked_for_by_house_rule_alone(duel: Duel) -> None:
    """With the switch the bench offers our own ranges, and their modifier counts."""
    system = duel.table.system
    assert "band" not in [each.key for each in system.attack_form(duel.context, {}).fields]
    duel.table.switch("phases.rangeTable", to=True)
    far = system.attack_form(duel.context, {"band": "long"})
    assert chooser(far, "band").chosen == "long"
    assert far.sum.startswith("3d6 + 7 ")


def test_a_refused_attack_says_why_on_the_bench(duel: Duel) -> None:
    """The bench refuses exactly what the procedure refuses."""
    form = duel.table.system.attack_form(duel.context, {"weapon": "knife"})
    assert "knife" in form.why_not.lower()
    assert form.command is not None


@pytest.mark.rule("PHA-60")
def test_the_odds_panel_has_its_figures_and_charts(duel: Duel) -> None:
    """Hit with the graze beside it, wound, out now and in three; wounds by place, damage with thresholds."""
    system = duel.table.system
    form = system.attack_form(duel.context, {"target": duel.mark})
    assert form.command is not None
    odds = system.odds(duel.context, form.command)
    assert odds is not None
    assert [number.label for number in odds.headline_numbers] == [
        "Hit",
        "Wound",
        "Out now",
        "Out in 3",
    ]
    assert odds.headline_numbers[0].note.endswith("% graze")
    assert odds.headline_numbers[0].tip.startswith("Misses ")
    for said in ("in Shock", "passes out", "Critical wound"):
        assert said in odds.headline_numbers[1].tip
    heat, spread, tests, *_ = whole(odds).charts
    assert isinstance(tests, Bars)
    assert "within 3 attacks" in tests.shares[-1].note
    assert isinstance(heat, HeatStrip)
    assert [column.text for column in heat.columns] == ["=", *"FLMSCD"]
    assert [row.share for row in heat.rows] == pytest.approx([0.1, 0.3, 0.1, 0.1, 0.2, 0.2])
    for row in heat.rows:
        assert sum(row.chances) == pytest.approx(1)
    assert isinstance(spread, Spread)
    assert [each.value for each in spread.thresholds] == [1, 5, 10, 15, 20]
    assert sum(spread.probabilities) == pytest.approx(1, abs=0.02)
    assert sum(place.hit for place in odds.places) > odds.headline_numbers[0].probability


@pytest.mark.rule("PHA-74")
def test_what_the_odds_leave_out_is_said(table: Table) -> None:
    """Of several shots that the target keeps its feet; of bursts, why no chance of Shock that puts out is told."""
    duel = Duel(table, items=["smg"], held="smg", load=30)
    system = duel.table.system

    def told(mode: str) -> Odds:
        attack = do.Attack(who=duel.who, target=duel.mark, mode=mode, shots=2, defense="standard")
        odds = system.odds(duel.context, attack)
        assert odds is not None
        return odds

    assert "feet" in told("semi").remark
    assert "Shock" not in told("burst").remark
    duel.table.switch("phases.mookRule", True)
    assert "Shock" not in told("semi").remark
    assert [each.label for each in told("semi").headline_numbers] == ["Hit", "Wound", "Out now"]
    assert "Shock" in told("burst").remark
    assert [each.label for each in told("burst").headline_numbers] == ["Hit", "Wound"]


def test_bursts_with_a_defense_each_come_after_the_first_frame(table: Table) -> None:
    """Each may weaken the defense of the next in many ways; the rest of the panel does not wait. Source: PHA-66."""
    duel = Duel(table, items=["smg"], held="smg", load=30)
    duel.table.switch("phases.defensePerShot", True)
    system = duel.table.system

    attack = do.Attack(who=duel.who, target=duel.mark, mode="burst", shots=2, defense="standard")
    first, told = system.first_odds(duel.context, attack), system.odds(duel.context, attack)
    assert first is not None
    assert told is not None
    assert all(isinstance(each, LaterNumber) for each in first.headline_numbers)
    assert first.places == told.places
    assert [each.id for each in told.headline_numbers[:3]] == ["hit", "wound", "out.1"]
    assert told.headline_numbers[0].note.endswith("% graze")
    assert all(0 < each.probability < 1 and each.tip for each in told.headline_numbers)
    assert landing(first) == told.lands
    measures = measures_of(duel.context, attack)
    assert isinstance(measures, LaterMeasures)
    assert measures.out is None
    assert measures.worked_out().out == told.headline_numbers[2].probability
    assert measures.worked_out().hit == told.lands
    duel.table.switch("phases.defensePerShot", False)
    once = system.first_odds(duel.context, attack)
    assert once is not None
    assert not isinstance(once.headline_numbers[0], LaterNumber)


def test_nothing_on_the_screen_is_a_raw_key(table: Table) -> None:
    """Every view of a lively scene speaks in words, whatever is selected or offered."""
    duel = Duel(table, items=["assault_rifle", "shotgun", "sword"], held="assault_rifle", load=90)
    table.join("Third", items=["laser_rifle", "combat_suit"], held="laser_rifle")
    _check(duel)
    table.play(Next(), 6, 6, 6, 1, 1, 1, 2, 2, 2)
    _check(duel)
    duel.declare(duel.who, 2, "snap_shot")
    table.play(Next())
    table.happen(
        ev.GaugeChanged(who=duel.mark, gauge="fatigue", by=2),
        ev.LocationSet(who=duel.mark, location="head", level=4),
        ev.LocationSet(who=duel.mark, location="torso", level=5),
        *(
            ev.ConditionAdded(who=duel.mark, condition=Condition(key=each.key, count=30))
            for each in table.context.ruleset.conditions
            if each.key not in ("dead", "grabbed")
        ),
    )
    _check(duel)


def _check(duel: Duel) -> None:
    system, context = duel.table.system, duel.context
    views = [
        system.columns(context),
        system.rows(context),
        system.heading(context),
        system.timeline(context),
        system.notices(context),
        *(system.combatant_view(context, who) for who in context.state.combatants),
        *(system.body(context, who) for who in context.state.combatants),
        *(
            tuple((each.text, each.why_not) for each in system.action_options(context, who))
            for who in context.state.combatants
        ),
    ]
    for choices in ({}, {"mode": "full:1"}, {"weapon": "sword", "mode": "technique:disarm"}):
        form = system.attack_form(context, {"target": duel.mark, **choices})
        views.append(form)
        if form.command is not None:
            views.append(system.odds(context, form.command))
    for view in views:
        for text in texts(view):
            assert not text.startswith(("phases.", "rules.")), text
            assert "{" not in text, text


@pytest.mark.rule("PHA-18")
def test_raw_damage_to_fatigue_tires(duel: Duel) -> None:
    """Straight to Fatigue: two more levels, shown so before, and told so after."""
    who = duel.mark
    command = Damage(targets=(DamageTarget(who=who),), amount=2, way="raw", gauge="fatigue")
    (row,) = duel.table.system.damage_preview(duel.context, command).rows
    assert (row.gauges[0].before.current, row.gauges[0].after.current) == (0, 2)
    assert row.outcome == "+2"
    duel.table.play(command)
    assert duel.context.combatant(who).gauges["fatigue"] == 2
