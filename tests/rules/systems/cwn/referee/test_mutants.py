"""What the shadow referee is good for: mistakes of many kinds, each planted in the product, are found by it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from encounter_gui.encounter.values import Expiry
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.areas import flashes
from encounter_gui.rules.systems.cwn.combat import (
    attack_plan,
    melee,
    reactions,
    screen_effects,
    to_hit,
)
from encounter_gui.rules.systems.cwn.harm import injuries
from encounter_gui.rules.systems.cwn.rules import falls
from encounter_gui.rules.systems.cwn.sheet import action_budget, hands
from encounter_gui.rules.systems.cwn.turns import morale
from tests.rules.systems.cwn.referee.playing import BOUT, Referee

Patch = pytest.MonkeyPatch
MOST = 200
"""At most so many tables are laid for a mistake."""


def _set(module: Any, name: str, value: Any) -> Callable[[Patch], None]:
    return lambda patch: patch.setattr(module, name, value)


def _nothing(*args: Any, **more: Any) -> Iterator[Any]:
    return iter(())


def _to_the_round(state: Any, who: Any) -> Expiry:
    return Expiry(round=state.round)


def _own_list_alone(resolution: Any, who: Any, foes: Any) -> None:
    resolution.record(melee.set_melee(who, ()))


def _no_turn_ends(state: Any, actor: Any) -> tuple[Any, ...]:
    return ()


def _one_round(context: Any, who: Any, rounds: int) -> Expiry:
    return Expiry(round=context.state.round)


def _comes_back(actor: Any, key: str) -> tuple[Any, ...]:
    return hands.drop_events(actor, key)


def _seen_nothing(state: Any, side: Any) -> tuple[str, ...]:
    return ()


def _keeps_its_die(self: Any, strike: Any) -> Any:
    return replace(self, strike=strike)


MUTANTS: dict[str, Callable[[Patch], None]] = {
    "a miss does no Shock": _set(mechanics, "shock_reaches", lambda *args: False),
    "a Traumatic Hit multiplies nothing": _set(
        mechanics, "hit_damage", lambda damage, hit, rating, shock, least: max(damage, shock, least)
    ),
    "a Snap Attack is as good as any": _set(to_hit, "_of_occasion", _nothing),
    "Total Defense ends with the round": _set(action_budget, "until_next_turn", _to_the_round),
    "screeners face any number": _set(screen_effects, "blocked_by", lambda screener: ()),
    "the dying have one round less": _set(falls, "number", lambda value: 5),
    "Morale breaks at the score": _set(
        mechanics, "breaks", lambda roll, score, fearless, below=False: roll >= score < fearless
    ),
    "a turn goes on with nothing left": _set(action_budget, "turn_end_events", _no_turn_ends),
    "who is left in melee stays in it": _set(melee, "part", _own_list_alone),
    "nobody owes a save after a Traumatic Hit": _set(injuries, "is_owed", lambda target: False),
    "a burst takes one round": _set(
        attack_plan, "rounds_of", lambda context, weapon, mode: int(bool(weapon.magazine))
    ),
    "a shield stops one Shock in a fight": lambda patch: patch.setattr(
        action_budget,
        "ROUND_GAUGES",
        tuple(each for each in action_budget.ROUND_GAUGES if each != action_budget.FIRST_SHOCK),
    ),
    "a flash lasts a round": _set(flashes, "rounds_from_now", _one_round),
    "thrown knives come back": _set(hands, "throw_events", _comes_back),
    "Morale forgets what it has seen": _set(morale, "morale_seen", _seen_nothing),
    "Total Defense does not change a die that lies": _set(
        reactions.LyingDie, "judged", _keeps_its_die
    ),
}
"""Each with what plants it."""

RARE = (
    "the dying have one round less",
    "screeners face any number",
    "a burst takes one round",
    "a flash lasts a round",
    "thrown knives come back",
    "a shield stops one Shock in a fight",
)
"""Those that take many tables to meet."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(each, marks=pytest.mark.deep if each in RARE else ()) for each in MUTANTS],
)
@pytest.mark.timeout(300)
def test_the_referee_sees_a_planted_mistake(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within some tables it says that spec and program differ."""
    MUTANTS[name](monkeypatch)
    for seed in range(MOST):
        table = Referee(seed)
        try:
            for _ in range(BOUT):
                table.step()
        except AssertionError:
            return
    pytest.fail("not seen")
