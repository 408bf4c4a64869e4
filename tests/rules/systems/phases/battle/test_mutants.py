"""What the test from the middle of phases is good for: mistakes of many kinds, each planted in the product, fail it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from encounter_gui.rules.engine.reading.asks import Rule, roll
from encounter_gui.rules.systems.phases.battle import game, preparing
from encounter_gui.rules.systems.phases.battle.arms import Epoch
from encounter_gui.rules.systems.phases.battle.dodging import Dodging
from encounter_gui.rules.systems.phases.battle.game import PhasesGame
from encounter_gui.rules.systems.phases.rules import costs
from encounter_gui.rules.systems.phases.rules.fighter import Fighter
from encounter_gui.rules.systems.phases.rules.strike import FUMBLE, Volley, volley
from tests.helpers.mid_turn import MidTurn
from tests.rules.systems.phases.battle.test_mid_turn import PhasesSide

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch], None]

ACTIONS = 600


def _never_ends(field: str) -> Plant:
    return lambda patch: patch.setattr(vars(Fighter)[field], "ends", "")


def _arms(**numbers: Any) -> Plant:
    """Everybody's weapons are like this, whatever the table reads."""
    made = preparing._arms

    def changed(*args: Any) -> game.Arms:
        found = made(*args)
        return replace(
            found,
            **{name: np.full_like(getattr(found, name), each) for name, each in numbers.items()},
        )

    return lambda patch: patch.setattr(preparing, "_arms", changed)


def _start(field: str, value: int) -> Plant:
    """A field begins with this, whatever the table reads."""
    begun = preparing.start_of

    def made(*args: Any, **more: Any) -> Any:
        found = begun(*args, **more)
        column = np.full_like(found.columns[field], value)
        return replace(found, columns={**found.columns, field: column})

    return lambda patch: patch.setattr(preparing, "start_of", made)


def _epoch(name: str, *ignored: int) -> Plant:
    """A number is read as if some of what it depends on were not there."""
    read = getattr(Epoch, name)

    def changed(self: Epoch, key: tuple[int, ...]) -> Any:
        return read(self, tuple(0 if at in ignored else each for at, each in enumerate(key)))

    return lambda patch: patch.setattr(Epoch, name, changed)


def _fires(*, spends: bool, fumbles: bool, acts: bool = True) -> Plant:
    def fire(play: Any, who: Fighter, plan: Any, of: costs.Spent) -> Rule[Volley]:
        if acts:
            yield from costs.act(play, who)
        if spends:
            yield from costs.spend(play, who, of)
        fired = yield from roll(volley, plan)
        if fumbles:
            yield from costs.fumble(play, who, of, fired.result == FUMBLE)
        return fired

    return lambda patch: patch.setattr(game.costs, "fire", fire)


def _no_rule(*args: Any, **more: Any) -> Any:
    yield from ()


def _nothing(*args: Any, **more: Any) -> None:
    return None


def _game(name: str, what: Any) -> Plant:
    return lambda patch: patch.setattr(PhasesGame, name, what)


MUTANTS: dict[str, Plant] = {
    "an action that is used never comes back": _never_ends("used"),
    "actions lost to a stun never come back": _never_ends("lost"),
    "shots cost no rounds": _fires(spends=False, fumbles=True),
    "the one attack of a phase is the one of the fight": _never_ends("fired"),
    "All-Out Dodge never ends": _never_ends("all_out_dodge"),
    "attacks cost no action": _fires(spends=True, fumbles=True, acts=False),
    "fumbles do nothing": _fires(spends=True, fumbles=False),
    "weapons have no recoil": _arms(recoil=0),
    "nothing jams": _arms(can_jam=False),
    "magazines are never empty for good": _arms(magazine=100),
    "who falls drops nothing": _start("grip", 0),
    "nobody has two-handed weapons": _start("is_two_handed", 0),
    "making ready does nothing": lambda patch: patch.setattr(game.costs, "make_ready", _no_rule),
    "a stun costs no action of the next phase": lambda patch: patch.setattr(
        game.costs, "begin_phase", _no_rule
    ),
    "the clock of Shock stands still": _game("_clocks", _nothing),
    "Shock has no effect on the fight": _start("in_shock", -1),
    "who lies shoots as well": _epoch("attack", 3),
    "who is off balance shoots as well": _epoch("attack", 4),
    "who lies is hit as easily": _epoch("given", 1),
    "nobody gives up its actions to dodge": lambda patch: patch.setattr(
        Dodging, "_would_fall", lambda self, field, at, *args: np.zeros(at.size, bool)
    ),
}


@pytest.mark.timeout(600)
@pytest.mark.parametrize(
    "mutant",
    [
        pytest.param(each, marks=() if number < 3 else pytest.mark.deep)
        for number, each in enumerate(MUTANTS)
    ],
)
def test_a_planted_mistake_is_found(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within 600 actions, where both sides use All-Out Dodge or where none does."""
    MUTANTS[mutant](monkeypatch)
    with pytest.raises(AssertionError):
        _both()


def _both() -> None:
    for defends in (True, False):
        MidTurn(PhasesSide(defends=defends), seed=3).play(ACTIONS)
