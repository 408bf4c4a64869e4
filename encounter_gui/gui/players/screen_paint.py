"""Paints the players' screen: drawn for 1080 lines and scaled to the height there is, readable from four metres."""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Side
from encounter_gui.gui.players.plan_paint import PlanPainter
from encounter_gui.gui.theme.painting.body_figure import BodyFigure
from encounter_gui.gui.theme.painting.shapes import paint_faction
from encounter_gui.gui.theme.theme import Theme
from encounter_gui.play.players.view import (
    ActingShown,
    ActionShown,
    CombatantShown,
    PlaceShown,
    PlayersView,
    WoundShown,
)

LINES = 1080.0
"""The height that everything is drawn for."""

_MARGIN, _GAP, _RADIUS = 48.0, 24.0, 16.0
_HEAD, _CARD, _ORDER = 84.0, 260.0, 432.0
_PEOPLE = 0.4
"""How much of the width people have beside the plan."""

_ROW, _PLACE, _SIDE_HEAD = 110.0, 82.0, 64.0
_LEAST = 30
"""Nothing is smaller: it has to be read from four metres."""

_MIDDLE = Qt.AlignmentFlag.AlignVCenter
_HEALTH = ("gauge.health_low", "gauge.health_low", "gauge.health_mid", "gauge.health_high")
_TEAMS: tuple[tuple[Side, tuple[Side, ...]], ...] = (
    ("pc", ("pc", "ally")),
    ("foe", ("foe", "neutral")),
)
"""The columns: three would leave no room for names."""


class ScreenLook(Struct, frozen=True, kw_only=True):
    """What the screen is painted with; ``page`` counts on where not everybody has room at once."""

    theme: Theme
    figure: BodyFigure
    texts: MessageCatalog
    page: int = 0


class ScreenPainter:
    """Paints one view of the fight."""

    def __init__(self, painter: QPainter, width: float, height: float, look: ScreenLook) -> None:
        """Takes what to paint on, its size in logical pixels, and what to paint with."""
        self._painter, self._look, self._theme = painter, look, look.theme
        scale = height / LINES
        self._width = width / scale
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(QRectF(0, 0, width, height), self._theme.colour("surface.window"))
        painter.scale(scale, scale)

    def paint(self, view: PlayersView) -> bool:
        """Paints everything; returns whether there are more pages."""
        inner = QRectF(_MARGIN, _MARGIN - 12, self._width - 2 * _MARGIN, LINES - 2 * _MARGIN + 12)
        self._heading(QRectF(inner.left(), inner.top(), inner.width(), _HEAD), view)
        top = inner.top() + _HEAD + 12
        has_order = bool(view.order)
        left = inner.width() - (_ORDER + _GAP if has_order else 0)
        self._acting(QRectF(inner.left(), top, left, _CARD), view)
        below = QRectF(inner.left(), top + _CARD + _GAP, left, inner.bottom() - top - _CARD - _GAP)
        if view.plan is not None:
            # People in one column beside it: two would leave no room for names.
            people = QRectF(below.left(), below.top(), below.width() * _PEOPLE, below.height())
            plan = QRectF(people.right() + _GAP, below.top(), 0, below.height())
            plan.setRight(below.right())
            self._panel(plan)
            inside = plan.adjusted(8, 8, -8, -8)
            PlanPainter(self._painter, self._theme, inside, view.plan).paint()
            more = self._side(people, "foe", view.combatants) if view.combatants else False
        else:
            more = self._sides(below, view.combatants)
        if has_order:
            box = QRectF(inner.right() - _ORDER, top, _ORDER, inner.bottom() - top)
            more = self._order(box, view.order) or more
        return more

    # ---- parts

    def _heading(self, box: QRectF, view: PlayersView) -> None:
        # Without the name of the encounter the newest sentence stands there.
        right = view.title or next(iter(view.said), "")
        half = box.adjusted(box.width() / 2, 0, 0, 0)
        title = self._text(half, right, 40, "text.secondary", align=Qt.AlignmentFlag.AlignRight)
        room = box.adjusted(0, 0, -title - 24 if title else 0, 0)
        taken = self._text(room, view.round, 64, "text.primary", 700)
        rest = room.adjusted(taken + 28, 10, 0, 0)
        words = "   ".join(part for part in (view.part, view.clock) if part)
        self._text(rest, words, 36, "text.secondary")

    def _acting(self, box: QRectF, view: PlayersView) -> None:
        if not view.acting:
            self._panel(box)
            key = "waits" if view.stage == "running" else view.stage
            words = self._look.texts.text_of(f"players.page.{key}")
            self._text(box.adjusted(48, 0, -48, 0), words, 64, "text.secondary", 600)
            return
        self._panel(box, "accent.now")
        one = view.acting[0] if len(view.acting) == 1 else None
        known = {each.key: each for each in view.combatants}
        combatant = known.get(one.key) if one is not None else None
        inner = box.adjusted(48, 24, -48, -24)
        if combatant is not None and combatant.wounds:
            self._figure(inner, combatant.wounds)
            inner.adjust(0, 0, -120, 0)
        line = QRectF(inner.left(), inner.top(), inner.width(), inner.height() * 0.62)
        self._names(line, view.acting)
        below = QRectF(inner.left(), line.bottom(), inner.width(), inner.bottom() - line.bottom())
        left = [self._actions(one.actions)] if one is not None else []
        if combatant is not None:
            left += [f"{each.name} {each.rounds}" for each in combatant.weapons if each.is_held]
        taken = self._text(below, "    ".join(filter(None, left)), 44, "text.on_now", 600)
        if view.after:
            after = self._look.texts.text_of("players.page.after", names=", ".join(view.after))
            rest = below.adjusted(taken + 32, 0, 0, 0)
            self._text(rest, after, 44, "text.on_now", 600, Qt.AlignmentFlag.AlignRight)

    def _names(self, box: QRectF, acting: Sequence[ActingShown]) -> None:
        size = 124 if len(acting) == 1 else 76
        side = size * 0.72
        left = box.left()
        for each in acting:
            if left > box.right() - side:
                return
            ink = self._theme.colour("text.on_now")
            shape = QRectF(left, box.center().y() - side / 2, side, side)
            paint_faction(self._painter, self._theme, shape, each.side, colour=ink)
            room = QRectF(left + side + 24, box.top(), box.right() - left - side - 24, box.height())
            left = room.left() + self._text(room, each.text, size, "text.on_now", 800) + 48

    def _actions(self, actions: Sequence[ActionShown]) -> str:
        free = [each for each in actions if each.state != "spent"]
        if not actions:
            return ""
        if any(each.name for each in actions):
            none = self._look.texts.text_of("players.page.actions.none")
            return ", ".join(each.name for each in free) or none
        return "●" * len(free) + "○" * (len(actions) - len(free))

    def _figure(self, box: QRectF, wounds: Sequence[WoundShown]) -> None:
        """Paints the body with its visible wounds at the right end."""
        figure, painter = self._look.figure, self._painter
        scale = box.height() / figure.view_box.height()
        painter.save()
        painter.translate(box.right() - figure.view_box.width() * scale, box.top())
        painter.scale(scale, scale)
        hurt = {each.element.removeprefix("loc-"): each for each in wounds}
        for place, path in figure.paths.items():
            wound = hurt.get(place)
            edge = QPen(self._theme.colour("text.on_now"), 6)
            if wound is not None and wound.is_lost:
                edge.setStyle(Qt.PenStyle.DotLine)
                painter.strokePath(path, edge)
                continue
            level = 0 if wound is None else wound.level or 4
            painter.fillPath(path, self._theme.wound(min(level, 6)).fill)
            painter.strokePath(path, edge)
        painter.restore()

    def _sides(self, box: QRectF, combatants: Sequence[CombatantShown]) -> bool:
        teams = [
            (team, [each for each in combatants if each.side in sides]) for team, sides in _TEAMS
        ]
        shown = [(team, members) for team, members in teams if members]
        if not shown:
            return False
        width = (box.width() - _GAP * (len(shown) - 1)) / len(shown)
        more = False
        for place, (team, members) in enumerate(shown):
            part = QRectF(box.left() + place * (width + _GAP), box.top(), width, box.height())
            more = self._side(part, team, members) or more
        return more

    def _side(self, box: QRectF, team: Side, members: Sequence[CombatantShown]) -> bool:
        self._panel(box)
        head = QRectF(box.left() + 28, box.top(), box.width() - 56, _SIDE_HEAD)
        words = self._team_words(team, members)
        room = max(int((box.height() - _SIDE_HEAD) // _ROW), 1)
        page, pages = self._page(members, room)
        self._text(head, words, 36, "text.primary", 600)
        if pages > 1:
            number = f"{self._look.page % pages + 1}/{pages}"
            self._text(head, number, 32, "text.secondary", align=Qt.AlignmentFlag.AlignRight)
        for place, each in enumerate(page):
            top = head.bottom() + place * _ROW
            self._row(QRectF(box.left(), top, box.width(), _ROW), each)
        return pages > 1

    def _team_words(self, team: Side, members: Sequence[CombatantShown]) -> str:
        """Returns what a column is called: ``Enemies, others`` where both stand in it."""
        sides = dict.fromkeys(each.side for each in members) if team == "foe" else {team: None}
        text_of = self._look.texts.text_of
        return ", ".join(text_of(f"players.side.{each}") for each in sides)

    def _page(
        self, all_of: Sequence[CombatantShown], room: int
    ) -> tuple[Sequence[CombatantShown], int]:
        pages = -(-len(all_of) // room)
        first = self._look.page % pages * room
        return all_of[first : first + room], pages

    def _row(self, box: QRectF, shown: CombatantShown) -> None:
        painter, theme = self._painter, self._theme
        painter.fillRect(
            QRectF(box.left() + 1, box.top(), box.width() - 2, 2), theme.colour("line.subtle")
        )
        if shown.is_now:
            painter.fillRect(box.adjusted(1, 2, -1, 0), theme.colour("surface.row_now"))
            painter.fillRect(
                QRectF(box.left(), box.top() + 2, 8, box.height() - 2), theme.colour("accent.now")
            )
        name = QRectF(box.left() + 76, box.top() + 4, box.width() - 100, 56)
        colour = theme.colour("text.muted" if shown.is_out else f"faction.{shown.side}")
        shape = QRectF(box.left() + 28, name.center().y() - 15, 30, 30)
        paint_faction(painter, theme, shape, shown.side, colour=colour)
        taken = self._health(name, shown)
        ink = "text.muted" if shown.is_out else "text.primary"
        name.adjust(0, 0, -taken - 16, 0)
        self._text(name, shown.name, 42, ink, 600, is_struck=shown.is_out)
        chips = QRectF(box.left() + 76, name.bottom() - 2, box.width() - 100, 44)
        self._chips(chips, shown)

    def _health(self, box: QRectF, shown: CombatantShown) -> float:
        """Paints how somebody is at the right end of a line; returns how much room that takes."""
        how = shown.health
        if how is None:
            return 0.0
        words = how.text or how.word
        right = Qt.AlignmentFlag.AlignRight
        ink = "text.muted" if shown.is_out else "text.primary"
        taken = self._text(box, words, 36, ink, 600, right)
        colour = self._theme.colour(_HEALTH[how.level])
        edge = QPen(self._theme.colour("line.control"), 2)
        left = box.right() - taken - 16
        if how.share >= 0:
            track = QRectF(left - 140, box.center().y() - 13, 140, 26)
            if track.left() < box.left() + 160:
                return taken
            filled = QRectF(track.left(), track.top(), track.width() * how.share / 100, 26)
            self._painter.fillRect(filled, colour)
            self._painter.setPen(edge)
            self._painter.setBrush(Qt.BrushStyle.NoBrush)
            self._painter.drawRect(track)
            return taken + 16 + 140
        for place in range(3):
            bar = QRectF(left - 54 + 19 * place, box.center().y() - 16, 14, 32)
            self._painter.setPen(edge)
            self._painter.setBrush(colour if place < how.level else Qt.BrushStyle.NoBrush)
            self._painter.drawRect(bar)
        if how.level == 0:
            self._painter.drawLine(
                QPointF(left - 58, box.center().y() + 20), QPointF(left + 4, box.center().y() - 20)
            )
        return taken + 16 + 54

    def _chips(self, box: QRectF, shown: CombatantShown) -> None:
        left = box.left()
        found = [(each.name, each.kind) for each in shown.conditions]
        found += [
            (f"{each.place} {each.letter}".strip(), "danger")
            for each in shown.wounds
            if each.place not in {name for name, _ in found}
        ]
        for words, kind in found:
            metrics = QFontMetricsF(self._font(_LEAST, 500))
            width = metrics.horizontalAdvance(words) + 28
            if left + width > box.right():
                self._text(QRectF(left, box.top(), 60, box.height()), "…", _LEAST, "text.secondary")
                return
            ground = "surface.raised" if kind == "neutral" else f"status.{kind}_fill"
            ink = "text.primary" if kind == "neutral" else f"status.{kind}"
            chip = QRectF(left, box.top(), width, 40)
            self._painter.setPen(Qt.PenStyle.NoPen)
            self._painter.setBrush(self._theme.colour(ground))
            self._painter.drawRoundedRect(chip, 8, 8)
            self._text(chip.adjusted(14, 0, 0, 0), words, _LEAST, ink, 500)
            left += width + 10

    def _order(self, box: QRectF, order: Sequence[PlaceShown]) -> bool:
        self._panel(box)
        room = int((box.height() - 24) // _PLACE)
        pages = -(-len(order) // room)
        now = next((place for place, each in enumerate(order) if each.look == "now"), 0)
        # Who acts is on the first page, with one who has acted before.
        first = max(min(now - 1, len(order) - room), 0) if pages > 1 else 0
        for place, each in enumerate(order[first : first + room]):
            top = box.top() + 12 + place * _PLACE
            self._place(QRectF(box.left() + 12, top, box.width() - 24, _PLACE - 8), each)
        return False

    def _place(self, box: QRectF, place: PlaceShown) -> None:
        if place.side is None:
            taken = self._text(box.adjusted(24, 0, -24, 0), place.text, 32, "text.secondary", 600)
            self._painter.setPen(QPen(self._theme.colour("line.divider"), 2))
            y = box.center().y()
            self._painter.drawLine(QPointF(box.left() + 48 + taken, y), QPointF(box.right() - 8, y))
            return
        grounds = {"now": "accent.now", "next": "surface.raised"}
        if place.look in grounds:
            self._painter.setPen(Qt.PenStyle.NoPen)
            self._painter.setBrush(self._theme.colour(grounds[place.look]))
            self._painter.drawRoundedRect(box, 12, 12)
        quiet = place.look in ("done", "out")
        ink = "text.on_now" if place.look == "now" else "text.muted" if quiet else "text.primary"
        inner = box.adjusted(24, 0, -20, 0)
        if place.look == "done":
            self._text(inner, "✓", 36, ink)
        else:
            colour = self._theme.colour(
                ink if place.look in ("now", "out") else f"faction.{place.side}"
            )
            shape = QRectF(inner.left(), inner.center().y() - 16, 32, 32)
            paint_faction(self._painter, self._theme, shape, place.side, colour=colour)
        words = {"now": "now", "next": "next"}.get(place.look, "")
        note = self._look.texts.text_of(f"players.page.{words}") if words else ""
        taken = self._text(inner, note, 32, ink, 600, Qt.AlignmentFlag.AlignRight)
        name = inner.adjusted(52, 0, -taken - 12 if taken else 0, 0)
        weight = 700 if place.look == "now" else 500
        self._text(name, place.text, 42, ink, weight, is_struck=place.look == "out")

    # ---- strokes

    def _panel(self, box: QRectF, ground: str = "surface.dock") -> None:
        self._painter.setPen(
            QPen(self._theme.colour("line.subtle" if ground == "surface.dock" else ground), 2)
        )
        self._painter.setBrush(self._theme.colour(ground))
        self._painter.drawRoundedRect(box, _RADIUS, _RADIUS)

    def _font(self, size: int, weight: int, *, is_struck: bool = False) -> QFont:
        font = QFont(self._theme.font("body"))
        font.setPixelSize(size)
        font.setWeight(QFont.Weight(weight))
        font.setStrikeOut(is_struck)
        return font

    def _text(
        self,
        box: QRectF,
        words: str,
        size: int,
        ink: str,
        weight: int = 400,
        align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
        *,
        is_struck: bool = False,
    ) -> float:
        """Paints a line, smaller or elided where there is no room; returns its width."""
        if not words or box.width() <= 0:
            return 0.0
        for each in _sizes(size):
            font = self._font(each, weight, is_struck=is_struck)
            metrics = QFontMetricsF(font)
            if metrics.horizontalAdvance(words) <= box.width():
                break
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideMiddle, box.width())
        self._painter.setFont(font)
        self._painter.setPen(QColor(self._theme.colour(ink)))
        self._painter.drawText(box, align | _MIDDLE, shown)
        return metrics.horizontalAdvance(shown)


def _sizes(size: int) -> Iterable[int]:
    """Returns the sizes a text is tried at: its own, then smaller ones, none below the least."""
    return dict.fromkeys(max(round(size * part), _LEAST) for part in (1, 0.85, 0.7))
