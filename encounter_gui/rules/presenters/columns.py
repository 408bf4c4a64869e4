"""The columns of a combatant table, from what a system says of them; their words are the system's."""

from collections.abc import Mapping
from typing import NamedTuple

from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.view import Align, CellKind, Column


class ColumnSpec(NamedTuple):
    """A column: its key, what its cells are, its width in logical pixels at 1366 (0: what is left), its edge."""

    key: str
    kind: CellKind
    width: int
    align: Align = "left"


def columns_of(
    context: RulesContext,
    system: str,
    specs: tuple[ColumnSpec, ...],
    parts: Mapping[str, tuple[tuple[str, str], ...]] | None = None,
) -> tuple[Column, ...]:
    """Returns columns with their words.

    Args:
        context: whose words they are.
        system: the id before the keys of these words.
        specs: the columns, from the left.
        parts: heads of equal parts of a column, by its key; see ``Column``.
    """
    return tuple(
        Column(
            key=each.key,
            title=context.texts.text_of(f"{system}.column.{each.key}"),
            kind=each.kind,
            width=each.width,
            align=each.align,
            tip=context.texts.text_of(f"{system}.column.{each.key}.tip"),
            parts=(parts or {}).get(each.key, ()),
        )
        for each in specs
    )
