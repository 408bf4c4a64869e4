"""The foot of the workshop: what is wrong, and what is done with the rules as they are."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QPushButton, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.keys.screen_reader import announce
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import dress_label, plain_label
from encounter_gui.gui.theme.painting.marks import LEFT
from encounter_gui.gui.widgets.layouts import row_layout
from encounter_gui.gui.widgets.painted.painted_line import PaintedLine
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton
from encounter_gui.gui.widgets.tool_tips import plain_tip

_HEIGHT = 46
_ICON = 14


class _Mark(QWidget):
    """The sign of danger, or that all is right."""

    def __init__(self, icons: Icons, parent: QWidget) -> None:
        super().__init__(parent)
        self._icons, self.is_wrong = icons, False
        self.setFixedSize(_ICON, _ICON)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        name, role = ("error", "status.danger") if self.is_wrong else ("check", "status.good")
        colour = self._icons.theme.colour(role)
        self._icons.paint(QPainter(self), name, QRectF(0, 0, _ICON, _ICON), colour)


class WorkshopFoot(QFrame):
    """Says how much is wrong; its buttons save, share and try."""

    next_mistake_requested = Signal()
    next_changed_requested = Signal()
    """To the next own value under which the book has changed."""
    keep_requested = Signal()
    """The own values of the entry stay, whatever the book says now."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons, self._texts = icons, texts
        self.setProperty("dock", "true")
        self.setFixedHeight(_HEIGHT)
        self._mark = _Mark(icons, self)
        self.count = plain_label("", self, wraps=False)
        self.where = PaintedLine(icons, "body", align=LEFT, parent=self)
        self.go = self._link("go")
        self.key = plain_label("F8", self, wraps=False)
        self.changed = self._link("")
        self.keep = self._link("keep")
        self.history = self._button("versions", "history")
        self.share = self._button("share", "export")
        self.attempt = self._button("try", "poisoned")
        self.save = ShortcutButton(icons, "Ctrl S", self)
        self.save.setProperty("small", "false")
        self.save.setFixedHeight(30)
        self.save.show_primary(is_primary=True)
        self.go.clicked.connect(self.next_mistake_requested)
        self.changed.clicked.connect(self.next_changed_requested)
        self.keep.clicked.connect(self.keep_requested)
        row_layout(
            self,
            self._mark,
            self.count,
            self.go,
            self.key,
            self.changed,
            self.keep,
            (self.where, 1),
            self.history,
            self.share,
            self.attempt,
            self.save,
            margins=(12, 0, 8, 0),
            spacing=8,
        )

    def _link(self, key: str) -> QPushButton:
        button = QPushButton(self._texts.text_of(f"gui.workshop.{key}") if key else "", self)
        button.setProperty("link", "true")
        button.setAccessibleName(button.text())
        return button

    def _button(self, key: str, icon: str) -> QPushButton:
        button = QPushButton(self._texts.text_of(f"gui.workshop.{key}"), self)
        button.setIcon(self._icons.icon(icon))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setToolTip(plain_tip(self._texts.text_of(f"gui.workshop.{key}.tip")))
        self._icons.loaded.connect(button.update)
        return button

    def show_mistakes(self, count: int, first: str) -> None:
        """Shows how much is wrong, and where the first of it is."""
        key = "wrong" if count else "all_right"
        self.count.setText(self._texts.text_of(f"gui.workshop.{key}", count=count))
        self.where.show_words(first)
        self._mark.is_wrong = bool(count)
        self._mark.update()
        for each in (self.go, self.key):
            each.setVisible(bool(count))
        self._dress()

    def show_changed(self, count: int, here: int) -> None:
        """Shows under how many own values the book has changed; ``here``: how many of them the entry has."""
        words = self._texts.text_of("gui.workshop.changed", count=count) if count else ""
        self.changed.setText(words)
        self.changed.setAccessibleName(words)
        self.changed.setVisible(bool(count))
        if not here and self.keep.hasFocus():
            self.changed.setFocus()
        self.keep.setVisible(bool(here))

    def say(self, words: str) -> None:
        """Says what has come of something, until the next change."""
        self.where.show_words(words)
        announce(self, words)

    def show_version(self, version: int, *, can_save: bool, is_part: bool) -> None:
        """Shows the number of the next version; ``is_part``: what is wrong stays in the draft."""
        self.save.show_words(self._texts.text_of("gui.workshop.save", version=version))
        self.save.setEnabled(can_save)
        tip = "save_part" if is_part else "save.tip" if can_save else "save_nothing"
        self.save.setToolTip(plain_tip(self._texts.text_of(f"gui.workshop.{tip}")))

    def _dress(self) -> None:
        theme = self._icons.theme
        is_wrong = self._mark.is_wrong
        dress_label(
            self.count, theme, "body", "status.danger" if is_wrong else "text.muted", weight=600
        )
        dress_label(self.key, theme, "key", "text.muted")

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._dress()
