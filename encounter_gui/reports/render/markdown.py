"""Documents as Markdown: everything but the figures, which become their words."""

from collections.abc import Iterator, Sequence

from encounter_gui.core.markdown import escaped
from encounter_gui.reports.document import (
    BarChart,
    Beside,
    Block,
    BodySheet,
    Boxes,
    Card,
    Cell,
    Document,
    Flow,
    Grid,
    Heading,
    LineChart,
    Name,
    Paragraph,
    PlanDrawing,
    Table,
    Tent,
    Turns,
    Words,
    Wounds,
    WriteIn,
)
from encounter_gui.reports.render.cell_text import cell_words, figure_lines, plan_lines


def markdown(document: Document) -> str:
    """Returns a document as Markdown."""
    lines: list[str] = []
    for part in document.parts:
        lines += list(_flow(part) if isinstance(part, Flow) else _grid(part))
        lines.append("")
    foot = (document.campaign, document.fight, document.ruleset, document.date)
    lines.append(f"*{' · '.join(map(escaped, foot))}*")
    return "\n".join(lines).rstrip() + "\n"


def _flow(flow: Flow) -> Iterator[str]:
    yield f"# {escaped(flow.title)}"
    line = " · ".join(part for part in (flow.subtitle, flow.note) if part)
    if line:
        yield ""
        yield escaped(line)
    for block in flow.blocks:
        yield from _block(block)


def _block(block: Block) -> Iterator[str]:  # noqa: C901 - one case a kind of block
    yield ""
    match block:
        case Heading():
            yield f"## {escaped(block.text)}" + (f" ({escaped(block.note)})" if block.note else "")
        case Paragraph(look="aloud"):
            yield from (f"> {escaped(line)}" for line in block.text.splitlines())
        case Paragraph():
            yield escaped(block.text)
        case Table():
            yield from _table(block)
        case WriteIn():
            yield f"### {escaped(block.title)}"
        case Turns():
            yield f"### {escaped(block.title)}"
            yield ""
            yield from (
                f"- {score} {escaped(name)}".replace("-  ", "- ") for score, name in block.order
            )
        case LineChart():
            yield f"### {escaped(block.title)}"
            yield ""
            yield from _rows(
                [
                    ["", *block.places],
                    *([line.name, *map(_number, line.values)] for line in block.lines),
                ]
            )
        case BarChart():
            yield f"### {escaped(block.title)}"
            yield ""
            yield from _rows(
                [
                    ["", "", block.other],
                    *([bar.name, _number(bar.value), _number(bar.other)] for bar in block.bars),
                ]
            )
        case PlanDrawing():
            yield f"### {escaped(block.title)}"
            yield ""
            yield from (f"- {escaped(line)}" for line in plan_lines(block))
        case Beside():
            for each in (*block.left, *block.right):
                yield from _block(each)


def _table(table: Table) -> Iterator[str]:
    if table.title:
        yield f"### {escaped(table.title)}"
        yield ""
    if len(table.columns) == 1:
        yield from (f"- {_cell(row[0])}" for row in table.rows)
        return
    heads = ["" if table.is_plain else column.title for column in table.columns]
    yield from _rows([heads, *([_cell(cell) for cell in row] for row in table.rows)], escape=False)


def _rows(rows: Sequence[Sequence[str]], *, escape: bool = True) -> Iterator[str]:
    for place, row in enumerate(rows):
        yield "| " + " | ".join(escaped(cell) if escape else cell for cell in row) + " |"
        if not place:
            yield "|" + " --- |" * len(row)


def _cell(cell: Cell) -> str:
    text = escaped(cell_words(cell))
    match cell:
        case Words(is_struck=True) | Name(is_out=True):
            return f"~~{text}~~" if text else ""
        case Words(is_strong=True):
            return f"**{text}**" if text else ""
        case Words() | Name() | Boxes() | Wounds():
            return text


def _grid(grid: Grid) -> Iterator[str]:
    yield f"# {escaped(grid.title)}"
    for cell in grid.cells:
        yield ""
        match cell:
            case BodySheet():
                yield f"## {cell.sheet.number} {escaped(cell.sheet.name)}"
                yield ""
                yield from (f"- {escaped(line)}" for line in figure_lines(cell))
            case Card():
                yield f"## {cell.number} {escaped(cell.name)}"
                yield ""
                yield from (
                    f"- {escaped(name)}: {cell_words(boxes)}" for name, boxes in cell.gauges
                )
                yield from (f"- {escaped(name)}: {escaped(value)}" for name, value in cell.stats)
                yield from (
                    f"- {escaped(' '.join(part for part in line if part))}"
                    for line in (*cell.lines, *cell.lists)
                )
            case Tent():
                yield f"- {cell.score} {escaped(cell.name)}"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")
