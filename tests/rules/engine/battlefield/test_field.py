"""The battlefield with an invented game: order, ties, ends of fields, who is out since when, fights that leave."""

from typing import Any

import numpy as np
import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.battlefield.battle import DRAW, FOE_WINS, PC_WINS, LeftOut
from encounter_gui.rules.engine.battlefield.field import Battlefield
from encounter_gui.rules.engine.battlefield.field_battle import FieldBattle
from encounter_gui.rules.engine.battlefield.game import PlainGame
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.engine.battlefield.start import Start
from encounter_gui.rules.engine.reading.asks import Array, Dice, Outcome, Play, Rule, Whole, dice
from encounter_gui.rules.engine.reading.fields import Body, Field


def field(**options: Any) -> Field[Any]:
    return Field(lambda context, one: 0, lambda context, one, value: (), **options)


class Fighter(Body):
    hp = field()
    is_in = field(dtype=bool)
    due = field(merges="soonest", rests=-1)
    ammo = field(at_once=True)
    guard = field(ends="turn", rests=0)
    busy = field(ends="action")
    hurt = field(dtype=bool, ends="round")


class Blow(Outcome):
    harm: Whole


def blow(play: Play, most: int) -> Rule[Blow]:
    return Blow((yield from dice(Dice("harm", ((1, most),)))))


def attack(play: Play, who: Fighter, target: Fighter, harm: Any) -> Rule[None]:
    """So much harm as is given, once more for each point that the attacker has lost below 10."""
    who.ammo -= 1
    who.busy += 1
    loss = harm + (10 - who.hp)
    target.hp -= loss
    target.due = 20 - loss
    target.hurt = target.hurt | (loss > 0)
    target.is_in = target.is_in & (target.hp > 0)
    yield from ()


class Brawl(PlainGame):
    """Everybody hits whom the doctrine says, at the places it is given."""

    body = Fighter

    def __init__(
        self, is_foe: list[bool], places: Array, *, acts_tied: bool, hp: int = 10, harm: int = 3
    ) -> None:
        size = len(is_foe)
        self.acts_tied, self.places, self.harm = acts_tied, places, harm
        self.trace: list[tuple[int, int, int, int]] = []
        self.start = Start(
            who=tuple(CombatantId(str(number)) for number in range(size)),
            is_foe=np.array(is_foe),
            columns={
                "hp": np.full(size, hp),
                "is_in": np.ones(size, bool),
                "due": np.full(size, -1),
                "ammo": np.full(size, 20),
                "guard": np.full(size, 5),
                "busy": np.zeros(size, np.int64),
                "hurt": np.zeros(size, bool),
            },
            round=1,
            in_round=False,
        )

    def order(self, field: Battlefield) -> Array:
        return np.broadcast_to(self.places, (field.open.size, *self.places.shape[-1:])).copy()

    def act(self, field: Battlefield, at: Array, who: Array, action: Array) -> None:
        guards = field.value("guard", at, field.cells(at, who))
        self.trace += [
            (field.round, int(row), int(one), int(guard))
            for row, one, guard in zip(field.fights(at), who, guards, strict=True)
        ]
        aimed, there = field.aimed(at, who)
        at, who, aimed = at[there], who[there], aimed[there]
        field.run(attack, at, (who, aimed), self.harm)

    def left(self, field: Battlefield, at: Array) -> Array:
        return field.everybody("hp", at)

    def is_dead(self, field: Battlefield) -> Array:
        return field.columns["hp"] <= 0


def test_a_battle_is_a_game_on_the_field() -> None:
    """With what it leaves out, of which the tests that are owed are to be settled before."""
    game = Brawl([False, True], np.array([[0, 1]]), acts_tied=False)
    owed = LeftOut("brawl_owed", (CombatantId("0"),))
    battle = FieldBattle(game=game, left_out=(owed,), owed="brawl_owed")
    assert battle.who == ("0", "1")
    assert battle.awaits_tests
    assert not FieldBattle(game=game, owed="brawl_owed").awaits_tests
    found = battle.play(3, np.random.default_rng(1), Orders())
    assert found.winner.shape == (3,)
    assert found.ammo.tolist() == [[18, 19]] * 3


def battlefield(game: Brawl, fights: int = 2, **orders: Any) -> Battlefield:
    return Battlefield(game, fights, np.random.default_rng(1), Orders(**orders))


def test_who_is_first_hits_first() -> None:
    """Places are looked at in each fight by itself; the same fight in other numbers goes the same way."""
    game = Brawl([False, True], np.array([[2, 7]]), acts_tied=False)
    one = battlefield(game)
    one.play_round()
    assert one.columns["hp"].tolist() == [
        [4, 7],
        [4, 7],
    ]  # 3, then 3 and the 3 that the first has cost
    assert [each[2] for each in game.trace] == [0, 0, 1, 1]


def test_who_has_no_place_does_not_act() -> None:
    """Less than 0 is no place."""
    game = Brawl([False, True], np.array([[-1, 0]]), acts_tied=False)
    battlefield(game).play_round()
    assert {each[2] for each in game.trace} == {1}


@pytest.mark.parametrize("order", [(0, 0), (5, 5)])
def test_tied_combatants_strike_from_the_fight_as_it_was(order: tuple[int, int]) -> None:
    """Both do 3, though the second has lost hit points; what was shot is gone at once."""
    one = battlefield(Brawl([False, True], np.array([order]), acts_tied=True))
    one.play_round()
    assert one.columns["hp"].tolist() == [[7, 7], [7, 7]]
    assert one.columns["ammo"].tolist() == [[19, 19], [19, 19]]


def test_what_several_do_to_one_in_a_tie_adds_up_or_the_soonest_counts() -> None:
    """Two hit the same foe: hit points add up, of two clocks the one counts that ends first."""
    game = Brawl([False, False, True], np.array([[0, 0, 1]]), acts_tied=True)
    one = battlefield(game)
    one.columns["hp"][0, 1] = 9  # the second hits harder by one
    one.play_round()
    assert one.columns["hp"][0, 2] == 10 - 3 - 4
    assert one.columns["due"][0, 2] == 20 - 4


class Twins(Body):
    hp = field()
    is_in = field(dtype=bool)
    hurt = field(dtype=bool)
    ammo = field(at_once=True)


def twin_attack(play: Play, who: Twins, target: Twins, harm: Any) -> Rule[None]:
    """Harder at who is hurt already, and the attacker's own wound is forgotten."""
    who.ammo -= 1
    loss = harm + 2 * target.hurt
    who.hurt = who.hurt & False
    target.hp -= loss
    target.hurt = target.hurt | (loss > 3)
    target.is_in = target.is_in & (target.hp > 0)
    yield from ()


class Twice(PlainGame):
    """Everybody hits twice in a place, whom the doctrine says then."""

    body = Twins
    acts_tied = True

    def __init__(self, places: Array, harm: Array, hp: Array, hurt: Array) -> None:
        size = hp.size
        self.places, self.harm = places, harm
        self.start = Start(
            who=tuple(CombatantId(str(number)) for number in range(size)),
            is_foe=np.arange(size) % 2 == 1,
            columns={
                "hp": hp,
                "is_in": np.ones(size, bool),
                "hurt": hurt,
                "ammo": np.full(size, 20),
            },
            round=1,
            in_round=False,
        )

    def order(self, field: Battlefield) -> Array:
        return self.places

    def act(self, field: Battlefield, at: Array, who: Array, action: Array) -> None:
        for _ in range(2):
            aimed, there = field.aimed(at, who)
            at, who, aimed = at[there], who[there], aimed[there]
            field.run(twin_attack, at, (who, aimed), self.harm[who])

    def left(self, field: Battlefield, at: Array) -> Array:
        return field.everybody("hp", at)

    def is_dead(self, field: Battlefield) -> Array:
        return field.columns["hp"] <= 0


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("doctrine", ["simple", "weakest"])
def test_ties_played_in_one_go_are_those_played_one_after_the_other(
    seed: int, doctrine: Any
) -> None:
    """Many fights with other places in each; everybody's columns after a round are equal."""
    rng = np.random.default_rng(seed)
    size = int(rng.integers(2, 7))
    game = Twice(
        rng.integers(-1, 3, (30, size)),
        rng.integers(0, 5, size),
        rng.integers(3, 12, size),
        rng.random(size) < 0.3,
    )
    fields = []
    for defends in (False, True):  # where somebody may defend itself they act one after the other
        one = battlefield(game, 30, pc=doctrine, foe=doctrine, pc_defends=defends)  # type: ignore[arg-type]  # another game
        one.play_round()
        fields.append(one)
    for name, each in fields[0].columns.items():
        assert np.array_equal(each, fields[1].columns[name]), name
    assert np.array_equal(fields[0].open, fields[1].open)


def test_tied_fighters_may_fall_together() -> None:
    """Nobody wins."""
    found = battlefield(Brawl([False, True], np.array([[0, 0]]), acts_tied=True, hp=3)).play()
    assert found.winner.tolist() == [DRAW, DRAW]
    assert not found.alive.any()


def test_fields_end_when_they_say() -> None:
    """With the own turn as it begins, with the own action, with the round."""
    game = Brawl([False, True], np.array([[0, 1]]), acts_tied=False)
    one = battlefield(game)
    assert one.columns["guard"].all()
    one.play_round()
    assert not one.columns["guard"].any()
    assert not one.columns["busy"].any()
    assert not one.columns["hurt"].any()
    assert all(each[3] == 0 for each in game.trace)


def test_who_goes_out_is_noted_with_the_round_and_comes_back() -> None:
    """A faint ends: who is in again was not out."""
    one = battlefield(Brawl([False, False, True], np.array([[0, 1, 2]]), acts_tied=False))
    one.columns["is_in"][:, 0] = False
    one.decide()
    one.round = 3
    one.columns["is_in"][:, 1] = False
    one.columns["is_in"][0, 0] = True
    one.decide()
    assert one._out.tolist() == [[0, 3, 0], [1, 3, 0]]
    assert one.open.tolist() == [True, False]
    assert one._result.winner.tolist() == [DRAW, FOE_WINS]


def test_a_fight_that_is_decided_before_it_begins_is_not_played() -> None:
    """And the round is the present one."""
    game = Brawl([False, False], np.array([[0, 1]]), acts_tied=False)
    found = battlefield(game).play()
    assert found.winner.tolist() == [PC_WINS, PC_WINS]
    assert found.rounds.tolist() == [1, 1]
    assert not game.trace


def test_fights_that_leave_keep_their_results() -> None:
    """Fights end in different rounds, leave the columns by thirds, and stand in the result at their own numbers."""
    rng = np.random.default_rng(5)
    places = rng.permuted(np.tile(np.arange(4), (300, 1)), axis=1)

    class Uneven(Brawl):
        """Fights that differ by the number of the first of them."""

        first = 0

        def order(self, field: Battlefield) -> Array:
            return field.extra["place"]

        def begin(self, field: Battlefield) -> None:
            field.columns["hp"] += (np.arange(field.open.size) + self.first)[:, None] % 37
            field.extra["place"] = self.places

    def played(fights: slice) -> Any:
        game = Uneven([False, False, True, True], places[fights], acts_tied=False)
        game.first = fights.start
        return battlefield(game, len(places[fights])).play()

    whole = played(slice(0, 300))
    for number in (0, 7, 36, 150, 299):
        alone = played(slice(number, number + 1))
        assert alone.winner[0] == whole.winner[number]
        assert alone.rounds[0] == whole.rounds[number]
        assert alone.out_round[0].tolist() == whole.out_round[number].tolist()
        assert alone.ammo[0].tolist() == whole.ammo[number].tolist()
    assert np.unique(whole.rounds).size > 3


def test_fights_without_end_are_a_draw_after_the_last_round() -> None:
    """Harm that is none."""
    game = Brawl([False, True], np.array([[0, 1]]), acts_tied=False, harm=0)
    found = battlefield(game, most_rounds=4).play()
    assert found.winner.tolist() == [DRAW, DRAW]
    assert found.rounds.tolist() == [4, 4]
    assert max(each[0] for each in game.trace) == 4


def test_a_side_flees_by_its_losses() -> None:
    """Half of the foes are down: the other half is beaten."""
    game = Brawl([False, True, True], np.array([[0, 1, 2]]), acts_tied=False, hp=3)
    found = battlefield(game, foe_flees=50).play()
    assert found.winner.tolist() == [PC_WINS, PC_WINS]
    assert found.out_round.tolist() == [[0, 1, 0]] * 2
