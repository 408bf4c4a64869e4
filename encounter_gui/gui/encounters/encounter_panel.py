"""The right column while an encounter is prepared: who is in it, what comes later, what is written, the others."""

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal, SignalInstance, Slot
from PySide6.QtGui import (
    QAction,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.encounters.encounters_page import EncountersPage
from encounter_gui.gui.encounters.handouts_page import HandoutsPage
from encounter_gui.gui.encounters.notes_page import NotesPage
from encounter_gui.gui.encounters.plan.plan_view import Line, PlanView
from encounter_gui.gui.encounters.roster.recruit_form import RecruitForm
from encounter_gui.gui.encounters.roster.roster_view import RosterView
from encounter_gui.gui.encounters.waves_page import WavesPage
from encounter_gui.gui.theme.icons import Icons, beside_icon
from encounter_gui.gui.theme.labels import dress_label, mark_wrong
from encounter_gui.gui.theme.yellow import settle_yellow, want_yellow
from encounter_gui.gui.widgets.layouts import STRETCH, add_items, column_layout, row_layout
from encounter_gui.gui.widgets.line_edit import LONGEST, add_clear_button

TABS = ("roster", "later", "notes", "all")
_WRITTEN = ("notes", "handouts")
"""What the page of notes shows one of: five tabs have no room in a narrow window."""
_SIDE = 11
_SAVE, _REMOVE = "save", "remove"
_UNDO, _REDO = "gui.encounters.undo", "gui.encounters.redo"


class EncounterPanel(QWidget):
    """Shows a plan; everything that is done to it goes up."""

    titled = Signal(str)
    """The encounter is to be called so."""
    typed = Signal(str)
    """A roster as typed is to be added."""
    party_chosen = Signal(object)
    """The row of a party, or None for none."""
    party_remove_requested = Signal(int)
    """The party of this row is not needed any more."""
    party_save_requested = Signal()
    """The player characters are to be kept as a party."""
    tuning_requested = Signal()
    """It is to be seen how hard the fight is with more or fewer foes."""
    start_requested = Signal()
    """The fight begins."""
    undo_requested = Signal()
    """The last change of the plan is to be undone."""
    redo_requested = Signal()
    """The change that was undone last is to be made again."""
    seen_changed = Signal(bool)
    """Whether the panel can be seen from now on."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._plan_view: PlanView | None = None
        self.tabs = QTabBar(self)
        self.written = QTabBar(self)
        self.pages = QStackedWidget(self)
        self.title = QLineEdit(self)
        self.summary = QLabel(self)
        self.party = QToolButton(self)
        self.roster = RosterView(icons, texts, self)
        self.form = RecruitForm(icons, texts, self)
        self.add = QLineEdit(self)
        self.add.setMaxLength(LONGEST)
        self.trouble = QLabel(self)
        self.sums = QLabel(self)
        self.difficulty = QLabel(self)
        self.tune = QPushButton(texts.text_of("gui.encounters.tune"), self)
        self.nobody = QLabel(texts.text_of("gui.encounters.nobody"), self)
        self.start = QPushButton(beside_icon(texts.text_of("gui.encounters.start")), self)
        self.later = WavesPage(icons, texts, self)
        self.notes = NotesPage(texts, self)
        self.handouts = HandoutsPage(icons, texts, self)
        self.fights = EncountersPage(icons, texts, self)
        self.undo = self._step_action(self.undo_requested)
        self.redo = self._step_action(self.redo_requested)
        self._lay_out()
        self._connect()

    # ---- laying out

    def _lay_out(self) -> None:
        texts = self._texts
        self.setAccessibleName(texts.text_of("gui.encounters.panel"))
        self._menu = QMenu(self)
        self._menu.addActions([self.undo, self.redo])
        # Not ActionsContextMenu: that opens its menu in a modal loop.
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(
            lambda place: self._menu.popup(self.mapToGlobal(place))
        )
        for tab in TABS:
            self.tabs.addTab(texts.text_of(f"gui.encounters.tab.{tab}"))
        for tabs in (self.tabs, self.written):
            tabs.setExpanding(False)
        self.tabs.setUsesScrollButtons(False)
        self.tabs.setDrawBase(False)
        self.tabs.setAccessibleName(texts.text_of("gui.encounters.panel"))
        bar = row_layout(None, self.tabs, STRETCH, margins=(5, 0, 4, 0))
        for page in (self._roster_page(), self.later, self._written_page(), self.fights):
            self.pages.addWidget(page)
        column_layout(self, bar, (self.pages, 1), spacing=0)

    def _written_page(self) -> QWidget:
        page, stack = QWidget(self), QStackedWidget(self)
        for name, written in zip(_WRITTEN, (self.notes, self.handouts), strict=True):
            self.written.addTab(self._texts.text_of(f"gui.encounters.tab.{name}"))
            stack.addWidget(written)
        self.written.setDrawBase(False)
        self.written.setAccessibleName(self._texts.text_of("gui.encounters.tab.notes"))
        self.written.currentChanged.connect(stack.setCurrentIndex)
        column_layout(page, self.written, (stack, 1), margins=(5, 0, 0, 0), spacing=0)
        return page

    def _roster_page(self) -> QWidget:
        page = QWidget(self)
        column_layout(page, self._head(), (self.roster, 1), self.form, self._foot(), spacing=0)
        return page

    def _head(self) -> QVBoxLayout:
        texts, theme = self._texts, self._icons.theme
        self.title.setFont(theme.font("title"))
        self.title.setProperty("flat", "true")
        self.title.setAccessibleName(texts.text_of("gui.encounters.title"))
        self.summary.setTextFormat(Qt.TextFormat.PlainText)
        self.party.setText(beside_icon(texts.text_of("gui.encounters.party")))
        self.party.setProperty("menu", "true")
        self.party.setIcon(self._icons.icon("group"))
        self.party.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.party.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.party.setMenu(QMenu(self.party))
        self.party.setAccessibleName(texts.text_of("gui.encounters.party"))
        top = row_layout(None, (self.title, 1), self.party, spacing=6)
        line = row_layout(None, self.summary, margins=(8, 0, 0, 0))
        return column_layout(None, top, line, margins=(_SIDE - 8, 8, 6, 8), spacing=0)

    def _foot(self) -> QVBoxLayout:
        texts = self._texts
        self.add.setAccessibleName(texts.text_of("gui.encounters.add"))
        add_clear_button(self.add, self._icons, texts)
        for label in (self.trouble, self.sums, self.difficulty):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.trouble.hide()
        column = column_layout(margins=(10, 8, 10, 10), spacing=8)
        add_items(column, self.add, self.trouble, self.sums)
        hard = row_layout(None, (self.difficulty, 1), self.tune)
        add_items(column, hard, self.start)
        self.show_difficulty("")
        self.nobody.setTextFormat(Qt.TextFormat.PlainText)
        column.addWidget(self.nobody, 0, Qt.AlignmentFlag.AlignHCenter)
        return column

    def _connect(self) -> None:
        self.tabs.currentChanged.connect(self.pages.setCurrentIndex)
        self.title.editingFinished.connect(self._call)
        self.add.returnPressed.connect(self._type)
        self.add.textEdited.connect(self._forgive)
        self.roster.line_selected.connect(self._select)
        self.start.clicked.connect(self.start_requested)
        self.tune.clicked.connect(self.tuning_requested)
        self.party.menu().triggered.connect(self._choose_party)
        self._icons.recoloured.connect(self._dress)
        self._icons.loaded.connect(self._dress)
        self._dress()

    # ---- state downward

    def show_planned(self, plan_view: PlanView | None) -> None:
        """Shows what is prepared; None: nothing is open."""
        self.setEnabled(plan_view is not None)
        steps = (plan_view.undo_text, plan_view.redo_text) if plan_view is not None else ("", "")
        self._show_steps(*steps)
        if plan_view is None:
            self._plan_view = None
            self.form.show_recruit(None, None)
            self.roster.lines.show_lines(())
            return
        self._plan_view = plan_view
        if not self.title.hasFocus():
            self.title.setText(plan_view.title)
        self.summary.setText(self._summary(plan_view))
        self.sums.setText(self._sums(plan_view))
        self.sums.setVisible(bool(self.sums.text()))
        self.roster.lines.show_lines(plan_view.lines)
        self.form.show_recruit(plan_view, self.roster.line)
        self.notes.show_plan(plan_view.plan)
        self.handouts.show_plan(plan_view.encounter, plan_view.plan)
        self.start.setVisible(plan_view.stage == "ready")
        self.start.setEnabled(bool(plan_view.heads[1] or plan_view.on_table))
        ink = "text.on_now" if self.start.isEnabled() else "text.secondary"
        self.start.setIcon(self._icons.icon("play", ink))
        want_yellow(self.start, is_wanted=self.start.isEnabled())
        self.nobody.setVisible(self.start.isVisibleTo(self) and not self.start.isEnabled())
        self._show_hint(plan_view)
        self._fill_parties(plan_view)

    def show_difficulty(self, words: str) -> None:
        """Says how hard the fight is before it begins; empty: nothing is known of it."""
        self.difficulty.setText(words)
        self.difficulty.setVisible(bool(words))
        self.tune.setVisible(bool(words))

    def _show_hint(self, plan_view: PlanView) -> None:
        """Shows in the field how a roster is typed, with creatures of the game."""
        foes = [each.name for each in plan_view.ruleset.creatures if each.side == "foe"]
        names = [name.lower() for name in foes[:2]]
        hint = (
            self._texts.text_of("gui.encounters.add_hint", one=names[0], other=names[-1])
            if names
            else ""
        )
        self.add.setPlaceholderText(hint)

    @Slot()
    def open_party_menu(self) -> None:
        """Offers the parties there are."""
        self.show_tab("roster")
        self.party.showMenu()

    def show_trouble(self, text: str) -> None:
        """Says what could not be read of what was typed; empty: nothing."""
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text))
        mark_wrong(self.add, is_wrong=bool(text and self.add.text()))

    @property
    def tab(self) -> str:
        """The page at the front: ``roster``, ``later``, ``notes``, ``handouts`` or ``all``."""
        name = TABS[self.tabs.currentIndex()]
        return _WRITTEN[self.written.currentIndex()] if name in _WRITTEN else name

    def show_tab(self, name: str) -> None:
        """Brings a page to the front: ``roster``, ``later``, ``notes``, ``handouts`` or ``all``."""
        if name in _WRITTEN:
            self.written.setCurrentIndex(_WRITTEN.index(name))
        self.tabs.setCurrentIndex(TABS.index("notes" if name in _WRITTEN else name))

    def take_focus(self) -> None:
        """Takes the keyboard to where a roster is typed."""
        self.show_tab("roster")
        self.add.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def typed_in(self) -> None:
        """What was typed has been added."""
        self.add.clear()
        self.show_trouble("")
        self.roster.select_last()

    def _summary(self, plan_view: PlanView) -> str:
        text_of = self._texts.text_of
        before = plan_view.stage == "ready" and not plan_view.is_joined
        there = plan_view.on_table
        low, high = plan_view.heads if before else (0, 0)
        low, high = low + there, high + there
        heads = str(low) if low == high else f"{low}–{high}"
        parts = [text_of("gui.encounters.heads", count=heads)]
        waves = len(plan_view.plan.waves)
        if waves:
            parts.append(text_of("gui.encounters.wave_count", count=waves))
        return f"{', '.join(parts)} · {text_of(f'gui.encounters.stage.{plan_view.stage}')}"

    def _sums(self, plan_view: PlanView) -> str:
        text_of = self._texts.text_of
        parts = [text_of("gui.encounters.threat", sum=plan_view.threat)] if plan_view.threat else []
        parts += (
            [text_of("gui.encounters.hit_dice", sum=plan_view.hit_dice)]
            if plan_view.hit_dice
            else []
        )
        return " · ".join(parts)

    def _fill_parties(self, plan_view: PlanView) -> None:
        menu = self.party.menu()
        menu.clear()
        for party in plan_view.parties:
            action = self._entry(menu, f"{party.name} ({party.count})", party.row)
            action.setCheckable(True)
            action.setChecked(party.row == plan_view.plan.party)
        if plan_view.plan.party is not None:
            self._entry(menu, self._texts.text_of("gui.encounters.no_party"), None)
            name = next((p.name for p in plan_view.parties if p.row == plan_view.plan.party), "")
            if name:
                remove = self._texts.text_of("gui.encounters.remove_party", name=name)
                self._entry(menu, remove, _REMOVE)
        if not menu.isEmpty():
            menu.addSeparator()
        save = self._entry(menu, self._texts.text_of("gui.encounters.save_party"), _SAVE)
        save.setEnabled(plan_view.has_characters)

    @staticmethod
    def _entry(menu: QMenu, text: str, data: object) -> QAction:
        action = menu.addAction(text.replace("&", "&&"))
        action.setData(data)
        return action

    @Slot()
    def _dress(self) -> None:
        theme = self._icons.theme
        for label, role in (
            (self.summary, "text.muted"),
            (self.nobody, "text.muted"),
            (self.sums, "text.secondary"),
            (self.difficulty, "text.primary"),
            (self.trouble, "status.danger"),
        ):
            dress_label(label, theme, "body", role)
        for widget in (self, *self.findChildren(QWidget)):
            widget.update()

    # ---- intents upward

    @Slot(object)
    def _select(self, line: Line | None) -> None:
        self.form.show_recruit(self._plan_view, line)
        if line is not None and line.kind == "wave" and self.roster.hasFocus():
            self.form.show_recruit(None, None)

    @Slot()
    def _call(self) -> None:
        name = self.title.text().strip()
        if self._plan_view is not None and name and name != self._plan_view.title:
            self.titled.emit(name)

    @Slot()
    def _type(self) -> None:
        text = self.add.text().strip()
        if text:
            self.typed.emit(text)

    @Slot()
    def _forgive(self) -> None:
        if self.trouble.text():
            self.show_trouble("")

    @Slot(QAction)
    def _choose_party(self, action: QAction) -> None:
        if action.data() == _SAVE:
            self.party_save_requested.emit()
        elif action.data() == _REMOVE and self._plan_view is not None:
            self.party_remove_requested.emit(self._plan_view.plan.party)
        else:
            self.party_chosen.emit(action.data())

    @override
    def event(self, event: QEvent) -> bool:
        """Undo and redo in the panel are of what was changed here; in a field, of what was typed there."""
        action = self._action_for(event) if isinstance(event, QKeyEvent) else None
        if action is not None and action.isEnabled():
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                action.trigger()
                return True
        return super().event(event)

    def _action_for(self, event: QKeyEvent) -> QAction | None:
        if event.matches(QKeySequence.StandardKey.Undo):
            return self.undo
        return self.redo if event.matches(QKeySequence.StandardKey.Redo) else None

    def _step_action(self, requested: SignalInstance) -> QAction:
        """Returns an entry of the panel's context menu."""
        action = QAction(self)
        action.triggered.connect(requested)
        self.addAction(action)
        return action

    def _show_steps(self, undo: str, redo: str) -> None:
        for action, key, what in ((self.undo, _UNDO, undo), (self.redo, _REDO, redo)):
            action.setEnabled(bool(what))
            action.setText(self._texts.text_of(key, what=what))

    @override
    def showEvent(self, event: QShowEvent) -> None:
        """The style sheet forgets colours that were set before it saw the labels."""
        super().showEvent(event)
        settle_yellow(self.start)
        self._dress()
        self.seen_changed.emit(True)

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        QTimer.singleShot(0, self._settle_yellow)  # its parts are hidden after it
        self.seen_changed.emit(False)

    @Slot()
    def _settle_yellow(self) -> None:
        settle_yellow(self.start)

    @override
    def sizeHint(self) -> QSize:
        return QSize(int(self._icons.theme.size("dock_right")), 596)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        bottom = self.tabs.geometry().bottom()
        painter.fillRect(0, bottom, self.width(), 1, theme.colour("line.subtle"))
