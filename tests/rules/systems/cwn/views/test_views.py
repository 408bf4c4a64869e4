"""What the screens show of a CWN fight."""

import pytest
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Expiry, Slot
from encounter_gui.rules.model.commands import Command, Settle
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.turns import morale
from encounter_gui.rules.view import (
    AttackForm,
    BandCell,
    BodyView,
    CapsulesCell,
    ChipsCell,
    GaugeCell,
    NameCell,
    Odds,
    Outcomes,
    Row,
    Section,
    Spread,
    TextCell,
    Within,
)
from tests.rules.systems.cwn.conftest import Skirmish


def row(fight: Skirmish, who: CombatantId) -> Row:
    """The row of one combatant."""
    return next(each for each in fight.table.system.rows(fight.table.context) if each.who == who)


def text(fight: Skirmish, who: CombatantId, key: str) -> str:
    """A cell of text."""
    cell = row(fight, who).cells[key]
    assert isinstance(cell, TextCell)
    return cell.text


def band(each: Row) -> BandCell:
    """The band of a row."""
    cell = each.cells["side"]
    assert isinstance(cell, BandCell)
    return cell


def chips(fight: Skirmish, who: CombatantId) -> dict[str, str]:
    """Conditions by their words, with how long they last."""
    cell = row(fight, who).cells["conditions"]
    assert isinstance(cell, ChipsCell)
    return {chip.text: chip.duration for chip in cell.chips}


def capsules(fight: Skirmish, who: CombatantId) -> tuple[str, ...]:
    """Main and Move: free, spent or kept; then tags."""
    cell = row(fight, who).cells["actions"]
    assert isinstance(cell, CapsulesCell)
    return (*(each.state for each in cell.capsules), *cell.tags)


def attack_form(fight: Skirmish, **choices: str) -> AttackForm:
    """The bench for these choices."""
    return fight.table.system.attack_form(fight.table.context, choices)


def odds(fight: Skirmish, command: Command | None) -> Odds:
    """The odds of what is on the bench."""
    assert command is not None
    found = fight.table.system.odds(fight.table.context, command)
    assert found is not None
    return found


def options(made: AttackForm, key: str) -> dict[str, str]:
    """The choices of a question: key and words."""
    field = next(each for each in made.fields if each.key == key)
    return {option.key: option.text for option in field.options}


def chosen(made: AttackForm, key: str) -> str:
    """What is chosen."""
    return next(each.chosen for each in made.fields if each.key == key)


def toggles(made: AttackForm) -> dict[str, str]:
    """Modifiers by their words."""
    return {each.text: each.amount for each in made.toggles}


# ------------------------------------------------------------------ the table


def test_the_table_has_the_columns_of_the_design(skirmish: Skirmish) -> None:
    """Band, mark, number, name, two gauges, three numbers, conditions, capsules, weapon."""
    columns = skirmish.table.system.columns(skirmish.table.context)
    assert [(each.key, each.kind, each.width) for each in columns] == [
        ("side", "band", 88),
        ("mark", "mark", 18),
        ("number", "number", 24),
        ("name", "name", 150),
        ("hp", "gauge", 138),
        ("soak", "gauge", 84),
        ("ac", "text", 54),
        ("tt", "number", 30),
        ("ml", "number", 30),
        ("conditions", "chips", 0),
        ("actions", "capsules", 88),
        ("weapon", "text", 120),
    ]


@pytest.mark.rule("CWN-16")
def test_rows_stand_side_by_side_in_turn_order(skirmish: Skirmish) -> None:
    """Each run of a side has equal bands: its name, its initiative, and whether it acted, acts or is next."""
    rows = skirmish.table.system.rows(skirmish.table.context)
    assert [each.number for each in rows] == [1, 2, 3, 4, 5]
    players, redlines = {band(each) for each in rows[:2]}, {band(each) for each in rows[2:]}
    assert [(each.text, each.note, each.is_now) for each in players] == [
        ("Squad", "init 7 · acting", True)
    ]
    assert [(each.text, each.note, each.is_now) for each in redlines] == [
        ("Redlines", "init 4 · next", False)
    ]
    assert [each.is_now for each in rows] == [True, True, False, False, False]
    skirmish.turn(1)
    rows = skirmish.table.system.rows(skirmish.table.context)
    assert band(rows[0]).note == "init 7 · acted"
    assert rows[0].is_done


@pytest.mark.rule("CWN-05")
@pytest.mark.rule("CWN-07")
def test_hit_points_and_soak_are_gauges(skirmish: Skirmish) -> None:
    """Current and full; a dash for who has no soak pool; ammunition beside the weapon in hand."""
    skirmish.gauge(skirmish.halloran, "hp", 11)
    skirmish.gauge(skirmish.halloran, "soak", 2)
    cells = row(skirmish, skirmish.halloran).cells
    hit_points, soak = cells["hp"], cells["soak"]
    assert isinstance(hit_points, GaugeCell)
    assert isinstance(soak, GaugeCell)
    assert (hit_points.current, hit_points.high) == (11, 18)
    assert (soak.current, soak.high) == (2, 5)
    thug = skirmish.join("street_thug", "Thug")
    assert text(skirmish, thug, "soak") == "–"
    weapon = cells["weapon"]
    assert isinstance(weapon, TextCell)
    assert (weapon.text, weapon.note) == ("Combat rifle", "30/30")


@pytest.mark.rule("CWN-06")
@pytest.mark.rule("CWN-36g")
@pytest.mark.rule("CWN-36e")
def test_both_armor_classes_are_as_they_are_now(skirmish: Skirmish) -> None:
    """Total Defense adds 2 to both, a charge takes 2 from both; Morale is a dash for players."""
    assert text(skirmish, skirmish.cutter, "ac") == "16/14"
    skirmish.afflict(skirmish.cutter, "charging")
    assert text(skirmish, skirmish.cutter, "ac") == "14/12"
    skirmish.afflict(skirmish.bruiser, "total_defense")
    assert text(skirmish, skirmish.bruiser, "ac") == "15/16"
    assert text(skirmish, skirmish.cutter, "tt") == "7"
    assert text(skirmish, skirmish.cutter, "ml") == "10"
    assert text(skirmish, skirmish.halloran, "ml") == "–"


@pytest.mark.rule("CWN-17")
@pytest.mark.rule("CWN-38")
def test_main_and_move_are_struck_when_they_are_gone(skirmish: Skirmish) -> None:
    """Spent ones; a Move once the turn is over; what is held is kept; bonus actions carry a tag."""
    assert capsules(skirmish, skirmish.vee) == ("free", "free")
    skirmish.gauge(skirmish.halloran, "main", 1)
    assert capsules(skirmish, skirmish.halloran) == ("spent", "free")
    skirmish.turn(1)
    assert capsules(skirmish, skirmish.halloran) == ("spent", "spent")
    assert capsules(skirmish, skirmish.vee) == ("free", "spent")
    skirmish.table.switch("cwn.unspentMainAfterTurn", to=False)
    assert capsules(skirmish, skirmish.vee) == ("spent", "spent")
    skirmish.gauge(skirmish.vee, "move", 1)
    skirmish.afflict(skirmish.vee, "holding")
    assert capsules(skirmish, skirmish.vee) == ("kept", "spent")
    skirmish.gauge(skirmish.cutter, "bonus_main", 1)
    assert capsules(skirmish, skirmish.cutter) == ("free", "free", "+1")


@pytest.mark.rule("CWN-57")
def test_who_is_down_has_no_actions_and_a_mark(skirmish: Skirmish) -> None:
    """A dash instead of capsules, and the name is struck."""
    skirmish.afflict(skirmish.gunman, "dead")
    cells = row(skirmish, skirmish.gunman).cells
    name, actions = cells["name"], cells["actions"]
    assert isinstance(name, NameCell)
    assert isinstance(actions, CapsulesCell)
    assert name.is_out
    assert row(skirmish, skirmish.gunman).is_out
    assert (actions.capsules, actions.text) == ((), "–")


@pytest.mark.rule("CWN-47")
@pytest.mark.rule("CWN-59")
def test_conditions_are_named_with_whom_and_how_long(skirmish: Skirmish) -> None:
    """Screens and swarms say whom they are about; the dying how long they have; numbers where there are any."""
    until = Expiry(round=2, edge="start", whose=skirmish.halloran)
    skirmish.afflict(skirmish.halloran, "screening", about=skirmish.vee, until=until)
    assert chips(skirmish, skirmish.halloran) == {"Screening Vee": "next turn"}
    skirmish.afflict(skirmish.bruiser, "swarming", about=skirmish.vee, until=Expiry(round=1))
    assert chips(skirmish, skirmish.bruiser) == {"Swarm on Vee": "this round"}
    skirmish.afflict(skirmish.gunman, "flashed", until=Expiry(round=3))
    assert chips(skirmish, skirmish.gunman) == {"Flashed −2": "3 rounds"}
    skirmish.afflict(skirmish.vee, "mortally_wounded", count=1)
    assert chips(skirmish, skirmish.vee) == {"Mortally Wounded": "6 more rounds"}


# ------------------------------------------------------------------ heading and timeline


@pytest.mark.rule("CWN-16")
@pytest.mark.rule("CWN-19")
@pytest.mark.rule("CWN-20")
def test_the_heading_says_which_side_acts_and_who_still_may(skirmish: Skirmish) -> None:
    """Round, side, and its members whose turn is not over; Next goes to the next side, then to the next round."""
    heading = skirmish.table.system.heading(skirmish.table.context)
    assert (heading.round, heading.part) == ("Round 1", "sides")
    assert (heading.actors, heading.side) == ("Squad act: Halloran, Vee", "pc")
    assert heading.next == "Next side"
    skirmish.turn(1)
    skirmish.table.happen(
        ev.SlotDone(who=skirmish.bruiser, group=1), ev.SlotDone(who=skirmish.gunman, group=1)
    )
    heading = skirmish.table.system.heading(skirmish.table.context)
    assert (heading.actors, heading.next) == ("Redlines act: Cutter", "Next round")


@pytest.mark.rule("CWN-15")
@pytest.mark.rule("CWN-20")
def test_the_timeline_has_a_slot_a_side(skirmish: Skirmish) -> None:
    """Both sides with their members, the next round behind a separator in the same order."""
    skirmish.turn(1)
    skirmish.table.happen(ev.SlotDone(who=skirmish.bruiser, group=1))
    skirmish.afflict(skirmish.gunman, "dead")
    strip = skirmish.table.system.timeline(skirmish.table.context)
    assert [(each.text, each.look) for each in strip.slots] == [
        ("Squad", "done"),
        ("Redlines", "now"),
        ("Round 2", "later"),
        ("Squad", "later"),
        ("Redlines", "later"),
    ]
    assert [each.state for each in strip.slots[1].members] == ["now", "spent", "out"]
    assert strip.slots[2].is_separator
    assert [each.note for each in strip.slots if each.side] == ["7", "4", "7", "4"]


@pytest.mark.rule("CWN-46")
def test_somebody_who_acts_apart_has_a_slot_with_the_own_name(skirmish: Skirmish) -> None:
    """An override slot ahead of the side is that person's, not another of the side."""
    slots = skirmish.table.context.state.slots
    fast = [each for each in slots if each.who == skirmish.vee]
    moved = [replace(each, group=each.group + 1) for each in slots if each.who != skirmish.vee]
    skirmish.table.happen(ev.OrderSet(slots=(replace(fast[0], group=0, score=9), *moved)))
    strip = skirmish.table.system.timeline(skirmish.table.context)
    assert [each.text for each in strip.slots[:3]] == ["Vee", "Halloran", "Redlines"]


@pytest.mark.rule("CWN-36g")
def test_an_effect_ends_at_its_owners_next_slot(skirmish: Skirmish) -> None:
    """Total Defense to the own next turn: from the side's slot to its slot of the next round."""
    until = Expiry(round=2, edge="start", whose=skirmish.halloran)
    skirmish.afflict(skirmish.halloran, "total_defense", until=until)
    (bar,) = skirmish.table.system.timeline(skirmish.table.context).effects
    assert bar.text == "Halloran: Total Defense +2 · next turn"
    assert (bar.start, bar.end) == (0, 3)


@pytest.mark.rule("CWN-39")
def test_a_swarm_is_one_effect_to_the_end_of_its_sides_slot(skirmish: Skirmish) -> None:
    """However many have joined; it has to strike before the side passes on."""
    skirmish.turn(1)
    until = Expiry(round=1)
    for who in (skirmish.bruiser, skirmish.gunman):
        skirmish.afflict(who, "swarming", about=skirmish.vee, until=until)
    (bar,) = skirmish.table.system.timeline(skirmish.table.context).effects
    assert (bar.text, bar.start, bar.end) == ("Swarm on Vee · 2 joined", 1, 1)


@pytest.mark.rule("CWN-36g")
def test_an_effect_that_ends_at_an_own_turn_still_to_come_begins_now(skirmish: Skirmish) -> None:
    """An Instant before the own turn: from the side that acts to the own slot of this round."""
    until = Expiry(round=1, edge="start", whose=skirmish.bruiser)
    skirmish.afflict(skirmish.bruiser, "total_defense", until=until)
    (bar,) = skirmish.table.system.timeline(skirmish.table.context).effects
    assert (bar.start, bar.end) == (0, 1)


@pytest.mark.rule("CWN-47")
def test_what_may_matter_later_comes_last(skirmish: Skirmish) -> None:
    """Who lies there first, then what is going on, then what was and what somebody is."""
    skirmish.afflict(skirmish.halloran, "traumatized")
    skirmish.afflict(skirmish.halloran, "prone")
    assert list(chips(skirmish, skirmish.halloran)) == ["Prone", "Traumatized"]
    skirmish.afflict(skirmish.cutter, "flashed")
    skirmish.afflict(skirmish.cutter, "unconscious")
    assert list(chips(skirmish, skirmish.cutter)) == ["Unconscious", "Flashed −2", "Leader"]


@pytest.mark.rule("CWN-36c")
@pytest.mark.rule("CWN-36g")
def test_the_sheet_says_in_short_why_not(skirmish: Skirmish) -> None:
    """There is no room for the sentence; the sentence is there as well."""
    skirmish.turn(1)
    skirmish.gauge(skirmish.halloran, "main", 1)
    offers = section(skirmish, skirmish.halloran, "Still possible now").offers
    shown = {offer.text: (offer.short, bool(offer.why_not)) for offer in offers}
    assert shown["Total Defense"] == ("spent Main", True)
    assert shown["Go prone"] == ("own turn only", True)
    assert shown["Drop Combat rifle"] == ("", False)


@pytest.mark.rule("CWN-45m")
def test_reflexes_are_offered_out_of_turn_to_who_can(skirmish: Skirmish) -> None:
    """From the second level on, for Strain; on the own turn as they are."""
    quick = skirmish.join("mara_voss", "Mara")
    combatant = skirmish.table.combatant(quick)
    better = [
        replace(item, values={**item.values, "rank": 2})
        for item in combatant.items
        if item.values.get("trait") == "enhanced_reflexes"
    ]
    skirmish.table.happen(*(ev.ItemPut(who=quick, item=item) for item in better))
    skirmish.turn(1)
    offers = section(skirmish, quick, "Still possible now").offers
    found = next(offer for offer in offers if offer.text == "Enhanced Reflexes for 1 Strain")
    assert found.command == do.Reflexes(who=quick, instant=True)
    assert not found.why_not


@pytest.mark.rule("CWN-45a")
def test_the_sheet_says_what_is_used_up_for_the_scene(skirmish: Skirmish) -> None:
    """Veteran’s Luck works once; Hard to Kill always."""
    skirmish.gauge(skirmish.halloran, "used.veterans_luck", 1)
    edges = section(skirmish, skirmish.halloran, "Edges")
    assert [(fact.name, fact.value) for fact in edges.facts] == [
        ("Veteran’s Luck", "used"),
        ("Hard to Kill", ""),
    ]


# ------------------------------------------------------------------ the panel


def section(fight: Skirmish, who: CombatantId, title: str) -> Section:
    """A part of the sheet."""
    view = fight.table.system.combatant_view(fight.table.context, who)
    return next(each for each in view.sections if each.title == title)


@pytest.mark.rule("CWN-01")
@pytest.mark.rule("CWN-02")
@pytest.mark.rule("CWN-09")
def test_the_sheet_of_a_player_shows_what_is_asked_for_at_the_table(skirmish: Skirmish) -> None:
    """Gauges, defences, modifiers, saves: Physical 16 − 3 − 1, Luck 16 − 3."""
    view = skirmish.table.system.combatant_view(skirmish.table.context, skirmish.halloran)
    gauges, defences, attributes, *_ = view.sections
    assert [each.name for each in gauges.gauges] == ["Hit points", "Soak", "Strain"]
    assert [(each.name, each.value) for each in defences.stats] == [
        ("AC ranged", "17"),
        ("AC melee", "15"),
        ("Trauma Target", "8"),
        ("Move m", "10"),
    ]
    assert [each.value for each in attributes.stats] == ["+1", "+1", "+1", "0", "0", "−1"]
    saves = section(skirmish, skirmish.halloran, "Saves, d20 at or above")
    assert [(each.name, each.value) for each in saves.stats] == [
        ("Physical", "12"),
        ("Evasion", "12"),
        ("Mental", "13"),
        ("Luck", "13"),
    ]


@pytest.mark.rule("CWN-67")
def test_the_sheet_of_an_npc_shows_its_printed_numbers(skirmish: Skirmish) -> None:
    """Attack, skill, save, Morale and Danger Value; no verdict is drawn from them."""
    view = skirmish.table.system.combatant_view(skirmish.table.context, skirmish.cutter)
    assert [each.value for each in view.sections[2].stats] == ["10/9", "3", "12", "10", "18"]
    weapons = section(skirmish, skirmish.cutter, "In hand")
    assert weapons.facts[0].value == "2d6+4 · Shock 8/any · T d10 ×3"


@pytest.mark.rule("CWN-24")
@pytest.mark.rule("CWN-36c")
@pytest.mark.rule("CWN-36g")
def test_the_sheet_lists_what_is_still_possible_and_why_not(skirmish: Skirmish) -> None:
    """Out of turn an unspent Main still pays for Instants; a spent one does not, and the list says so."""
    offered = {
        each.text: each for each in section(skirmish, skirmish.cutter, "Still possible now").offers
    }
    assert not offered["Total Defense"].why_not
    assert offered["Total Defense"].note == "Instant"
    assert offered["Go prone"].note == "On Turn"
    assert offered["Go prone"].why_not
    skirmish.gauge(skirmish.cutter, "main", 1)
    possible = section(skirmish, skirmish.cutter, "Still possible now").offers
    assert next(each.why_not for each in possible if each.text == "Total Defense")


def test_every_offer_is_tried_by_its_own_procedure(skirmish: Skirmish) -> None:
    """What is offered without a reason against it runs to its first roll or to its end."""
    for who in (skirmish.halloran, skirmish.cutter):
        for action in skirmish.table.system.action_options(skirmish.table.context, who):
            assert action.command is not None
            if not action.why_not:
                next(skirmish.table.system.procedure(skirmish.table.context, action.command), None)


@pytest.mark.rule("CWN-64")
def test_a_major_injury_shows_at_its_place(skirmish: Skirmish) -> None:
    """The figure has six places; a ruined leg is marked with its level, letter and name."""
    skirmish.table.happen(
        ev.LocationSet(who=skirmish.vee, location="leg_left", level=5, marks=("leg_left_ruined",))
    )
    figure = skirmish.table.system.body(skirmish.table.context, skirmish.vee)
    assert [each.key for each in figure.parts] == [
        "head",
        "torso",
        "arm_right",
        "arm_left",
        "leg_right",
        "leg_left",
    ]
    leg = figure.parts[-1]
    assert (leg.level, leg.letter, leg.text) == (5, "R", "Left leg ruined")
    assert figure.armor == "AC 14/11"


# ------------------------------------------------------------------ notices


@pytest.mark.rule("CWN-66")
def test_morale_that_is_due_says_why_and_how_likely_it_breaks(skirmish: Skirmish) -> None:
    """2d6 above 8 in 10 of 36; the command rolls once for everybody who may break."""
    owed = morale.owed_check(skirmish.table.context, "foe", ("first_death",))
    skirmish.table.happen(ev.ObligationAdded(obligation=owed))
    notice = next(
        each
        for each in skirmish.table.system.notices(skirmish.table.context)
        if isinstance(each.command, Settle)
    )
    assert notice.title == "Redlines"
    assert "2d6 > Morale breaks" in notice.text
    assert notice.note == "28\u00a0% at 8, 8\u00a0% at 10 break"
    (test,) = skirmish.table.system.owed(skirmish.table.context)
    assert notice.command == Settle(ids=test.ids)
    assert (test.sum, test.is_due) == ("2d6 ≤ 8 / 10", True)
    skirmish.table.play(notice.command, 6, 6)
    broken = (skirmish.cutter, skirmish.bruiser, skirmish.gunman)
    assert all(skirmish.table.context.combatant(who).has("broken") for who in broken)


@pytest.mark.rule("CWN-66")
@pytest.mark.parametrize(
    ("score", "below", "expected"),
    [(8, False, 10 / 36), (12, False, 0), (2, False, 35 / 36), (8, True, 21 / 36), (12, True, 0)],
)
def test_how_likely_morale_breaks(
    skirmish: Skirmish, score: int, below: bool, expected: float
) -> None:
    """2d6 above the score, or by house rule below it; 12 never breaks."""
    skirmish.table.switch("cwn.moraleCompare", "less" if below else "greater")
    assert morale.breaking(skirmish.table.context, score) == pytest.approx(expected)


@pytest.mark.rule("CWN-59")
@pytest.mark.rule("CWN-60")
def test_the_dying_are_counted_down(skirmish: Skirmish) -> None:
    """Two rounds after the fall: 8, 10 and 12 to stabilize, of six rounds four are to come."""
    skirmish.table.happen(ev.RoundBegan(number=3))
    skirmish.afflict(skirmish.vee, "mortally_wounded", count=1)
    notice = next(
        each
        for each in skirmish.table.system.notices(skirmish.table.context)
        if each.kind == "danger"
    )
    assert notice.title == "Vee is dying"
    assert "against 8 with a Trauma Patch, 10 with a medkit, 12 with bare hands" in notice.text
    assert notice.note == "4 more rounds"


@pytest.mark.rule("CWN-57")
def test_the_body_says_how_much_puts_somebody_down_who_is_not(skirmish: Skirmish) -> None:
    """Soak and hit points together; whoever lies there is down already."""
    vee = skirmish.table.combatant(skirmish.vee)
    told = [each.value for each in body_of(skirmish, skirmish.vee).facts if each.name == "Down in"]
    assert told == [str(vee.gauges["soak"] + vee.gauges["hp"])]
    skirmish.afflict(skirmish.vee, "mortally_wounded", count=1)
    assert "Down in" not in [each.name for each in body_of(skirmish, skirmish.vee).facts]


def body_of(fight: Skirmish, who: CombatantId) -> BodyView:
    """Somebody's body diagram."""
    return fight.table.system.body(fight.table.context, who)


@pytest.mark.rule("CWN-59")
@pytest.mark.parametrize(
    ("number", "left"),
    [(1, "6 more rounds"), (6, "1 more round"), (7, "last round")],
)
def test_the_countdown_begins_at_six(skirmish: Skirmish, number: int, left: str) -> None:
    """Who falls in round 1 dies at the end of round 7: chip and strip say the same."""
    skirmish.afflict(skirmish.vee, "mortally_wounded", count=1)
    skirmish.table.happen(ev.RoundBegan(number=number))
    assert chips(skirmish, skirmish.vee) == {"Mortally Wounded": left}
    notices = skirmish.table.system.notices(skirmish.table.context)
    assert [each.note for each in notices if each.kind == "danger"] == [left]


@pytest.mark.rule("CWN-39")
def test_a_swarm_that_gathers_is_told(skirmish: Skirmish) -> None:
    """Two have joined: +2 to hit and +1 damage for who strikes."""
    for who in (skirmish.bruiser, skirmish.gunman):
        skirmish.afflict(who, "swarming", about=skirmish.vee)
    notice = next(
        each
        for each in skirmish.table.system.notices(skirmish.table.context)
        if each.title == "Swarm on Vee"
    )
    assert "Bruiser, Gunman: +2 to hit, +1 damage" in notice.text
    assert notice.note == "2 of 4 joined"


@pytest.mark.rule("CWN-40")
def test_a_screen_is_told_while_enemies_act(skirmish: Skirmish) -> None:
    """Halloran with Shoot-2 faces two attackers a round, of whom one has tried; the button ends the screen."""
    skirmish.afflict(skirmish.halloran, "screening", about=skirmish.vee)
    skirmish.table.happen(
        ev.MemoSet(who=skirmish.halloran, key="blocked", value=(skirmish.cutter,))
    )
    assert not skirmish.table.system.notices(skirmish.table.context)
    skirmish.turn(1)
    (notice,) = skirmish.table.system.notices(skirmish.table.context)
    assert notice.title == "Halloran screens Vee"
    assert notice.note == "new attackers this round: 1"
    assert notice.command == do.EndScreen(who=skirmish.halloran)


# ------------------------------------------------------------------ the bench


@pytest.mark.rule("CWN-25")
@pytest.mark.rule("CWN-36a")
def test_the_bench_starts_with_the_side_that_acts(skirmish: Skirmish) -> None:
    """Cutter's blades at the first enemy: d20 + 10 against melee AC 15, a miss still does Shock."""
    skirmish.turn(1)
    made = attack_form(skirmish)
    assert made.actor == skirmish.cutter
    assert made.command == do.Attack(
        who=skirmish.cutter, target=skirmish.halloran, weapon="body_blades_2", mode="melee"
    )
    assert made.sum == "d20 + 10 against melee AC 15 · miss still Shock 8"
    assert not made.why_not
    assert [(each.key, each.notation) for each in made.dice] == [
        ("attack", "1d20"),
        ("trauma", "1d10"),
        ("damage", "2d6"),
    ]
    assert list(options(made, "how").values()) == ["Attack", "Charge", "Swarm", "Snap −4"]
    assert toggles(made)["vs melee AC"] == "15"


@pytest.mark.rule("CWN-31")
@pytest.mark.rule("CWN-28")
@pytest.mark.rule("CWN-29")
def test_guns_have_modes_ranges_and_cover(skirmish: Skirmish) -> None:
    """A burst adds 2 to both, long range costs 2, cover 2 or 4 of which only one can be on."""
    made = attack_form(skirmish, target=skirmish.cutter)
    assert list(options(made, "mode").values()) == ["Single", "Burst 3"]
    assert "charge" not in options(made, "how")
    plain = odds(skirmish, made.command).headline_numbers[0].probability
    burst = attack_form(skirmish, target=skirmish.cutter, mode="burst")
    assert odds(skirmish, burst.command).headline_numbers[0].probability == pytest.approx(
        plain + 0.1
    )
    far = attack_form(skirmish, target=skirmish.cutter, reach="long")
    assert odds(skirmish, far.command).headline_numbers[0].probability == pytest.approx(plain - 0.1)
    assert toggles(far)["Long range"] == "−2"
    hidden = attack_form(skirmish, target=skirmish.cutter, cover_near_total="on")
    assert odds(skirmish, hidden.command).headline_numbers[0].probability == pytest.approx(
        plain - 0.2
    )
    assert {each.group for each in hidden.toggles if "over" in each.text} == {"cover"}


@pytest.mark.rule("CWN-36c")
def test_out_of_turn_the_bench_offers_a_snap_attack(skirmish: Skirmish) -> None:
    """Whoever has an unspent Main may be chosen; it attacks at −4, with a note that it is an Instant."""
    made = attack_form(skirmish, who=skirmish.cutter, weapon="body_blades_2")
    assert chosen(made, "how") == "snap"
    assert made.sum.startswith("d20 + 6 against")
    assert isinstance(made.command, do.Attack)
    assert made.command.how == "snap"
    who = next(each for each in made.fields if each.key == "who")
    assert {each.text: each.note for each in who.options}["Cutter"] == "Instant"


@pytest.mark.rule("CWN-36d")
@pytest.mark.rule("CWN-39")
def test_a_swarm_is_joined_first_and_then_strikes(skirmish: Skirmish) -> None:
    """Joining rolls nothing; with two others the striker has +4 to hit and the segment says Swarm 3."""
    skirmish.turn(1)
    choices = {"target": skirmish.halloran, "weapon": "body_blades_2", "how": "swarm"}
    joining = attack_form(skirmish, **choices)
    assert joining.command == do.Swarm(who=skirmish.cutter, target=skirmish.halloran)
    assert not joining.dice
    for who in (skirmish.cutter, skirmish.bruiser, skirmish.gunman):
        skirmish.afflict(who, "swarming", about=skirmish.halloran)
        skirmish.gauge(who, "main", 1)
    made = attack_form(skirmish, who=skirmish.cutter, **choices)
    assert options(made, "how")["swarm"] == "Swarm 3"
    assert made.sum == "d20 + 14 against melee AC 15 · miss still Shock 8"
    assert not made.why_not


@pytest.mark.rule("CWN-36e")
def test_a_charge_adds_two(skirmish: Skirmish) -> None:
    """Only with what strikes or is thrown."""
    skirmish.turn(1)
    made = attack_form(skirmish, weapon="body_blades_2", how="charge")
    assert made.sum.startswith("d20 + 12 against")
    assert isinstance(made.command, do.Attack)
    assert made.command.how == "charge"


@pytest.mark.rule("CWN-25")
@pytest.mark.parametrize(
    "choices",
    [
        {"weapon": "body_blades_2"},
        {"weapon": "body_blades_2", "how": "charge"},
        {"weapon": "body_blades_2", "how": "swarm"},
        {"weapon": "body_blades_2", "how": "snap"},
        {"weapon": "body_blades_2", "gm": "-3"},
    ],
    ids=lambda each: each.get("how", "") or each.get("gm", "attack"),
)
def test_the_table_rolls_what_the_bench_says(skirmish: Skirmish, choices: dict[str, str]) -> None:
    """Bonus, AC and Shock of the sum on the bench are those of the attack that is then made."""
    skirmish.turn(1)
    for who in (skirmish.cutter, skirmish.halloran):
        skirmish.gauge(who, "used.veterans_luck", 1)
    skirmish.gauge(skirmish.halloran, "main", 1)
    if choices.get("how") == "swarm":
        for who in (skirmish.cutter, skirmish.bruiser):
            skirmish.afflict(who, "swarming", about=skirmish.halloran)
            skirmish.gauge(who, "main", 1)
    made = attack_form(skirmish, who=skirmish.cutter, target=skirmish.halloran, **choices)
    assert made.command is not None
    assert not made.why_not
    values = skirmish.table.play(made.command, 1)
    assert made.sum == (
        f"d20 + {values['bonus']} against melee AC {values['ac']} · "
        f"miss still Shock {values['damage']}"
    )


@pytest.mark.rule("CWN-58")
@pytest.mark.rule("CWN-26")
def test_nonlethal_intent_rolls_no_trauma_die(skirmish: Skirmish) -> None:
    """The field for the Trauma Die goes, and its odds with it."""
    skirmish.turn(1)
    made = attack_form(skirmish, weapon="body_blades_2", nonlethal="on")
    assert [each.key for each in made.dice] == ["attack", "damage"]
    assert odds(skirmish, made.command).headline_numbers[1].probability == 0


@pytest.mark.rule("CWN-41")
def test_a_grenade_is_thrown_at_a_point_then_goes_off(skirmish: Skirmish) -> None:
    """AC 10 for the point; then, one after the other, everybody in it saves by Evasion."""
    made = attack_form(skirmish, weapon="frag_grenade")
    assert isinstance(made.command, do.Throw)
    assert made.sum.endswith("against AC 10; a miss bounces 1d10 m")
    thrown = odds(skirmish, made.command)
    assert [each.label for each in thrown.headline_numbers] == ["On the point"]
    skirmish.afflict(skirmish.halloran, "in_air", keys=("frag_grenade",))
    blast = attack_form(skirmish, target=skirmish.bruiser)
    assert isinstance(blast.command, do.Blast)
    assert blast.command.more
    assert blast.sum == "Evasion d20 against 14"
    panel = odds(skirmish, blast.command)
    assert panel.headline_numbers[0].probability == pytest.approx(13 / 20)
    assert panel.headline_numbers[1].probability == pytest.approx(3 / 8)


@pytest.mark.rule("CWN-32")
def test_suppressive_fire_is_a_way_to_use_what_can(skirmish: Skirmish) -> None:
    """An automatic rifle offers it; hard cover makes it harmless."""
    gunner = skirmish.join("gang_gunman", "Gunner")
    rifle = skirmish.table.context.ruleset.item("automatic_rifle")
    assert rifle is not None
    skirmish.table.happen(
        ev.ItemPut(who=gunner, item=rifle.copy()),
        ev.MemoSet(who=gunner, key="held", value="automatic_rifle"),
        ev.GaugeSet(who=gunner, gauge="ammo.automatic_rifle", to=10),
        ev.OrderSet(
            slots=tuple(
                slot for slot in skirmish.table.context.state.slots if slot.who != skirmish.gunman
            )
        ),
    )
    slots = skirmish.table.context.state.slots
    skirmish.table.happen(ev.OrderSet(slots=(*slots, Slot(who=gunner, score=4, group=1))))
    skirmish.turn(1)
    choices = {"who": gunner, "target": skirmish.halloran, "how": "suppress"}
    made = attack_form(skirmish, **choices)
    assert isinstance(made.command, do.Suppress)
    assert not made.why_not
    panel = odds(skirmish, made.command)
    assert panel.headline_numbers[0].label == "Caught"
    assert panel.headline_numbers[0].probability == pytest.approx(11 / 20)
    safe = attack_form(skirmish, **choices, guarded="on")
    assert odds(skirmish, safe.command).headline_numbers[0].probability == 0


def test_a_weapon_that_is_not_in_hand_says_so(skirmish: Skirmish) -> None:
    """The bench refuses exactly what the procedure refuses."""
    made = attack_form(skirmish, weapon="advanced_knife")
    assert made.why_not
    field = next(each for each in made.fields if each.key == "weapon")
    notes = {each.key: each.why_not for each in field.options}
    assert notes["advanced_knife"] == "Not in hand: ready it first"
    assert not notes["combat_rifle"]


# ------------------------------------------------------------------ the odds


@pytest.mark.rule("CWN-25")
def test_the_odds_show_every_outcome_and_the_damage_before_soak(skirmish: Skirmish) -> None:
    """Shares sum to 1; the spread is made of Shock, hits and Traumatic Hits, with lines at soak and 0 HP."""
    skirmish.turn(1)
    made = attack_form(skirmish, target=skirmish.halloran, weapon="body_blades_2")
    panel = odds(skirmish, made.command)
    assert [each.label for each in panel.headline_numbers] == ["Hit", "Trauma", "Down", "In 3"]
    assert panel.headline_numbers[0].note == "d20 ≥ 5"
    assert panel.headline_numbers[1].note == "d10 ≥ 8"
    outcomes, spread, within = panel.charts
    assert isinstance(outcomes, Outcomes)
    assert isinstance(spread, Spread)
    assert isinstance(within, Within)
    assert sum(share.probability for share in outcomes.shares) == pytest.approx(1)
    assert [share.text for share in outcomes.shares] == [
        "Shock only",
        "Hit, stands",
        "Traumatic, stands",
        "Traumatic, down",
    ]
    assert [(each.value, each.text) for each in spread.thresholds] == [
        (5, "soak 5"),
        (23, "0 HP at 23"),
    ]
    for place, whole in enumerate(spread.probabilities):
        parts = sum(part.probabilities[place] for part in spread.parts)
        assert parts == pytest.approx(whole, abs=1e-12)
    assert list(within.chances) == sorted(within.chances)


@pytest.mark.rule("CWN-45a")
def test_the_remark_says_what_the_odds_leave_out(skirmish: Skirmish) -> None:
    """Luck that is still there, and who screens the target."""
    skirmish.turn(1)
    made = attack_form(skirmish, target=skirmish.halloran, weapon="body_blades_2")
    assert "Halloran may undo a hit by luck" in odds(skirmish, made.command).remark
    skirmish.gauge(skirmish.halloran, "used.veterans_luck", 1)
    assert "Halloran has Veteran’s Luck" not in odds(skirmish, made.command).remark
    skirmish.afflict(skirmish.vee, "screening", about=skirmish.halloran)
    assert "Vee screens Halloran" in odds(skirmish, made.command).remark


@pytest.mark.rule("CWN-59")
def test_whoever_lies_there_dies_of_any_harm(skirmish: Skirmish) -> None:
    """The odds of an attack on the dying are those of dying: a hit, or Shock that gets through the soak pool."""
    skirmish.turn(1)
    skirmish.gauge(skirmish.halloran, "hp", 0)
    skirmish.gauge(skirmish.halloran, "soak", 0)
    skirmish.afflict(skirmish.halloran, "mortally_wounded", count=1)
    made = attack_form(skirmish, target=skirmish.halloran, weapon="body_blades_2")
    panel = odds(skirmish, made.command)
    assert (panel.headline_numbers[2].label, panel.headline_numbers[2].note) == (
        "Dies",
        "of any harm",
    )
    assert panel.headline_numbers[2].probability == pytest.approx(1)
    spread = panel.charts[1]
    assert isinstance(spread, Spread)
    assert not spread.thresholds


@pytest.mark.rule("CWN-12")
def test_everything_of_the_library_can_be_put_on_the_bench(skirmish: Skirmish) -> None:
    """Each weapon and explosive in every way and mode: a command with odds, or a reason why not."""
    library = skirmish.table.context.ruleset.items
    for item in (each for each in library if each.kind in ("weapon", "explosive")):
        skirmish.table.happen(
            ev.ItemPut(who=skirmish.halloran, item=item.copy()),
            ev.MemoSet(who=skirmish.halloran, key="held", value=item.key),
            ev.GaugeSet(who=skirmish.halloran, gauge=f"ammo.{item.key}", to=10),
        )
        first = attack_form(skirmish, weapon=item.key)
        for how in options(first, "how") if "how" in [e.key for e in first.fields] else ("",):
            for mode in ("melee", "thrown", "single", "burst"):
                check_bench(skirmish, attack_form(skirmish, weapon=item.key, how=how, mode=mode))


def check_bench(fight: Skirmish, made: AttackForm) -> None:
    """There is a command, and unless it only joins, places or hides, there are odds of it."""
    if made.command is None:
        assert made.why_not
        return
    panel = fight.table.system.odds(fight.table.context, made.command)
    if panel is None:
        assert isinstance(made.command, do.Swarm | do.Blast)
        return
    assert all(0 <= each.probability <= 1 + 1e-12 for each in panel.headline_numbers)
    for exhibit in panel.charts:
        if isinstance(exhibit, Outcomes):
            assert sum(share.probability for share in exhibit.shares) == pytest.approx(1)


@pytest.mark.rule("CWN-69")
def test_each_of_several_attacks_has_a_target_of_its_own(skirmish: Skirmish) -> None:
    """Where nothing else is chosen all are at the first; Snap Attack and charge are one attack and ask for one."""
    beast = skirmish.join("experimental_bioweapon", "Beast")
    slots = skirmish.table.context.state.slots
    skirmish.table.happen(ev.OrderSet(slots=(*slots, Slot(who=beast, score=4, group=1))))
    skirmish.turn(1)
    made = attack_form(skirmish, who=beast, target=skirmish.halloran)
    assert isinstance(made.command, do.Attack)
    assert made.command.also == ()
    assert chosen(made, "also_2") == chosen(made, "also_3") == skirmish.halloran
    parted = attack_form(skirmish, who=beast, target=skirmish.halloran, also_3=skirmish.vee)
    assert isinstance(parted.command, do.Attack)
    assert parted.command.also == (skirmish.halloran, skirmish.vee)
    assert parted.sum.startswith("2 × d20")
    assert odds(skirmish, parted.command).title == "Each of 2 attacks"
    snap = attack_form(
        skirmish, who=beast, target=skirmish.halloran, how="snap", also_2=skirmish.vee
    )
    assert isinstance(snap.command, do.Attack)
    assert (snap.command.also, "also_2" in [each.key for each in snap.fields]) == ((), False)


@pytest.mark.rule("CWN-69")
def test_several_attacks_are_counted_together_for_the_fall(skirmish: Skirmish) -> None:
    """A beast with two attacks: the hit is of each, the fall is by both; a Snap Attack is one."""
    beast = skirmish.join("cybered_attack_beast", "Beast")
    slots = skirmish.table.context.state.slots
    skirmish.table.happen(ev.OrderSet(slots=(*slots, Slot(who=beast, score=4, group=1))))
    skirmish.turn(1)
    made = attack_form(skirmish, who=beast, target=skirmish.halloran)
    assert made.sum.startswith("2 × d20 + 8")
    panel = odds(skirmish, made.command)
    assert panel.title == "Each of 2 attacks"
    assert panel.headline_numbers[2].note == "by all 2"
    snap = attack_form(skirmish, who=beast, target=skirmish.halloran, how="snap")
    assert odds(skirmish, snap.command).title == "This attack"
