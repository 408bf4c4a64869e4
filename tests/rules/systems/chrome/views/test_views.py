"""What a screen shows of a CHROME fight."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Record
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.view import (
    AttackForm,
    BandCell,
    ChipsCell,
    GaugeCell,
    NameCell,
    PipsCell,
    Row,
    SlotsCell,
    TextCell,
)
from tests.rules.systems.chrome.conftest import Crew

DEFENCES = ("save", "counter", "waive")


def clock(done: int, rating: int, state: str = "") -> Record:
    """Returns the record of a system that is being hacked."""
    return {"done": done, "rating": rating, "state": state}


class Squad:
    """The crew of the drawing: two before the enemies, two after them, four enemies between."""

    def __init__(self, table: Crew) -> None:
        """Takes the table; Speed Checks are 10 for who acts before, 91 and 90 for who acts after."""
        self.table = table
        guns: dict[str, Any] = {"skills": "Firearms, Stealth", "combat": 50}
        self.nova = table.operator(
            "Nova", "assault_rifle", "knife", "kevlar_vest", speed=62, **guns
        )
        self.tack = table.operator(
            "Tack",
            "pistol",
            "knife",
            "lined_coat",
            "medpack",
            speed=48,
            reflex=44,
            prime="reflex",
            background="street",
            loadout="slick",
            **guns,
        )
        self.horror = table.enemy("Horror", "horror_claws", "horror_sight", health=14, soak=1)
        self.scrapper = table.enemy("Scrapper", "scrapper_pistol", health=4)
        self.drone = table.enemy("Drone", "drone_guns", health=10, soak=3, synthetic=True)
        self.bishop = table.operator(
            "Bishop", "shotgun", "frag_grenade", "helmet", speed=47, **guns
        )
        self.sable = table.operator("Sable", "smg", speed=41, background="cult", **guns)

    @property
    def everybody(self) -> tuple[CombatantId, ...]:
        """Everybody's id."""
        return tuple(self.table.context.state.combatants)

    def begin(self) -> None:
        """Begins the fight: Nova acts."""
        self.table.begin(10, 12, 91, 90)

    def row(self, who: CombatantId) -> Row:
        """Returns somebody's row."""
        rows = self.table.system.rows(self.table.context)
        return next(row for row in rows if row.who == who)

    def chips(self, who: CombatantId) -> list[tuple[str, str]]:
        """Returns somebody's chips: text and duration."""
        cell = self.row(who).cells["conditions"]
        assert isinstance(cell, ChipsCell)
        return [(chip.text, chip.duration) for chip in cell.chips]

    def form(self, **choices: str) -> AttackForm:
        """Returns the bench for these choices."""
        return self.table.system.attack_form(self.table.context, choices)


@pytest.fixture
def squad(table: Crew) -> Squad:
    """The crew, not begun."""
    return Squad(table)


def texts(value: object) -> Iterator[str]:
    """Every text anywhere inside a view value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from texts(each)
    elif isinstance(value, tuple):
        for each in value:
            yield from texts(each)
    elif not isinstance(value, Message | Command):
        for name in getattr(type(value), "__struct_fields__", ()):
            yield from texts(getattr(value, name, ""))


def benches(table: Crew) -> Iterator[AttackForm]:
    """The bench of everybody who may attack, with each weapon, target, range and defence."""
    system, context = table.system, table.context
    start = system.attack_form(context, {})
    yield start
    for one in _options(start, "who"):
        mine = system.attack_form(context, {"who": one})
        for weapon in _options(mine, "weapon"):
            armed = system.attack_form(context, {"who": one, "weapon": weapon})
            for target in _options(armed, "target"):
                for defence in DEFENCES:
                    choices = {"who": one, "weapon": weapon, "target": target, "defence": defence}
                    yield system.attack_form(context, {**choices, "band": "short"})
                    yield system.attack_form(
                        context, {**choices, "band": "close", "edge": "1", "burn": "3"}
                    )
                    yield system.attack_form(
                        context, {**choices, "save_edge": "-1", "save_burn": "2"}
                    )


def _options(form: AttackForm, key: str) -> tuple[str, ...]:
    found = (each.options for each in form.fields if each.key == key)
    return tuple(option.key for option in next(found, ()))


def check(table: Crew) -> None:
    """Looks at every view of the scene as it is: all of it is finished words."""
    system, context = table.system, table.context
    everybody = tuple(context.state.combatants)
    views: list[object] = [
        system.columns(context),
        tuple((row.number, dict(row.cells)) for row in system.rows(context)),
        system.heading(context),
        system.timeline(context),
        system.notices(context),
        *(system.combatant_view(context, who) for who in everybody),
        *(system.body(context, who) for who in everybody),
        *(system.action_options(context, who) for who in everybody),
    ]
    for form in benches(table):
        views.append(form)
        if form.command is not None:
            views.append(system.odds(context, form.command))
    for view in views:
        for text in texts(view):
            assert "chrome." not in text, text
            assert "rules." not in text, text
            assert "{" not in text, text


def test_nothing_on_the_screen_is_a_raw_key(squad: Squad) -> None:
    """Every view speaks in words: before, at the start, in each block, with every condition there is."""
    table = squad.table
    check(table)
    table.next()
    check(table)
    table.next(10, 12, 91, 90)
    check(table)
    table.until(squad.horror)
    for known in table.context.ruleset.conditions:
        if known.by_hand and known.key not in ("frenzy", "presence"):
            table.afflict(squad.tack, known.key, by=squad.horror)
    table.afflict(squad.drone, "ablaze")
    check(table)
    table.happen(
        ev.LocationSet(who=squad.nova, location="left_arm", level=0, marks=("severed", "bleeding"))
    )
    table.set_gauge(squad.bishop, "jam.shotgun", 1)
    table.set_gauge(squad.bishop, "health", 0)
    table.afflict(squad.bishop, "presence")
    table.set_gauge(squad.sable, "dropped.smg", 1)
    table.afflict(squad.sable, "frenzy")
    table.happen(ev.FightMemoSet(key="hack.vault", value=clock(1, 3)))
    table.happen(ev.FightMemoSet(key="hack.door", value=clock(0, 2, "locked")))
    check(table)
    table.play(ask.Relieve(who=(squad.sable,), condition="frenzy"))
    table.play(ask.Finish())
    check(table)


# ---- the table


@pytest.mark.rule("CHR-26")
def test_rows_stand_in_three_blocks(squad: Squad) -> None:
    """Before by Speed, the enemies, after by Speed; a dead enemy stays below its own, newcomers come last."""
    squad.begin()
    table = squad.table
    table.play(do.Kill(who=squad.scrapper))
    while table.context.state.round == 1:
        table.next()
    table.operator("Late", speed=70)
    rows = table.system.rows(table.context)
    bands = [row.cells["block"] for row in rows]
    assert [row.who for row in rows][:7] == [
        squad.nova,
        squad.tack,
        squad.horror,
        squad.drone,
        squad.scrapper,
        squad.bishop,
        squad.sable,
    ]
    assert all(isinstance(band, BandCell) for band in bands)
    shown = [(band.text, band.note) for band in bands if isinstance(band, BandCell)]
    assert shown[:7] == [
        *[("Before", "passed")] * 2,
        *[("Enemies", "any order")] * 3,
        *[("After", "failed")] * 2,
    ]
    assert shown[7] == (table.context.side_name("pc"), "")
    assert [row.is_now for row in rows] == [True, *[False] * 7]
    dead = squad.row(squad.scrapper)
    assert dead.is_out
    actions = dead.cells["actions"]
    assert isinstance(actions, PipsCell)
    assert (actions.pips, actions.text) == ((), "–")


@pytest.mark.rule("CHR-25")
def test_an_extra_major_action_has_a_slot_of_its_own(squad: Squad) -> None:
    """A Critical Success on the Speed Check acts first, and keeps its row in its block."""
    table = squad.table
    table.begin(11, 12, 91, 90)
    heading, strip = table.system.heading(table.context), table.system.timeline(table.context)
    assert heading.actors == "Nova: one extra action"
    assert [(slot.text, slot.note, slot.look) for slot in strip.slots[:2]] == [
        ("Nova", "extra", "now"),
        ("Nova", "", "next"),
    ]
    rows = table.system.rows(table.context)
    assert [row.who for row in rows][:2] == [squad.nova, squad.tack]
    assert rows[0].is_now


@pytest.mark.rule("CHR-04")
@pytest.mark.rule("CHR-05")
def test_a_row_says_what_a_game_master_asks(squad: Squad) -> None:
    """Health in slots up to ten, Conviction in quarters, Soak, actions left, the weapon with its shots."""
    squad.begin()
    table = squad.table
    table.play(do.Attack(who=squad.nova, target=squad.horror, band="short"), 20)
    cells, horror = squad.row(squad.nova).cells, squad.row(squad.horror).cells
    health, conviction = cells["health"], cells["conviction"]
    assert isinstance(health, SlotsCell)
    assert (health.left, health.total) == (10, 10)
    assert isinstance(conviction, GaugeCell)
    assert (conviction.current, conviction.high, conviction.role) == (20, 20, "gauge.conviction")
    assert conviction.ticks == (5, 10, 15)
    actions, weapon, soak = cells["actions"], cells["weapon"], cells["soak"]
    assert isinstance(actions, PipsCell)
    assert actions.pips == ("spent", "free")
    assert isinstance(weapon, TextCell)
    assert (weapon.text, weapon.note) == ("Assault Rifle", "5/6")
    assert isinstance(soak, TextCell)
    assert soak.text == "2"
    tall, claws, none = horror["health"], horror["weapon"], horror["conviction"]
    assert isinstance(tall, GaugeCell)
    assert (tall.current, tall.high) == (9, 14)
    assert isinstance(claws, TextCell)
    assert (claws.text, claws.note) == ("Claws ×2", "Close")
    assert isinstance(none, TextCell)
    assert none.text == "–"


@pytest.mark.rule("CHR-31")
def test_an_enemys_actions_are_the_attacks_of_its_block(squad: Squad) -> None:
    """Two claws are two pips; one made, one left; with two Major Actions by house rule, those."""
    squad.begin()
    table = squad.table
    table.until(squad.horror)
    table.play(do.Attack(who=squad.horror, target=squad.nova, defence="save"), 10)
    assert squad.row(squad.horror).cells["actions"] == PipsCell(
        name="Actions", pips=("spent", "free")
    )
    assert squad.row(squad.scrapper).cells["actions"] == PipsCell(name="Actions", pips=("free",))
    assert squad.row(squad.nova).cells["actions"] == PipsCell(
        name="Actions", pips=("spent", "spent")
    )


@pytest.mark.rule("CHR-60")
def test_a_presence_is_a_ghost_in_its_row(squad: Squad) -> None:
    """Its name says so, its Health when it died, one action, and its abilities with those left this round."""
    squad.begin()
    table = squad.table
    table.set_gauge(squad.sable, "health", 0)
    table.afflict(squad.sable, "presence")
    row = squad.row(squad.sable)
    name, health, weapon = row.cells["name"], row.cells["health"], row.cells["weapon"]
    assert not row.is_out
    assert isinstance(name, NameCell)
    assert (name.name, name.is_ghost, name.is_out) == ("Sable, Presence", True, False)
    assert isinstance(health, TextCell)
    assert health.text == "dead"
    assert row.cells["actions"] == PipsCell(name="Actions", pips=("free",))
    assert isinstance(weapon, TextCell)
    assert (weapon.text, weapon.note) == ("Soothe, Distract", "2/2")
    assert squad.chips(squad.sable) == [("Presence", "session")]
    table.happen(ev.MemoSet(who=squad.sable, key="died", value="1"))
    died = squad.row(squad.sable).cells["health"]
    assert isinstance(died, TextCell)
    assert died.text == "died in round 1"


@pytest.mark.rule("CHR-50")
def test_chips_say_what_about_whom_and_how_long(squad: Squad) -> None:
    """Bleeding with its damage, a lost limb, who holds whom, cover with its Soak, spans in words."""
    squad.begin()
    table = squad.table
    for place in ("left_arm", "right_leg"):
        marks = ("severed", "bleeding")
        table.happen(ev.LocationSet(who=squad.tack, location=place, level=0, marks=marks))
    table.afflict(squad.tack, "grappled", by=squad.horror)
    table.afflict(squad.tack, "in_cover")
    table.afflict(squad.tack, "crushing_doubt")
    assert set(squad.chips(squad.tack)) == {
        ("Bleeding 4", "each round"),
        ("L arm lost", ""),
        ("R leg lost", ""),
        ("Grappled by Horror", ""),
        ("In cover +1", ""),
        ("Crushing Doubt", "mission"),
    }
    first, *_ = squad.chips(squad.tack)
    assert first == ("Bleeding 4", "each round")


# ---- heading, timeline, notices


@pytest.mark.rule("CHR-26")
def test_the_timeline_has_a_slot_for_each_operator_and_one_for_the_enemies(squad: Squad) -> None:
    """Done, now, next; the block with its members and how many have acted; then the next round."""
    squad.begin()
    table = squad.table
    table.until(squad.horror)
    table.play(do.Attack(who=squad.scrapper, target=squad.nova, defence="waive"))
    table.play(do.Attack(who=squad.horror, target=squad.nova, defence="waive"))
    strip, heading = table.system.timeline(table.context), table.system.heading(table.context)
    assert [(slot.text, slot.look) for slot in strip.slots] == [
        ("Nova", "done"),
        ("Tack", "done"),
        ("Enemies", "now"),
        ("Bishop", "next"),
        ("Sable", "later"),
        ("Round 2", "later"),
        ("Nova", "later"),
        ("Tack", "later"),
        ("Enemies", "later"),
        ("Bishop", "later"),
        ("Sable", "later"),
    ]
    block = strip.slots[2]
    assert block.note == "1 of 3 acted"
    assert block.can_be_ordered
    assert [(member.name, member.state) for member in block.members] == [
        ("Horror", "now"),
        ("Scrapper", "spent"),
        ("Drone", "free"),
    ]
    assert strip.slots[5].is_separator
    assert heading.actors == "Enemies act: Horror"
    assert heading.next == "Next turn"
    assert not strip.slots[3].can_be_ordered


@pytest.mark.rule("CHR-26")
def test_operators_who_tie_can_be_ordered(table: Crew) -> None:
    """Equal Speed and an equal roll: the game master has the choice, and the strip says so."""
    first, second = table.operator("One", speed=40), table.operator("Two", speed=40)
    table.enemy("Thug", "knife")
    table.begin(90, 90)
    slots = [slot for slot in table.system.timeline(table.context).slots if slot.who]
    assert [slot.can_be_ordered for slot in slots[:2]] == [True, True]
    moved = table.system.reorder_command(table.context, second, first)
    assert moved == do.Order(who=second, before=first)


@pytest.mark.rule("CHR-54")
@pytest.mark.rule("CHR-60")
def test_bars_lie_under_their_owners(squad: Squad) -> None:
    """Bleeding lasts to the owner's next slot, fire too; a Presence appears where its slot ends."""
    squad.begin()
    table = squad.table
    table.happen(ev.LocationSet(who=squad.tack, location="left_arm", level=0, marks=("bleeding",)))
    table.afflict(squad.drone, "ablaze")
    table.play(do.Kill(who=squad.sable), 1, 1, 1)
    bars = table.system.timeline(table.context).effects
    assert [(bar.text, bar.start, bar.end) for bar in bars] == [
        ("Tack bleeding · 2 at the end of each turn", 1, 7),
        ("Drone ablaze · 2 a round until put out", 2, 8),
        ("Presence of Sable", 4, 4),
    ]
    assert table.system.notices(table.context)[-1].note == "in round 1"


def test_what_next_will_do(squad: Squad) -> None:
    """Start, the Speed Checks, the next turn, the next round, and resuming."""
    table = squad.table
    seen = [table.system.heading(table.context).next]
    table.next()
    seen.append(table.system.heading(table.context).next)
    table.next(10, 12, 91, 90)
    seen.append(table.system.heading(table.context).next)
    table.until(squad.sable)
    seen.append(table.system.heading(table.context).next)
    table.play(ask.Finish())
    seen.append(table.system.heading(table.context).next)
    assert seen == ["Start", "Speed Checks", "Next turn", "Next round", "Fight on"]


@pytest.mark.rule("CHR-23")
def test_surprise_is_offered_before_the_speed_checks(squad: Squad) -> None:
    """The notice asks everybody for the Save against surprise, once; then says who was surprised."""
    table = squad.table
    table.next()
    (notice,) = table.system.notices(table.context)
    assert isinstance(notice.command, do.Surprise)
    assert set(notice.command.who) == {squad.nova, squad.tack, squad.bishop, squad.sable}
    table.play(do.Surprise(who=(squad.tack,)), 95)
    waiting, surprised = table.system.notices(table.context)
    assert waiting.command is None
    assert (surprised.title, surprised.text, surprised.note) == ("Surprised", "Tack", "this round")


@pytest.mark.rule("CHR-57")
@pytest.mark.rule("CHR-63")
@pytest.mark.rule("CHR-70")
def test_notices_count_down_and_offer_what_helps(squad: Squad) -> None:
    """Unconscious with the rounds left, frenzy before all, a gutless Operator's Save, clocks of systems."""
    squad.begin()
    table = squad.table
    table.set_gauge(squad.tack, "health", 1)
    table.until(squad.scrapper)
    shot = do.Attack(who=squad.scrapper, target=squad.tack, defence="waive")
    table.play(shot, 10, 2)
    (down,) = table.system.notices(table.context)
    assert (down.title, down.note) == ("Tack is unconscious", "12 rounds left")
    assert down.command == do.Wake(who=squad.tack)
    table.until(squad.bishop)
    table.afflict(squad.bishop, "gutless")
    table.afflict(squad.sable, "frenzy")
    table.happen(ev.FightMemoSet(key="hack.vault", value=clock(1, 3)))
    table.happen(ev.FightMemoSet(key="hack.door", value=clock(0, 2, "locked")))
    found = {each.title: each for each in table.system.notices(table.context)}
    assert next(iter(found)) == "Sable: Violent Frenzy"
    assert found["Bishop is gutless"].command == do.Engage(who=squad.bishop)
    assert found["System vault"].text == "1/3 successes; a failure loses them all"
    assert found["System door"].command == do.Reboot(system="door")


# ---- the panel and the body


@pytest.mark.rule("CHR-01")
@pytest.mark.rule("CHR-06")
def test_the_sheet_of_an_operator(squad: Squad) -> None:
    """Health and Conviction, Stats, Saves with the Prime one starred, weapons by band, Soak, what is possible."""
    squad.begin()
    table = squad.table
    table.next()
    view = table.system.combatant_view(table.context, squad.tack)
    assert view.role == "Street, Slick"
    life, stats, saves, possible, weapons, armor, skills, things = view.sections
    assert life.slots == SlotsCell(name="Health", left=10, total=10, number="health")
    assert [gauge.name for gauge in life.gauges] == ["Conviction"]
    assert [(fact.name, fact.value) for fact in stats.stats][1] == ("Speed", "48")
    assert [(fact.name, fact.value) for fact in saves.stats][3] == ("Reflex ★", "44")
    assert [(fact.name, fact.value, fact.note) for fact in weapons.facts] == [
        ("Pistol, in hand", "C 2 · S 2", "10/10"),
        ("Knife", "Close · Standard 2", "∞"),
    ]
    assert (armor.note, armor.facts[0].name) == ("Soak 1", "Lined Coat")
    assert [fact.name for fact in skills.facts] == ["Firearms", "Stealth"]
    assert (things.facts[0].name, things.facts[0].note) == ("Medpack", "2")
    notes = {offer.text: (offer.note, bool(offer.why_not)) for offer in possible.offers}
    assert notes["Move 24 m"] == ("Major", False)
    assert notes["Take cover"] == ("free", True)


def test_what_is_offered_is_refused_with_a_reason_or_goes(squad: Squad) -> None:
    """An offer is what its procedure says of it, for everybody and in every block."""
    squad.begin()
    table = squad.table
    for who in (squad.nova, squad.horror, squad.sable):
        table.until(who)
        for each in squad.everybody:
            for offer in table.system.action_options(table.context, each):
                assert offer.command is not None
                assert offer.why_not == table.system.dry_run(table.context).why_not(offer.command)
        possible = [
            offer
            for section in table.system.combatant_view(table.context, who).sections
            for offer in section.offers
        ]
        assert any(not offer.why_not for offer in possible)


@pytest.mark.rule("CHR-49")
@pytest.mark.rule("CHR-54")
@pytest.mark.rule("CHR-10")
def test_the_figure_shows_what_is_lost(squad: Squad) -> None:
    """Each place with its faces of the d10; a lost limb, what bleeds, and what protects the head."""
    table = squad.table
    table.happen(
        ev.LocationSet(
            who=squad.bishop, location="left_arm", level=0, marks=("severed", "bleeding")
        )
    )
    table.happen(ev.LocationSet(who=squad.bishop, location="torso", level=0, marks=("ruined",)))
    parts = {part.key: part for part in table.system.body(table.context, squad.bishop).parts}
    assert {key: part.note for key, part in parts.items()} == {
        "head": "d10 10",
        "torso": "d10 5–9",
        "right_arm": "d10 3",
        "left_arm": "d10 4",
        "right_leg": "d10 1",
        "left_leg": "d10 2",
    }
    arm = parts["left_arm"]
    assert (arm.is_lost, arm.is_bleeding, arm.text) == (True, True, "lost, bleeding")
    assert (parts["head"].armor, parts["torso"].text) == ("Helmet", "needs a cyber part")
    assert not parts["right_arm"].is_lost


# ---- the bench


def asked_for(table: Crew, command: Command) -> list[tuple[str, str]]:
    """The first rolls a command asks for, as (key, notation)."""
    procedure = table.system.procedure(table.context, command)
    asked = next(procedure)
    procedure.close()
    assert isinstance(asked, tuple)
    return [(each.key, each.notation) for each in asked if isinstance(each, RollRequest)]


@pytest.mark.rule("CHR-16")
def test_the_bench_asks_for_the_dice_that_are_rolled(squad: Squad) -> None:
    """Whatever is chosen: the first field is the first roll of the very command, or there is a reason why not."""
    squad.begin()
    table = squad.table
    seen = set()
    for who in (squad.nova, squad.horror, squad.bishop):
        table.until(who)
        for form in benches(table):
            if form.command is None or form.why_not:
                continue
            if isinstance(form.command, do.Attack) and form.command.defence == "counter":
                continue  # the damage comes first, and may ask for a Save at 0 Health
            if not form.dice:
                continue
            rolled = asked_for(table, form.command)
            first = form.dice[0]
            assert rolled == [(first.key, first.notation)]
            seen.add((first.key, first.notation))
    assert seen == {
        ("attack", "1z100"),
        ("attack", "2z100"),
        ("save", "1z100"),
        ("save", "2z100"),
        ("throw", "1z100"),
        ("throw", "2z100"),
    }


@pytest.mark.rule("CHR-41")
@pytest.mark.rule("CHR-42")
def test_the_bench_of_an_enemys_attack(squad: Squad) -> None:
    """Save, counter-attack or neither; the game master's word on the Save; what is burned; the sum."""
    squad.begin()
    squad.table.until(squad.horror)
    squad.table.afflict(squad.tack, "prone")
    squad.table.afflict(squad.tack, "grit")
    form = squad.form(who=squad.horror, target=squad.tack, save_burn="4")
    defence = next(each for each in form.fields if each.key == "defence")
    assert [option.text for option in defence.options] == [
        "Reflex Save 58",
        "Counter-attack",
        "No Save",
    ]
    toggles = [(each.text, each.amount, each.is_locked) for each in form.toggles]
    assert toggles == [
        ("Grit", "+10", True),
        ("Prone", "Disadv", True),
        ("Soak", "1", True),
    ]
    assert form.sum == "d100 < 58 keep the worse of two"
    assert form.command == do.Attack(
        who=squad.horror,
        target=squad.tack,
        weapon="horror_claws",
        band="close",
        defence="save",
        save_burn=4,
    )
    back = squad.form(who=squad.horror, target=squad.tack, defence="counter", counter="knife")
    assert back.sum == "4 − Soak 1 → 3 · strikes back d100 < 50"
    assert [(field.key, field.notation) for field in back.dice] == [("counter", "1z100")]
    waived = squad.form(who=squad.horror, target=squad.tack, defence="waive")
    assert (waived.sum, waived.dice) == ("4 − Soak 1 → 3", ())


@pytest.mark.rule("CHR-36")
@pytest.mark.rule("CHR-24")
def test_the_bench_of_an_operators_attack(squad: Squad) -> None:
    """Range with its damage, Advantage unnoticed, situational modifiers, and the reason why not."""
    squad.begin()
    table = squad.table
    table.play(do.Unnoticed(who=(squad.nova,), by=(squad.drone,)))
    form = squad.form(target=squad.drone, complicated="on")
    band = next(each for each in form.fields if each.key == "band")
    assert [option.text for option in band.options] == ["Close 4", "Short 6", "Long 4"]
    assert band.chosen == "short"
    toggles = {each.text: (each.amount, each.is_on, each.is_locked) for each in form.toggles}
    assert toggles["Unnoticed"] == ("Adv", True, True)
    assert toggles["Complicated"] == ("Disadv", True, False)
    assert toggles["Helped"] == ("Adv", False, False)
    assert form.sum == "d100 < 50 · 6 − Soak 3 → 3"
    table.set_gauge(squad.nova, "ammo.assault_rifle", 0)
    empty = squad.form(target=squad.drone)
    assert "empty" in empty.why_not
    weapon = next(each for each in empty.fields if each.key == "weapon")
    assert "empty" in weapon.options[0].why_not


@pytest.mark.rule("CHR-16")
def test_the_bench_says_what_gives_advantage(table: Crew) -> None:
    """CyberTech, armor and what counts for the next roll stand there, locked; the game master's own word does not."""
    one = table.operator("Flux", "pistol", "targeting_eye")
    table.enemy("Guard")
    table.begin(10)
    table.afflict(one, "hindered")
    form = table.system.attack_form(table.context, {"edge": "1", "helped": "on"})
    locked = [(each.text, each.amount) for each in form.toggles if each.is_locked]
    assert locked == [("Disadvantage next", "Disadv"), ("Targeting eye", "Adv"), ("Soak", "0")]
    assert form.sum.startswith("d100 < 50 ·")


@pytest.mark.rule("CHR-46")
def test_the_bench_of_a_grenade(squad: Squad) -> None:
    """Who else is in the blast, and cover between, are toggles of the command."""
    squad.begin()
    squad.table.until(squad.bishop)
    form = squad.form(
        weapon="frag_grenade", target=squad.drone, cover="on", **{f"caught:{squad.horror}": "on"}
    )
    assert form.command == do.Throw(
        who=squad.bishop,
        target=squad.drone,
        weapon="frag_grenade",
        band="short",
        caught=(do.Caught(target=squad.horror),),
        cover=True,
    )
    assert not form.why_not


@pytest.mark.rule("CHR-11")
def test_the_bench_of_a_special_ability(squad: Squad) -> None:
    """One target, or everybody awake at once."""
    squad.begin()
    squad.table.until(squad.horror)
    every = squad.form(who=squad.horror, weapon="special:horror_sight", target="*")
    assert isinstance(every.command, do.Special)
    assert set(every.command.targets) == {squad.nova, squad.tack, squad.bishop, squad.sable}
    assert not every.why_not
    form = squad.form(who=squad.horror, weapon="special:horror_sight", target=squad.sable)
    assert form.command == do.Special(
        who=squad.horror, ability="horror_sight", targets=(squad.sable,)
    )
    assert [(field.key, field.notation) for field in form.dice] == [("save", "1z100")]


@pytest.mark.rule("CHR-63")
def test_a_frenzy_comes_first_on_the_bench(squad: Squad) -> None:
    """Whoever is in a frenzy attacks at once, whoever's turn it is, friend or foe."""
    squad.begin()
    squad.table.afflict(squad.sable, "frenzy")
    form = squad.form(target=squad.bishop)
    assert form.actor == squad.sable
    assert not form.why_not
    assert isinstance(form.command, do.Attack)
    assert form.command.target == squad.bishop


def test_a_change_by_hand_is_shown_before_it_is_made(squad: Squad) -> None:
    """Before and after, and what it would come to; the state is as it was."""
    squad.begin()
    table = squad.table
    before = table.context
    (change,) = table.system.changes(table.context, ask.Adjust(who=(squad.scrapper,), change="-9"))
    assert (change.gauges[0].before.current, change.gauges[0].after.current, change.outcome) == (
        4,
        0,
        "Dead",
    )
    assert table.context is before
