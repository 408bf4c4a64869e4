"""Lines of the command field, read in a fight without a window."""

from collections.abc import Sequence

from encounter_gui.core.ids import CombatantId
from encounter_gui.gui.command_line.grammar.reading import read_line
from encounter_gui.gui.command_line.grammar.vocabulary import reserved_words
from encounter_gui.gui.command_line.terms.asked import Asked
from encounter_gui.gui.command_line.terms.line_context import LineContext
from tests.helpers.table import Table


def line_at(table: Table, selected: Sequence[CombatantId] = ()) -> LineContext:
    """Returns what lines are read with at a table."""
    context, system = table.context, table.system
    rows = system.rows(context)
    return LineContext(
        context=context,
        selected=tuple(selected),
        commands=tuple(system.commands),
        reserved=reserved_words(context, system.commands),
        actions=lambda who: (
            *system.action_options(context, who),
            *system.turn_options(context, who),
        ),
        plan_moves=system,
        is_out=lambda who: any(row.is_out for row in rows if row.who == who),
    )


def asked(table: Table, line: str, selected: Sequence[CombatantId] = ()) -> Asked:
    """Returns what a line asks for."""
    return read_line(line, line_at(table, selected))
