"""A few answers beside each other, one of them pressed; where room is short, one button with a menu of them."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QButtonGroup, QMenu, QSizePolicy, QToolButton, QWidget
from typing_extensions import override

from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import set_look
from encounter_gui.gui.widgets.layouts import row_layout

_PADDING = 22
_CARET = " ▾"


class ChoiceRow(QWidget):
    """Shows answers as segments: the first ``most`` of them, and the others in the menu of the last."""

    chosen = Signal(str)
    """The key of an answer."""

    def __init__(
        self, icons: Icons, name: str, more: str = "", most: int = 9, parent: QWidget | None = None
    ) -> None:
        """Takes icons with the theme, what it asks, and the words of the segment with the other answers."""
        super().__init__(parent)
        self._icons = icons
        self._more = more
        self._most = most
        self._options: tuple[tuple[str, str], ...] = ()
        self._chosen = ""
        self._is_narrow = False
        self._buttons: list[QToolButton] = []
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self._group.buttonClicked.connect(self._click)
        self._row = row_layout(self, spacing=0)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def buttons(self) -> tuple[QToolButton, ...]:
        """Returns the segments, left to right."""
        return tuple(self._buttons)

    def show_options(self, options: Sequence[tuple[str, str]], chosen: str) -> None:
        """Shows answers as (key, words), this one pressed; one or none asks nothing and is not there."""
        self.setVisible(len(options) > 1)
        if (tuple(options), chosen) == (self._options, self._chosen):
            return
        self._options, self._chosen = tuple(options), chosen
        self._fill()

    def show_narrow(self, *, is_narrow: bool) -> None:
        """Shows one button with a menu in the place of the segments, or the segments again."""
        if is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            self._fill()

    def wide_width(self) -> int:
        """Returns how wide it is with all its segments."""
        return sum(self._width(words) for _, words in self._segments()) if self._options else 0

    def narrow_width(self) -> int:
        """Returns how wide it is as one button with a menu."""
        return self._width(self._chosen_words() + _CARET) if self._options else 0

    def _chosen_words(self) -> str:
        return next((words for key, words in self._options if key == self._chosen), "")

    def _segments(self) -> tuple[tuple[str, str], ...]:
        if len(self._options) <= self._most:
            return self._options
        shown, rest = self._options[: self._most], self._options[self._most :]
        words = next((words for key, words in rest if key == self._chosen), self._more)
        return (*shown, ("", words))

    def _fill(self) -> None:
        segments = self._segments()
        if self._is_narrow:
            segments = (("", self._chosen_words() + _CARET),)
        had_focus = any(button.hasFocus() for button in self._buttons)
        while len(self._buttons) > len(segments):
            button = self._buttons.pop()
            self._group.removeButton(button)
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        while len(self._buttons) < len(segments):
            button = QToolButton(self)
            button.setCheckable(True)
            self._group.addButton(button)
            self._row.addWidget(button)
            self._buttons.append(button)
            button.show()
        for place, (button, (_, words)) in enumerate(zip(self._buttons, segments, strict=True)):
            self._show_segment(button, place, words)
        if had_focus and self._buttons:
            self._stop().setFocus()
        self.updateGeometry()

    def _show_segment(self, button: QToolButton, place: int, words: str) -> None:
        last = len(self._buttons) - 1
        name = "only" if not last else "first" if not place else "last" if place == last else ""
        set_look(button, "segment", name or "middle")
        button.setText(words.replace("&", "&&"))
        button.setAccessibleName(f"{self.accessibleName()}: {words}")
        button.setFixedWidth(self._width(words))
        is_on = self._key_at(place) == self._chosen
        button.setChecked(is_on)
        policy = Qt.FocusPolicy.TabFocus if button is self._stop() else Qt.FocusPolicy.NoFocus
        button.setFocusPolicy(policy)

    def _stop(self) -> QToolButton:
        """The segment where Tab stops: the chosen one."""
        found = (b for at, b in enumerate(self._buttons) if self._key_at(at) == self._chosen)
        return next(found, self._buttons[0])

    def _key_at(self, place: int) -> str:
        """Returns the answer a segment stands for; that of a menu stands for the chosen one it holds."""
        if not self._has_menu(place):
            return self._options[place][0]
        held = self._options if self._is_narrow else self._options[self._most :]
        return self._chosen if any(key == self._chosen for key, _ in held) else "\0"

    def _has_menu(self, place: int) -> bool:
        return self._is_narrow or place >= self._most

    def _width(self, words: str) -> int:
        wide = self._icons.theme.fonts.width(words, "body", weight=600)
        return round(wide) + _PADDING

    @Slot(object)
    def _click(self, button: QToolButton) -> None:
        place = self._buttons.index(button)
        if self._has_menu(place):
            self._offer(button)
        else:
            self.chosen.emit(self._options[place][0])

    def _offer(self, button: QToolButton) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for key, words in self._options if self._is_narrow else self._options[self._most :]:
            action = QAction(words.replace("&", "&&"), menu)
            action.setData(key)
            action.setCheckable(True)
            action.setChecked(key == self._chosen)
            menu.addAction(action)
        menu.triggered.connect(lambda action: self.chosen.emit(action.data()))
        menu.aboutToHide.connect(self._restore)
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    @Slot()
    def _restore(self) -> None:
        """A menu left without an answer: the pressed segment is the chosen one again."""
        for place, button in enumerate(self._buttons):
            button.setChecked(self._key_at(place) == self._chosen)

    @override
    def sizeHint(self) -> QSize:
        return QSize(self.narrow_width() if self._is_narrow else self.wide_width(), 26)
