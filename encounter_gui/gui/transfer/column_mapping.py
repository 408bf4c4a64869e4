"""What the columns of a table mean: a list each, which the game master may change."""

from collections.abc import Iterator, Mapping

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QScrollArea, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.widgets.layouts import column_layout
from encounter_gui.interchange.formats.csv_rosters import HEADERS, columns_of

_COLUMNS = 4
_LONGEST = 60
"""Longest header that is shown, in characters."""


class ColumnMapping(QWidget):
    """Shows the tables among the files one below the other; those with the same headers are one."""

    changed = Signal(tuple, object)
    """The headers of a table, and ``dict[str, str]``: what each of them means."""

    def __init__(self, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes the words."""
        super().__init__(parent)
        self._texts = texts
        self._shown: Mapping[tuple[str, ...], str] = {}
        self._boxes: dict[tuple[str, ...], dict[str, QComboBox]] = {}
        self._inner = QWidget()
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QScrollArea.Shape.NoFrame)
        self._area.setAccessibleName(texts.text_of("gui.imports.columns"))
        column_layout(self, self._area)

    def show_tables(
        self,
        tables: Mapping[tuple[str, ...], str],
        meanings: Mapping[tuple[str, ...], Mapping[str, str]],
    ) -> None:
        """Shows tables: their headers, and the file each is of; ``meanings`` are those that were changed before."""
        if tables == self._shown and self._boxes:
            return
        self._shown = tables
        self._boxes = {}
        self._inner = QWidget()
        column = column_layout(self._inner, margins=(0, 0, 6, 0))
        for headers, file in tables.items():
            label = QLabel(self._texts.text_of("gui.imports.columns_of", file=file), self._inner)
            label.setTextFormat(Qt.TextFormat.PlainText)
            column.addWidget(label)
            column.addLayout(self._grid(headers, meanings.get(headers) or columns_of(headers)))
        column.addStretch(1)
        self._area.setWidget(self._inner)

    def box(self, headers: tuple[str, ...], header: str) -> QComboBox:
        """Returns the list for one column."""
        return self._boxes[headers][header]

    def _grid(self, headers: tuple[str, ...], meant: Mapping[str, str]) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(2)
        self._boxes[headers] = {}
        for place, header in enumerate(headers):
            box = self._box(header, meant.get(header, ""))
            box.setProperty("headers", list(headers))
            label = QLabel(_short(header), self._inner)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setBuddy(box)
            row, at = divmod(place, _COLUMNS)
            grid.addWidget(label, 2 * row, at)
            grid.addWidget(box, 2 * row + 1, at)
            self._boxes[headers][header] = box
        return grid

    def _box(self, header: str, meaning: str) -> QComboBox:
        box = QComboBox(self._inner)
        box.setAccessibleName(_short(header))
        for own in (*_meanings(), *((meaning,) if meaning and meaning not in HEADERS else ())):
            box.addItem(self._word(own), own)
        box.setCurrentIndex(max(0, box.findData(meaning)))
        box.activated.connect(self._change)
        return box

    def _word(self, own: str) -> str:
        if own.startswith("sp_"):
            return self._texts.text_of("gui.imports.meaning.sp", place=own.removeprefix("sp_"))
        return self._texts.text_of(f"gui.imports.meaning.{own or 'note'}")

    @Slot()
    def _change(self) -> None:
        sender = self.sender()
        headers = next(
            headers for headers, boxes in self._boxes.items() if sender in boxes.values()
        )
        boxes = self._boxes[headers]
        for box in boxes.values():
            # Two columns cannot be the same: the one that was chosen last is it.
            if box is not sender and box.currentData() and box.currentData() == _data(sender):
                box.setCurrentIndex(box.findData(""))
        meant = {header: str(box.currentData()) for header, box in boxes.items()}
        self.changed.emit(headers, meant)


def _data(box: object) -> str:
    return str(box.currentData()) if isinstance(box, QComboBox) else ""


def _short(header: str) -> str:
    """Returns a header as far as there is room for it; a file may have any."""
    return header if len(header) <= _LONGEST else f"{header[: _LONGEST - 1]}…"


def _meanings() -> Iterator[str]:
    yield ""
    yield from HEADERS
