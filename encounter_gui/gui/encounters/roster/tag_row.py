"""Small words in a row, each of which can be taken off."""

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import FlowLayout
from encounter_gui.gui.widgets.tool_tips import plain_tip


class TagRow(QWidget):
    """Shows words by key; a click on one takes it off."""

    removed = Signal(str)
    """The key of what is to go."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._row = FlowLayout(self, gap=4, line_gap=2)
        self._buttons: list[QPushButton] = []
        self._shown: tuple[tuple[str, str], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def show_tags(self, tags: Iterable[tuple[str, str]]) -> None:
        """Shows these: a key and its words each."""
        wanted = tuple(tags)
        if wanted == self._shown:
            return
        self._shown = wanted
        for button in self._buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = [self._button(key, text) for key, text in wanted]
        self.setVisible(bool(wanted))
        self.updateGeometry()

    def _button(self, key: str, text: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setIcon(self._icons.icon("close"))
        button.setProperty("small", "true")
        button.setAccessibleName(self._texts.text_of("gui.encounters.take_off", what=text))
        button.setToolTip(plain_tip(button.accessibleName()))
        button.clicked.connect(lambda: self.removed.emit(key))
        self._row.addWidget(button)
        button.show()
        return button
