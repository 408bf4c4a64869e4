"""The plan in the place of the bench: head, surface, list, and what stands there while nobody is placed."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QPushButton, QStackedWidget, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.field.asking.area_form import AreaForm
from encounter_gui.gui.field.asking.leave_question import LeaveQuestion
from encounter_gui.gui.field.field_head import FieldHead
from encounter_gui.gui.field.field_list import FieldList, ListHead
from encounter_gui.gui.field.gestures import SurfaceMeans
from encounter_gui.gui.field.plan_state import FieldState, Tool
from encounter_gui.gui.field.plan_surface import PlanSurface
from encounter_gui.gui.large.large_panel import LargePanel
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import dress_label, plain_label
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.widgets.layouts import STRETCH, add_items, column_layout, row_layout
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton
from encounter_gui.gui.widgets.tool_tips import plain_tip

LIST_WIDTH = 278
_BESIDE = 820
"""From this width on the list stands beside the plan; below, one of the two is seen."""
_COMMAND = 26
_TOOLS: dict[int, Tool] = {
    Qt.Key.Key_V: "move",
    Qt.Key.Key_P: "place",
    Qt.Key.Key_X: "measure",
    Qt.Key.Key_Z: "area",
}


class FieldPanel(LargePanel):
    """Holds the parts; tools, digits and / work wherever the keyboard is in it."""

    place_all_requested = Signal()

    def __init__(
        self,
        icons: Icons,
        texts: MessageCatalog,
        means: SurfaceMeans,
        parent: QWidget | None = None,
    ) -> None:
        """Takes icons with the theme, the words, and what says how far it is and what a move comes to."""
        super().__init__(icons, texts, "gui.field.title", parent)
        self.state = FieldState()
        self.head = FieldHead(icons, texts, self)
        add_items(self.head_row, (self.head, 1), self.close_button)
        self.surface = PlanSurface(icons, texts, means)
        self.list = FieldList(icons, texts)
        self.list_head = ListHead(icons, self.list)
        self.command = CommandButton(icons, texts)
        self.beside = QWidget()
        foot = row_layout(margins=(8, 3, 8, 5))
        foot.addWidget(self.command)
        column_layout(self.beside, self.list_head, (self.list, 1), foot, spacing=0)
        self.empty = self._made_empty()
        self.pages = QStackedWidget()
        self.pages.addWidget(self.surface)
        self.pages.addWidget(self.empty)
        self.form = AreaForm(icons, texts)
        self.form.hide()
        self.question = LeaveQuestion(icons, texts, self.surface)
        self._lay_out()
        self._connect()
        self.show_state(FieldState(), {}, "")

    def _made_empty(self) -> QWidget:
        texts = self._texts
        page = QWidget()
        self.nobody = plain_label(texts.text_of("gui.field.nobody"), page)
        self.nobody.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.place_all = ShortcutButton(self._icons, "", page)
        self.place_all.show_words(texts.text_of("gui.field.place_all"))
        self.place_all.setToolTip(texts.text_of("gui.field.place_all.tip"))
        self.place_all.clicked.connect(self.place_all_requested)
        self.close_empty = ShortcutButton(self._icons, "", page)
        self.close_empty.show_words(texts.text_of("gui.close"))
        self.close_empty.clicked.connect(self.left)
        buttons = row_layout(None, STRETCH, self.place_all, self.close_empty, STRETCH, spacing=8)
        column_layout(page, STRETCH, self.nobody, 12, buttons, STRETCH)
        return page

    def _lay_out(self) -> None:
        self.body_row.setContentsMargins(1, 1, 1, 0)
        self.body_row.setSpacing(0)
        self.foot_row.setContentsMargins(0, 0, 0, 0)
        self.foot.hide()
        layout = self.layout()
        if layout is not None:
            layout.setContentsMargins(0, 4, 0, 1)
        self.foot_row.addWidget(self.form)
        self.body_row.addWidget(self.pages, 1)
        self.body_row.addWidget(self.beside)

    def _connect(self) -> None:
        surface = self.surface
        self.head.tool_chosen.connect(self._use_tool)
        surface.tool_changed.connect(self.head.show_tool)
        surface.hovered.connect(self.list.light)
        self.list.hovered.connect(surface.light)
        self.list.aimed.connect(surface.gestures.aimed)
        self.command.clicked.connect(surface.gestures.command_wanted)
        self.form.left.connect(self.end_form)
        self.head.tabs.toggled.connect(self._arrange)

    @Slot(str)
    def _use_tool(self, tool: Tool) -> None:
        self.surface.use_tool(tool)

    # ---- what it shows

    def show_state(self, state: FieldState, words: dict[str, str], description: str) -> None:
        """Shows the plan as it stands; ``words`` are those of the list's head."""
        self.state = state
        view = state.view
        self.head.show_view(view)
        is_empty = not view.tokens and not view.areas and view.backdrop is None
        self.pages.setCurrentWidget(self.empty if is_empty else self.surface)
        self.surface.show_state(state)
        self.surface.describe(description)
        title = words.get("from", "")
        self.list_head.show_words(
            title,
            view.unit,
            words.get("weapon", ""),
            words.get("reason", ""),
            self._texts.text_of("gui.field.hit"),
        )
        self.list_head.setToolTip(plain_tip(words.get("ways", "")))
        self.list_head.setAccessibleDescription(words.get("ways", ""))
        self.list.show_view(view, state.target, words.get("list", title))
        self.command.show_hint(words.get("hint", ""))
        self.head.show_tab(title)
        dress_label(self.nobody, self._icons.theme, "row", "text.secondary")
        self._arrange()

    def _arrange(self) -> None:
        """Puts the list beside the plan, or where it has no room in its place."""
        is_empty = self.pages.currentWidget() is self.empty
        is_wide = self.width() >= _BESIDE
        shows_list = self.head.tabs.isChecked()
        self.head.tabs.setVisible(not is_wide and not is_empty)
        self.beside.setVisible(not is_empty and (is_wide or shows_list))
        self.pages.setVisible(is_empty or is_wide or not shows_list)
        if is_wide:
            self.beside.setFixedWidth(LIST_WIDTH)
        else:
            self.beside.setMinimumWidth(0)
            self.beside.setMaximumWidth(16_777_215)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    @override
    def take_focus(self) -> None:
        """Takes the keyboard to the plan; while nobody is placed, to the button that places all."""
        if self.pages.currentWidget() is self.empty:
            self.place_all.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif self.pages.isVisible():
            self.surface.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.list.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @Slot()
    def end_form(self) -> None:
        """Puts the line about an area away."""
        self.form.hide()
        self.surface.setFocus(Qt.FocusReason.OtherFocusReason)

    def end_question(self) -> None:
        """Puts away what is asked about a melee that is left."""
        if self.question.isVisible():
            had_keyboard = (
                self.question.isAncestorOf(self.focusWidget()) or self.question.hasFocus()
            )
            self.question.hide()
            if had_keyboard:
                self.surface.setFocus(Qt.FocusReason.OtherFocusReason)

    # ---- keys that work wherever the keyboard is in it

    def _does(self, event: QKeyEvent) -> Callable[[], object] | None:
        """Returns what a key does here that no part of it had a use for; None: nothing."""
        if event.modifiers() & ~(
            Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
        ):
            return None
        if not self.state.view.is_there or (
            self.form.isVisible() and self.form.isAncestorOf(self.focusWidget())
        ):
            return None
        text, gestures = event.text(), self.surface.gestures
        if text == "/":
            return gestures.command_wanted.emit
        if text.isdecimal():
            return lambda: gestures.digit_typed.emit(text)
        tool = _TOOLS.get(event.key())
        if tool is not None and not event.modifiers():
            return lambda: self._take_tool(tool)
        return None

    def _take_tool(self, tool: Tool) -> None:
        self.take_focus()
        self.surface.use_tool(tool)

    @override
    def event(self, event: QEvent) -> bool:
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and self._does(event) is not None:
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        does = self._does(event)
        if does is None:
            super().keyPressEvent(event)
        else:
            does()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.beside.isVisible() and self.pages.isVisible():
            line = self._icons.theme.colour("line.divider")
            x = self.beside.x() - 1
            QPainter(self).fillRect(x, self.beside.y(), 1, self.beside.height(), line)


class CommandButton(QPushButton):
    """Looks like the command line it opens, with an example in it."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons = icons
        self.hint = ""
        """The line that it opens with; empty: none."""
        self.setAccessibleName(texts.text_of("gui.field.command"))
        self.setToolTip(texts.text_of("gui.field.command.tip"))
        self.setFixedHeight(_COMMAND)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_hint(self, hint: str) -> None:
        """Shows the line that it opens with."""
        if hint != self.hint:
            self.hint = hint
            self.update()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses it, as it does the line that it opens."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        role = "accent.focus" if self.hasFocus() else "line.control"
        painter.setPen(theme.colour(role))
        painter.setBrush(theme.colour("surface.sunken"))
        painter.drawRoundedRect(rect, theme.radius("control"), theme.radius("control"))
        caret = QRectF(rect.left() + 8, rect.top(), 10, rect.height())
        marks.paint_text(painter, theme, caret, ">", "dice", "text.muted")
        wide = marks.key_cap_width(theme, "/")
        room = QRectF(caret.right() + 4, rect.top(), rect.width() - wide - 36, rect.height())
        elide = Qt.TextElideMode.ElideRight
        hint = theme.fonts.elided(self.hint, "dice", room.width(), weight=400, mode=elide)
        marks.paint_text(painter, theme, room, hint, "dice", "text.muted", weight=400)
        corner = rect.topRight()
        corner.setX(corner.x() - wide - 7)
        corner.setY(round((self.height() - 16) / 2))
        marks.paint_key_cap(painter, theme, corner, "/")
