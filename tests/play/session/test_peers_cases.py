"""Bugs of other programs as tests at a real session in all four games; each says what people saw there.

Which tests show the others of the eighteen: ``tests/packaging/test_named_proofs.py``.
"""

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest

from encounter_gui.core.ids import CombatantId, EncounterId
from encounter_gui.dice.requests import Faces, Rolled, RollRequest, accept
from encounter_gui.encounter.entry_tree import Log
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant
from encounter_gui.paths import message_catalog
from encounter_gui.play.session.entry_store import MemoryStore
from encounter_gui.play.session.session import EncounterSession, Game
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.systems import system_for
from encounter_gui.rules.systems.chrome import commands as chrome
from encounter_gui.rules.systems.cwn import commands as cwn
from encounter_gui.rules.systems.d6pool import commands as d6pool
from encounter_gui.rules.systems.phases import commands as phases
from tests.helpers.rulesets import shipped

CREATURES = {
    "chrome": ("nova", "recruit", "corp_guard"),
    "cwn": ("gang_member", "gang_gunman", "veteran_guard"),
    "d6pool": ("gang_boss", "hening", "ganger"),
    "phases": ("ganger", "jackal_gunner", "rook"),
}
"""Three of each game that wear different things."""

GAMES = tuple(CREATURES)


class EvenDice:
    """Every die shows the same middling face; what was asked for is kept."""

    def __init__(self, face: int = 3) -> None:
        """Takes the face; a d100 or d20 shows ten times, or three times as much."""
        self.face = face
        self.asked: list[RollRequest] = []

    def answer(self, request: RollRequest) -> Rolled:
        """Returns the roll."""
        self.asked.append(request)
        face = min(max(self.face * max(request.sides // 10, 1), request.lowest), request.highest)
        return accept(request, Faces(values=(face,) * request.count))


def begun(game: str, dice: EvenDice | None = None) -> EncounterSession:
    """Returns a fight of a game with three people in it: Ada of the players, One and Two of their foes."""
    thrown = dice or EvenDice()
    played = Game(
        system=system_for(game),
        ruleset=shipped(game),
        texts=message_catalog(),
        dice=lambda: thrown,
        now=lambda: "2026-01-01T00:00:00Z",
    )
    session = EncounterSession(MemoryStore(), EncounterId(1), Log(EncounterState()), played)
    session.perform(do.Setup(name="Peers", ruleset=game))
    for creature, name in zip(CREATURES[game], ("Ada", "One", "Two"), strict=True):
        side = "pc" if name == "Ada" else "foe"
        session.perform(do.Add(creature=creature, name=name, side=side))
    return session


def people(session: EncounterSession) -> list[CombatantId]:
    """Returns who is there, in the order of joining."""
    return list(session.state.combatants)


def fighting(game: str, dice: EvenDice | None = None) -> EncounterSession:
    """Returns a fight in which somebody acts."""
    session = begun(game, dice)
    for _ in range(20):
        if session.state.acting:
            break
        moved_on(session)
    assert session.state.acting
    return session


def moved_on(session: EncounterSession) -> None:
    """Moves on by one step; what is owed before is rolled."""
    while session.state.obligations:
        session.perform(do.Settle())
    session.perform(do.Next())


def harm(session: EncounterSession, who: Sequence[CombatantId], amount: int) -> do.Damage:
    """Returns damage by hand to some, at the torso where there are places."""
    is_at_a_place = session.game.ruleset.system in ("chrome", "phases")
    place = "torso" if is_at_a_place else ""
    return do.Damage(
        targets=tuple(do.DamageTarget(who=each) for each in who), amount=amount, place=place
    )


def hurt(combatant: Combatant) -> tuple[Any, ...]:
    """Returns all of a combatant that damage can change."""
    return (
        dict(combatant.gauges),
        dict(combatant.locations),
        sorted(each.key for each in combatant.conditions),
        combatant.flags,
    )


@pytest.mark.parametrize("game", GAMES)
def test_peers_01_the_order_of_targets_does_not_matter(game: str) -> None:
    """Seen in swnr: the same damage to three with different armour came out another in another order of them."""
    found = list[object]()
    for order in permutations(range(3)):
        session = fighting(game)
        names = people(session)
        session.perform(harm(session, [names[each] for each in order], 7))
        found.append([hurt(session.state.combatants[each]) for each in names])
    assert all(each == found[0] for each in found)


@pytest.mark.parametrize("game", GAMES)
def test_peers_02_undo_after_damage_past_zero_gives_the_exact_old_numbers(game: str) -> None:
    """Seen in vttred/ose#287: after overkill and undo, hit points came back as the damage, not as they were."""
    session = fighting(game)
    ada, one, *_ = people(session)
    session.perform(harm(session, [one], 2))
    before = session.state
    session.perform(harm(session, [ada, one], 90))
    after = session.state
    assert after != before
    session.undo()
    assert session.state == before
    session.redo()
    assert session.state == after


@pytest.mark.parametrize("game", GAMES)
def test_peers_07_back_over_a_round_boundary_and_forward_is_the_same_state(game: str) -> None:
    """Seen in Fabula-Ultima#248: stepping back over the end of a round restored other values than there were."""
    session = fighting(game)
    number = session.state.round
    for _ in range(40):
        before = session.state
        moved_on(session)
        if session.state.round != number:
            break
    after = session.state
    assert after.round == number + 1
    session.undo_turn()
    assert session.state.round == number
    while session.state != before:
        assert session.can_redo
        session.redo()
    while session.state != after:
        assert session.can_redo
        session.redo()
    assert not session.can_redo


CHOSEN = {
    "chrome": lambda who, chosen: chrome.Check(who=who, test="combat", burn=5 if chosen else 0),
    "d6pool": lambda who, chosen: d6pool.Task(who=who, skill="firearms", dn=9, hero=chosen),
}
"""A roll with and without an option that costs something: Conviction burned (CHR-20), a Hero Point (D6P-12)."""


@pytest.mark.parametrize("game", CHOSEN)
def test_peers_10_choosing_then_unchoosing_an_option_leaves_no_effect(game: str) -> None:
    """Seen in shadowrun6-eden#328: an edge action chosen and unchosen stayed in the pool.

    In cwn, whoever keeps Veteran's Luck has it still (CWN-45a, in its own test). Phases has no such option.
    """
    plain, changed = fighting(game), fighting(game)
    who = people(plain)[0]
    begun_with = changed.start(CHOSEN[game](who, True), ask=True)
    assert begun_with.ask is not None
    begun_with.cancel()
    for session in (plain, changed):
        session.perform(CHOSEN[game](who, False))
    assert changed.state == plain.state
    first, second = (each.log.path()[-1] for each in (plain, changed))
    assert (first.rolls, first.events) == (second.rolls, second.events)


TESTS = {
    "chrome": lambda who: chrome.Check(who=who, test="combat"),
    "cwn": lambda who: cwn.Save(who=who),
    "d6pool": lambda who: d6pool.Task(who=who, skill="firearms", dn=9),
    "phases": lambda who: phases.Task(who=who, characteristic="cool"),
}
"""A test of each game that is no damage."""


@pytest.mark.parametrize("face", [1, 10_000])
@pytest.mark.parametrize("game", GAMES)
def test_peers_12_checks_and_saves_do_not_explode(game: str, face: int) -> None:
    """Seen in dice-roller#207 and cyberpunkred PR 78: dice of a check exploded again, and those of a death save too.

    In none of our games do dice of a check explode at all: whatever falls, they are asked for once. Damage dice of
    phases explode for each 6 (PHA-39, in tests of their own).
    """
    dice = EvenDice(face)
    session = fighting(game, dice)
    dice.asked.clear()
    entry = session.perform(TESTS[game](people(session)[0]))
    assert [roll.request.key for roll in entry.rolls] == [dice.asked[0].key]


@pytest.mark.parametrize("game", GAMES)
def test_peers_14_typed_damage_without_a_weapon_leaves_numbers(game: str) -> None:
    """Seen in cyberpunk-red-core 973 and 697: armour became no number; opening its page changed values.

    Looking at what typed damage would do changes nothing; dealing it leaves nothing but whole numbers.
    """
    session = fighting(game)
    before = session.state
    command = harm(session, people(session), 9)
    session.game.system.changes(session.context, command)
    for who in people(session):
        session.game.system.combatant_view(session.context, who)
    assert session.state == before
    session.perform(command)
    for each in session.state.combatants.values():
        assert all(isinstance(value, int) for value in each.gauges.values())
        assert all(isinstance(place.level, int) for place in each.locations.values())


@pytest.mark.parametrize("game", GAMES)
def test_peers_15_removed_and_added_again_k2_is_k2_and_a_new_name_keeps_the_origin(
    game: str,
) -> None:
    """Seen in encounterplus#514 (a second K3), initiative-tracker#24 and grannydnd#27 (origin lost by a new name)."""
    session = begun(game)
    creature = CREATURES[game][1]
    session.perform(do.Add(creature=creature, name="K", count=3))
    second = next(each.id for each in session.state.combatants.values() if each.name == "K 2")
    session.perform(do.Remove(who=(second,)))
    session.perform(do.Add(creature=creature, name="K"))
    names = [each.name for each in session.state.combatants.values()]
    assert sorted(names)[:4] == ["Ada", "K 1", "K 2", "K 3"]
    again = next(each for each in session.state.combatants.values() if each.name == "K 2")
    session.perform(do.Rename(who=again.id, name="Somebody"))
    renamed = session.state.combatants[again.id]
    assert (renamed.name, renamed.origin) == ("Somebody", again.origin)
    assert renamed.origin == creature


@pytest.mark.parametrize("game", GAMES)
def test_peers_18_ten_damages_at_once_are_ten_entries(game: str) -> None:
    """Seen in encounterplus#611: a crash on quick repeated damage."""
    session = fighting(game)
    _, one, *_ = people(session)
    before = session.log.path()
    states = [session.state]
    for _ in range(10):
        session.perform(do.Adjust(who=(one,), change="-1"))
        states.append(session.state)
    kept = [each for each in session.log.path()[len(before) :] if each.command["do"] == "adjust"]
    assert len(kept) == 10
    for state in reversed(states[:-1]):
        session.undo()
        assert session.state == state
