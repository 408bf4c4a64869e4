"""Every cell in words: what is copied, spoken and sorted by; painted cells say here what they show."""

from typing import assert_never

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.theme.painting.marks import figure_text
from encounter_gui.rules.view import (
    BandCell,
    Budget,
    CapsulesCell,
    Cell,
    ChangePreview,
    Chip,
    ChipsCell,
    DiceCell,
    GaugeCell,
    GaugeChange,
    NameCell,
    PipsCell,
    Row,
    SlotsCell,
    TextCell,
    WoundChange,
    WoundsCell,
)

SortKey = tuple[float, str]

_SIGNS: dict[Budget, str] = {"free": "●", "spent": "○", "kept": "◉"}


def cell_text(cell: Cell) -> str:  # noqa: PLR0911 - one case a kind of cell
    """Returns a cell as it is written: ``8/12``, ``Wounded −1, Prone``."""
    match cell:
        case TextCell():
            return f"{cell.text}  {cell.note}".strip()
        case NameCell():
            return cell.name
        case GaugeCell():
            return cell.text or f"{figure_text(cell.current)}/{figure_text(cell.high)}"
        case DiceCell() | SlotsCell():
            return f"{cell.left}/{cell.total}"
        case ChipsCell():
            return ", ".join(chip_text(chip) for chip in cell.chips)
        case PipsCell():
            return cell.text or _pips_text(cell)
        case CapsulesCell():
            return cell.text or _capsules_text(cell)
        case WoundsCell():
            return " ".join(letter or "–" for _, _, letter in cell.cells)
        case BandCell():
            return f"{cell.text} · {cell.note}" if cell.note else cell.text
        case _:
            assert_never(cell)


def chip_text(chip: Chip) -> str:
    """Returns a condition in one line: its words, and its duration in brackets."""
    return f"{chip.text} ({chip.duration})" if chip.duration else chip.text


def sort_key(cell: Cell) -> SortKey:  # noqa: PLR0911 - one case a kind of cell
    """Returns what a column is sorted by: a number first, then words."""
    match cell:
        case TextCell():
            return cell.sort, cell.text.casefold()
        case NameCell():
            return 0, cell.name.casefold()
        case GaugeCell():
            return cell.current, ""
        case DiceCell() | SlotsCell():
            return cell.left, ""
        case ChipsCell():
            return len(cell.chips), cell_text(cell).casefold()
        case PipsCell():
            return cell.pips.count("free"), cell.text.casefold()
        case CapsulesCell():
            free = sum(capsule.state == "free" for capsule in cell.capsules)
            return free, cell.text.casefold()
        case WoundsCell():
            return sum(level for _, level, _ in cell.cells), ""
        case BandCell():
            return 0, cell_text(cell).casefold()
        case _:
            assert_never(cell)


class Spoken:
    """Says cells and rows in whole words, for screen readers and tool tips."""

    def __init__(self, texts: MessageCatalog) -> None:
        """Takes the texts."""
        self._texts = texts

    def cell(self, row: Row, title: str, cell: Cell) -> str:
        """Returns a cell with what it is about, e.g. ``Temporary Health: 8 of 12``; names say how they stand."""
        if isinstance(cell, NameCell):
            return ", ".join((cell.name, *self.standing(row, cell)))
        words = self._words(cell)
        return self._say("cell", title=title, words=words) if words and title else words

    def standing(self, row: Row, name: NameCell) -> tuple[str, ...]:
        """Returns the side of a combatant and the marks of its row."""
        marks = {
            "now": row.is_now,
            "tied": row.is_tied,
            "done": row.is_done,
            "out": row.is_out or name.is_out,
            "hidden": name.is_hidden,
            "ghost": name.is_ghost,
        }
        side = self._word(f"side.{name.side}")
        return (side, *(self._word(f"row.{key}") for key, is_so in marks.items() if is_so))

    def mark(self, row: Row) -> str:
        """Returns what the first column shows: whose turn it is, who is done; empty for the others."""
        if row.is_now:
            return self._word("row.now_tied" if row.is_tied else "row.now")
        return self._word("row.done") if row.is_done else ""

    def change(self, change: ChangePreview) -> str:
        """Returns a preview in one sentence: who, from where to where, and what comes of it."""
        words = [self._gauge_words(each) for each in change.gauges]
        if change.damage is not None and change.damage.wound is not None:
            words.append(self._wound_words(change.damage.wound))
        return ", ".join(
            each for each in (change.name, *words, change.outcome, change.note) if each
        )

    def _gauge_words(self, change: GaugeChange) -> str:
        before, after = figure_text(change.before.current), figure_text(change.after.current)
        return self._say("change", gauge=change.before.name, before=before, after=after)

    def _wound_words(self, wound: WoundChange) -> str:
        before, after = (letter or "–" for _, letter in (wound.before, wound.after))
        return self._say("change", gauge=wound.name, before=before, after=after)

    def _words(self, cell: Cell) -> str:  # noqa: PLR0911 - one case a kind of cell
        match cell:
            case GaugeCell() if not cell.text:
                current, high = figure_text(cell.current), figure_text(cell.high)
                return self._say("gauge", current=current, high=high)
            case SlotsCell():
                return self._say("gauge", current=cell.left, high=cell.total)
            case DiceCell():
                return self._say("dice", left=cell.left, total=cell.total)
            case PipsCell() if cell.pips:
                counts = ((kind, cell.pips.count(kind)) for kind in ("free", "kept", "spent"))
                said = (self._say(f"pips.{kind}", count=count) for kind, count in counts if count)
                return ", ".join((*said, *cell.tags))
            case CapsulesCell() if cell.capsules:
                said = (
                    self._say(f"capsule.{capsule.state}", name=capsule.text)
                    for capsule in cell.capsules
                )
                return ", ".join((*said, *cell.tags))
            case BandCell() if cell.is_now:
                return f"{cell_text(cell)}, {self._word('row.now')}"
            case WoundsCell():
                return ", ".join(
                    f"{place} {letter}" for place, level, letter in cell.cells if level
                )
            case _:
                return cell_text(cell)

    def _say(self, key: str, **params: str | int) -> str:
        return self._texts.text(say(f"gui.fight.{key}", **params))

    def _word(self, key: str) -> str:
        return self._texts.text_of(f"gui.fight.{key}")


def _pips_text(cell: PipsCell) -> str:
    return " ".join(("".join(_SIGNS[pip] for pip in cell.pips), *cell.tags))


def _capsules_text(cell: CapsulesCell) -> str:
    return " ".join(
        (*(f"{_SIGNS[capsule.state]}{capsule.text}" for capsule in cell.capsules), *cell.tags)
    )
