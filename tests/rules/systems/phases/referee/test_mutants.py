"""What the shadow referee is good for: mistakes of many kinds, each planted in the product, are found by it."""

from collections.abc import Callable
from typing import Any

import pytest

from encounter_gui.encounter.values import Expiry
from encounter_gui.rules.engine import resolution
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.rules import harm, marks, wounding
from encounter_gui.rules.systems.phases.sheet import action_budget, character
from encounter_gui.rules.systems.phases.turns import declarations, merging, order, phases_of_round
from tests.rules.systems.phases.referee.playing import BOUT, Referee

Patch = pytest.MonkeyPatch
MOST = 150
"""At most so many tables are laid for a mistake."""


def _set(module: Any, name: str, value: Any) -> Callable[[Patch], None]:
    return lambda patch: patch.setattr(module, name, value)


def _nothing(*args: Any, **more: Any) -> tuple[Any, ...]:
    return ()


def _a_phase_more(round: int) -> Expiry:  # noqa: A002 - as it is called
    return Expiry(round=round + 1)


_next_test = harm.next_test


def _late(*args: Any) -> Any:
    return _next_test(*args) + 1


def _jam_of_nothing(combatant: Any, key: str) -> Any:
    return marks.cleared_event(combatant, key)


def _no_snap(context: Any, combatant: Any) -> int:
    return int(combatant.gauges.get(character.INITIATIVE, 0))


def _bare_view(context: Any, *args: Any) -> Any:
    return context


MUTANTS: dict[str, Callable[[Patch], None]] = {
    "several actions cost nothing": _set(mechanics, "action_penalty", lambda actions, each: 0),
    "recoil is forgotten": _set(mechanics, "recoil_penalty", lambda before, recoil, shots: 0),
    "a further die is worth what it shows": _set(
        mechanics, "die_value", lambda faces, further: faces
    ),
    "the head is like any place": _set(
        mechanics, "past_armor", lambda amount, armor, factor: max(amount - armor, 0)
    ),
    "an equal wound is ignored": _set(
        mechanics, "stacked_level", lambda before, dealt, destroy: max(before, dealt)
    ),
    "being off balance does not end": _set(action_budget, "balance_events", _nothing),
    "nothing falls from a wounded arm": _set(marks, "drop_events", _nothing),
    "stances last a phase too long": _set(declarations, "Expiry", _a_phase_more),
    "Shock is tested a phase late": _set(harm, "next_test", _late),
    "nothing jams": _set(marks, "jam_event", _jam_of_nothing),
    "any parry gives a counter-attack": _set(
        mechanics, "counters", lambda margin, critical: margin < 0
    ),
    "a Snap Shot is no faster": _set(character, "edge_score", _no_snap),
    "an All-Out Dodge takes no action": _set(action_budget, "_whole_phase", _nothing),
    "every wound is a level lighter": _set(
        mechanics,
        "wound_level",
        lambda amount, steps: max(sum(amount >= each for each in steps) - 1, 0),
    ),
    "in a tie everybody sees at once what the others do": _set(
        phases_of_round.PhaseRules, "holds_ties", False
    ),
    "in a tie nobody sees what it has done itself": _set(resolution, "view_of_tie", _bare_view),
    "what waits is applied before all have acted": _set(
        phases_of_round.PhaseRules, "is_to_roll", lambda *args: False
    ),
    "equal wounds of a tie are one": _set(merging, "_make_worse", _nothing),
    "a stun of a tie is lost": _set(merging, "_stun", _nothing),
    "of two wounds of a tie the lesser counts": lambda patch: patch.setattr(
        merging, "max", min, raising=False
    ),
    "whoever acts at once acts in the order of joining": _set(
        order, "same_key", lambda before, block: False
    ),
}
"""Each with what plants it."""

RARE = (
    "being off balance does not end",
    "any parry gives a counter-attack",
    "nothing jams",
    "equal wounds of a tie are one",
    "a stun of a tie is lost",
    "of two wounds of a tie the lesser counts",
)
"""Those that take many tables to meet."""


@pytest.fixture(autouse=True)
def _looked_up_anew() -> None:
    """What was worked out once for all places and levels is worked out again."""
    for each in vars(wounding).values():
        if hasattr(each, "cache_clear"):
            each.cache_clear()


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
            print(f"seen at table {seed}")
            return
    pytest.fail("not seen")
