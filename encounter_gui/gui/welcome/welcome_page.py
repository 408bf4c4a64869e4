"""The welcome screen: which game, a sample fight of each, the tour, what can be begun or opened, recent campaigns."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import dress_label, plain_label
from encounter_gui.gui.theme.painting.body_figure import BodyFigure
from encounter_gui.gui.welcome.game_card import GameCard
from encounter_gui.gui.welcome.panels import BeginPanel, RecentPanel, TourPanel
from encounter_gui.gui.welcome.welcome_row import WelcomeRow
from encounter_gui.gui.welcome.welcome_view import WelcomeView
from encounter_gui.gui.widgets.layouts import STRETCH, add_items, column_layout, row_layout

_WIDTH = 1172
"""How wide the content is in the smallest window that has room for it; wider windows give it half of what is more."""
_GAP = 12
_WIDEST = 1760
_LOW = 700
_LOWER, _NARROW = (432, 296, 420), (330, 325, 337)
"""How tour, begin and recent share the width; in a narrow window the words of the first stand in two lines."""

_LEAST_PANEL = 280
_THEMES = ("dark", "light", "high_contrast", "system")


class WelcomePage(QScrollArea):
    """Shown while nothing is open. Digits choose a game, Enter presses the button that has the keyboard."""

    sample_requested = Signal(str)
    empty_requested = Signal(str)
    requested = Signal(str)
    """``new``, ``open``, ``import``, ``backup``, ``samples`` or ``keys``."""
    recent_requested = Signal(str)
    find_requested = Signal(str)
    forget_requested = Signal(str)
    tour_requested = Signal()
    theme_requested = Signal(str)
    dropped = Signal(str)
    """A file was dropped on the screen."""

    def __init__(
        self,
        welcome_view: WelcomeView,
        icons: Icons,
        figure: BodyFigure,
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes what is shown first, icons with the theme, the body of a picture, and the words."""
        super().__init__(parent)
        self._icons, self._texts = icons, texts
        self.chosen: str = ""
        """The ruleset of the chosen game; empty: none is, as there is a campaign to go on with."""
        self._is_later = False
        games = welcome_view.games
        self.cards = tuple(
            GameCard(game, str(place), icons, figure, texts) for place, game in enumerate(games, 1)
        )
        touring = next((game for game in games if game.has_tour), None)
        sample = texts.text_of(f"welcome.{touring.ruleset}.sample") if touring else ""
        self.tour = TourPanel(sample, icons, texts)
        self.begin = BeginPanel(icons, texts)
        self.recent = RecentPanel(icons, texts)
        self.trouble = plain_label("", self)
        self.trouble.hide()
        self._lay_out()
        self._connect()
        self.show_welcome(welcome_view)

    # ---- laying out

    def _lay_out(self) -> None:
        self.setAccessibleName(self._texts.text_of("welcome.name"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAcceptDrops(True)
        inside = QWidget()
        inside.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        self._content = QWidget(inside)
        self._column = column_layout(self._content, self.trouble, self._head(), spacing=_GAP)
        grid = QGridLayout()
        grid.setSpacing(_GAP)
        for place, card in enumerate(self.cards):
            grid.addWidget(card, 0, place)
            grid.setColumnStretch(place, 1)
        self._column.addLayout(grid)
        lower = self._lower = QHBoxLayout()
        lower.setSpacing(_GAP)
        for panel, width in zip((self.tour, self.begin, self.recent), _LOWER, strict=True):
            panel.setMinimumWidth(min(width, _LEAST_PANEL))
            lower.addWidget(panel, width)
        self._column.addLayout(lower)
        row = row_layout(inside, STRETCH, margins=(16, 0, 16, 0))
        middle = column_layout(margins=(0, 10, 0, 14))
        middle.addStretch(2)
        middle.addWidget(self._content)
        middle.addStretch(3)
        add_items(row, middle, STRETCH)
        self.setWidget(inside)

    def _head(self) -> QHBoxLayout:
        text_of = self._texts.text_of
        self._title = plain_label(text_of("welcome.title"), self, wraps=False)
        self._keys = plain_label(text_of("welcome.keys", first=1, last=len(self.cards)), self)
        row = row_layout(None, (column_layout(None, self._title, self._keys, spacing=0), 1))
        self._theme_word = plain_label(text_of("welcome.theme"), self, wraps=False)
        add_items(row, (self._theme_word, 0, Qt.AlignmentFlag.AlignBottom), 4)
        segments = row_layout(spacing=0)
        self.themes = QButtonGroup(self)
        for place, name in enumerate(_THEMES):
            segments.addWidget(self._segment(name, place), 0, Qt.AlignmentFlag.AlignBottom)
        row.addLayout(segments)
        return row

    def _segment(self, name: str, place: int) -> QToolButton:
        button = QToolButton(self)
        button.setText(self._texts.text_of(f"welcome.theme.{name}"))
        button.setObjectName(f"theme_{name}")
        button.setCheckable(True)
        last = len(_THEMES) - 1
        kind = {0: "first", last: "last"}.get(place, "middle")
        button.setProperty("segment", kind)
        self.themes.addButton(button, place)
        return button

    def _connect(self) -> None:
        for card in self.cards:
            card.chosen.connect(self.choose)
            card.sample_requested.connect(self.sample_requested)
            card.empty_requested.connect(self.empty_requested)
        self.tour.tour_requested.connect(self.tour_requested)
        self.begin.requested.connect(self.requested)
        self.recent.open_requested.connect(self.recent_requested)
        self.recent.find_requested.connect(self.find_requested)
        self.recent.forget_requested.connect(self.forget_requested)
        self.themes.idClicked.connect(lambda place: self.theme_requested.emit(_THEMES[place]))
        self._icons.recoloured.connect(self._dress)
        self._dress()

    # ---- showing

    def show_welcome(self, welcome_view: WelcomeView) -> None:
        """Shows which campaigns there are; where there is one to go on with, that is what Enter does."""
        self.recent.show_recent(welcome_view.recent)
        self._is_later = welcome_view.last is not None
        self.show_theme(welcome_view.theme)
        self._choose("" if self._is_later else welcome_view.chosen)

    def show_theme(self, name: str) -> None:
        """Ticks the theme that is set."""
        if name in _THEMES:
            self.themes.button(_THEMES.index(name)).setChecked(True)

    def show_trouble(self, sentence: str) -> None:
        """Says above everything what could not be opened, and why; empty: nothing."""
        self.trouble.setText(sentence)
        self.trouble.setVisible(bool(sentence))

    def take_focus(self) -> None:
        """Takes the keyboard to what Enter should do: to go on, or to open the chosen sample."""
        self._first_button().setFocus(Qt.FocusReason.OtherFocusReason)

    def _first_button(self) -> QPushButton:
        if not self.chosen and self._is_later:
            return self.recent.go_on
        card = next((each for each in self.cards if each.is_chosen), None)
        return card.open if card is not None else self.tour.start

    @Slot(str)
    def choose(self, ruleset: str) -> None:
        """Chooses a game, and takes the keyboard to its sample."""
        self._choose(ruleset)
        self.take_focus()

    def _choose(self, ruleset: str) -> None:
        self.chosen = ruleset
        for card in self.cards:
            is_chosen = card.game.ruleset == ruleset
            card.show_chosen(is_chosen=is_chosen, is_primary=True)
        self.recent.go_on.show_primary(
            is_primary=self._is_later and not ruleset, cap="" if ruleset else "↵"
        )

    @Slot()
    def _dress(self) -> None:
        theme = self._icons.theme
        self._title.setFont(theme.font("round"))
        dress_label(self._keys, self._icons.theme, "body", "text.muted")
        dress_label(self._theme_word, self._icons.theme, "small", "text.muted")
        dress_label(self.trouble, self._icons.theme, "row", "status.danger")

    # ---- keys, files, size

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        text = event.text()
        plain_key = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        if plain_key and text.isdecimal() and 1 <= int(text) <= len(self.cards):
            self.choose(self.cards[int(text) - 1].game.ruleset)
        elif plain_key and event.key() == Qt.Key.Key_T:
            self.tour_requested.emit()
        elif event.modifiers() == Qt.KeyboardModifier.ControlModifier and (
            event.key() == Qt.Key.Key_I
        ):
            self.requested.emit("import")
        elif plain_key and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._first_button().click()
        else:
            super().keyPressEvent(event)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        """The style sheet forgets what was set before it saw the labels."""
        super().showEvent(event)
        self._dress()

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _files(event):
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        for path in _files(event)[:1]:
            self.dropped.emit(path)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        """The content keeps its width, and grows in a window that is much wider."""
        super().resizeEvent(event)
        room = event.size().width()
        more = max(0, room - 1366)
        width = min(room - 32, _WIDTH + more // 2, _WIDEST)
        self._content.setFixedWidth(width)
        for card in self.cards:
            card.fit((width - _GAP * (len(self.cards) - 1)) // len(self.cards))
        for place, share in enumerate(_LOWER if width == _WIDTH + more // 2 else _NARROW):
            self._lower.setStretch(place, share)
        is_low = event.size().height() < _LOW
        for row in self.findChildren(WelcomeRow):
            row.show_low(is_low=is_low)

    @override
    def sizeHint(self) -> QSize:
        return QSize(_WIDTH, 700)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(320, 240)


def _files(event: QDropEvent) -> Sequence[str]:
    return [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
