"""What whoever acts could do instead: every variant has the odds that the bench shows for the same attack."""

from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from encounter_gui.encounter.state import EncounterState
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.presenters.compare import filled
from encounter_gui.rules.view import (
    AttackComparison,
    LaterBars,
    LaterMeasures,
    LaterNumber,
    LaterWithin,
    Measures,
    Odds,
    WhatIf,
    Within,
)
from encounter_gui.rules.view.later_odds import is_whole, whole
from tests.benchmarks.fights import SYSTEMS, _session, make_campaign

_Fight = tuple[System, RulesContext]


@pytest.fixture(scope="module", params=SYSTEMS)
def fight(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> _Fight:
    """A running fight of three against three, in each game."""
    path = tmp_path_factory.mktemp("compare") / f"{request.param}.encounter"
    make_campaign(path, request.param, combatants=6, entries=0)
    with _session(path) as session:
        return session.game.system, session.context


def odds_of(fight: _Fight, choices: dict[str, str]) -> Odds:
    """What the bench shows for these choices."""
    system, context = fight
    command = system.attack_form(context, choices).command
    assert command is not None
    found = system.odds(context, command)
    assert found is not None
    return found


def compared(fight: _Fight, choices: dict[str, str] | None = None) -> AttackComparison:
    system, context = fight
    return system.comparison(context, choices or {})


def test_every_variant_has_the_odds_of_the_bench_against_every_target(fight: _Fight):
    shown = compared(fight)
    assert shown.ways
    assert len(shown.targets) == 3
    for variant in (*shown.ways, *shown.aims):
        for target, measures in zip(shown.targets, variant.against, strict=True):
            if measures is None:
                continue
            odds = odds_of(fight, {**variant.choices, "target": target.key})
            assert odds.lands == pytest.approx(measures.hit)
            within = [chart.chances for chart in odds.charts if isinstance(chart, Within)]
            for chances in within:
                assert measures.within[0] == pytest.approx(chances[0])
                assert measures.within[9] == pytest.approx(chances[9])


def test_exactly_what_the_bench_is_set_to_is_marked(fight: _Fight):
    shown = compared(fight)
    assert [each.is_chosen for each in shown.ways].count(True) == 1
    other = shown.ways[-1]  # an enemy of CHROME may have one weapon only
    again = compared(fight, dict(other.choices))
    assert [each.choices for each in again.ways if each.is_chosen] == [other.choices]


def test_ten_attacks_are_never_less_likely_to_do_it_than_nine(fight: _Fight):
    for variant in compared(fight).ways:
        chances = variant.measures.within
        three = fight[1].ruleset.system == "phases"  # its third looks closer than those after it
        assert all(
            later >= earlier - 1e-9
            for place, (earlier, later) in enumerate(pairwise(chances), 1)
            if not (three and place == 3)
        )


def test_what_if_says_what_the_bench_would_say(fight: _Fight):
    shown = compared(fight)
    assert shown.now is not None
    assert shown.what_if
    for each in shown.what_if:
        assert odds_of(fight, dict(each.choices)).lands == pytest.approx(each.measures.hit)
        assert each.measures != shown.now


def test_a_circumstance_that_is_on_is_on_in_every_variant(fight: _Fight):
    circumstance = compared(fight).what_if[0]
    changed = compared(fight, dict(circumstance.choices))
    assert changed.now == circumstance.measures
    chosen = next(each for each in changed.ways if each.is_chosen)
    assert chosen.measures == circumstance.measures


# ---- attacks in a row


def measured(shown: AttackComparison) -> list[Measures]:
    """Everything a comparison says of attacks."""
    variants = (*shown.ways, *shown.aims)
    found = [shown.now, *(each.measures for each in (*shown.what_if, *shown.undecided))]
    for variant in variants:
        found += [variant.measures, *variant.against]
    return [each for each in found if each is not None]


def of_one_attack(measures: Measures | None) -> tuple[float | None, ...]:
    if measures is None:
        return ()
    return measures.hit, measures.hurt, measures.out, measures.damage


def test_first_comes_what_one_attack_does_and_it_stays_as_it_is(fight: _Fight):
    """The order by one attack is that of the whole comparison."""
    system, context = fight
    first, last = system.first_comparison(context, {}), compared(fight)
    for early, late in zip((*first.ways, *first.aims), (*last.ways, *last.aims), strict=True):
        assert early.choices == late.choices
        assert of_one_attack(early.measures) == of_one_attack(late.measures)
        assert list(map(of_one_attack, early.against)) == list(map(of_one_attack, late.against))
    assert not any(isinstance(each, LaterMeasures) for each in measured(last))
    assert not last.undecided


def test_each_step_of_filling_in_knows_more_and_the_last_knows_all(fight: _Fight):
    system, context = fight
    first = system.first_comparison(context, {})
    steps = [first, *filled(first)]
    left = [sum(isinstance(each, LaterMeasures) for each in measured(step)) for step in steps]
    assert all(later < earlier for earlier, later in pairwise(left))
    assert left[0] > 0
    assert left[-1] == 0
    assert steps[-1] == compared(fight)
    assert list(filled(steps[-1])) == []


def test_what_is_the_same_attack_is_worked_out_once(fight: _Fight):
    """Variant, target of the bench and bench share what comes later."""
    system, context = fight
    first = system.first_comparison(context, {})
    chosen = next(each for each in first.ways if each.is_chosen)
    assert chosen.measures is chosen.against[0]
    assert chosen.measures is first.now


def test_a_circumstance_that_tells_in_a_row_alone_comes_later(fight: _Fight):
    """Of one attack it changes nothing: whether it changes anything is not known before."""
    system, context = fight
    first = system.first_comparison(context, {})
    same = WhatIf(choices={"gm": "9"}, text="Same", is_on=False, measures=first.now)
    series = (0.5,) * 10
    other = LaterMeasures(
        hit=first.now.hit,
        hurt=first.now.hurt,
        out=first.now.out,
        damage=first.now.damage,
        work=lambda: series,
    )
    row = WhatIf(choices={"gm": "8"}, text="In a row", is_on=False, measures=other)
    *_, last = filled(replace(first, undecided=(same, row)))
    texts = [each.text for each in last.what_if]
    assert "In a row" in texts
    assert "Same" not in texts
    assert not last.undecided


def test_what_one_attack_comes_to_may_come_later_as_well(fight: _Fight):
    """Whether a circumstance tells anything is not known until then."""
    system, context = fight
    first = system.first_comparison(context, {})
    one = Measures(hit=1.0, hurt=1.0, out=1.0)
    long = LaterMeasures(work=lambda: (1.0,) * 10, one_of=lambda: one)
    row = WhatIf(choices={"gm": "9"}, text="Long", is_on=False, measures=long)
    way = replace(first.ways[0], measures=long)
    begun = replace(first, undecided=(row,), ways=(*first.ways, way))
    *_, last = filled(begun)
    assert "Long" in [each.text for each in last.what_if]
    assert last.ways[-1].measures == replace(one, within=(1.0,) * 10)


def test_the_bench_shows_first_what_it_shows_in_the_end(fight: _Fight):
    """Of the odds that come at once nothing changes, and each of the rest keeps its place."""
    system, context = fight
    context = replace(context, state=replace(context.state, name="Nobody has asked yet"))
    command = system.attack_form(context, {}).command
    first = system.first_odds(context, command)
    last = system.odds(context, command)
    assert not is_whole(first)
    assert whole(first) == last
    assert system.first_odds(context, command) is last
    pairs = (
        *zip(first.headline_numbers, last.headline_numbers, strict=True),
        *zip(first.charts, last.charts, strict=True),
    )
    for early, late in pairs:
        assert early == late or isinstance(early, LaterNumber | LaterWithin | LaterBars)
        assert isinstance(early, type(late))


def test_nobody_to_act_is_a_sentence_and_no_error(fight: _Fight):
    system, context = fight
    empty = RulesContext(ruleset=context.ruleset, state=EncounterState(), texts=context.texts)
    shown = system.comparison(empty, {})
    assert not shown.ways
    assert shown.reason


def test_places_are_compared_where_the_game_has_aims(tmp_path: Path):
    path = tmp_path / "phases.encounter"
    make_campaign(path, "phases", combatants=4, entries=0)
    with _session(path) as session:
        shown = session.game.system.comparison(session.context, {})
    places = {each.key for each in session.game.ruleset.locations}
    assert {each.choices["place"] for each in shown.aims} == {"", *places}
