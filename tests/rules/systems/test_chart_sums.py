"""What the charts of the odds panel show is the whole of what can happen, for everybody who may meet."""

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random

import icepool
import pytest

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.systems.d6pool.attack_form.form import strike_of
from encounter_gui.rules.systems.d6pool.sheet import character
from encounter_gui.rules.view import Bars, FaceGrid, HeatStrip, OddsChart, Outcomes, Spread, Within
from tests.helpers.all_pairs import GAMES, PairAttack, attacks, gathered, pairs

SOME = 40
EXACT = 1e-9


def some_attacks(game: str, *, in_all_ways: bool = False) -> Iterator[PairAttack]:
    """The attacks of some pairs: with each weapon as it is, or in all ways. ``test_all_panels`` has all of them."""
    known = pairs(game)
    for who, target in Random(13).sample(known, min(SOME, len(known))):
        yield from attacks(game, who, target, in_all_ways=in_all_ways)


def sums(chart: OddsChart) -> Iterator[float]:
    """What must be 1 of a chart; nothing for chances of things that do not exclude each other."""
    match chart:
        case Spread():
            yield sum(chart.probabilities) + (chart.aside.probability if chart.aside else 0.0)
            if chart.parts:
                aside = chart.aside.probability if chart.aside else 0.0
                yield sum(sum(part.probabilities) for part in chart.parts) + aside
        case Outcomes():
            yield sum(share.probability for share in chart.shares)
        case Bars() if chart.title.startswith("Health"):
            yield sum(share.probability for share in chart.shares)
        case HeatStrip():
            yield sum(row.share for row in chart.rows)
            yield from (sum(row.chances) for row in chart.rows)
        case FaceGrid():
            yield sum(share.probability for share in chart.legend)
            yield len(chart.faces) / 100
        case _:
            pass


def spread_of(attack: PairAttack) -> Spread | None:
    """The distribution that a panel draws; None if it has none."""
    return next((each for each in attack.odds.charts if isinstance(each, Spread)), None)


def by_level(spread: Spread) -> dict[int, float]:
    """The chances of a spread by the level of the last threshold that a value reaches."""
    found = {edge.level: 0.0 for edge in spread.thresholds}
    for value, chance in enumerate(spread.probabilities, spread.lowest):
        level = max((each.value, each.level) for each in spread.thresholds if each.value <= value)
        found[level[1]] += chance
    return found


def checked_sums(attack: PairAttack) -> int:
    """Looks at every chart of a panel; returns how many sums were looked at."""
    checked = 0
    for chart in attack.odds.charts:
        for found in sums(chart):
            assert found == pytest.approx(1, abs=EXACT), (attack.choices, chart.title)
            checked += 1
        if isinstance(chart, Spread):
            values = enumerate(chart.probabilities, chart.lowest)
            mean = sum(value * chance for value, chance in values)
            assert mean == pytest.approx(chart.mean, abs=1e-6), attack.choices
        if isinstance(chart, Within):
            grows = all(after - before > -EXACT for before, after in pairwise(chart.chances))
            assert grows, attack.choices
            assert all(-EXACT < each < 1 + EXACT for each in chart.chances), attack.choices
    return checked


@pytest.mark.parametrize("game", GAMES)
def test_every_chart_of_every_panel_sums_to_one(game: str) -> None:
    """No chart leaves out what lies beyond its edge, and the mean in its corner is that of all it holds."""
    assert sum(map(checked_sums, some_attacks(game))) > SOME


def wounds_by_level(dice: int, resistance: int, target: Combatant) -> dict[int, float]:
    """What a hit comes to by level, from all faces of both pools counted one against the other."""
    left, full = character.health_now(target), character.health(target)
    found = dict.fromkeys((2, 0, 4, 6), 0.0)
    for amount, chance in _more(dice, resistance):
        wounds = max(amount, 0)
        level = 6 if wounds >= left + full else 4 if wounds >= left else 0 if wounds else 2
        found[level] += chance
    return found


@cache
def _more(dice: int, resistance: int) -> tuple[tuple[int, float], ...]:
    """By how much so many dice come to more than so many others, each with its chance."""
    over = (dice @ icepool.d6) - (resistance @ icepool.d6 if resistance else icepool.Die([0]))
    return tuple(zip(over.outcomes(), map(float, over.probabilities()), strict=True))


def has_independent_levels(attack: PairAttack) -> bool:
    """Looks at the levels of a hit among D6 pools; False: this attack has none."""
    found = strike_of(attack.context, attack.command)
    spread = spread_of(attack)
    if found is None or spread is None or not found[0].damage:
        return False
    strike, target = found
    truth = wounds_by_level(strike.damage, strike.resistance.dice, target)
    assert by_level(spread) == pytest.approx(truth, abs=EXACT), attack.choices
    return True


@pytest.mark.rule("D6P-34")
@pytest.mark.rule("D6P-35")
def test_d6pool_levels_are_those_of_an_independent_count() -> None:
    """Stunned, wounded, down and dead have the chances that counting all faces gives, to the last digit."""
    assert sum(map(has_independent_levels, some_attacks("d6pool"))) > SOME / 2


def has_down_of_headline(attack: PairAttack) -> bool:
    """Looks at the bars from 0 hit points on of Cities Without Number; False: this attack has none."""
    spread = spread_of(attack)
    if spread is None or not spread.thresholds or attack.odds.title.startswith("Each of"):
        return False
    down = sum(
        chance
        for value, chance in enumerate(spread.probabilities, spread.lowest)
        if value >= spread.thresholds[-1].value
    )
    assert down == pytest.approx(attack.odds.headline_numbers[2].probability, abs=EXACT)
    return True


def test_cwn_down_in_the_chart_is_the_headline() -> None:
    """All bars from the line of 0 hit points on add up to the chance to be down that stands beside them."""
    assert sum(map(has_down_of_headline, some_attacks("cwn"))) > 0


def has_levels_of_strip(attack: PairAttack) -> bool:
    """Looks at the thresholds of the bars of phases; False: this attack has no strip beside them."""
    strip = next((each for each in attack.odds.charts if isinstance(each, HeatStrip)), None)
    spread = spread_of(attack)
    if strip is None or spread is None or strip.title.endswith("round, %"):
        return False
    place = attack.choices.get("place", "")
    row = next(each for each in strip.rows if each.key == (place or "torso"))
    levels = {edge.level: edge.value for edge in spread.thresholds}
    chances = dict.fromkeys((0, *levels), 0.0)
    for value, chance in enumerate(spread.probabilities):
        reached = [level for level, edge in levels.items() if edge <= value]
        chances[max(reached, default=0)] += chance
    strip_chances = {
        edge.level: chance for edge, chance in zip(strip.columns, row.chances, strict=True)
    }
    known = {level: strip_chances[level] for level in chances}
    assert chances == pytest.approx(known, abs=EXACT), attack.choices
    return True


@pytest.mark.rule("PHA-61")
def test_phases_levels_are_those_of_the_strip() -> None:
    """The bars past each threshold add up to the wounds of that place in the strip beside them."""
    assert sum(map(has_levels_of_strip, some_attacks("phases"))) > 0


@pytest.mark.rule("D6P-35")
def test_a_sniper_kills_a_bystander_in_the_chart_too() -> None:
    """Twelve dice of damage against two of resistance and 6 Health: dead is nearly certain, and the chart says so."""
    _, context = gathered("d6pool")
    who, target = (
        next(each for each in context.state.combatants if each.startswith(key))
        for key in ("sniper", "bystander")
    )
    attack = next(attacks("d6pool", who, target, in_all_ways=False))
    spread = spread_of(attack)
    assert spread is not None
    assert by_level(spread)[6] > 0.999
