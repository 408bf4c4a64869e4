"""Documents as one self-contained HTML page: no script, nothing fetched, charts as drawings in it."""

from collections.abc import Iterator, Sequence
from html import escape

from encounter_gui.reports.document import (
    MOST_BOXES,
    Bar,
    BarChart,
    Beside,
    Block,
    BodySheet,
    Boxes,
    Card,
    Cell,
    Column,
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
from encounter_gui.reports.render.cell_text import cell_words, figure_lines
from encounter_gui.reports.render.plan_svg import plan_svg

_SHAPES = {"pc": "◆", "ally": "●", "foe": "▲", "neutral": "■"}
_DASHES = {"pc": "", "ally": "6 3", "foe": "2 3", "neutral": "8 3 2 3"}
_STYLE = """
body { font: 14px/1.45 Inter, system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem;
color: #111; }
h1 { font-size: 1.6rem; margin: 2rem 0 0; } h2 { font-size: 1.1rem; } h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; }
p.sub { color: #555; margin: 0 0 1rem; } p.muted { color: #555; }
blockquote { border-left: 4px solid #888; margin: 1rem 0; padding: .2rem 1rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 500; color: #555; border-bottom: 1px solid #333; } th, td { padding: .2rem .5rem; }
td { border-bottom: 1px solid #ccc; vertical-align: top; } .right { text-align: right; } .center { text-align: center; }
s { color: #777; } .boxes { letter-spacing: .1em; white-space: nowrap; }
.beside { display: grid; grid-template-columns: 3fr 2fr; gap: 2rem; } .grid { display: grid; gap: 1rem;
grid-template-columns: repeat(auto-fill, minmax(18rem, 1fr)); } .card { border: 1px solid #333; padding: .6rem .8rem; }
footer { color: #555; border-top: 1px solid #888; margin-top: 2rem; padding-top: .4rem; } svg { max-width: 100%; }
@media (prefers-color-scheme: dark) { body { background: #15171c; color: #e8e8e8; } th, footer, p.sub { color: #aaa; } }
"""


def html(document: Document) -> str:
    """Returns a document as one HTML page; every text in it is only text."""
    body = "\n".join(
        line
        for part in document.parts
        for line in (_flow(part) if isinstance(part, Flow) else _grid(part))
    )
    title = escape(f"{document.fight} · {document.campaign}")
    footer = escape(
        " · ".join((document.campaign, document.fight, document.ruleset, document.date))
    )
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{_STYLE}</style></head><body>\n{body}\n<footer>{footer}</footer>\n</body></html>\n"
    )


def _flow(flow: Flow) -> Iterator[str]:
    yield f"<h1>{escape(flow.title)}</h1>"
    line = " · ".join(part for part in (flow.subtitle, flow.note) if part)
    if line:
        yield f'<p class="sub">{escape(line)}</p>'
    for block in flow.blocks:
        yield from _block(block)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading():
            yield f"<h2>{escape(block.text)}</h2>"
        case Paragraph():
            text = escape(block.text).replace("\n", "<br>")
            is_aloud = block.look == "aloud"
            yield (
                f"<blockquote>{text}</blockquote>"
                if is_aloud
                else f'<p class="{block.look}">{text}</p>'
            )
        case Table():
            yield from _table(block)
        case WriteIn():
            yield f"<h3>{escape(block.title)}</h3>"
        case Turns():
            rows = tuple((Words(text=score), Words(text=name)) for score, name in block.order)
            columns = (Column(title="", align="right"), Column(title="", share=1.0))
            yield from _table(Table(title=block.title, columns=columns, rows=rows, is_plain=True))
        case LineChart():
            yield f"<h3>{escape(block.title)}</h3>{_line_chart(block)}"
        case BarChart():
            yield f"<h3>{escape(block.title)}</h3>{_bar_chart(block)}"
        case PlanDrawing():
            yield f"<h3>{escape(block.title)}</h3>{plan_svg(block)}"
        case Beside():
            left = "\n".join(line for each in block.left for line in _block(each))
            right = "\n".join(line for each in block.right for line in _block(each))
            yield f'<div class="beside"><div>{left}</div><div>{right}</div></div>'


def _table(table: Table) -> Iterator[str]:
    if table.title:
        yield f"<h3>{escape(table.title)}</h3>"
    yield "<table>"
    if not table.is_plain:
        heads = "".join(f'<th class="{c.align}">{escape(c.title)}</th>' for c in table.columns)
        yield f"<thead><tr>{heads}</tr></thead>"
    for row in table.rows:
        cells = zip(row, table.columns, strict=False)
        yield (
            "<tr>"
            + "".join(f'<td class="{c.align}">{_cell(cell)}</td>' for cell, c in cells)
            + "</tr>"
        )
    yield "</table>"


def _cell(cell: Cell) -> str:
    text = escape(cell_words(cell))
    match cell:
        case Name():
            name = f"{_SHAPES[cell.side]} {text}"
            return f"<s>{name}</s>" if cell.is_out else name
        case Words(is_struck=True):
            return f"<s>{text}</s>"
        case Words(is_strong=True):
            return f"<b>{text}</b>"
        case Boxes(total=total, used=used) if 0 < total <= MOST_BOXES:
            boxes = " ".join(_five(start, total, used) for start in range(0, total, 5))
            return f'<span class="boxes" title="{text}">{boxes}</span> {escape(cell.text)}'
        case Words() | Boxes() | Wounds():
            return text


def _five(start: int, total: int, used: int) -> str:
    """Boxes are crossed from the right, as they are lost."""
    left = total - used
    return "".join("☐" if place < left else "☒" for place in range(start, min(start + 5, total)))


def _grid(grid: Grid) -> Iterator[str]:
    yield f'<h1>{escape(grid.title)}</h1><div class="grid">'
    for cell in grid.cells:
        match cell:
            case BodySheet():
                lines = "<br>".join(escape(line) for line in figure_lines(cell))
                yield f'<div class="card"><b>{cell.sheet.number} {escape(cell.sheet.name)}</b><br>{lines}</div>'
            case Card():
                gauges = "<br>".join(
                    f"{escape(name)} {_cell(boxes)}" for name, boxes in cell.gauges
                )
                stats = " · ".join(escape(f"{name} {value}") for name, value in cell.stats)
                lines = "<br>".join(
                    escape(" ".join(part for part in line if part))
                    for line in (*cell.lines, *cell.lists)
                )
                name = f"{_SHAPES[cell.side]} {cell.number} {escape(cell.name)}"
                yield f'<div class="card"><b>{name}</b><br>{gauges}<br>{stats}<br>{lines}</div>'
            case Tent():
                yield f'<div class="card"><b>{escape(cell.score)}</b> {escape(cell.name)}</div>'
    yield "</div>"


_WIDTH, _HEIGHT, _LEFT, _FOOT = 640, 220, 40, 30


def _line_chart(chart: LineChart) -> str:
    most = (
        max(
            (value for line in chart.lines for value in line.values if value is not None), default=1
        )
        or 1
    )
    step = (_WIDTH - _LEFT - 90) / max(len(chart.places) - 1, 1)
    parts = [_grid_lines(most, chart.unit)]
    parts += [
        f'<text x="{_LEFT + place * step:.0f}" y="{_HEIGHT - 8}" font-size="11" text-anchor="middle">'
        f"{escape(text)}</text>"
        for place, text in enumerate(chart.places)
    ]
    for line in chart.lines:
        points = [
            (_LEFT + place * step, _at(value, most))
            for place, value in enumerate(line.values)
            if value is not None
        ]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dash = _DASHES.get(line.side or "pc", "")
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="{dash}"/>'
        )
        if points:
            x, y = points[-1]
            parts.append(
                f'<text x="{x + 6:.0f}" y="{y + 4:.0f}" font-size="12">{escape(line.name)}</text>'
            )
    return _svg(parts, chart.title)


def _bar_chart(chart: BarChart) -> str:
    most = max((max(bar.value, bar.other or 0) for bar in chart.bars), default=1) or 1
    parts: list[str] = []
    for place, bar in enumerate(chart.bars):
        parts += _bar(bar, place, most)
    if chart.other:
        parts.append(
            f'<text x="{_WIDTH - 4}" y="12" font-size="11" text-anchor="end">| {escape(chart.other)}</text>'
        )
    return _svg(parts, chart.title, height=24 * len(chart.bars) + 20)


def _bar(bar: Bar, place: int, most: float) -> Sequence[str]:
    y, scale = 16 + place * 24, (_WIDTH - 260) / most
    made = [
        f'<text x="150" y="{y + 12}" font-size="12" text-anchor="end">{escape(bar.name[:24])}</text>',
        f'<rect x="160" y="{y}" width="{bar.value * scale:.1f}" height="15" fill="currentColor" opacity="0.55"/>',
        f'<text x="{166 + bar.value * scale:.0f}" y="{y + 12}" font-size="12">{bar.value:g}</text>',
    ]
    if bar.other is not None:
        x = 160 + bar.other * scale
        made.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y - 2}" y2="{y + 17}" stroke="currentColor" stroke-width="2"/>'
        )
    return made


def _grid_lines(most: float, unit: str) -> str:
    lines = []
    for share in (0.0, 0.5, 1.0):
        y = _at(most * share, most)
        label = f"{most * share:.0f}{f' {unit}' if unit else ''}"
        lines.append(
            f'<line x1="{_LEFT}" x2="{_WIDTH - 90}" y1="{y:.0f}" y2="{y:.0f}" stroke="currentColor" opacity="0.2"/>'
            f'<text x="{_LEFT - 4}" y="{y + 4:.0f}" font-size="11" text-anchor="end">{escape(label)}</text>'
        )
    return "".join(lines)


def _at(value: float, most: float) -> float:
    return _HEIGHT - _FOOT - (_HEIGHT - _FOOT - 10) * value / most


def _svg(parts: Sequence[str], title: str, height: int = _HEIGHT) -> str:
    return (
        f'<svg viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" role="img" aria-label="{escape(title)}">'
        f"{''.join(parts)}</svg>"
    )
