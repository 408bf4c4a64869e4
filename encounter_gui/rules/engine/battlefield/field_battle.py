"""A fight from one state on, as the forecast plays it: a game on the battlefield."""

from copy import copy

import numpy as np
from msgspec import Struct

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.battlefield.battle import BattleResult, LeftOut
from encounter_gui.rules.engine.battlefield.field import Battlefield, Game
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.engine.battlefield.pace import OwnPace


class FieldBattle(Struct, frozen=True, kw_only=True):
    """A ``Battle``: the game, what it leaves out, and whether the order of the first round is still open.

    ``owed`` is the key of what it leaves out where tests are owed that it does not play.
    """

    game: Game
    left_out: tuple[LeftOut, ...] = ()
    owed: str = ""
    can_strike_first: bool = False

    @property
    def who(self) -> tuple[CombatantId, ...]:
        """Those who take a side, in the order of joining."""
        return self.game.start.who

    @property
    def was_out(self) -> tuple[bool, ...]:
        """Who of them is out of the fight as it begins; of the dead who act on, too."""
        return tuple((~self.game.start.columns["is_in"]).tolist())

    @property
    def awaits_tests(self) -> bool:
        """Whether tests are owed now that it does not play: they are to be settled before."""
        return any(each.key == self.owed for each in self.left_out)

    def begun(self, orders: Orders) -> Game:
        """Returns the game of one call."""
        game = copy(self.game)
        game.begin_call(orders)
        return game

    def play(self, fights: int, rng: np.random.Generator, orders: Orders) -> BattleResult:
        """Plays so many fights to their end, with draws from this generator alone."""
        game = self.begun(orders)
        made = OwnPace if game.own_pace else Battlefield
        return made(game, fights, rng, orders).play()
