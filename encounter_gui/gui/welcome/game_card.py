"""A game on the welcome screen: its picture, what it is like, and the sample fight of it."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.canvas import inset, painting, pen
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import dress_label, plain_label
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.theme.painting.body_figure import BodyFigure
from encounter_gui.gui.welcome.card_pictures import PICTURE, paint_picture
from encounter_gui.gui.welcome.open_button import OpenButton
from encounter_gui.gui.welcome.welcome_view import GameChoice
from encounter_gui.gui.widgets.layouts import STRETCH, column_layout, row_layout

_SIDE = 15


class GameCard(QFrame):
    """A click anywhere on it chooses the game; its buttons open something."""

    chosen = Signal(str)
    """The ruleset of the game that was pointed at."""
    sample_requested = Signal(str)
    """The sample fight of this ruleset is to be opened."""
    empty_requested = Signal(str)
    """An empty encounter of this ruleset is to be made."""

    def __init__(
        self,
        game: GameChoice,
        key: str,
        icons: Icons,
        figure: BodyFigure,
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes the game, the key that chooses it, icons with the theme, the body of its picture, and the words."""
        super().__init__(parent)
        self.game = game
        self._icons = icons
        self._texts = texts
        self.is_chosen: bool = False
        """Whether the game is the chosen one."""
        word = f"welcome.{game.ruleset}"
        title, sample = texts.text_of(f"{word}.title"), texts.text_of(f"{word}.sample")
        self.picture = CardPicture(game, icons, figure, self)
        self.picture.setAccessibleName(texts.text_of(f"{word}.picture"))
        self.head = CardHead(title, texts.text_of(f"{word}.dice"), key, icons, self)
        self.text = plain_label(texts.text_of(f"{word}.text"), self)
        self.sample = plain_label(sample, self)
        self.standing = plain_label(texts.text_of(f"{word}.standing"), self)
        self.open = OpenButton(texts.text_of("welcome.sample"), icons, "play", parent=self)
        self.open.setAccessibleName(texts.text_of("welcome.sample.of", game=title, sample=sample))
        self.empty = OpenButton(texts.text_of("welcome.empty"), icons, parent=self)
        self.empty.setAccessibleName(texts.text_of("welcome.empty.of", game=title))
        self.setAccessibleName(title)
        self._lay_out()
        self.open.clicked.connect(lambda: self.sample_requested.emit(self.game.ruleset))
        self.empty.clicked.connect(lambda: self.empty_requested.emit(self.game.ruleset))
        icons.recoloured.connect(self._dress)
        self._dress()

    def show_chosen(self, *, is_chosen: bool, is_primary: bool) -> None:
        """Shows whether the game is the chosen one, and whether its sample is what to open now."""
        self.is_chosen = is_chosen
        self.open.show_primary(is_primary=is_chosen and is_primary, cap="↵" if is_chosen else "")
        self.update()

    def fit(self, width: int) -> None:
        """Gives every part the height it needs in a card of this width: words wrap, pictures grow."""
        self.picture.fit(width)
        room = width - 2 * _SIDE
        self.head.setFixedHeight(self.head.heightForWidth(room))
        for label in (self.text, self.sample, self.standing):
            label.setMinimumHeight(label.heightForWidth(room))

    def _lay_out(self) -> None:
        buttons = row_layout(None, (self.open, 1), self.empty, spacing=8)
        below = column_layout(
            None, self.head, self.text, STRETCH, margins=(_SIDE, 13, _SIDE, 8), spacing=4
        )
        foot = column_layout(
            None, self.sample, self.standing, 9, buttons, margins=(_SIDE, 9, _SIDE, 15), spacing=0
        )
        column = column_layout(self, self.picture, (below, 1), spacing=0)
        self._foot = QWidget(self)
        self._foot.setLayout(foot)
        column.addWidget(self._foot)

    @Slot()
    def _dress(self) -> None:
        theme = self._icons.theme
        for label, font, weight, role in (
            (self.text, "body", 400, "text.secondary"),
            (self.sample, "body", 600, "text.primary"),
            (self.standing, "small", 400, "text.muted"),
        ):
            dress_label(label, theme, font, role, weight=weight)
        self.update()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        """The style sheet forgets what was set before it saw the labels."""
        super().showEvent(event)
        self._dress()

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.chosen.emit(self.game.ruleset)
        super().mousePressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        role, width = ("accent.focus", 2.0) if self.is_chosen else ("line.divider", 1.0)
        with painting(painter):
            painter.setBrush(theme.colour("surface.dock"))
            painter.setPen(pen(theme.colour(role), width))
            shape = inset(QRectF(self.rect()), width / 2)
            painter.drawRoundedRect(shape, theme.radius("dock"), theme.radius("dock"))
        for y in (self.picture.geometry().bottom(), self._foot.geometry().top()):
            painter.fillRect(2, y, self.width() - 4, 1, theme.colour("line.subtle"))


class CardPicture(QWidget):
    """The picture of a game; as high as its width asks for."""

    def __init__(
        self, game: GameChoice, icons: Icons, figure: BodyFigure, parent: QWidget | None = None
    ) -> None:
        """Takes the game, icons with the theme, and the body that may be in the picture."""
        super().__init__(parent)
        self._game, self._icons, self._figure = game, icons, figure
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.fit(round(PICTURE.width()))
        icons.loaded.connect(self.update)
        icons.recoloured.connect(self.update)

    def fit(self, width: int) -> None:
        """Makes the picture as high as it has to be in a card of this width."""
        self.setFixedHeight(round(width * PICTURE.height() / PICTURE.width()))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        room = QRectF(self.rect())
        paint_picture(painter, room, self._game.picture, self._icons, self._figure)


class CardHead(QWidget):
    """Title, dice and key of a card in one line; where there is no room, the dice stand below."""

    def __init__(
        self, title: str, dice: str, key: str, icons: Icons, parent: QWidget | None = None
    ) -> None:
        """Takes the words and the text of the key cap."""
        super().__init__(parent)
        self._title, self._dice, self._key, self._icons = title, dice, key, icons
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        icons.recoloured.connect(self.updateGeometry)

    @override
    def heightForWidth(self, width: int) -> int:
        title, dice = self._metrics()
        line = round(title.height())
        return line if self._fits(width) else line + round(dice.height())

    @override
    def sizeHint(self) -> QSize:
        return QSize(200, self.heightForWidth(200))

    def _metrics(self) -> tuple[QFontMetricsF, QFontMetricsF]:
        theme = self._icons.theme
        return theme.metrics("title", weight=600), theme.metrics("small")

    def _fits(self, width: float) -> bool:
        title, dice = self._metrics()
        cap = marks.key_cap_width(self._icons.theme, self._key)
        words = title.horizontalAdvance(self._title) + 9 + dice.horizontalAdvance(self._dice)
        return words + 8 + cap <= width

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        title, dice = self._metrics()
        cap = marks.key_cap_width(theme, self._key)
        line = title.height()
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.setFont(theme.font("title", weight=600))
        painter.setPen(theme.colour("text.primary"))
        room = self.width() - cap - 6
        shown = title.elidedText(self._title, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(0, 0, room, line), middle, shown)
        at = QRectF(0, line, self.width(), dice.height())
        if self._fits(self.width()):
            at = QRectF(title.horizontalAdvance(self._title) + 9, 1, self.width(), line)
        marks.paint_text(painter, theme, at, self._dice, "small", "text.muted")
        corner = QPointF(self.width() - cap, max(0.0, round(line / 2 - 8)))
        marks.paint_key_cap(painter, theme, corner, self._key)
