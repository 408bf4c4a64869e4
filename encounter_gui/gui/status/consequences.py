"""What the rules make of a change that is only being typed, sentence by sentence, below the sheet."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import column_layout

_SIDE = 10
_MOST_HEIGHT = 168


class Consequences(QWidget):
    """Shows sentences with the ids of their rules, which are links; without any it is not there."""

    rule_requested = Signal(str)
    """The link to a rule was pressed: ``rule:CWN-24``."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._sentences: tuple[tuple[str, str], ...] = ()
        self._title = QLabel(texts.text_of("gui.status.consequences"), self)
        self._title.setFont(icons.theme.font("small", weight=600))
        self._title.setContentsMargins(_SIDE, 4, _SIDE, 4)
        self._words = QLabel()
        self._words.setWordWrap(True)
        self._words.setTextFormat(Qt.TextFormat.RichText)
        self._words.setContentsMargins(_SIDE, 2, _SIDE, 6)
        self._words.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse)
        self._words.linkActivated.connect(self.rule_requested)
        self._words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._area = QScrollArea(self)
        self._area.setWidget(self._words)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.viewport().setAutoFillBackground(False)
        self._words.setAutoFillBackground(False)
        self.setAccessibleName(self._title.text())
        column = column_layout(self, spacing=0)
        column.addWidget(self._title)
        column.addWidget(self._area)
        icons.recoloured.connect(self._write)
        self.hide()

    @property
    def sentences(self) -> tuple[tuple[str, str], ...]:
        """Returns the sentences shown, each with the id of its rule."""
        return self._sentences

    @Slot(tuple)
    def show_sentences(self, sentences: Sequence[tuple[str, str]]) -> None:
        """Shows these; none: it is not there."""
        if tuple(sentences) != self._sentences:
            self._sentences = tuple(sentences)
            self._write()
        self.setVisible(bool(sentences))

    @Slot()
    def _write(self) -> None:
        from html import escape  # a hundred thousand names of letters

        theme = self._icons.theme
        ink = theme.colour("accent.interactive").name()
        family = theme.font("dice").family()
        lines = []
        for text, rule in self._sentences:
            style = f"color:{ink};font-family:{family};text-decoration:none"
            mark = f" <a href='rule:{escape(rule)}' style='{style}'>{escape(rule)}</a>"
            lines.append(escape(text) + (mark if rule else ""))
        self._words.setText("<br>".join(lines))
        self._fit()
        self.setAccessibleDescription(". ".join(text for text, _ in self._sentences))

    def _fit(self) -> None:
        """As high as its sentences, up to a limit: then they scroll."""
        width = max(self.width(), 120)
        wanted = max(self._words.heightForWidth(width), 0)  # −1 without words
        self._area.setFixedHeight(min(wanted, _MOST_HEIGHT))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
