"""Fights in which dice were corrected: what adds them up counts what was played again like everything else."""

from random import Random

import pytest

from encounter_gui.core.errors import RuleError
from encounter_gui.dice.requests import Faces, RollRefused
from encounter_gui.encounter import events as ev
from encounter_gui.play.session.overriding import Override
from encounter_gui.reports.content.history import account_of, gestures, health_gauge, steps
from encounter_gui.reports.content.summary import falls, summary
from encounter_gui.reports.document import Table
from encounter_gui.reports.recap.fight_recap import fight_recap
from tests.play.session.test_overriding import other_face, played

FIGHTS = [
    "chrome-long-biomech.toml",
    "cwn-long-loading-dock.toml",
    "phases-long-night-shift.toml",
    "d6pool-dead-end.toml",
]


def with_dice(session):
    return [each for each in session.log.path() if each.rolls and each.rolls[0].faces]


def correct(session, random, *, same, tries=12):
    """Corrects a die of some entry to what it showed, or to something else; returns whether that could be done."""
    for _ in range(tries):
        entry = random.choice(with_dice(session))
        roll = entry.rolls[0]
        typed = Faces(values=roll.faces) if same else other_face(roll)
        try:
            session.override(Override(entry=entry.id, roll=0, to=typed))
        except (RuleError, RollRefused):
            continue
        return True
    return False


def recap_of(session):
    return fight_recap(session.game.system, session.context, session.log.path())


def told(session):
    """What the recap says of everybody, and of what turned the fight."""
    recap = recap_of(session)
    points = [(each.sentence, each.of, each.before, each.after) for each in recap.points]
    return recap.rows, points, recap.spent, recap.luck


def summary_rows(session):
    """The table of who did what to whom, as it is printed."""
    flow = summary(session.game.system, session.context, session.log.path())
    title = session.game.texts.text_of("report.who")
    table = next(each for each in flow.blocks if isinstance(each, Table) and each.title == title)
    return table.columns, table.rows


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", FIGHTS)
def test_correcting_a_die_to_what_it_showed_changes_no_recap(name, seed):
    """All is played again as it was: nobody's damage, kills, luck or turning point is lost, not even by a second time."""
    session, random = played(name), Random(seed)
    before, printed = told(session), summary_rows(session)
    for _ in range(2):
        assert correct(session, random, same=True)
        assert told(session) == before
        assert summary_rows(session) == printed
