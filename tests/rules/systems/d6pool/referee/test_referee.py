"""The program against a second bookkeeping: no difference in random fights, and planted faults are seen."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Condition
from encounter_gui.rules.engine import turns
from encounter_gui.rules.systems.d6pool import mechanics, obligations
from encounter_gui.rules.systems.d6pool.harm import wounds
from encounter_gui.rules.systems.d6pool.rules import costs, harm, order
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.systems.d6pool.turns import action_budget, declarations, rounds
from tests.rules.systems.d6pool.referee.bout import play
from tests.rules.systems.d6pool.referee.referee import FoulError


@pytest.mark.rule("D6P-09", "D6P-15", "D6P-16", "D6P-31", "D6P-52")
@pytest.mark.parametrize(
    ("seed", "commands"),
    [(1, 400), *(pytest.param(seed, 2_500, marks=pytest.mark.deep) for seed in (100, 200))],
)
def test_program_and_referee_know_the_same_after_each_command(seed: int, commands: int) -> None:
    """Dice, numbers, conditions, actions left, order: with ties, deaths, undo, joins, late and waived blasts."""
    kinds = play(seed, commands)
    assert sum(kinds.values()) >= commands
    assert {"Attack", "Blast", "Apply", "undo", "join", "Settle"} <= kinds.keys()


# ---- planted faults


Plant = Callable[[pytest.MonkeyPatch], None]


def _as(module: object, name: str, change: Callable[[Any], Any]) -> Plant:
    """Returns what puts a changed function in the place of one of the program's."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        patch.setattr(module, name, change(getattr(module, name)))

    return plant


def _no_more(_old: Any) -> Any:
    def nothing(*_: object) -> Iterable[object]:
        return ()

    return nothing


def _off_by_one(old: Any) -> Any:
    return lambda *args: old(*args) + 1


def _without_aim(old: Any) -> Any:
    """An aim is not used up."""

    def attack(
        play: Any, who: Any, base: Any, rounds: Any, uses_aim: Any, using: Any = None
    ) -> Any:
        return old(play, who, base, rounds, False, using)

    return attack


def _free_shots(old: Any) -> Any:
    """No round is used up."""

    def attack(
        play: Any, who: Any, base: Any, rounds: Any, uses_aim: Any, using: Any = None
    ) -> Any:
        return old(play, who, base, 0, uses_aim, using)

    return attack


def _stunned_by_wounds(old: Any) -> Any:
    def suffer(play: Any, target: Any, wounds: Any, stuns: Any) -> Any:
        return old(play, target, wounds, True)

    return suffer


def _renewing_nothing(old: Any) -> Any:
    """Dodge dice are not renewed."""

    def events(context: Any, combatant: Any) -> Any:
        return [each for each in old(context, combatant) if getattr(each, "gauge", "") != "dodge"]

    return events


def _for_ever(old: Any) -> Any:
    """A condition for the turn outlasts it."""

    def add(resolution: Any, who: Any, key: str) -> None:
        resolution.record(ev.ConditionAdded(who=who, condition=Condition(key=key)))

    return add


def _forgetting(old: Any) -> Any:
    """What was held in a tie is lost."""

    def release(resolution: Any, *_: Any) -> str:
        if resolution.context.state.held:
            resolution.record(ev.HeldReleased())
        return ""

    return release


def _resisting_stunned(old: Any) -> Any:
    """A stun takes no die off resistance."""

    def resistance(context: Any, combatant: Any) -> Any:
        left = tuple(each for each in combatant.conditions if each.key != "stunned")
        return old(context, replace(combatant, conditions=left))

    return resistance


MUTANTS: tuple[tuple[str, Plant], ...] = (
    ("a wound more than damage less resistance", _as(mechanics, "wounds", _off_by_one)),
    ("the difficulty number has to be beaten", _as(mechanics, "succeeds", lambda _: _beaten)),
    ("rounds are not used up", _as(costs, "attack", _free_shots)),
    ("an aim is kept after the shot", _as(costs, "attack", _without_aim)),
    ("a third of all totals acts twice more", _as(order, "acts_twice", lambda _: _from_nine)),
    ("wounds stun as well", _as(harm, "suffer", _stunned_by_wounds)),
    ("dodge dice are not renewed", _as(rounds, "_renewal_events", _renewing_nothing)),
    ("bleeding begins a turn late", _as(harm, "bleeding_from", _off_by_one)),
    ("the dead live one wound longer", _as(mechanics, "is_dead", lambda _: _below)),
    ("a tie forgets what it held", _as(turns, "release_held", _forgetting)),
    ("a stun does not weaken resistance", _as(character, "resistance", _resisting_stunned)),
    ("who draws has both attacks left", _as(costs, "attack_limit", lambda _: _undrawn)),
    ("what is drawn hinders for ever", _as(action_budget, "add_for_turn", _for_ever)),
    ("armours add up", _as(character, "armor_level", lambda _: _all_armor)),
    ("declared movement costs nothing", _as(declarations, "reveal_events", _no_more)),
    ("nothing follows from wounds", _as(wounds, "_of_combatant", lambda _: _nobody_follows)),
    ("one blast strikes twice", _as(obligations, "gone_off", _no_more)),
)


def _beaten(total: Any, difficulty: Any, dice: Any) -> Any:
    return (dice > 0) & (total > difficulty)


def _from_nine(_play: Any, initiative: Any) -> Any:
    return initiative >= 9


def _below(health_now: Any, health: Any) -> Any:
    return health_now < -health


def _undrawn(_play: Any, _who: Any, base: Any) -> Any:
    return base


def _all_armor(combatant: Any) -> int:
    return sum(int(item.values.get("level", 0)) for item in combatant.items if item.kind == "armor")


def _nobody_follows(*_: object, is_hit: bool) -> Iterable[object]:
    return ()


@pytest.mark.parametrize(("fault", "plant"), MUTANTS, ids=[name for name, _ in MUTANTS])
def test_a_planted_fault_is_seen(monkeypatch: pytest.MonkeyPatch, fault: str, plant: Plant) -> None:
    """One fault at a time in the rules or the bookkeeping of the program; the referee objects."""
    assert fault
    plant(monkeypatch)
    with pytest.raises(FoulError):
        play(2, 3_000)
