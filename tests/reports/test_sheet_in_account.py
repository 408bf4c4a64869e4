"""A most that was set by hand in the middle of a fight is told as nobody's damage, and heals nobody."""

import pytest

from encounter_gui.core.ids import CombatantId
from encounter_gui.play.session.session import EncounterSession
from encounter_gui.reports.content.history import Tally, account_of, health_gauge, steps
from encounter_gui.reports.recap.fight_recap import fight_recap
from encounter_gui.rules.model import commands as do
from tests.play.session.test_volley import fight, players


def tally_of(session: EncounterSession, who: CombatantId) -> Tally:
    """Returns what somebody did and suffered."""
    return account_of(tuple(steps(session.log.path())), session.game.ruleset).tally_of(who)


@pytest.mark.parametrize("game", ["chrome", "cwn", "d6pool"])
@pytest.mark.parametrize("by", [-4, 4])
def test_another_most_is_neither_lost_nor_healed(game: str, by: int) -> None:
    """The gauge goes with it; what was really lost before and after it is told as ever."""
    session = fight(game, 3)
    who = players(session)[0]
    gauge = health_gauge(session.game.ruleset)
    assert gauge is not None
    session.perform(do.Adjust(who=(who,), change="-2", gauge=gauge.key))
    left = session.state.combatants[who].gauges[gauge.key]
    most = session.state.combatants[who].sheet[gauge.most]
    assert isinstance(most, int)
    session.perform(do.Correct(who=who, number=f"sheet.{gauge.most}", to=most + by))
    assert session.state.combatants[who].gauges[gauge.key] == left + by
    session.perform(do.Adjust(who=(who,), change="-1", gauge=gauge.key))
    tally = tally_of(session, who)
    assert (tally.taken, tally.healed) == (3, 0)
    rows = fight_recap(session.game.system, session.context, session.log.path()).rows
    assert next(row for row in rows if row.who == who).taken == "3"
