"""Cells and rows in whole words, for screen readers and tool tips."""

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.theme.painting.marks import figure_text
from encounter_gui.rules.view import (
    BandCell,
    CapsulesCell,
    Cell,
    ChangePreview,
    DiceCell,
    GaugeCell,
    GaugeChange,
    NameCell,
    PipsCell,
    Row,
    SlotsCell,
    WoundChange,
    WoundsCell,
)


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
        """Returns a cell in words that can be heard; of a kind that has no others, as it is written."""
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
                return f"{cell.words()}, {self._word('row.now')}"
            case WoundsCell():
                return ", ".join(
                    f"{place} {letter}" for place, level, letter in cell.cells if level
                )
            case _:
                return cell.words()

    def _say(self, key: str, **params: str | int) -> str:
        return self._texts.text(say(f"gui.fight.{key}", **params))

    def _word(self, key: str) -> str:
        return self._texts.text_of(f"gui.fight.{key}")
