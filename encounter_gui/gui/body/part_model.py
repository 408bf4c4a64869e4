"""The locations of a body as a list: what a screen reader reads, and what keys walk through."""

from collections.abc import Mapping

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.charts.number_text import percent
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import BodyPart, BodyView, PlaceOdds

_Role = Qt.ItemDataRole
_Index = QModelIndex | QPersistentModelIndex


class PartModel(QAbstractListModel):
    """One row a location; a body without locations has one row for the whole of it, with the key ""."""

    def __init__(self, texts: MessageCatalog) -> None:
        super().__init__()
        self._texts = texts
        self._body: BodyView | None = None
        self._parts: tuple[BodyPart, ...] = ()
        self._odds: Mapping[str, PlaceOdds] = {}

    @property
    def parts(self) -> tuple[BodyPart, ...]:
        """Returns what the rows stand for."""
        return self._parts

    def show_body(self, body: BodyView | None) -> None:
        """Shows another body, or the same one hurt: rows change in place while the locations are the same."""
        parts = _parts(body)
        is_same = [part.key for part in parts] == [part.key for part in self._parts]
        if not is_same:
            self.beginResetModel()
        self._body, self._parts = body, parts
        if is_same and parts:
            self.dataChanged.emit(self.index(0), self.index(len(parts) - 1))
        elif not is_same:
            self.endResetModel()

    def show_odds(self, odds: Mapping[str, PlaceOdds]) -> None:
        """Adds the chances of each location to its words; none: takes them away."""
        if odds != self._odds:
            self._odds = odds
            if self._parts:
                self.dataChanged.emit(self.index(0), self.index(len(self._parts) - 1))

    def row_of(self, key: str) -> int:
        """Returns the row of a location; −1 if there is none of this key."""
        return next((row for row, part in enumerate(self._parts) if part.key == key), -1)

    @override
    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - as Qt has it
        return 0 if parent.isValid() else len(self._parts)

    @override
    def data(self, index: _Index, role: int = _Role.DisplayRole) -> str | None:
        if not index.isValid() or index.row() >= len(self._parts):
            return None
        part = self._parts[index.row()]
        if role == _Role.DisplayRole:
            return part.name
        if role == _Role.AccessibleTextRole:
            return self.words(part)
        if role == _Role.ToolTipRole:
            return plain_tip(self.words(part))
        return None

    def words(self, part: BodyPart) -> str:
        """Returns all a location shows, in words."""
        words = [part.name, part.text or part.letter]
        if part.is_lost:
            words.append(self._texts.text_of("gui.body.lost"))
        if part.is_bleeding:
            words.append(self._texts.text_of("gui.body.bleeding"))
        if part.armor:
            words.append(self._texts.text(say("gui.body.armor", armor=part.armor)))
        words.append(part.note)
        words += odds_words(self._texts, self._odds.get(part.key))
        if part.short:
            words.append(self._texts.text(say("gui.body.key", short=part.short)))
        return ", ".join(word for word in words if word)


def odds_words(texts: MessageCatalog, odds: PlaceOdds | None) -> tuple[str, ...]:
    """Returns how likely a location is hit, and wounded anew; nothing where no chance is known."""
    if odds is None:
        return ()
    return (
        texts.text(say("gui.body.hit", chance=percent(odds.hit))),
        texts.text(say("gui.body.wound", chance=percent(odds.wound))),
    )


def _parts(body: BodyView | None) -> tuple[BodyPart, ...]:
    if body is None or body.parts:
        return body.parts if body else ()
    whole = BodyPart(
        key="",
        name=body.name,
        short="",
        element="",
        level=body.level,
        letter=body.letter,
        armor=body.armor,
        text=body.text,
    )
    return (whole,)
