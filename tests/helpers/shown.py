"""What the screen shows of a state."""

from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.commands import Settle


def shown_as_owed(system: System, context: RulesContext) -> set[int]:
    """Returns the ids of what is owed that has a row, or that a notice which offers something else tells of."""
    if not context.state.obligations:
        return set()
    rows = {each for test in system.owed(context) for each in test.ids}
    others = (each for each in system.notices(context) if not isinstance(each.command, Settle))
    return rows | {each for notice in others for each in notice.owed}
