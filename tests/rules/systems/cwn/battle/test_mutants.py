"""What the test from the middle of turns is good for: mistakes of many kinds, each planted in the product, fail it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from encounter_gui.rules.engine.battlefield.field import Battlefield
from encounter_gui.rules.engine.reading.rows import ColumnStore
from encounter_gui.rules.systems.cwn.battle import attacks, game, preparing, roster, screens
from encounter_gui.rules.systems.cwn.battle.game import CwnGame
from encounter_gui.rules.systems.cwn.rules import harm
from encounter_gui.rules.systems.cwn.rules.fighter import UNHURT, Fighter
from tests.helpers.mid_turn import MidTurn
from tests.rules.systems.cwn.battle.test_mid_turn import CwnSide

Patch = pytest.MonkeyPatch


def _never_ends(field: str) -> Callable[[Patch], None]:
    def plant(patch: Patch) -> None:
        patch.setattr(vars(Fighter)[field], "ends", "")

    return plant


def _roster(**numbers: Any) -> Callable[[Patch], None]:
    """Everybody's numbers are these."""

    def made(*args: Any) -> roster.Roster:
        found = roster.roster_of(*args)
        return replace(
            found,
            **{name: np.full_like(getattr(found, name), each) for name, each in numbers.items()},
        )

    return lambda patch: patch.setattr(preparing, "roster_of", made)


def _start(field: str, value: int) -> Callable[[Patch], None]:
    """A field begins with this, whatever the table reads."""
    begun = preparing.start_of

    def made(*args: Any, **more: Any) -> Any:
        found = begun(*args, **more)
        column = np.full_like(found.columns[field], value)
        return replace(found, columns={**found.columns, field: column})

    return lambda patch: patch.setattr(preparing, "start_of", made)


def _nothing(*args: Any, **more: Any) -> None:
    return None


def _no_rule(*args: Any, **more: Any) -> Any:
    yield from ()


def _only_main(play: Any, who: Fighter, rounds: Any, mains: Any) -> Any:
    yield from ()
    who.main += mains


def _cheap_reload(play: Any, who: Fighter, mains: Any, moves: Any) -> Any:
    yield from ()
    who.ammo = who.magazine
    who.spares -= who.spares > 0


def _endless_reload(play: Any, who: Fighter, mains: Any, moves: Any) -> Any:
    yield from ()
    who.ammo = who.magazine
    who.main += mains
    who.move += moves


def _in_melee(context: Any) -> Any:
    """Everybody's weapon is read as it is used in the melee of the moment."""
    return context


def _seen_nothing(made: Any) -> Any:
    return lambda *args, **more: replace(made(*args, **more), seen=np.zeros((2, 4), bool))


MUTANTS: dict[str, Callable[[Patch], None]] = {
    "the first Shock of a round is stopped for ever": _never_ends("first_shock"),
    "Total Defense never ends": _never_ends("total_defense"),
    "a Main that is used never comes back": _never_ends("main"),
    "a screen never ends": _never_ends("screens"),
    "who was faced stays faced": _never_ends("faced"),
    "shots cost no rounds": lambda patch: [
        patch.setattr(module, "pay", _only_main) for module in (attacks, harm)
    ],
    "a reload costs nothing": lambda patch: patch.setattr(game.costs, "reload", _cheap_reload),
    "a bow costs a Main to reload": _roster(reload_mains=1),
    "spare magazines have no end": lambda patch: patch.setattr(
        game.costs, "reload", _endless_reload
    ),
    "melee is not noted": lambda patch: patch.setattr(ColumnStore, "begin_at", _nothing),
    "guns are as good in melee": _roster(crowd=0),
    "a two-handed gun in melee is lost for the fight": lambda patch: patch.setattr(
        preparing, "_clean", _in_melee
    ),
    "screeners face any number": _roster(screens_most=9),
    "screens are not noted": lambda patch: patch.setattr(screens, "face", _no_rule),
    "what Morale has seen is forgotten": lambda patch: patch.setattr(
        preparing, "_setting", _seen_nothing(preparing._setting)
    ),
    "the dying live on": lambda patch: patch.setattr(CwnGame, "end_round", _nothing),
    "who is dazzled acts": _roster(dazzled=0),
    "who has acted may not defend itself any more": _roster(keeps_main=False),
    "everybody may defend itself": _roster(may_defend=True),
    "the wounded begin unhurt": _start("fell", UNHURT),
    "the first Shock that was stopped is forgotten at the start": _start("first_shock", 0),
    "who has used its Main may act again": _start("main", 0),
    "what a hit likely does is too low": lambda patch: patch.setattr(
        attacks, "_likely", lambda plan: 1
    ),
    "turns end nothing": lambda patch: patch.setattr(Battlefield, "expire", _nothing),
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
    """Within 600 actions, with Total Defense or without."""
    MUTANTS[mutant](monkeypatch)
    with pytest.raises(AssertionError):
        _both()


def _both() -> None:
    for defends in (False, True):
        MidTurn(CwnSide(defends=defends), seed=3).play(600)
