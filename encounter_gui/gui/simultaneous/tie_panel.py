"""The panel of a tie: both halves side by side; three in columns, four and more as a list beside the chosen one."""

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.large.large_panel import LargePanel, scrolled
from encounter_gui.gui.simultaneous.half_view import HalfView
from encounter_gui.gui.simultaneous.member_list import MemberList
from encounter_gui.gui.simultaneous.tie_foot import EndingsLine
from encounter_gui.gui.simultaneous.tie_head import TieHead
from encounter_gui.gui.theme.canvas import inset, painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import colour_label
from encounter_gui.gui.widgets.layouts import add_items, row_layout
from encounter_gui.gui.widgets.separator import Separator
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import Tie, TieMember

_MOST_COLUMNS = 3
_BUTTON, _WIDE, _NAME = 30, 140, 130
_HEIGHT, _AROUND = 286, 92
"""The height as designed, and what head and foot take of it, in logical pixels."""
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class TiePanel(LargePanel):
    """Shows a tie and says what is wanted with it; one button leads on, whatever is missing."""

    apply_requested = Signal()
    """What waits is to take effect."""
    roll_requested = Signal()
    """The roll that is missing is wanted."""
    member_requested = Signal(str)
    """Who has not acted (the id) is to act now."""
    one_by_one_requested = Signal()
    """What there is takes effect before all have acted: the game master's ruling."""
    next_requested = Signal()
    """The fight is to go on: nothing waits."""
    change_requested = Signal(int)
    """The id of the entry whose dice are to be changed."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(icons, texts, "gui.tie.title", parent)
        self.tie: Tie | None = None
        """What is shown."""
        self._chosen = ""
        self._is_asking = False
        self.head = TieHead(icons, self)
        self.members = MemberList(icons, texts, self)
        self.halves: list[HalfView] = []
        self.endings = EndingsLine(icons, texts, self)
        self.progress = QLabel(self)
        self.one_by_one = ShortcutButton(icons, "", self)
        self.change = ShortcutButton(icons, "F2", self)
        self.go_on = ShortcutButton(icons, "↵", self)
        self._lay_out()
        self.members.chosen.connect(self._choose)
        self.change.clicked.connect(self._change)
        self.go_on.clicked.connect(self._go_on)

    def show_tie(self, tie: Tie, *, is_asking: bool = False) -> None:
        """Shows a tie; ``is_asking``: dice of it are waited for right now."""
        self.tie, self._is_asking = tie, is_asking
        self.head.show_tie(tie)
        self._show_members(tie)
        self.endings.show_endings(tie.endings)
        self.progress.setText(self._progress(tie))
        colour_label(self.progress, self._icons.theme, "text.muted")
        self.one_by_one.setVisible(tie.one_by_one is not None and bool(tie.to_act))
        self.change.setEnabled(any(each.results for each in tie.members))
        self.go_on.show_words(self._next_words(tie))
        self.go_on.show_primary(is_primary=True)

    @override
    def take_focus(self) -> None:
        """Takes the keyboard to the button that leads on."""
        self.go_on.setFocus(Qt.FocusReason.ShortcutFocusReason)

    # ---- what it says

    def _progress(self, tie: Tie) -> str:
        text_of, acted = self._texts.text_of, sum(each.has_acted for each in tie.members)
        if acted < len(tie.members):
            return text_of("gui.tie.progress", done=acted, all=len(tie.members))
        key = "done" if all(each.is_done for each in tie.members) else "acted"
        return text_of(f"gui.tie.{key}.both" if len(tie.members) == 2 else f"gui.tie.{key}.all")

    @property
    def missing(self) -> int:
        """How many rolls are still missing."""
        tie = self.tie
        return 0 if tie is None else max(tie.missing, int(self._is_asking))

    def _next_words(self, tie: Tie) -> str:
        text_of = self._texts.text_of
        if self.missing:
            return text_of("gui.tie.missing", count=self.missing)
        if tie.to_act:
            # A long name would leave no room for what becomes of anybody.
            elided = Qt.TextElideMode.ElideMiddle
            name = self._icons.theme.elided(tie.to_act[0].name, "body", _NAME, mode=elided)
            return text_of("gui.tie.acts", who=name)
        if not tie.is_held:
            return text_of("gui.tie.go_on")
        return text_of("gui.tie.apply.both" if len(tie.members) == 2 else "gui.tie.apply")

    def _show_members(self, tie: Tie) -> None:
        is_list = len(tie.members) > _MOST_COLUMNS
        self._list_area.setVisible(is_list)
        shown = (self._chosen_member(tie),) if is_list else tie.members
        if is_list:
            self.members.show_members(tie.members, shown[0].who)
        while len(self.halves) < len(shown):
            half = HalfView(self._icons, self._texts)
            half.change_requested.connect(self.change_requested)
            self.halves.append(half)
            if len(self.halves) > 1:
                line = Separator(self._icons, upright=True)
                self._lines.append(line)
                self._half_row.addWidget(line)
            self._half_row.addWidget(half, 1)
        for place, half in enumerate(self.halves):
            half.setVisible(place < len(shown))
            if place:
                self._lines[place - 1].setVisible(place < len(shown))
            if place < len(shown):
                half.show_member(shown[place])

    def _chosen_member(self, tie: Tie) -> TieMember:
        """Returns who is shown in full: who was chosen, else who acted last, else the first."""
        chosen = [each for each in tie.members if each.who == self._chosen]
        acted = [each for each in tie.members if each.results]
        latest = max(acted, key=lambda each: each.results[-1].entry, default=tie.members[0])
        return chosen[0] if chosen else latest

    # ---- intents

    @Slot(str)
    def _choose(self, who: str) -> None:
        if who != self._chosen:
            self._chosen = who
            if self.tie is not None:
                self._show_members(self.tie)

    def card_of(self, entry: int) -> QWidget:
        """Returns what an entry's dice stand on: its card; where it has none that is seen, the button that changes."""
        cards = (card for half in self.halves for card in half.cards if card.isVisible())
        found = (card for card in cards if card.result is not None and card.result.entry == entry)
        return next(found, self.change)

    def forget_choice(self) -> None:
        """Shows again who acted last, where only one is shown in full."""
        self._chosen = ""

    @Slot()
    def _go_on(self) -> None:
        tie = self.tie
        if tie is None:
            return
        if self.missing:
            self.roll_requested.emit()
        elif tie.to_act:
            self.member_requested.emit(tie.to_act[0].who)
        elif tie.is_held:
            self.apply_requested.emit()
        else:
            self.next_requested.emit()

    @Slot()
    def _change(self) -> None:
        """Opens the faces of the only result, or asks which."""
        tie = self.tie
        results = [
            (each, result) for each in (tie.members if tie else ()) for result in each.results
        ]
        entries = dict.fromkeys(result.entry for _, result in results)
        if len(entries) == 1:
            self.change_requested.emit(next(iter(entries)))
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for member, result in results:
            words = " · ".join(each for each in (member.name, result.title, result.outcome) if each)
            action = menu.addAction(words.replace("&", "&&"))
            action.setData(result.entry)
        menu.triggered.connect(self._change_chosen)
        menu.popup(self.change.mapToGlobal(QPoint(0, -menu.sizeHint().height())))

    @Slot(object)
    def _change_chosen(self, action: object) -> None:
        entry = getattr(action, "data", lambda: None)()
        if isinstance(entry, int):
            self.change_requested.emit(entry)

    @override
    def sizeHint(self) -> QSize:
        """The height at which the highest of what is shown need not be scrolled."""
        shown = [each for each in (*self.halves, self.members) if not each.isHidden()]
        inside = max((each.sizeHint().height() for each in shown), default=0)
        return QSize(1010, max(_HEIGHT, inside + _AROUND))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """The frame says that results wait here: it is that of what is pointed at."""
        super().paintEvent(event)
        painter, theme = QPainter(self), self._icons.theme
        top = self.foot_row.geometry().top()
        painter.fillRect(1, top, self.width() - 2, 1, theme.colour("line.subtle"))
        with painting(painter):
            painter.setPen(pen(theme.colour("accent.interactive")))
            radius = theme.radius("dock")
            painter.drawRoundedRect(inset(QRectF(self.rect())), radius, radius)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER:
            self._go_on()
        elif event.key() == Qt.Key.Key_F2 and self.change.isEnabled():
            self._change()
        else:
            super().keyPressEvent(event)

    # ---- laying out

    def _lay_out(self) -> None:
        texts = self._texts
        self.head_row.addWidget(self.head, 1)
        self.one_by_one.show_words(texts.text_of("gui.tie.one_by_one"))
        self.one_by_one.setToolTip(plain_tip(texts.text_of("gui.tie.one_by_one.tip")))
        self.one_by_one.clicked.connect(self.one_by_one_requested)
        add_items(self.head_row, self.one_by_one, self.close_button)
        inside = QWidget()
        self._half_row: QHBoxLayout = row_layout(inside, spacing=0)
        self._lines: list[Separator] = []
        self._list_area = scrolled(self.members, texts.text_of("gui.tie.members"))
        self.body_row.setContentsMargins(0, 4, 0, 0)
        self.body_row.setSpacing(0)
        self.body_row.addWidget(self._list_area, 2)
        self.body_row.addWidget(scrolled(inside, texts.text_of("gui.tie.title"), fills=True), 3)
        self.foot_row.removeWidget(self.foot)
        self.foot.hide()
        self.progress.setTextFormat(Qt.TextFormat.PlainText)
        self.go_on.setMinimumWidth(_WIDE)
        self.change.show_words(texts.text_of("gui.tie.change"))
        for button in (self.change, self.go_on):
            button.setFixedHeight(_BUTTON)
        self.foot_row.addWidget(self.endings, 1)
        add_items(self.foot_row, self.progress, self.change, self.go_on)
