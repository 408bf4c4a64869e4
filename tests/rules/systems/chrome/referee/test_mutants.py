"""What the shadow referee is good for: mistakes of many kinds, each planted in the product, are found by it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.combat import attack_plan
from encounter_gui.rules.systems.chrome.harm import dying
from encounter_gui.rules.systems.chrome.rules import nerve, strike, weapons
from encounter_gui.rules.systems.chrome.sheet import action_budget, character, check_plan, owed
from encounter_gui.rules.systems.chrome.turns import order, rounds
from tests.rules.systems.chrome.referee.playing import Referee

Patch = pytest.MonkeyPatch
MOST = 150
"""At most so many tables are laid for a mistake."""


def _set(module: Any, name: str, value: Any) -> Callable[[Patch], None]:
    return lambda patch: patch.setattr(module, name, value)


def _none(*args: Any, **more: Any) -> Iterator[Any]:
    return iter(())


def _nothing(*args: Any, **more: Any) -> None:
    return None


def _together(self: Any, resolution: Any, slots: Any) -> Any:
    return slots


def _keeps_exposed(play: Any, who: Any, target: Any, *, by_enemy: bool) -> None:
    who.unnoticed[target] = False


def _always_in_cover(context: Any, combatant: Any, *, is_ranged: bool) -> Any:
    return _soak_parts(context, combatant, is_ranged=True)


def _without_extras(context: Any, extras: Any = ()) -> Any:
    return _slots(context)


_soak_parts, _slots = character.soak_parts, order.slots

MUTANTS: dict[str, Callable[[Patch], None]] = {
    "a roll of the number itself succeeds": _set(
        mechanics, "succeeds", lambda roll, target: roll <= target
    ),
    "Soak may keep all off": _set(attack_plan, "least_damage", lambda context: 0),
    "Deadly damage frightens nobody": _set(
        mechanics, "is_frightening", lambda *args, is_critical, after_soak: is_critical
    ),
    "cover helps against blades": _set(character, "soak_parts", _always_in_cover),
    "what helps one roll stays": _set(check_plan, "_kept", lambda *args: -1),
    "all enemies begin with their block": _set(rounds.Rounds, "beginning", _together),
    "shock and surprise cost nothing": _set(rounds, "_mark_lost_turn", _none),
    "exposed is not used up": _set(strike, "approach", _keeps_exposed),
    "two attacks, one Panic Check": _set(owed, "gesture_of", lambda obligation: 0),
    "the Prime Save is as any": _set(character, "is_prime", lambda combatant, test: False),
    "a minute has seven rounds": _set(mechanics, "ROUNDS_A_MINUTE", 7),
    "nobody sees a death": _set(dying, "witnesses", lambda context, dead: ()),
    "a lost arm holds on": _set(weapons, "drop", _nothing),
    "a slow start is none": _set(nerve, "start_slowly", _nothing),
    "who waits may act": _set(action_budget, "end_turn", _nothing),
    "extra Major Actions are forgotten": _set(order, "slots", _without_extras),
    "a shot is free": _set(strike.weapons, "fire", _nothing),
}
"""Each with what plants it."""

RARE = ("two attacks, one Panic Check",)
"""Those that take many tables to meet."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(each, marks=pytest.mark.deep if each in RARE else ()) for each in MUTANTS],
)
@pytest.mark.timeout(300)
def test_the_referee_sees_a_planted_mistake(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within some tables it says that spec and program differ, or the program breaks."""
    MUTANTS[name](monkeypatch)
    for seed in range(MOST):
        try:
            Referee(seed).play_on()
        except AssertionError:
            print(f"seen at table {seed}")
            return
    pytest.fail(f"not seen: {name}")
