"""The panel of the selected combatant."""

from collections.abc import Sequence

from msgspec.structs import replace
from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QSizePolicy,
    QTabBar,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.body.body_diagram import BodyDiagram
from encounter_gui.gui.status.body_page import BodyPage
from encounter_gui.gui.status.chip_row import ChipRow
from encounter_gui.gui.status.consequences import Consequences
from encounter_gui.gui.status.notes import Notes
from encounter_gui.gui.status.offer_line import OfferLine
from encounter_gui.gui.status.panel_head import PanelHead
from encounter_gui.gui.status.quick_actions import QuickActions
from encounter_gui.gui.status.sections.sheet_view import SheetView
from encounter_gui.gui.status.sections.value_section import (
    rest_of_sheet,
    sections_with_values,
    with_changes,
)
from encounter_gui.gui.theme.icons import Icons, beside_icon
from encounter_gui.gui.theme.painting.body_figure import BodyFigure
from encounter_gui.gui.widgets.layouts import column_layout, row_layout
from encounter_gui.gui.widgets.painted.painted_line import PaintedLine
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import ActionOption, BodyView, ChangePreview, CombatantView, Odds

_TABS = ("open", "body", "sheet", "notes")
_SIDE = 10
_PAIR_FROM = 540
"""From this width on figure and sheet stand side by side, in logical pixels."""
_PIN_AROUND = 44
"""What the pin and the edges of the bar need beside its words."""


class StatusPanel(QWidget):
    """Shows one combatant: head and conditions, then figure, sheet or notes, then quick actions."""

    relieve_requested = Signal(str, str)
    """Whose condition is to be taken off, and its key."""
    condition_edited = Signal(str, str)
    """Whose condition is to be changed, and its key."""
    note_written = Signal(str, str)
    """Whose note has been written, and all of it."""
    action_requested = Signal(object)
    """The command of a quick action or of something the sheet offers."""
    value_typed = Signal(str, str, object, bool)
    """Whose value is to be set by hand, its key, what it shall be, and whether beyond what the rules allow."""
    edit_left = Signal()
    """The field that ``begin_edit`` opened is closed again."""
    renamed = Signal(str, str)
    """Who is called something else from now on, and what."""
    struck = Signal(str, str, int, bool)
    """Who is hit by hand, the key of the place, damage before armor; ``body_page`` waits to hear what came of it."""
    hit_left = Signal()
    """The field that ``begin_hit`` opened is closed again."""
    follow_changed = Signal(bool)
    """Whether the panel follows the selection from now on."""

    seen_changed = Signal(bool)
    """Whether the panel can be seen from now on."""

    def __init__(
        self, icons: Icons, figure: BodyFigure, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._sheet: CombatantView | None = None
        self._tabs = QTabBar(self)
        self._pin = QToolButton(self)
        self._content = QWidget(self)
        self.head = PanelHead(icons, texts, self._content)
        self.chips = ChipRow(icons, texts, self._content)
        self._pages = QWidget(self._content)
        self._body: BodyView | None = None
        self._is_pair = False
        self._alone = _TABS.index("sheet")
        self.body_page = BodyPage(icons, figure, texts, self._pages)
        self.sheet = SheetView(icons, texts, self._pages)
        self.notes = Notes(texts, self._pages)
        self.consequences = Consequences(icons, texts, self._content)
        self.offer = OfferLine(icons, texts, self._content)
        self._open: QWidget | None = None
        self._origin = PaintedLine(icons, parent=self)
        self._standing = ""
        self._changes: tuple[ChangePreview, ...] = ()
        self.quick_actions = QuickActions(icons, texts, self._content)
        self.setAccessibleName(texts.text_of("gui.status.panel"))
        self._lay_out()
        self._connect()
        self.show_view(None)

    # ---- state downward

    @property
    def follows(self) -> bool:
        """Returns whether it follows the selection, or stays on its combatant."""
        return not self._pin.isChecked()

    @property
    def body(self) -> BodyDiagram:
        """Returns the figure."""
        return self.body_page.diagram

    def take_open_page(self, page: QWidget) -> None:
        """Takes the page of what is still open, which stands before the others while time between fights passes."""
        self._open = page
        page.hide()
        self._column.insertWidget(1, page, 1)

    def show_open(self, *, is_shown: bool) -> None:
        """Shows the page of what is still open, in front of the others, or takes it away again."""
        at = _TABS.index("open")
        before = self._tabs.currentIndex()
        if is_shown == self._tabs.isTabVisible(at) or self._open is None:
            return
        self._tabs.setTabVisible(at, is_shown)
        if is_shown:
            self._before_open = before
        self._tabs.setTabVisible(_TABS.index("body"), self._is_pair or not is_shown)
        self._tabs.updateGeometry()
        self._tabs.setCurrentIndex(at if is_shown else self._before_open)
        self._show_pages()
        if self._sheet is None:
            self.setAccessibleDescription(self._nobody)

    def show_origin(self, words: str) -> None:
        """Says beside the tabs where what is still open comes from."""
        self._origin.show_words(words)

    def show_view(self, view: CombatantView | None) -> None:
        """Shows a combatant; None: nobody, and a sentence says what to do."""
        if view is None:
            self.notes.show_note("", "")
        if (view is None) != (self._sheet is None):
            self.update()
        if view is None or self._sheet is None or view.who != self._sheet.who:
            for sheet in (self.sheet, self.body_page.sections):
                if view is not None:
                    sheet.value_field.hand_on()
                sheet.value_field.close_unset()
        self._sheet = view
        self._content.setVisible(view is not None and not self._is_open_in_front)
        self.setAccessibleDescription(self._nobody if view is None else view.name)
        if view is not None:
            self._show_head(view)
            self.chips.show_chips(view.chips)
            self._fill_sheet(view)
            self.notes.show_note(view.who, view.note)

    @Slot(tuple)
    def show_consequences(self, sentences: tuple[tuple[str, str], ...]) -> None:
        """Shows what the rules make of a change that is only being typed; the actions give way to it."""
        self.consequences.show_sentences(sentences)
        self.quick_actions.setVisible(not sentences)

    @Slot(tuple)
    def show_changes(self, changes: tuple[ChangePreview, ...]) -> None:
        """Shows gauges before → after, as far as these changes, that are only being typed, are about who is shown."""
        if changes != self._changes:
            self._changes = changes
            if self._sheet is not None:
                self._fill_sheet(self._sheet)

    def _fill_sheet(self, view: CombatantView) -> None:
        """Fills the page in front; the others are filled when they come there."""
        mine = next((each for each in self._changes if each.who == view.who), None)
        shown = view if mine is None else with_changes(view, mine)
        if not self.sheet.isHidden():
            sections = sections_with_values(shown, self._texts)
            self.sheet.show_sections(sections, view.values, rest_of_sheet(shown, self._texts))
        elif not self.body_page.isHidden():
            self.body_page.show_sections(shown.sections, view.values)

    @Slot()
    def _show_pages(self) -> None:
        """Shows the page whose tab is in front; where there is room, figure and sheet together."""
        tab = _TABS[self._tabs.currentIndex()]
        is_pair = self._is_pair and tab in ("body", "sheet")
        if self._open is not None:
            self._open.setVisible(tab == "open")
        self._content.setVisible(self._sheet is not None and tab != "open")
        self._origin.setVisible(tab == "open")
        self._pin.setVisible(tab != "open")
        if tab == "open":
            self.update()
            return
        self.body_page.show_sheet_below(is_shown=not is_pair)
        for name, page in zip(
            _TABS[1:], (self.body_page, self.sheet, self._notes_page), strict=True
        ):
            page.setVisible(name == tab or (is_pair and page is not self._notes_page))
        self.show_body(self._body)
        if self._sheet is not None:
            self._fill_sheet(self._sheet)

    @property
    def _nobody(self) -> str:
        """What is said where nobody is selected: whom to click."""
        is_between = self._tabs.isTabVisible(_TABS.index("open"))
        return self._texts.text_of(
            "gui.status.nobody_between" if is_between else "gui.status.nobody"
        )

    @property
    def _is_open_in_front(self) -> bool:
        return _TABS[self._tabs.currentIndex()] == "open"

    def _join_tabs(self) -> None:
        """Makes one tab of figure and sheet while they stand side by side."""
        body, sheet = _TABS.index("body"), _TABS.index("sheet")
        current = self._tabs.currentIndex()
        if self._is_pair:
            self._alone = current
            self._tabs.setCurrentIndex(body if current == sheet else current)
        self._tabs.setTabText(
            body, self._texts.text_of("gui.status.pair" if self._is_pair else "gui.status.body")
        )
        self._tabs.setTabVisible(sheet, not self._is_pair)
        is_between = self._tabs.isTabVisible(_TABS.index("open"))
        self._tabs.setTabVisible(body, self._is_pair or not is_between)
        if not self._is_pair and current == body:
            self._tabs.setCurrentIndex(self._alone)
        self._show_pages()

    def _fit_pin(self) -> None:
        """Leaves the words of the pin out where the tabs need their room."""
        style = Qt.ToolButtonStyle
        words = self._pin.fontMetrics().horizontalAdvance(self._pin.text()) + _PIN_AROUND
        has_room = self.width() >= self._tabs.sizeHint().width() + words
        self._pin.setToolButtonStyle(
            style.ToolButtonTextBesideIcon if has_room else style.ToolButtonIconOnly
        )

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_pin()
        is_pair = self.width() >= _PAIR_FROM
        if is_pair != self._is_pair:
            self._is_pair = is_pair
            self._join_tabs()

    def show_standing(self, words: str) -> None:
        """Says in the head which of several this combatant is; empty: what it says otherwise."""
        if words != self._standing:
            self._standing = words
            if self._sheet is not None:
                self._show_head(self._sheet)

    def _show_head(self, view: CombatantView) -> None:
        self.head.show_view(replace(view, role=self._standing) if self._standing else view)

    def show_body(self, body: BodyView | None) -> None:
        """Shows a figure; None: nobody's. A page behind another is filled when it comes to the front."""
        self._body = body
        if not self.body_page.isHidden():
            self.body_page.show_body(body)

    @Slot(object)
    def show_odds(self, odds: Odds | None) -> None:
        """Takes the odds of what is on the bench, to be laid over the figure."""
        self.body_page.show_odds(odds)

    @Slot(object)
    def aim_at(self, target: str | None) -> None:
        """Takes whom the bench aims at; None: nobody."""
        self.body_page.aim_at(target or "")

    def begin_hit(self) -> bool:
        """Brings the figure to the front and opens its field; returns whether this body has places to hit."""
        if self._body is None or not self._body.can_be_hit:
            return False
        self.show_tab("body")
        self.body_page.begin_hit()
        return True

    def begin_edit(self) -> bool:
        """Brings the sheet to the front and opens the field over one of its values; returns whether it has any."""
        if self._sheet is None:
            return False
        self.show_tab("sheet")
        return self.sheet.begin_edit()

    def follow_again(self) -> None:
        """Follows the selection from now on, as if the pin were taken out."""
        self._pin.setChecked(False)

    def show_actions(self, actions: Sequence[ActionOption]) -> None:
        """Shows what the combatant can do."""
        self.quick_actions.show_actions(actions)

    def show_tab(self, name: str) -> None:
        """Brings a tab to the front: ``body``, ``sheet`` or ``notes``."""
        is_joined = self._is_pair and name == "sheet"
        self._tabs.setTabVisible(_TABS.index("body" if is_joined else name), True)
        self._tabs.setCurrentIndex(_TABS.index("body" if is_joined else name))

    # ---- intents upward

    @Slot(str)
    def _edit_condition(self, key: str) -> None:
        if self._sheet is not None:
            self.condition_edited.emit(self._sheet.who, key)

    @Slot(str)
    def _relieve(self, key: str) -> None:
        if self._sheet is not None:
            self.relieve_requested.emit(self._sheet.who, key)

    @Slot(str, object, bool)
    def _set_value(self, key: str, to: object, is_beyond: bool) -> None:
        if self._sheet is not None:
            self.value_typed.emit(self._sheet.who, key, to, is_beyond)

    @Slot(bool)
    def _follow(self, is_pinned: bool) -> None:
        self._say_pin()
        self.follow_changed.emit(not is_pinned)

    def _say_pin(self) -> None:
        key = "follows" if self.follows else "stays"
        words = self._texts.text_of(f"gui.status.{key}")
        self._pin.setText(beside_icon(words))
        self._pin.setAccessibleName(words)
        self._pin.setToolTip(plain_tip(self._texts.text_of(f"gui.status.{key}_help")))

    def _lay_out(self) -> None:
        for name in _TABS:
            self._tabs.addTab(self._texts.text_of(f"gui.status.{name}"))
        self._tabs.setTabVisible(_TABS.index("open"), False)
        self._before_open = _TABS.index("sheet")
        self._tabs.setExpanding(False)
        self._tabs.setDrawBase(False)
        self._tabs.setUsesScrollButtons(False)
        self._tabs.setAccessibleName(self._texts.text_of("gui.status.tabs"))
        self._pin.setCheckable(True)
        self._pin.setIcon(self._icons.icon("pin"))
        self._pin.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._say_pin()
        bar = row_layout(margins=(5, 0, 4, 0))
        bar.addWidget(self._tabs)
        bar.addStretch(0)
        bar.addWidget(self._pin, 1, Qt.AlignmentFlag.AlignRight)
        bar.addWidget(self._origin, 1)
        self._origin.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._tabs.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        column = self._column = column_layout(self, spacing=0)
        column.addLayout(bar)
        column.addWidget(self._content, 1)
        column.addStretch(0)
        self._lay_out_content()

    def _lay_out_content(self) -> None:
        chips = row_layout(margins=(_SIDE, 0, _SIDE, 8))
        chips.addWidget(self.chips)
        self._notes_page = QWidget(self._pages)
        inner = column_layout(self._notes_page, margins=(_SIDE, 4, _SIDE, _SIDE))
        inner.addWidget(self.notes)
        pages = row_layout(self._pages, spacing=0)
        for widget in (self.body_page, self.sheet, self._notes_page):
            pages.addWidget(widget, 1)
        column = column_layout(self._content, spacing=0)
        column.addWidget(self.head)
        column.addLayout(chips)
        column.addWidget(self._pages, 1)
        column.addWidget(self.offer)
        column.addWidget(self.consequences)
        column.addWidget(self.quick_actions)

    def _connect(self) -> None:
        self._tabs.currentChanged.connect(self._show_pages)
        self._tabs.setCurrentIndex(_TABS.index("sheet"))
        self._show_pages()
        self._pin.toggled.connect(self._follow)
        self.chips.relieve_requested.connect(self._relieve)
        self.chips.edit_requested.connect(self._edit_condition)
        self.notes.written.connect(self.note_written)
        self.quick_actions.action_requested.connect(self.action_requested)
        self.sheet.offer_taken.connect(self.action_requested)
        self.sheet.value_typed.connect(self._set_value)
        self.sheet.left.connect(self.edit_left)
        self.head.renamed.connect(self.renamed)
        self.body_page.sections.value_typed.connect(self._set_value)
        self.body_page.struck.connect(self.struck)
        self.body_page.hit_left.connect(self.hit_left)
        self._icons.recoloured.connect(self._repaint)
        self._icons.loaded.connect(self._repaint)

    @Slot()
    def _repaint(self) -> None:
        for widget in (self, *self.findChildren(QWidget)):
            widget.update()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.seen_changed.emit(True)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.seen_changed.emit(False)

    @override
    def sizeHint(self) -> QSize:
        return QSize(int(self._icons.theme.size("dock_right")), 596)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        bottom = self._tabs.geometry().bottom()
        painter.fillRect(0, bottom, self.width(), 1, theme.colour("line.subtle"))
        if self._sheet is None and not self._is_open_in_front:
            painter.setFont(theme.font("body"))
            painter.setPen(theme.colour("text.muted"))
            area = QRectF(self.rect()).adjusted(_SIDE, bottom, -_SIDE, 0)
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(area, flags, self._nobody)
