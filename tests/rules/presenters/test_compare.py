"""What whoever acts could do instead: every variant has the odds that the bench shows for the same attack."""

from itertools import pairwise
from pathlib import Path

import pytest

from encounter_gui.encounter.state import EncounterState
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.system import System
from encounter_gui.rules.view import AttackComparison, Odds, Within
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
