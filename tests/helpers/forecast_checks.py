"""Forecasts against fights that are played by the procedures of the table."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.battlefield.battle import Battle, BattleResult
from encounter_gui.rules.engine.battlefield.orders import Orders
from tests.helpers.table_player import TablePlayer


def played(
    battle: Battle, fights: int, seed: int, most_rounds: int, *, defends: bool = False
) -> BattleResult:
    """Returns what came of so many fights under the doctrine ``simple``; ``defends``: both sides do."""
    orders = Orders(most_rounds=most_rounds, pc_defends=defends, foe_defends=defends)
    return battle.play(fights, np.random.default_rng(seed), orders)


def assert_alike(counts: Mapping[int, float], chances: Mapping[int, float]) -> None:
    """Outcomes against the chances of each by chi-square, printed; luck alone fails it less than 3 times in 10 million.

    So a hundred comparisons of one change to the dice fail together less than 3 times in 100,000. The bound is 5
    standard deviations by Wilson and Hilferty: 5.5 standard errors for one chance. Outcomes expected less than 5 times
    are taken together, and with the rarest other one where that is not enough.
    """
    times = sum(counts.values())
    assert {each for each, count in counts.items() if count} <= {
        each for each, chance in chances.items() if chance > 0
    }
    cells = sorted((times * chance, counts.get(each, 0)) for each, chance in chances.items())
    expected, found = np.array(cells, float).T
    few = int((expected < 5).sum())
    few += few > 0 and expected[:few].sum() < 5
    if few:
        expected = np.append(expected[few:], expected[:few].sum())
        found = np.append(found[few:], found[:few].sum())
    statistic, freedom = float(((found - expected) ** 2 / expected).sum()), expected.size - 1
    print(f"chi-square {statistic:.2f}, {freedom} degrees of freedom, {times:.0f} outcomes")
    if not freedom:
        return  # all of them are taken together: nothing to compare
    spread = 2 / (9 * freedom)
    assert statistic <= freedom * (1 - spread + 5 * spread**0.5) ** 3


def assert_calibrated(
    fights: Sequence[tuple[npt.NDArray[np.int8], bool]], errors: float = 4
) -> None:
    """Predicted against actual wins by decile and in sum, within so many standard errors; printed.

    ``fights`` are how each was won in its forecast, and whether the first side has won it at the table.
    """
    predicted = np.array([(winner == 0).mean() for winner, _ in fights])
    noise = predicted * (1 - predicted) * [1 + 1 / winner.size for winner, _ in fights]
    actual = np.array([won for _, won in fights])
    deciles = np.minimum((predicted * 10).astype(int), 9)
    for decile in range(10):
        here = deciles == decile
        expected, won, spread = predicted[here].sum(), actual[here].sum(), noise[here].sum() ** 0.5
        print(
            f"{decile * 10:3d}–{decile * 10 + 10} %: {here.sum():3d} fights, "
            f"{expected:6.2f} expected, {won:3.0f} won"
        )
        assert abs(won - expected) <= errors * spread + 1
    assert abs(actual.sum() - predicted.sum()) <= errors * noise.sum() ** 0.5


def assert_goes_as_forecast(
    player: TablePlayer,
    who: Sequence[CombatantId],
    result: BattleResult,
    times: int,
    is_dead: Callable[[Combatant], bool],
) -> None:
    """Who wins, who is still in, who is dead, how long it takes: within 4 standard errors."""
    won, dead, standing = Counter[str](), Counter[CombatantId](), Counter[CombatantId]()
    rounds = 0
    for _ in range(times):
        winner, context = player.play()
        won[winner] += 1
        rounds += context.state.round
        for each in who:
            dead[each] += is_dead(context.combatant(each))
            standing[each] += not player.is_out(context.combatant(each))
    shares = {
        f"{name} wins": (won[name], float((result.winner == number).mean()))
        for number, name in enumerate(("pc", "foe", "draw"))
    }
    for column, each in enumerate(who):
        shares[f"{each} dead"] = dead[each], float((~result.alive[:, column]).mean())
        shares[f"{each} in"] = standing[each], float((result.out_round[:, column] == 0).mean())
    for name, (count, p) in shares.items():
        spread = (times * p * (1 - p)) ** 0.5
        assert abs(count - times * p) <= 4 * spread + 1, (name, count / times, p)
    spread = float(result.rounds.std()) / times**0.5
    assert abs(rounds / times - float(result.rounds.mean())) <= 4 * spread + 0.2
