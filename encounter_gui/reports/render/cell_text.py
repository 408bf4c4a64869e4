"""Cells and figures in words, for formats without drawings."""

from collections.abc import Iterator

from encounter_gui.reports.document import BodySheet, Boxes, Cell, Name, PlanDrawing, Words, Wounds


def cell_words(cell: Cell) -> str:
    """Returns what a cell says."""
    match cell:
        case Words():
            return cell.text
        case Name():
            return cell.text
        case Boxes():
            return cell.text or f"{cell.total - cell.used}/{cell.total}"
        case Wounds():
            return (
                " ".join(
                    f"{place} {letter}".strip() for place, level, letter in cell.marks if level
                )
                or "–"
            )


def figure_lines(figure: BodySheet) -> Iterator[str]:
    """Yields a body sheet line by line: places with armour and wound, then every fact of the sheet."""
    for part in figure.body.parts:
        said = (
            part.note,
            part.armor,
            part.letter if part.level else "",
            part.text,
        )
        yield f"{part.name}: {' · '.join(each for each in said if each)}"
    if figure.sheet.note:
        yield f"{dict(figure.words).get('notes', '')}: {figure.sheet.note}"
    for section in figure.sheet.sections:
        for gauge in section.gauges:
            yield f"{gauge.name}: {gauge.current}/{gauge.high}"
        for fact in (*section.stats, *section.facts, *section.columns):
            yield " ".join(each for each in (f"{fact.name}:", fact.value, fact.note) if each)


def plan_lines(drawing: PlanDrawing) -> Iterator[str]:
    """Yields a plan line by line: who stands where, and what lies where, with its corners or its centre."""
    for token in drawing.tokens:
        floor = f", {token.floor:+d}" if token.floor else ""
        yield f"{token.number} {token.name}: {token.x:g}, {token.y:g}{floor}"
    for drawn in drawing.areas:
        points = " – ".join(f"{x:g}, {y:g}" for x, y in drawn.area.points)
        radius = f" ({drawn.area.radius:g} {drawing.unit})" if drawn.area.radius else ""
        yield f"{drawn.label or '–'}: {points}{radius}"
