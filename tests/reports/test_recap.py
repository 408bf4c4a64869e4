"""The recap of fights that were really played; every number beside them is counted by hand from the fight's script."""

import numpy as np
import pytest

from encounter_gui import paths
from encounter_gui.dice.exact import Dist
from encounter_gui.paths import message_catalog
from encounter_gui.play.scripts.script_runner import play_fight
from encounter_gui.reports.recap.dice_strips import luck, luck_words
from encounter_gui.reports.recap.fight_recap import fight_recap
from encounter_gui.reports.recap.recap import Recap
from tests.helpers.rulesets import shipped
from tests.helpers.samples import sample_session

EXAMPLES = paths.data_folder("resources") / "examples"


def recap_of(script: str) -> Recap:
    path = EXAMPLES / f"{script}.toml"
    report = play_fight(
        path.read_text(encoding="utf-8"),
        path.name,
        rulesets=shipped,
        texts=message_catalog(),
        now=lambda: "2026-11-21T20:00:00+00:00",
    )
    assert not report.failures
    session = report.session
    return fight_recap(report.fight.system, session.context, session.log.path())


@pytest.fixture(scope="module")
def dead_end() -> Recap:
    """D6 pools: Hening against two."""
    return recap_of("d6pool-dead-end")


@pytest.fixture(scope="module")
def dock() -> Recap:
    """Cities Without Number: six against twelve."""
    return recap_of("cwn-long-loading-dock")


@pytest.fixture(scope="module")
def biomech() -> Recap:
    """CHROME: five against four."""
    return recap_of("chrome-long-biomech")


@pytest.fixture(scope="module")
def night() -> Recap:
    """3d6 phases: four against six."""
    return recap_of("phases-long-night-shift")


def row_of(recap, name):
    return next(row for row in recap.rows if row.name == name)


def test_d6pool_who_did_what(dead_end):
    """Gang A misses once and hits once, Gang B misses, Hening hits: four attacks. The grenade of the tie is Hening's.

    20 wounds of the grenade and 4 of the knife are 24; Gang A goes from 12 to −8, Gang B from 12 to 8 and runs.
    """
    hening, first, second = (row_of(dead_end, each) for each in ("Hening", "Gang A", "Gang B"))
    assert [(row.hits, row.attacks) for row in (hening, first, second)] == [(1, 1), (1, 2), (0, 1)]
    assert (hening.dealt, hening.taken, hening.felled) == ("24", "–", ("Gang A",))
    assert (first.taken, second.taken) == ("20", "4")
    assert first.gauge_words == "−8/12"
    assert second.state == "Fled, round 3"
    assert (first.fired, first.loaded) == (2, 15)
    assert dead_end.result == "Squad holds"
    assert dead_end.others[0].words == "1 of 2 down, 1 fled, nobody dead"
    assert [each.number for each in dead_end.totals] == ["3", "0 min", "28", "4"]
    assert dead_end.totals[0].words == "turns, 15 s"
    assert dead_end.spent == ("Squad 1 × Grenade", "Foes 2 rounds")


def test_who_fired_more_than_was_loaded_has_no_of(night):
    """Vesper reloaded a pistol of ten: eleven were fired, not 11 of 10."""
    vesper, rook = row_of(night, "Vesper"), row_of(night, "Rook")
    assert (vesper.fired, vesper.loaded) == (11, 0)
    assert (rook.fired, rook.loaded) == (30, 30)


def test_d6pool_the_course_begins_full_and_ends_with_nobody(dead_end):
    foes = next(line for line in dead_end.course.lines if line.side == "foe")
    assert [round(each.value) for each in foes.points] == [100, 50, 33, 0, 0]
    assert [(p.number, p.before, p.after) for p in dead_end.points] == [
        (1, 100, 50),  # Gang A goes down: 12 of the 24 that both could bear
        (2, 50, 33),  # 4 of 24
        (3, 33, 0),  # the last 8 run away
    ]
    assert dead_end.course.rounds == ("Turn 1", "Turn 2", "Turn 3")


def test_cwn_hits_traumatic_hits_and_who_took_down_whom(dock):
    """Mara Voss hits four of five, two of them traumatic, and strikes Bruiser 1 down; Tarn two Redlines."""
    mara, tarn = row_of(dock, "Mara Voss"), row_of(dock, "Tarn")
    assert (mara.hits, mara.attacks, mara.counts, mara.felled) == (4, 5, (2,), ("Bruiser 1",))
    assert (tarn.hits, tarn.attacks, tarn.felled) == (2, 3, ("Red 2", "Red 3"))
    assert [each.title for each in dock.columns] == ["T"]
    assert dock.result == "Broken off"
    assert [row.name for row in dock.rows if row.state == "Fled, round 2"] == ["Thug 1", "Thug 2"]
    quill = row_of(dock, "Quill")
    assert quill.is_out
    assert next(chip.text for chip in quill.chips) == "Stable"


def test_what_was_taken_is_what_gauges_lack(dock):
    """Sister Ash has 6 of 8 left, Tarn 19 of 19, Halloran 6 of 18 with 5 healed by first aid."""
    assert (row_of(dock, "Sister Ash").taken, row_of(dock, "Tarn").taken) == ("2", "–")
    assert row_of(dock, "Halloran").taken == "17"


def test_chrome_counts_panics_and_all_four_are_dead(biomech):
    assert [each.tip for each in biomech.columns] == ["Panics"]
    assert (biomech.result, biomech.others[0].words) == ("Squad holds", "4 of 4 dead")
    assert row_of(biomech, "Nova").felled == ("Guard B", "Drone")
    assert biomech.luck is not None
    assert (biomech.luck.least, biomech.luck.most) == (0, 99)
    assert biomech.luck.expected == pytest.approx(49.5)


def test_phases_tells_wounds_instead_of_points(night):
    rook = row_of(night, "Rook")
    assert (rook.hits, rook.attacks, rook.dealt, rook.taken) == (3, 3, "1 D, 2 M, 2 L", "1 M, 1 L")
    assert night.dealt == "Wounds dealt"
    assert night.totals[0].number == "26"  # rounds of four phases: 103 phases
    assert night.points[0].stamp == "R1·4"


def test_turning_points_stand_in_order_and_on_the_course(night):
    assert [each.number for each in night.points] == list(range(1, len(night.points) + 1))
    places = [each.at for each in night.points]
    assert places == sorted(places)
    for point in night.points:
        line = next(each for each in night.course.lines if each.side == point.of)
        assert any(step.entry == point.entry and step.at == point.at for step in line.points)


def test_luck_is_exact_and_equal_rolls_count_half():
    """Of two d4 the sum 2 comes 1 in 16 times: half of that is worse than it."""
    die = Dist(1, np.full(4, 0.25))
    assert luck(die, [1, 1], is_high_good=True) == pytest.approx(1 / 32)
    assert luck(die, [1, 1], is_high_good=False) == pytest.approx(31 / 32)
    assert luck(die, [2, 3], is_high_good=True) == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("share", "words"),
    [
        (0.18, "worse than 8 in 10"),
        (0.78, "better than 7 in 10"),
        (0.66, "about as usual"),
        (0.35, "about as usual"),
        (0.001, "worse than 99 in 100"),
        (0.995, "better than 99 in 100"),
    ],
)
def test_luck_in_words(share, words):
    assert luck_words(message_catalog(), share) == words


@pytest.mark.rule("D6P-15")
def test_what_waited_in_a_tie_is_named_by_what_was_rolled(dead_end: Recap):
    """The turning point was called after the step that released what was held."""
    first = dead_end.points[0]
    said = "".join(text for text, _ in first.sentence)
    assert said.startswith("Grenade goes off: Gang A")
    assert (first.side, first.of, first.before, first.after) == ("pc", "foe", 100, 50)


def test_moments_are_named_in_the_unit_of_the_game(dead_end: Recap):
    """A game of turns says T, not R."""
    assert dead_end.points
    assert {each.stamp[0] for each in dead_end.points} == {"T"}


@pytest.mark.rule("CHR-60")
def test_a_presence_is_none_of_those_who_are_up():
    """Who is dead and goes on as a Presence counts as dead, and the state says so."""
    session = sample_session("deep-static")
    recap = fight_recap(session.game.system, session.context, session.log.path())
    dead = [
        each.id
        for each in session.state.combatants.values()
        if "dead" in session.game.system.derived_conditions(session.context, each.id)
    ]
    rows = {row.who: row for row in recap.rows}
    assert dead
    for who in dead:
        assert rows[who].is_out
        assert "Dead" in rows[who].state
