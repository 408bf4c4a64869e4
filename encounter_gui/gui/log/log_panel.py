"""The log dock: the strip on top, the list below, and beside it why an entry came out as it did."""

from PySide6.QtCore import QSize, Slot
from PySide6.QtWidgets import QFrame, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.log.explain_panel import ExplainPanel
from encounter_gui.gui.log.log_model import LogFilter
from encounter_gui.gui.log.log_search import LogSearch
from encounter_gui.gui.log.log_view import LogView
from encounter_gui.gui.log.prompt_strip import PromptStrip
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import column_layout, row_layout
from encounter_gui.gui.widgets.painted.title_band import TitleBand


class LogPanel(QFrame):
    """Puts the parts of the log dock together; the strip takes its height from the list."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self.prompt = PromptStrip(icons, texts, self)
        self.log = LogView(icons, texts, self)
        self.explanation = ExplainPanel(icons, texts, self)
        self.log.opened.connect(self.explanation.take_focus)
        self.explanation.closed.connect(self.log.setFocus)
        note = texts.text_of("gui.time.log_note")
        self.title = TitleBand(icons, texts.text_of("gui.fight.log"), note, self)
        self.title.hide()
        self.search = LogSearch(icons, texts, self)
        self.search.changed.connect(self._narrow)
        self.search.closed.connect(self.log.setFocus)
        self.setProperty("dock", "true")
        self.setAccessibleName(texts.text_of("gui.fight.log"))
        row = row_layout(margins=(0, 5, 0, 3), spacing=0)
        row.addWidget(self.log, 3)
        row.addWidget(self.explanation, 2)
        column = column_layout(self, margins=(1, 1, 1, 1), spacing=0)
        column.addWidget(self.prompt)
        column.addWidget(self.title)
        column.addWidget(self.search)
        column.addLayout(row, 1)

    def use_time(self, *, is_between: bool) -> None:
        """Has a title over the list, while time between fights passes: the strip then stands elsewhere."""
        self.title.setVisible(is_between)

    @Slot()
    def begin_search(self) -> None:
        """Opens the line in which entries are searched for, the keyboard in it."""
        self.search.begin(self.log.rows.stamps)

    @Slot(object)
    def _narrow(self, wanted: LogFilter) -> None:
        self.log.narrow(wanted)
        self.search.show_count(self.log.rows.rowCount(), self.log.rows.count)

    @override
    def sizeHint(self) -> QSize:
        return QSize(1010, 98)
