"""Documents as CSV: their tables one below the other, each under its title, an empty line between them."""

import csv
import io
from collections.abc import Iterator, Sequence

from encounter_gui.reports.document import (
    BarChart,
    Beside,
    Block,
    BodySheet,
    Card,
    Document,
    Flow,
    Grid,
    LineChart,
    PlanDrawing,
    Table,
    Tent,
)
from encounter_gui.reports.render.cell_text import cell_words, figure_lines, plan_lines

_FORMULA = ("=", "+", "-", "@", "\t")


def csv_tables(document: Document) -> str:
    """Returns the tables and charts of a document as CSV."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    for part in document.parts:
        blocks = part.blocks if isinstance(part, Flow) else ()
        for rows in (
            *(_rows(block) for block in blocks),
            *([_grid(part)] if isinstance(part, Grid) else []),
        ):
            listed = list(rows)
            if listed:
                writer.writerows(_safe(listed))
                writer.writerow([])
    return out.getvalue()


def _rows(block: Block) -> Iterator[Sequence[str]]:
    match block:
        case Table():
            if block.title:
                yield [block.title]
            if not block.is_plain:
                yield [column.title for column in block.columns]
            yield from ([cell_words(cell) for cell in row] for row in block.rows)
        case LineChart():
            yield [block.title, *block.places]
            yield from (
                [line.name, *("" if v is None else f"{v:.1f}" for v in line.values)]
                for line in block.lines
            )
        case BarChart():
            yield [block.title, "", block.other]
            yield from (
                [b.name, f"{b.value:g}", "" if b.other is None else f"{b.other:.2f}"]
                for b in block.bars
            )
        case PlanDrawing():
            yield [block.title]
            yield from ([line] for line in plan_lines(block))
        case Beside():
            for each in (*block.left, *block.right):
                yield from _rows(each)
        case _:
            return


def _grid(grid: Grid) -> Iterator[Sequence[str]]:
    yield [grid.title]
    for cell in grid.cells:
        match cell:
            case BodySheet():
                yield [str(cell.sheet.number), cell.sheet.name, *figure_lines(cell)]
            case Card():
                yield [
                    str(cell.number),
                    cell.name,
                    *(f"{name} {cell_words(b)}" for name, b in cell.gauges),
                ]
            case Tent():
                yield [cell.score, cell.name]


def _safe(rows: list[Sequence[str]]) -> Iterator[list[str]]:
    """A spreadsheet takes what begins with these for a formula, unless it is a number."""
    for row in rows:
        yield [
            f"'{text}" if text.startswith(_FORMULA) and not _is_number(text) else text
            for text in row
        ]


def _is_number(text: str) -> bool:
    return text[0] in "+-" and text[1:].replace(".", "", 1).isdecimal()
