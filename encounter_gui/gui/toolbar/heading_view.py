"""Where the fight stands, readable from across the table: state, round, part, who acts, and how much is owed."""

from math import ceil

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.keys.screen_reader import announce
from encounter_gui.gui.theme.canvas import painting
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.gui.toolbar.owed_badge import OwedBadge
from encounter_gui.gui.toolbar.tie_badge import TieBadge
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import Heading

_BADGE, _PAD, _GAP = 22.0, 9.0, 8.0
_SHAPE, _SHAPE_GAP = 11.0, 7.0
_LEAST_NAME = 90.0
_WIDTH = 420


class HeadingView(QWidget):
    """Paints the heading in one line; without room for all, first the word of the state goes, then the part.

    The names of those who act are the last to be cut.
    """

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes the icons, and with them the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._heading = Heading(state="", round="")
        self._effects = self._effects_tip = ""
        self._hints: tuple[QSize, QSize] | None = None
        self.tie = TieBadge(icons, texts, self)
        self.owed = OwedBadge(icons, texts, self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        icons.loaded.connect(self.update)
        icons.recoloured.connect(self.update)

    @Slot(int, int)
    def show_owed(self, count: int, later: int) -> None:
        """Shows how much is owed, and how many notices were left for later."""
        if self.owed.show_count(count, later):
            self._fit()

    def show_tie(self, title: str) -> None:
        """Shows that several act at once, by the name of their tie; empty: nobody does."""
        if self.tie.show_title(title):
            self._fit()

    def show_heading(self, heading: Heading) -> None:
        """Shows where the fight stands; a screen reader says it when somebody else acts."""
        if heading == self._heading:
            return
        is_news = heading.actors != self._heading.actors and bool(heading.actors)
        self._heading = heading
        self._say()
        words = self._words()
        self._fit()
        if is_news:
            announce(self, words)

    def show_effects(self, line: str, tip: str) -> None:
        """Shows in a second, small line what Next will do by itself; ``tip`` says all of it. Empty: nothing."""
        if (line, tip) != (self._effects, self._effects_tip):
            self._effects, self._effects_tip = line, tip
            self._say()
            self._place_badge()
            self.update()

    def _fit(self) -> None:
        """Shows what has changed; the tool bar is laid out anew only where this takes more or less of it."""
        self._place_badge()
        hints = self.sizeHint(), self.minimumSizeHint()
        if hints != self._hints:
            self._hints = hints
            self.updateGeometry()
        self.update()

    def _say(self) -> None:
        words = self._words()
        self.setAccessibleName(words)
        self.setAccessibleDescription(self._effects_tip)
        self.setToolTip(plain_tip("\n".join(part for part in (words, self._effects_tip) if part)))

    def _words(self) -> str:
        heading = self._heading
        parts = (heading.state, heading.round, heading.part, heading.actors)
        return " · ".join(part for part in parts if part)

    @override
    def sizeHint(self) -> QSize:
        """Those who act get their room before the words of the command field."""
        width = self._state_width(has_word=False) + self._round_width() + self._actors_width()
        return QSize(max(_WIDTH, ceil(width + self._owed_width() + 4 * _GAP)), 40)

    @override
    def minimumSizeHint(self) -> QSize:
        name = min(_LEAST_NAME, self._actors_width()) if self._heading.actors else 0.0
        width = self._state_width(has_word=False) + self._round_width() + name + 4 * _GAP
        return QSize(round(width + self._owed_width()), 40)

    # ---- what there is room for

    def _state_width(self, *, has_word: bool) -> float:
        if not self._heading.state:
            return 0.0
        word = self._icons.theme.fonts.width(self._heading.state, "body", weight=600)
        return 2 * _PAD + 10 + (6 + word if has_word else 0.0)

    def _round_width(self) -> float:
        return self._icons.theme.fonts.width(self._heading.round, "round")

    def _part_width(self) -> float:
        part = self._heading.part
        return self._icons.theme.fonts.width(part, "row", weight=400) + _GAP if part else 0.0

    def _actors_width(self) -> float:
        shape = _SHAPE + _SHAPE_GAP if self._heading.side is not None else 0.0
        return shape + self._icons.theme.fonts.width(self._heading.actors, "row", weight=600)

    def _owed_width(self) -> float:
        shown = (each for each in (self.tie, self.owed) if not each.isHidden())
        return sum(each.sizeHint().width() + _GAP for each in shown)

    def _gives_way(self) -> tuple[bool, bool]:
        """Returns whether the word of the state and the part of the round are shown."""
        fixed = self._round_width() + self._actors_width() + self._owed_width() + 4 * _GAP
        for has_word, has_part in ((True, True), (False, True)):
            part = self._part_width() if has_part else 0.0
            if fixed + self._state_width(has_word=has_word) + part <= self.width():
                return has_word, has_part
        return False, False

    def _actors_at(self) -> float:
        """Returns where those who act begin."""
        has_word, has_part = self._gives_way()
        state = self._state_width(has_word=has_word)
        x = state + _GAP if state else 0.0
        return x + self._round_width() + _GAP + (self._part_width() if has_part else 0.0) + _GAP

    def _actors_room(self) -> float:
        return max(0.0, self.width() - self._actors_at() - self._owed_width())

    def _place_badge(self) -> None:
        """Puts the badges behind the names of those who act."""
        used = min(self._actors_width() if self._heading.actors else 0.0, self._actors_room())
        x = round(self._actors_at() + used + _GAP)
        for badge in (self.tie, self.owed):
            size = badge.sizeHint()
            y = 0 if self._effects else (self.height() - size.height()) // 2
            badge.setGeometry(x, y, size.width(), size.height())
            x += 0 if badge.isHidden() else size.width() + round(_GAP)

    # ---- looks

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_badge()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self._icons.theme
        has_word, has_part = self._gives_way()
        x = 0.0
        if self._heading.state:
            x = self._paint_state(painter, has_word=has_word) + _GAP
        room = QRectF(x, 0, self.width() - x, self.height())
        marks.paint_text(painter, theme, room, self._heading.round, "round", "text.primary")
        if has_part and self._heading.part:
            self._paint_part(painter, x + self._round_width() + _GAP)
        line = self.height() / 2 if self._effects else self.height()
        if self._heading.actors:
            self._paint_actors(painter, self._actors_at(), line)
        if self._effects:
            self._paint_effects(painter, self._actors_at(), line)

    def _paint_state(self, painter: QPainter, *, has_word: bool) -> float:
        """Returns where it ends."""
        theme, running = self._icons.theme, self._heading.is_running
        width = self._state_width(has_word=has_word)
        box = QRectF(0, (self.height() - _BADGE) / 2, width, _BADGE)
        ground = "status.good_fill" if running else "surface.raised"
        with painting(painter):
            painter.setBrush(theme.colour(ground))
            painter.drawRoundedRect(box, theme.radius("pill"), theme.radius("pill"))
        ink = theme.colour("status.good" if running else "text.secondary")
        icon = QRectF(box.left() + _PAD, box.center().y() - 5, 10, 10)
        sign = "copy" if self._heading.is_copy else "play" if running else "pause"
        self._icons.paint(painter, sign, icon, ink)
        if has_word:
            painter.setFont(theme.font("body", weight=600))
            painter.setPen(ink)
            words = box.adjusted(_PAD + 16, 0, 0, 0)
            painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, self._heading.state)
        return box.right()

    def _paint_part(self, painter: QPainter, x: float) -> None:
        theme = self._icons.theme
        room = QRectF(x, 1, self.width() - x, self.height())
        marks.paint_text(painter, theme, room, self._heading.part, "row", "text.muted", weight=400)

    def _paint_effects(self, painter: QPainter, x: float, top: float) -> None:
        theme = self._icons.theme
        edge = self.owed.x() - _GAP if self.owed.isVisible() else self.width()
        room = max(0.0, edge - x)
        words = theme.elided(self._effects, "small", room)
        place = QRectF(x, top - 1, room, self.height() - top)
        marks.paint_text(painter, theme, place, words, "small", "text.secondary")

    def _paint_actors(self, painter: QPainter, x: float, height: float) -> None:
        theme, side = self._icons.theme, self._heading.side
        room = self._actors_room()
        if side is not None and room > 2 * _SHAPE:
            place = QRectF(QPointF(x, height / 2 - 5.5), QSize(11, 11).toSizeF())
            marks.paint_faction(painter, theme, place, side)
            x, room = x + _SHAPE + _SHAPE_GAP, room - _SHAPE - _SHAPE_GAP
        painter.setFont(theme.font("row", weight=600))
        painter.setPen(theme.colour("text.primary"))
        # Width and eliding round differently: a pixel more, so that what fits is not cut.
        words = theme.elided(self._heading.actors, "row", room + 1, weight=600)
        painter.drawText(QRectF(x, 0, room + 1, height), Qt.AlignmentFlag.AlignVCenter, words)
