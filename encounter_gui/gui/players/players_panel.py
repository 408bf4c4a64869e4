"""The game master's panel of what the players see: who joins, the second screen, and what is revealed."""

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QLabel,
    QLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.dialogs.frame import set_up_dialog
from encounter_gui.gui.players.guest_list import GuestList
from encounter_gui.gui.players.join_box import JoinBox
from encounter_gui.gui.players.reveal_matrix import ExceptionRows, RevealMatrix
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import add_items, row_layout
from encounter_gui.play.players.reveal import PLAN_REVEALS, RevealTable

_SIZE = (860, 640)
_THEMES = ("dark", "light", "high_contrast")


class PlayersPanel(QDialog):
    """A window of its own beside the fight; closing it changes nothing of what the players see."""

    screen_requested = Signal(str)
    """The name of the screen to fill; empty: an ordinary window."""
    screen_closed = Signal()
    theme_chosen = Signal(str)
    """The theme of the players' screen."""
    blank_requested = Signal(bool)
    """Whether all screens shall be blank."""
    table_changed = Signal(object)
    """``RevealTable``: what is revealed from now on."""

    def __init__(
        self,
        icons: Icons,
        texts: MessageCatalog,
        *,
        is_available: bool,
        parent: QWidget | None = None,
    ) -> None:
        """Takes icons with the theme, the words, and whether the page can be served."""
        super().__init__(parent)
        self._texts = texts
        self._table = RevealTable()
        self._column = set_up_dialog(self, texts.text_of("players.panel"), is_kept=True)
        self.join = JoinBox(icons, texts, is_available=is_available, parent=self)
        self.guests = GuestList(texts, self)
        self.screens = QComboBox(self)
        self.screens.setAccessibleName(texts.text_of("players.panel.screen"))
        self.themes = QComboBox(self)
        self.themes.setAccessibleName(texts.text_of("players.panel.theme"))
        for each in _THEMES:
            self.themes.addItem(texts.text_of(f"gui.action.theme_{each}").replace("&", ""), each)
        self.open_screen = QPushButton(texts.text_of("players.panel.open_screen"), self)
        self.close_screen = QPushButton(texts.text_of("players.panel.close_screen"), self)
        self.blank = QPushButton(texts.text_of("players.panel.blank"), self)
        self.blank.setCheckable(True)
        self.matrix = RevealMatrix(texts, self)
        self.title = QCheckBox(texts.text_of("players.panel.title"), self)
        self.clock = QCheckBox(texts.text_of("players.panel.clock"), self)
        self.plan = QComboBox(self)
        self.plan.setAccessibleName(texts.text_of("players.panel.plan"))
        for step in PLAN_REVEALS:
            self.plan.addItem(texts.text_of(f"players.panel.plan.{step}"), step)
        self.exceptions = ExceptionRows(texts, self)
        self._lay_out()
        self._connect()
        self.show_screens()
        self.resize(*_SIZE)

    def _lay_out(self) -> None:
        left, right = QVBoxLayout(), QVBoxLayout()
        for column in (left, right):
            column.setSpacing(6)
        self._part(left, "join", self.join)
        self._part(left, "guests", self.guests)
        self._part(left, "screen", self.screens, self.themes)
        row = row_layout(None, self.open_screen, self.close_screen, self.blank)
        left.addLayout(row)
        left.addStretch(1)
        plan = row_layout(None, QLabel(self._texts.text_of("players.panel.plan"), self), self.plan)
        plan.addStretch(1)
        self._part(right, "revealed", self.matrix, plan, self.title, self.clock)
        self._part(right, "one", self.exceptions)
        right.addStretch(1)
        inner = QWidget(self)
        row_layout(inner, (left, 2), (right, 3), margins=(0, 0, 8, 0), spacing=12)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        area.setWidget(inner)
        self._column.setContentsMargins(11, 14, 3, 14)  # the bar that scrolls stands at its edge
        self._column.addWidget(area)

    def _part(self, column: QVBoxLayout, name: str, *widgets: QWidget | QLayout) -> None:
        head = QLabel(self._texts.text_of(f"players.panel.part.{name}"), self)
        font = head.font()
        font.setBold(True)
        head.setFont(font)
        column.addWidget(head)
        add_items(column, *widgets)
        column.addSpacing(8)

    def _connect(self) -> None:
        self.open_screen.clicked.connect(
            lambda: self.screen_requested.emit(str(self.screens.currentData() or ""))
        )
        self.close_screen.clicked.connect(self.screen_closed)
        self.blank.clicked.connect(self.blank_requested)
        self.themes.activated.connect(
            lambda: self.theme_chosen.emit(str(self.themes.currentData()))
        )
        self.matrix.changed.connect(self.table_changed)
        self.exceptions.changed.connect(self.table_changed)
        self.title.clicked.connect(self._show_title)
        self.clock.clicked.connect(self._show_clock)
        self.plan.activated.connect(self._show_plan)
        app = QGuiApplication.instance()
        app.screenAdded.connect(self.show_screens)  # type: ignore[union-attr]  # a dialog needs one
        app.screenRemoved.connect(self.show_screens)  # type: ignore[union-attr]  # as above
        # The key that blanks everything works here, too.
        key = QShortcut(QKeySequence(Qt.Key.Key_F9), self)
        key.activated.connect(self.blank.click)

    # ---- what is shown

    @Slot()
    def show_screens(self) -> None:
        """Offers the screens there are, the game master's last."""
        owner = self.parentWidget()
        mine = owner.screen() if owner is not None else self.screen()
        chosen = self.screens.currentData()
        self.screens.clear()
        text_of = self._texts.text_of
        for each in QGuiApplication.screens():
            if each.name() != mine.name():
                size = each.size()
                words = text_of(
                    "players.panel.screen_of",
                    name=each.name(),
                    width=size.width(),
                    height=size.height(),
                )
                self.screens.addItem(words, each.name())
        self.screens.addItem(text_of("players.panel.window"), "")
        self.screens.setCurrentIndex(max(self.screens.findData(chosen), 0))

    def choose_screen(self, name: str) -> None:
        """Chooses the screen of this name, if it is there."""
        self.screens.setCurrentIndex(max(self.screens.findData(name), 0))

    def show_table(self, table: RevealTable) -> None:
        """Shows what is revealed."""
        self._table = table
        self.matrix.show_table(table)
        self.exceptions.show_table(table)
        self.title.setChecked(table.shows_title)
        self.clock.setChecked(table.shows_clock)
        self.plan.setCurrentIndex(self.plan.findData(table.plan))

    def show_theme(self, name: str) -> None:
        """Shows the theme of the players' screen."""
        self.themes.setCurrentIndex(max(self.themes.findData(name), 0))

    # ---- what is asked for

    @Slot()
    def _show_clock(self) -> None:
        self.table_changed.emit(replace(self._table, shows_clock=self.clock.isChecked()))

    @Slot()
    def _show_plan(self) -> None:
        self.table_changed.emit(replace(self._table, plan=self.plan.currentData()))

    @Slot()
    def _show_title(self) -> None:
        self.table_changed.emit(replace(self._table, shows_title=self.title.isChecked()))
