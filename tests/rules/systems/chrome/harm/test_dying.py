"""Zero Health, unconsciousness, death and the Presence after it."""

from typing import Any

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Expiry
from encounter_gui.rules.model import commands as ask
from encounter_gui.rules.systems.chrome import commands as do
from tests.rules.systems.chrome.conftest import Crew


@pytest.mark.rule("CHR-57")
def test_a_failed_body_save_is_death(table: Crew) -> None:
    """At 0 Health, whatever did the damage; Health is never below 0."""
    one = table.operator("Flux")
    table.play(ask.Adjust(who=(one,), change="-30"), 70)
    assert table.keys() == ["death"]
    assert table.health(one) == 0
    assert table.system.derived_conditions(table.context, one) == ("dead",)


@pytest.mark.rule("CHR-57")
def test_a_body_save_is_a_long_sleep(table: Crew) -> None:
    """1 Health, unconscious for 1d10 minutes of six rounds, then a Panic Check."""
    one = table.operator("Flux")
    table.enemy("Guard", "guard_rifle")
    table.begin(10)
    table.play(ask.Adjust(who=(one,), change="-10"), 20, 1)
    assert table.health(one) == 1
    known = table.combatant(one).condition("unconscious")
    assert known is not None
    assert known.until == Expiry(round=6)
    assert table.refused(do.Activate(who=one)) == "chrome.cannot_act"
    while table.context.state.round < 6:
        table.next()
    assert table.combatant(one).has("unconscious")
    table.next(20)
    assert (table.context.state.round, table.keys()) == (7, ["panic"])
    assert not table.combatant(one).has("unconscious")
    assert table.context.state.acting == (one,)


@pytest.mark.rule("CHR-57")
def test_waking_up_early(table: Crew) -> None:
    """The game master may; the Panic Check is made all the same, also when the condition is taken off by hand."""
    one, two = table.operator("Flux"), table.operator("Rook")
    for who in (one, two):
        table.afflict(who, "unconscious", until=Expiry(round=30))
    table.play(do.Wake(who=one), 1)
    assert not table.combatant(one).has("unconscious")
    table.play(ask.Relieve(who=(two,), condition="Unconscious"), 1)
    assert table.facts("panic_check") == [two]
    assert table.refused(do.Wake(who=one)) == "chrome.not_unconscious"


@pytest.mark.rule("CHR-57")
@pytest.mark.parametrize("save", ["body", "sanity", "fear", "reflex"])
def test_which_save_it_is(table: Crew, save: str) -> None:
    """A house rule names another."""
    table.switch("chrome.deathSave", save)
    one = table.operator("Flux", **{save: 77})
    table.play(ask.Adjust(who=(one,), change="=0"), 76, 1)
    assert (table.result("test")["test"], table.health(one)) == (save, 1)


@pytest.mark.rule("CHR-57")
@pytest.mark.rule("CHR-17")
def test_a_fumbled_body_save(table: Crew) -> None:
    """Dead, and where Body is the Prime Save the whole squad takes 3 Stress; each checks once."""
    one, two = table.operator("Flux", prime="body"), table.operator("Rook")
    table.play(ask.Adjust(who=(one,), change="-10"), 99, 1)
    assert table.facts("panic_check") == [two]
    assert (table.conviction(one), table.conviction(two)) == (17, 17)


@pytest.mark.rule("CHR-58")
def test_enemies_at_0_are_gone(table: Crew) -> None:
    """No Save; the game master may call it something else by giving Health back."""
    guard = table.enemy("Guard")
    table.play(ask.Adjust(who=(guard,), change="-10"))
    assert table.keys() == []
    assert table.system.derived_conditions(table.context, guard) == ("dead",)
    assert table.facts("dead") == [guard]
    assert table.refused(do.Kill(who=guard)) == "chrome.dead_already"
    table.play(ask.Adjust(who=(guard,), change="+1"))
    assert table.system.derived_conditions(table.context, guard) == ()


@pytest.mark.rule("CHR-59")
@pytest.mark.rule("CHR-62")
def test_witnesses_panic(table: Crew) -> None:
    """Operators who see a squad member die make a Panic Check, not the dying one, nor other sides, nor who is out."""
    one, two = table.operator("Flux"), table.operator("Rook")
    ally, rival = table.operator("Ally", side="ally"), table.operator("Rival", side="foe")
    asleep = table.operator("Asleep")
    table.afflict(asleep, "unconscious")
    table.play(do.Kill(who=one), 1, 1)
    assert set(table.facts("panic_check")) == {two, ally}
    assert rival in table.context.state.combatants


class Wake:
    """A squad with somebody dead of a background, its Presence acting in round 2; an enemy acts between."""

    def __init__(self, table: Crew, background: str) -> None:
        """Kills the ghost in its own turn of round 1 and goes on to its slot of round 3."""
        self.table = table
        self.ghost: CombatantId = table.operator("Ghost", "pistol", speed=60, background=background)
        self.combatant: CombatantId = table.operator("Flux", "pistol", speed=50)
        self.guard: CombatantId = table.enemy("Guard", "guard_rifle", health=40)
        table.begin(10, 10)
        table.play(do.Kill(who=self.ghost), 1)
        while table.context.state.round < 3:
            table.next()


@pytest.mark.rule("CHR-60")
def test_when_a_presence_appears(table: Crew) -> None:
    """Killed before its slot: at the end of that slot. Killed in it or after: at the end of the next round's slot."""
    early = table.operator("Early", speed=60)
    late = table.operator("Late", speed=50)
    table.enemy("Guard", "guard_rifle")
    table.operator("Tail", speed=10)
    table.begin(10, 10, 10)
    table.play(do.Kill(who=late), 1, 1)
    assert table.combatant(late).memo["presence_due"] == "1"
    table.next()
    assert table.combatant(late).has("presence")
    table.play(do.Kill(who=early), 1)
    assert not table.combatant(early).has("presence")
    table.next()
    table.next()
    assert table.context.state.round == 2
    assert table.combatant(early).has("presence")
    assert table.context.state.acting == (late,)
    assert table.gauge(late, "majors") == 1


@pytest.mark.rule("CHR-60")
def test_what_a_presence_can_do(table: Crew) -> None:
    """One Major Action a turn; no attacks, no grapples, no Conviction spent; its Stats are those it had."""
    scene = Wake(table, "cult")
    ghost, guard = scene.ghost, scene.guard
    assert (table.context.state.acting, table.gauge(ghost, "majors")) == ((ghost,), 1)
    assert table.refused(do.Attack(who=ghost, target=guard)) == "chrome.presence_cannot"
    assert table.refused(do.Grapple(who=ghost, target=guard)) == "chrome.presence_cannot"
    aid = do.UseItem(who=ghost, item="stim", target=scene.combatant)
    assert table.refused(aid) == "chrome.presence_cannot"
    burning = do.Check(who=ghost, test="intellect", burn=1)
    assert table.refused(burning) == "chrome.dead_conviction"
    lent = do.Lend(who=ghost, target=scene.combatant, amount=1)
    assert table.refused(lent) == "chrome.dead_conviction"
    table.play(do.Haunt(who=ghost, target=guard), 20)
    assert table.refused(do.Haunt(who=ghost, target=guard)) == "chrome.no_action_left"


@pytest.mark.rule("CHR-60")
def test_distracting_an_enemy(table: Crew) -> None:
    """Success: one thing less on its next turn, of what its block lists. Failure: one more."""
    scene = Wake(table, "cult")
    shot = do.Attack(who=scene.guard, target=scene.combatant, band="short", defence="waive")
    table.play(do.Haunt(who=scene.ghost, target=scene.guard), 20)
    table.next()
    table.next()
    table.play(do.Move(who=scene.guard, metres=5))
    assert table.refused(shot) == "chrome.no_action_left"
    table.next()
    table.play(do.Haunt(who=scene.ghost, target=scene.guard), 70)
    table.next()
    table.next()
    table.play(shot, 1, choose=["no"])
    table.play(do.Move(who=scene.guard, metres=5))
    table.play(do.Move(who=scene.guard, metres=5))
    assert table.refused(do.Move(who=scene.guard)) == "chrome.no_action_left"


@pytest.mark.rule("CHR-60")
@pytest.mark.parametrize(("roll", "majors"), [(20, 1), (70, 3)])
def test_distracting_an_operator(table: Crew, roll: int, majors: int) -> None:
    """One Major Action less, or one more, for one turn."""
    scene = Wake(table, "cult")
    table.play(do.Haunt(who=scene.ghost, target=scene.combatant), roll)
    table.next()
    assert table.gauge(scene.combatant, "majors") == majors


@pytest.mark.rule("CHR-60")
@pytest.mark.parametrize(
    ("choose", "faces", "keys", "conviction"),
    [
        ("no", (1,), ["soothe", "panic"], 20),
        ("yes", (20,), ["soothe", "soothe"], 19),
        ("yes", (70, 20), ["soothe", "soothe", "panic"], 17),
    ],
)
def test_soothing(
    table: Crew, choose: str, faces: tuple[int, ...], keys: list[str], conviction: int
) -> None:
    """An Intellect Check instead of the Panic Check: 1 Stress and no panic, or 3 Stress and panic for sure."""
    scene = Wake(table, "cult")
    table.set_gauge(scene.combatant, "conviction", 20)
    table.play(do.PanicCheck(who=(scene.combatant,)), *faces, choose=[choose])
    assert table.keys() == keys
    assert table.conviction(scene.combatant) == conviction
    assert table.combatant(scene.combatant).has("ultra_sharp") == (
        keys[-1:] == ["panic"] and choose == "yes"
    )
    table.play(do.PanicCheck(who=(scene.combatant,)), 1, choose=["no"] if choose == "no" else [])


@pytest.mark.rule("CHR-60")
@pytest.mark.parametrize(
    ("choose", "faces", "aim"), [("no", (45,), 40), ("yes", (20, 45), 50), ("yes", (70, 20), 30)]
)
def test_bolstering(table: Crew, choose: str, faces: tuple[int, ...], aim: int) -> None:
    """The Presence rolls the same: success makes the roll 10 lower, failure 10 higher. Once a round."""
    scene = Wake(table, "military")
    table.play(do.Check(who=scene.combatant, test="strength"), *faces, choose=[choose])
    assert table.result("test")["aim"] == aim
    if choose == "yes":
        table.play(do.Check(who=scene.combatant, test="speed"), 20)
    table.play(do.Check(who=scene.combatant, test="intellect"), 20)


@pytest.mark.rule("CHR-60")
def test_a_presence_bolsters_a_body_save_at_0(table: Crew) -> None:
    """45 against Body 40 lives with 10 less."""
    scene = Wake(table, "military")
    command = ask.Adjust(who=(scene.combatant,), change="-10")
    table.play(command, 20, 45, 1, choose=["yes"])
    assert table.health(scene.combatant) == 1


@pytest.mark.rule("CHR-60")
@pytest.mark.parametrize("background", ["street", "corp", ""])
def test_backgrounds_without_known_abilities(table: Crew, background: str) -> None:
    """The Presence is there; what it does is told, each ability once a round."""
    scene = Wake(table, background)
    assert table.combatant(scene.ghost).has("presence")
    distract: Any = do.Haunt(who=scene.ghost, target=scene.guard)
    assert table.refused(distract) == "chrome.not_its_ability"
    answer = do.Haunt(who=scene.ghost, ability="soothe")
    assert table.refused(answer) == "chrome.answers_only"
    told = do.Haunt(who=scene.ghost, ability="rattle", text="rattles the pipes")
    table.play(told)
    assert "rattles the pipes" in table.label
    assert table.refused(do.Haunt(who=scene.combatant)) == "chrome.no_presence"


@pytest.mark.rule("CHR-57")
def test_special_equipment_revives(table: Crew) -> None:
    """Health given back to the dead makes them alive: no Presence any more."""
    scene = Wake(table, "cult")
    table.play(ask.Adjust(who=(scene.ghost,), change="+3"))
    assert not table.combatant(scene.ghost).has("presence")
    assert table.system.derived_conditions(table.context, scene.ghost) == ()


@pytest.mark.rule("CHR-60")
def test_the_form_is_by_background(table: Crew) -> None:
    """Cult an Echo, Military a Revenant; it is said when it appears."""
    one = table.operator("Flux", background="Military")
    table.operator("Rook")
    table.begin(10, 20)
    table.play(do.Kill(who=one), 1)
    while not table.combatant(one).has("presence"):
        table.next()
    assert table.result("presence")["form"] == "Revenant"


@pytest.mark.rule("CHR-60")
def test_each_ability_once_a_round(table: Crew) -> None:
    """Even with a Major Action left; on somebody alive."""
    scene = Wake(table, "cult")
    table.set_gauge(scene.ghost, "majors", 3)
    nobody = do.Haunt(who=scene.ghost)
    assert table.refused(nobody) == "rules.nobody_named"
    table.play(do.Haunt(who=scene.ghost, target=scene.guard), 20)
    again = do.Haunt(who=scene.ghost, target=scene.guard)
    assert table.refused(again) == "chrome.used_this_round"
    table.play(do.Kill(who=scene.guard))
    while not (table.context.state.round == 4 and scene.ghost in table.context.state.acting):
        table.next()
    assert table.refused(again) == "chrome.dead_already"


@pytest.mark.rule("CHR-60")
def test_bolstering_speed_checks(table: Crew) -> None:
    """Of several who roll at once the game master says whom the Presence helps."""
    scene = Wake(table, "military")
    two = table.operator("Rook", speed=30)
    table.switch("chrome.rerollInitiativeEachRound", True)
    while table.context.state.acting != (scene.guard,):
        table.next()
    table.next(20, 45, 20, choose=[scene.combatant])
    assert table.combatant(scene.combatant).memo["initiative"] == {"block": "before", "roll": 35}
    assert table.combatant(two).memo["initiative"] == {"block": "before", "roll": 20}


@pytest.mark.rule("CHR-21")
@pytest.mark.rule("CHR-60")
@pytest.mark.parametrize(
    ("faces", "winner"),
    [((20, 45, 38), 1), ((70, 25, 30), -1), ((20, 39, 29, 39, 30), 1), ((20, 8, 0), -1)],
)
def test_a_bolstered_roll_counts_as_lower_beside_another(
    table: Crew, faces: tuple[int, ...], winner: int
) -> None:
    """45 made 35 beats 38, 25 made 35 loses to 30; 39 made 29 ties with 29 and is rolled again; none is below 00."""
    scene = Wake(table, "military")
    rival = table.operator("Vex", side="foe")
    contest = do.Oppose(who=scene.combatant, target=rival, test="strength")
    table.play(contest, *faces, choose=[scene.combatant])
    assert table.result("opposed")["winner"] == winner


@pytest.mark.rule("CHR-57")
@pytest.mark.parametrize("first", ["unconscious", "fainted"])
def test_waking_from_a_faint_as_well_still_wants_the_panic_check(table: Crew, first: str) -> None:
    """Unconscious and in a faint at once: whichever ends first, the Panic Check comes when the sleeper is awake."""
    one = table.operator("Flux")
    table.afflict(one, "unconscious")
    table.afflict(one, "fainted")
    table.play(ask.Relieve(who=(one,), condition=first))
    assert table.owed() == []
    last = "fainted" if first == "unconscious" else "unconscious"
    table.play(ask.Relieve(who=(one,), condition=last), 3)
    assert table.facts("panic_check") == [one]


@pytest.mark.rule("CHR-57")
def test_a_faint_that_outlasts_unconsciousness_wakes_with_the_round(table: Crew) -> None:
    """At the end of rounds: nobody is told to wake up while still in a faint; then the Panic Check is made, once."""
    one, two = table.operator("Flux"), table.operator("Rook", speed=30)
    table.begin(10, 10)
    table.afflict(one, "unconscious", until=Expiry(round=1))
    table.afflict(one, "fainted", until=Expiry(round=2))
    table.until(two)
    table.next()
    assert table.context.state.round == 2
    assert not any("wakes" in line for line in table.lines)
    table.until(two)
    table.next(3)
    assert table.facts("panic_check") == [one]
    assert sum("wakes" in line for line in table.lines) == 1
    table.until(two)
    table.next()
    assert table.facts("panic_check") == []


@pytest.mark.rule("CHR-63")
def test_a_faint_alone_ends_without_a_panic_check(table: Crew) -> None:
    """Only who was unconscious makes one on waking."""
    one = table.operator("Flux")
    table.afflict(one, "fainted")
    table.play(do.Wake(who=one))
    assert table.facts("panic_check") == []
