"""What went wrong in other programs' forecasts, each a test named after its bug (L7 to L11), in all four games."""

from itertools import pairwise

import numpy as np
import pytest
from msgspec import structs

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Side
from encounter_gui.forecast.forecast import FIRST_CHUNK, play_chunk, share_of, won
from encounter_gui.forecast.levers import is_same
from encounter_gui.forecast.start import MOST_COMBATANTS, plan_of, with_joined
from encounter_gui.rules.engine.battlefield.orders import Orders
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model import commands as do
from tests.benchmarks import forecast_bench
from tests.helpers.table import Table
from tests.rules.systems.cwn.bout import Bout

GAMES = ("chrome", "cwn", "d6pool", "phases")
FIGHTS = 400


def fight(game: str, size: int = 3) -> Table:
    """So many against as many of a game."""
    table: Table = getattr(forecast_bench, game)(size)
    return table


def doubled(context: RulesContext, one: Combatant, count: int) -> RulesContext:
    """Returns the state in which there are so many more of somebody."""
    number = context.state.next_number
    more = (
        structs.replace(
            one, id=CombatantId(f"{one.id}_{at}"), number=number + at, name=f"{one.name} {at}"
        )
        for at in range(count)
    )
    return with_joined(context, more)


def chance_of_foes(
    table: Table, context: RulesContext, fights: int = FIGHTS
) -> tuple[float, float, float]:
    """Returns the foes' win chance and the ends of its interval."""
    tally = play_chunk(plan_of(table.system, context, Orders(), 7), 0, fights)
    _, foe, _ = won(tally)
    return foe.share, foe.low, foe.high


@pytest.mark.parametrize("game", GAMES)
def test_one_more_dragon(game: str) -> None:
    """L7: with a foe more the foes' chance falls no further than the error shown, from 1 to as many as are played."""
    table = fight(game)
    context = table.context
    foes = [each for each in context.state.combatants.values() if each.side == "foe"]
    table.play(do.Remove(who=tuple(each.id for each in foes)))
    nobody = table.context
    chances = []
    for count in (1, 2, 3, 4, 6, 7, 8, 12, 20, 40, MOST_COMBATANTS - 3):
        fights = FIGHTS if count <= 20 else 60
        chances.append(chance_of_foes(table, doubled(nobody, foes[0], count), fights))
    for (_, low, _), (_, _, high) in pairwise(chances):
        assert high >= low
    assert chances[-1][0] >= max(0.9, chances[0][0])


@pytest.mark.parametrize("game", GAMES)
def test_one_more_than_can_be_played_is_refused_in_words(game: str) -> None:
    """L7: the table does not end silently: beyond what is played it says so, and how many are played."""
    table = fight(game)
    foe = next(each for each in table.context.state.combatants.values() if each.side == "foe")
    with pytest.raises(RuleError) as caught:
        plan_of(table.system, doubled(table.context, foe, MOST_COMBATANTS), Orders(), 7)
    assert str(MOST_COMBATANTS) in table.context.texts.text(caught.value.message)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", ["ally", "neutral", "removed", "hidden", "left"])
def test_friend_on_the_wrong_side(game: str, kind: str) -> None:
    """L8: an ally fights with the party, the neutral and the removed with nobody, the hidden as what they are."""
    table = fight(game)
    foes = [each.id for each in table.context.state.combatants.values() if each.side == "foe"]
    one = foes[0]
    before = plan_of(table.system, table.context, Orders(), 7)
    match kind:
        case "ally" | "neutral":
            side: Side = "ally" if kind == "ally" else "neutral"
            table.play(do.ChangeSide(who=(one,), to=side))
        case "removed":
            table.play(do.Remove(who=(one,)))
        case _:
            table.play(do.Flag(who=(one,), flag=kind))
    plan = plan_of(table.system, table.context, Orders(), 7)
    counted = dict(zip(plan.battle.who, plan.is_foe, strict=True))
    if kind == "ally":
        assert counted[one] is False
    elif kind in ("neutral", "removed"):
        assert one not in counted
    else:
        assert counted[one] is True
    others = [who for who in before.battle.who if who != one]
    assert [who for who in plan.battle.who if who != one] == others
    if kind == "left":
        assert dict(zip(plan.battle.who, plan.was_out, strict=True))[one]
    elif kind == "hidden":
        assert not any(plan.was_out)


@pytest.mark.parametrize("game", GAMES)
def test_a_friend_more_never_helps_the_foes(game: str) -> None:
    """L8: an ally who joins lowers the chance of the foes, or leaves it within the error."""
    table = fight(game)
    one = next(each for each in table.context.state.combatants.values() if each.side == "pc")
    _, low, high = chance_of_foes(table, table.context)
    friend = structs.replace(one, side="ally")
    share, more_low, _ = chance_of_foes(table, doubled(table.context, friend, 2))
    assert more_low <= high
    assert share < high
    assert low >= 0


@pytest.mark.parametrize("game", GAMES)
def test_prep_and_table_say_the_same(game: str) -> None:
    """L9: who is planned fights in the forecast as who has joined does; the fight that has begun is the same fight."""
    table = fight(game)
    state = table.context.state
    foes = [each for each in state.combatants.values() if each.side == "foe"]
    table.play(do.Remove(who=tuple(each.id for each in foes)))
    planned = with_joined(table.context, foes)
    prepared = play_chunk(plan_of(table.system, planned, Orders(), 7), 0, FIGHTS)
    table.play(do.Join(combatants=tuple(foes)))
    joined = play_chunk(plan_of(table.system, table.context, Orders(), 7), 0, FIGHTS)
    assert joined.won.tolist() == prepared.won.tolist()
    assert (joined.out == prepared.out).all()
    table.happen(ev.StageSet(to="running"))
    begun = play_chunk(plan_of(table.system, table.context, Orders(), 7), 0, FIGHTS)
    assert is_same(prepared, begun)


def test_nought_is_not_never() -> None:
    """L10: of 100 fights without a win the interval still has room for one."""
    share = share_of(0, 100)
    assert (share.share, share.low) == (0.0, 0.0)
    assert 0.03 <= share.high <= 0.04


@pytest.mark.parametrize("game", GAMES)
def test_the_same_twice(game: str) -> None:
    """L11: asked again it is the same to the last fight; a change that changes nothing is called none."""
    table = fight(game, 2)
    first, again = (
        play_chunk(plan_of(table.system, table.context, Orders(), 7), 0, FIRST_CHUNK)
        for _ in range(2)
    )
    assert first.won.tolist() == again.won.tolist()
    assert np.array_equal(first.out, again.out)
    assert is_same(first, again)


def test_a_difference_beyond_the_error_is_one() -> None:
    """L11: what is called none is what dice alone may do, and no more."""
    table = fight("cwn", 3)
    one = next(each for each in table.context.state.combatants.values() if each.side == "foe")
    base = play_chunk(plan_of(table.system, table.context, Orders(), 7), 0, FIRST_CHUNK)
    more = play_chunk(
        plan_of(table.system, doubled(table.context, one, 3), Orders(), 7), 0, FIRST_CHUNK
    )
    assert not is_same(base, more)


def test_damage_does_not_roll_over_in_a_forecast() -> None:
    """L4: one attack that deals far more than one of a crowd has fells one of them a round, and never two."""
    bout = Bout()
    bout.pc("Ash", items=["heavy_pistol"], held="heavy_pistol", hp=400, shoot=9)
    for number in range(1, 7):
        bout.npc(f"Gunman {number}", hp=1, ac=1, ac_melee=1, morale=12)
    plan = plan_of(bout.system, bout.context, Orders(most_rounds=1), 7)
    lost = play_chunk(plan, 0, FIGHTS).lost_foes.tolist()
    assert lost[1] > FIGHTS // 2
    assert sum(lost[2:]) == 0
