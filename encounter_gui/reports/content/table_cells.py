"""What the screen shows of a fight, as paper shows it: the same columns, with boxes to tick in place of gauges."""

from collections.abc import Collection

from encounter_gui.reports.document import Boxes, Cell, Column, Name, Table, Words, Wounds
from encounter_gui.rules import view
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System

_LEFT_OUT = ("mark", "band", "pips", "capsules")
"""Kinds of columns that paper has no use for: what is spent is ticked in the turn order."""
_KNOWN_TO_ALL = ("number", "init", "speed")
_SHARES = {"chips": 3.0, "text": 1.0, "name": 1.2, "gauge": 0.5, "slots": 0.5}


_BY_SIDE = ("pc", "ally", "neutral", "foe")
"""The party before all others, where nobody has a turn."""


def combatant_table(
    system: System, context: RulesContext, *, for_players: bool = False, keys: Collection[str] = ()
) -> Table:
    """Returns the combatant table, with the columns of these ``keys``; with all that paper has a use for if none.

    Between fights the party stands first. For players: without whoever is hidden, and without foes' numbers.
    """
    columns = [
        column
        for column in system.columns(context)
        if (column.key in keys if keys else column.kind not in _LEFT_OUT)
    ]
    if for_players:
        columns = [c for c in columns if c.kind in ("name", "chips") or c.key in _KNOWN_TO_ALL]
    rows = [
        row for row in system.rows(context) if not (for_players and is_hidden(context, row.who))
    ]
    if context.state.stage == "between":
        rows.sort(key=lambda row: _BY_SIDE.index(context.combatant(row.who).side))
    return Table(
        columns=tuple(_column(each) for each in columns),
        rows=tuple(tuple(cell_of(row.cells[column.key]) for column in columns) for row in rows),
    )


def choosable(system: System, context: RulesContext) -> tuple[tuple[str, str], ...]:
    """Returns the columns that a roster can have, by key and title."""
    return tuple(
        (column.key, column.title)
        for column in system.columns(context)
        if column.kind != "mark" and column.title
    )


def usual_columns(system: System, context: RulesContext) -> tuple[str, ...]:
    """Returns the keys of the columns that a table has unless others are chosen."""
    return tuple(c.key for c in system.columns(context) if c.kind not in _LEFT_OUT)


def is_hidden(context: RulesContext, who: str) -> bool:
    """Returns whether a combatant is hidden from the players."""
    return "hidden" in context.state.combatants[who].flags  # type: ignore[index]  # an id of this very scene


def _column(column: view.Column) -> Column:
    return Column(
        title=column.title,
        align=column.align,
        share=_SHARES.get(column.kind, 0.0),
        parts=tuple(short for short, _ in column.parts),
    )


def cell_of(cell: view.Cell) -> Cell:  # noqa: PLR0911 - one case a kind of cell
    """Returns a cell of the screen as one of paper; a kind that paper does not draw, in words."""
    match cell:
        case view.TextCell():
            note = f" {cell.note}" if cell.note else ""
            return Words(text=f"{cell.text}{note}", is_strong=cell.is_strong)
        case view.NameCell():
            return Name(text=cell.name, side=cell.side, is_out=cell.is_out)
        case view.GaugeCell():
            return gauge_boxes(cell)
        case view.SlotsCell(left=left, total=total):
            return Boxes(total=total, used=total - left, text=f"{left}/{total}")
        case view.DiceCell(left=left, total=total):
            return Boxes(total=total, used=total - left)
        case view.PipsCell():
            spent = sum(pip == "spent" for pip in cell.pips)
            return Boxes(total=len(cell.pips), used=spent, text=" ".join(cell.tags) or cell.text)
        case view.CapsulesCell():
            words = [
                f"{'✓' if each.state == 'spent' else '☐'} {each.text}" for each in cell.capsules
            ]
            return Words(text=" ".join(words) or cell.text)
        case view.WoundsCell():
            return Wounds(marks=cell.cells)
        case view.BandCell():
            return Words(text=cell.text)
        case _:
            return Words(text=cell.words())


def gauge_boxes(cell: view.GaugeCell) -> Boxes:
    """Returns a gauge as boxes from full to empty; what lies below zero is left to the number.

    One that counts harm fills up instead: what somebody bears is crossed.
    """
    gone = cell.current if cell.is_harm else cell.high - cell.current
    used = max(0, min(gone, cell.high))
    text = cell.text or f"{cell.current}/{cell.high}".replace("-", "−")
    return Boxes(total=max(cell.high, 0), used=used, text=text)
