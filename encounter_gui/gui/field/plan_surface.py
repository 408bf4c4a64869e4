"""The plan as one painted surface: what is on it, where, and what of it is seen."""

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace
from PySide6.QtCore import QEvent, QLineF, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.plan import Area
from encounter_gui.gui.combatants.table import ROWS_KIND
from encounter_gui.gui.field import ground_paint, mark_paint, token_paint
from encounter_gui.gui.field.area_words import Words, moved_words, paint_words, words_of_areas
from encounter_gui.gui.field.gestures import GestureGround, Gestures, SurfaceMeans
from encounter_gui.gui.field.ground_paint import scale_boxes
from encounter_gui.gui.field.plan_state import Blast, Doing, FieldState, Tool
from encounter_gui.gui.field.token_layout import MARK, SIZE, Spot, box_at, fan, lay_out
from encounter_gui.gui.field.view_port import ZOOM, ViewPort
from encounter_gui.gui.theme.canvas import mixed_color, painting, pen
from encounter_gui.gui.theme.ground import fills_ground
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting import marks
from encounter_gui.rules.engine.field import geometry
from encounter_gui.rules.view import AimedBlast, Token

_REACH = 13.0
"""How near to the middle of a token the pointer is on it, in logical pixels."""
_LEAST = (300, 120)
_LINE_BOX, _MOST_BOXES = 8.0, 120


class PlanSurface(GestureGround):
    """Shows the plan; what is done on it by mouse and keyboard goes up by the signals of ``gestures``."""

    hovered = Signal(object)
    """``CombatantId | None``: whom the pointer is on from now on."""
    menu_requested = Signal(object, object, QPoint)
    """``CombatantId | None``, the point of the plan, and where on the screen."""
    tool_changed = Signal(str)
    way_changed = Signal()
    """Somebody is on the way, and farther or elsewhere than a moment ago; nothing has been moved yet."""

    def __init__(
        self,
        icons: Icons,
        texts: MessageCatalog,
        means: SurfaceMeans,
        parent: QWidget | None = None,
    ) -> None:
        """Takes icons with the theme, the words, and what says how far it is and what a move comes to."""
        super().__init__(parent)
        self._icons, self._texts = icons, texts
        self.means = means
        self.picture_of: Callable[[str], QImage | None] = lambda _sha: None
        """The picture with a SHA-256 that the plan is drawn on; None: it is not there."""
        self.state = FieldState()
        self.doing = Doing()
        self.port = ViewPort()
        self.tool: Tool = "move"
        self.lit: CombatantId | None = None
        self.open_stack: Spot | None = None
        self._spots: tuple[Spot, ...] | None = None
        self._words: Mapping[str, Words] | None = None
        self.ring_words: list[QRectF] = []
        """Where the words of rings were written last."""
        self._ground: tuple[object, QPixmap] | None = None
        self._still: tuple[object, QPixmap] | None = None
        self._seen_plan: tuple[float, float, str] | None = None
        self.gestures = Gestures(self)
        self.setAccessibleName(texts.text_of("gui.field.plan"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        fills_ground(self)
        icons.recoloured.connect(self.forget)

    # ---- what is shown

    def show_state(self, state: FieldState) -> None:
        """Shows the plan as it stands; what is seen of it stays, unless somebody would be out of sight."""
        before, self.state = self.state, state
        self._spots = self._words = None
        view = state.view
        plan = (view.width, view.height, view.name)
        if plan != self._seen_plan or not before.view.tokens:
            self._seen_plan = plan
            self.port.is_own = False
            self.show_everybody()
        elif not self.port.is_own and view.tokens != before.view.tokens and self._is_cut_off():
            self.show_everybody()
        self.gestures.follow()
        self.update()

    def describe(self, words: str) -> None:
        """Says all of it in words, for a screen reader."""
        if words != self.accessibleDescription():
            self.setAccessibleDescription(words)

    @override
    def do(self, doing: Doing) -> None:
        """Shows what is being done."""
        self.doing = doing
        self.update()
        if doing.paths:
            self.way_changed.emit()

    def light(self, who: CombatantId | None) -> None:
        """Lights a token up; None: none."""
        if who != self.lit:
            self.lit = who
            self.update()

    @override
    def use_tool(self, tool: Tool) -> None:
        """Takes another tool into hand; what was begun with the one before is dropped."""
        if tool != self.tool:
            self.tool = tool
            self.gestures.drop()
            self.tool_changed.emit(tool)
        self.gestures.begin_by_keyboard()

    def forget(self) -> None:
        """Paints everything anew: with other colours."""
        self._ground = self._still = self._spots = self._words = None
        self.update()

    # ---- what is seen

    def show_everybody(self) -> None:
        """Shows everybody who stands somewhere, as large as they fit."""
        view = self.state.view
        if not view.is_there or self.width() < 2:
            return
        out = [each for each in view.tokens if each.is_out]
        people = [each for each in view.tokens if not each.is_out] or out
        besides = [_around(QRectF(0, 0, 1, 1), QPointF(each.x, each.y)) for each in out]
        besides += [ground_paint.area_box(each) for each in view.areas]
        self.port.show_people(
            [(each.x, each.y) for each in people],
            (view.width, view.height),
            self.room,
            view.step,
            besides,
        )
        self._spots = self._words = None
        self.update()

    @override
    def show_all(self) -> None:
        """Shows the whole plan."""
        view = self.state.view
        self.port.show_box(
            QRectF(0, 0, view.width, view.height), self.room, view.step, beside=6, above=6
        )
        self.port.is_own = True
        self._spots = self._words = None
        self.update()

    @override
    def show_usual(self) -> None:
        """Shows everybody again, and goes on following them."""
        self.port.is_own = False
        self.show_everybody()

    @override
    def zoom(self, steps: float, about: QPointF | None = None) -> None:
        """Shows the plan larger or smaller by so many steps, about a place of the surface."""
        at = about or self.room.center()
        self.port.zoom(ZOOM**steps, at, self.state.view.step)
        self._spots = self._words = self.open_stack = None
        self.update()

    @override
    def pan(self, by: QPointF) -> None:
        """Moves what is seen."""
        self.port.move(by)
        self._spots = self._words = self.open_stack = None
        self.update()

    def _is_cut_off(self) -> bool:
        room = self.room.adjusted(8, 8, -8, -8)
        return any(
            not room.contains(self.port.to_surface((each.x, each.y)))
            for each in self.state.view.tokens
        )

    # ---- who and what is where

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Returns everybody where they are seen, the foremost last."""
        if self._spots is None:
            state = self.state
            fonts = self._icons.theme.fonts
            tokens = state.view.tokens
            widths = {
                each.who: fonts.width(token_paint.letters(each), "body", weight=600) + 1
                for each in tokens
            }
            foremost = [
                *((state.target,) if state.target else ()),
                *state.selected,
                *(each.who for each in tokens if each.acts),
            ]
            taken = [*self._line_boxes(), *self._words_boxes()]
            points = {each.who: self.port.to_surface((each.x, each.y)) for each in tokens}
            taken += mark_paint.bracket_boxes(state.view.bonds, points, self.room)
            self._spots = lay_out(
                tokens, self.port, self.room, foremost, widths, taken, self._marked()
            )
        return self._spots

    def _marked(self) -> set[CombatantId | None]:
        """Returns who stands in a disc, a ring or corners."""
        return {self.state.view.who, self.state.target, *self.state.selected}

    def _line_boxes(self) -> list[QRectF]:
        """Returns what the line to the target covers, in small boxes: no letters, no words of rings stand there."""
        line = self.state.view.line
        one, other = (
            (self.token_of(each) for each in (line.who, line.target)) if line else (None, None)
        )
        if one is None or other is None:
            return []
        way = QLineF(self.port.to_surface((one.x, one.y)), self.port.to_surface((other.x, other.y)))
        count = min(int(way.length() // _LINE_BOX), _MOST_BOXES)
        boxes = (QRectF(0, 0, _LINE_BOX, _LINE_BOX) for _ in range(count))
        points = (way.pointAt((number + 0.5) / count) for number in range(count))
        return [_around(box, point) for box, point in zip(boxes, points, strict=True)]

    def places(self) -> Mapping[CombatantId, QPointF]:
        """Returns where everybody is seen, also those in a stack and on the way."""
        places = self._resting_places()
        for path in self.doing.paths:
            places[path.who] = self.port.to_surface(path.end)
        return places

    @override
    def token_of(self, who: CombatantId | None) -> Token | None:
        """Returns somebody's token; None: they stand nowhere."""
        return next((each for each in self.state.view.tokens if each.who == who), None)

    @override
    def token_at(self, at: QPointF) -> Token | None:
        """Returns whose token lies at a place; None: nobody's."""
        if self.open_stack is not None:
            _, members = fan(self.open_stack, self.room)
            for token, place in members:
                if _is_near(place, at):
                    return token
        spot = self.spot_at(at)
        return None if spot is None else spot.token

    @override
    def spot_at(self, at: QPointF) -> Spot | None:
        """Returns the token or stack at a place; None: there is none."""
        return next((each for each in reversed(self.spots) if _is_near(each.at, at)), None)

    @override
    def area_at(self, at: QPointF) -> Area | None:
        """Returns the area at a place, the last one drawn; None: there is none."""
        point = self.port.to_plan(at)
        areas = reversed(self.state.view.areas)
        return next((each for each in areas if geometry.contains(each, point)), None)

    def point_at(self, at: QPointF) -> None:
        """Follows the pointer: opens a stack it comes to, and tells whom it is on."""
        if self.open_stack is not None:
            box, _ = fan(self.open_stack, self.room)
            if not box.adjusted(-4, -4, 4, 4).contains(at):
                self.open_stack = None
                self.update()
        if self.open_stack is None:
            spot = self.spot_at(at)
            if spot is not None and spot.count > 1:
                self.open_stack = spot
                self.update()
        token = self.token_at(at)
        who = token.who if token else None
        if who != self.lit:
            self.light(who)
            self.hovered.emit(who)

    # ---- painting

    @override
    def sizeHint(self) -> QSize:
        return QSize(730, 215)

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(*_LEAST)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if not self.state.view.is_there:
            painter.drawPixmap(0, 0, self._ground_picture())
            return
        painter.drawPixmap(0, 0, self._still_picture())
        with painting(painter):
            self._paint_over(painter)
            if self.open_stack is not None and not self.doing.paths:
                self._paint_stack(painter, self.open_stack)
        if self.hasFocus():
            marks.paint_focus(painter, self._icons.theme, self.room)

    def _still_picture(self) -> QPixmap:
        """Returns the picture of all that stays as it is while something is dragged, which is kept."""
        ground, spots = self._ground_picture(), self.spots
        doing, ratio = self.doing, self.devicePixelRatioF()
        key = (ground, spots, self.state, self.lit, doing.area, doing.area_by)
        if self._still is None or not _is_same(self._still[0], key):
            picture = QPixmap(ground)
            picture.setDevicePixelRatio(ratio)
            painter = QPainter(picture)
            with painting(painter):
                self._paint_under(painter, self._resting_places(), self._taken())
                self._paint_people(painter, spots)
            painter.end()
            self._still = (key, picture)
        return self._still[1]

    def _taken(self) -> list[QRectF]:
        """Returns where tokens, what marks them, and words stand."""
        marked = self._marked()
        boxes = [
            each.box.adjusted(-MARK, -MARK, MARK, MARK) if each.token.who in marked else each.box
            for each in self.spots
        ]
        boxes += [each.label for each in self.spots if each.label is not None]
        return boxes + self._words_boxes()

    def _resting_places(self) -> dict[CombatantId, QPointF]:
        """Returns where everybody stands who is not on the way."""
        return {
            each.who: spot.at for spot in self.spots for each in (spot.members or (spot.token,))
        }

    @property
    def scale_place(self) -> QRectF:
        """Returns the corner in which the scale stands: one without tokens, if there is one."""
        tokens = [box_at(self.port.to_surface((each.x, each.y))) for each in self.state.view.tokens]
        places = scale_boxes(self.room)
        free = (each for each in places if not any(each.intersects(box) for box in tokens))
        return next(free, places[0])

    @property
    def words(self) -> Mapping[str, Words]:
        """Returns the words of areas that are seen, by the key of each: across no token and no other words."""
        if self._words is None:
            tokens = [
                box_at(self.port.to_surface((each.x, each.y))) for each in self.state.view.tokens
            ]
            taken = [self.scale_place, *tokens]
            self._words = words_of_areas(
                self._icons.theme, self.state.view, self.port, self.room, taken
            )
        return self._words

    def _words_boxes(self) -> list[QRectF]:
        """Returns where the words of areas and the scale stand: plates keep off them as far as they can."""
        return [self.scale_place, *(each.box for each in self.words.values())]

    def _ground_picture(self) -> QPixmap:
        """Returns the picture of what never moves by itself, which is kept until something in it is another."""
        view, ratio = self.state.view, self.devicePixelRatioF()
        moving = self.doing.area if self.doing.area_by != (0, 0) else None
        scale = self.scale_place
        key = (
            (scale.x(), scale.y()),
            self.size(),
            ratio,
            self.port.key,
            self._icons.theme.digest,
            (view.is_there, view.width, view.height, view.areas, view.backdrop),
            moving,
        )
        if self._ground is None or self._ground[0] != key:
            picture = QPixmap(self.size() * ratio)
            picture.setDevicePixelRatio(ratio)
            painter = QPainter(picture)
            below = self.picture_of(view.backdrop.picture) if view.backdrop else None
            ground = ground_paint.Ground(
                view=view,
                port=self.port,
                room=self.room,
                picture=below,
                moving=moving,
                scale=scale,
            )
            ground_paint.paint_ground(painter, self._icons.theme, self._texts, ground)
            painter.end()
            self._ground = (key, picture)
        return self._ground[1]

    def _paint_under(
        self, painter: QPainter, places: Mapping[CombatantId, QPointF], taken: Sequence[QRectF]
    ) -> None:
        theme, view, doing = self._icons.theme, self.state.view, self.doing
        area = next((each for each in view.areas if each.key == doing.area), None)
        if area is not None:
            by = doing.area_by
            ground_paint.paint_area(painter, theme, area, self.port, by=by, is_selected=True)
        self._paint_words(painter, area)
        origin = self.token_of(view.who)
        self.ring_words = []
        if view.rings and origin is not None:
            at = self.port.to_surface((origin.x, origin.y))
            kept = [*taken, *self._line_boxes()]
            self.ring_words = mark_paint.paint_rings(
                painter, theme, view.rings, at, self.port.scale, self.room, kept
            )
            taken = [*taken, *self.ring_words]
        mark_paint.paint_bonds(painter, theme, view.bonds, places, self.room, taken)

    def _paint_words(self, painter: QPainter, moving: Area | None) -> None:
        """Writes what areas are; what is moved takes its words along."""
        theme, view, by = self._icons.theme, self.state.view, self.doing.area_by
        is_moved = moving is not None and by != (0, 0)
        for key, words in self.words.items():
            if not (is_moved and moving is not None and key == moving.key):
                paint_words(painter, theme, words)
        if is_moved and moving is not None:
            told = view.words.get(moving.key, ("", ""))
            words_there = moved_words(theme, moving, self.port, self.room, told, by)
            if words_there is not None:
                paint_words(painter, theme, words_there)

    def _paint_people(self, painter: QPainter, spots: Sequence[Spot]) -> None:
        theme, state = self._icons.theme, self.state
        room = self.room.adjusted(-20, -20, 20, 20)
        for spot in spots:
            if not room.contains(spot.at):
                continue
            token = spot.token
            if token.radius:
                token_paint.paint_body(
                    painter, theme, token, spot.at, token.radius * self.port.scale
                )
            members = {each.who for each in spot.members} or {token.who}
            token_paint.paint_spot(
                painter,
                theme,
                spot,
                is_selected=not members.isdisjoint(state.selected),
                is_target=state.target in members,
                is_lit=self.lit in members,
                acts=token.acts and state.view.who in members,
            )

    def _paint_over(self, painter: QPainter) -> None:
        theme, doing, room = self._icons.theme, self.doing, self.room
        line = self.state.view.line
        is_lined = line is not None and not doing.paths and doing.ruler is None
        blast = doing.blast or (_shown(self.state.view.blast) if not doing.paths else None)
        is_plated = is_lined or blast is not None
        people = [each.box for each in self.spots]  # they are three times as bad to hide as words
        boxes = [*self._taken(), *people, *people, *self.ring_words] if is_plated else []
        if blast is not None:  # its plate first: that of the line keeps off it
            boxes.append(mark_paint.paint_blast(painter, theme, blast, self.port, room, boxes))
        if line is not None and is_lined:
            mark_paint.paint_line(painter, theme, line, self.places(), self.port.scale, room, boxes)
        self._paint_ways(painter)
        if doing.outline is not None:
            mark_paint.paint_outline(painter, theme, doing.outline, self.port)
        if doing.ruler is not None:
            mark_paint.paint_ruler(painter, theme, doing.ruler, self.port, room)
        self._paint_pointers(painter)

    def _paint_ways(self, painter: QPainter) -> None:
        """Paints everybody who is on the way, where they would stand then; where they stand still, they are faint."""
        theme, paths = self._icons.theme, self.doing.paths
        alone = {each.token.who: each.at for each in self.spots if each.count == 1}
        veil = QColor(theme.colour("surface.dock"))
        veil.setAlphaF(0.6)
        painter.setBrush(veil)
        for path in paths:
            if path.who in alone and path.end != path.start:
                painter.drawEllipse(alone[path.who], SIZE * 0.8, SIZE * 0.8)
        for path in paths:
            mark_paint.paint_path(painter, theme, path, self.port, self.room, is_named=False)
        for path in paths:
            token = self.token_of(path.who)
            if token is not None:
                at = self.port.to_surface(path.end)
                token_paint.paint_token(painter, theme, token, at, is_selected=True)
        for path in paths[:1]:
            mark_paint.paint_path(painter, theme, path, self.port, self.room, is_named=True)

    def _paint_pointers(self, painter: QPainter) -> None:
        """Paints what is being selected, and where the keyboard points."""
        theme, doing = self._icons.theme, self.doing
        colour = theme.colour("accent.focus")
        if doing.band is not None:
            one, other = (self.port.to_surface(each) for each in doing.band)
            painter.setPen(ground_paint.dashed(colour, 1.2, (4, 3)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(one, other).normalized())
        if doing.cursor is not None:
            at = self.port.to_surface(doing.cursor)
            painter.setPen(pen(colour, 2))
            painter.drawLine(at - QPointF(9, 0), at + QPointF(9, 0))
            painter.drawLine(at - QPointF(0, 9), at + QPointF(0, 9))

    def _paint_stack(self, painter: QPainter, stack: Spot) -> None:
        theme = self._icons.theme
        box, members = fan(stack, self.room)
        ground = mixed_color(theme.colour("surface.overlay"), theme.colour("surface.dock"), 0.2)
        painter.setPen(pen(theme.colour("line.control"), 1))
        painter.setBrush(ground)
        painter.drawRoundedRect(box, 4, 4)
        for token, at in members:
            token_paint.paint_token(
                painter,
                theme,
                token,
                at,
                is_selected=token.who in self.state.selected,
                is_target=token.who == self.state.target,
                is_lit=token.who == self.lit,
                acts=token.acts and token.who == self.state.view.who,
            )
            text = token_paint.letters(token)
            place = box_at(at).translated(0, 17).adjusted(-8, 0, 8, -8)
            marks.paint_text(painter, theme, place, text, "caption", "text.secondary", marks.CENTRE)

    # ---- events, which the gestures know what to do with

    @override
    def event(self, event: QEvent) -> bool:
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and self.gestures.is_own(event):
            event.accept()
            return True
        return super().event(event)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.gestures.press_key(event):
            super().keyPressEvent(event)

    @override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.gestures.press(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not self.gestures.drag(event):
            self.point_at(event.position())

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.gestures.release(event)

    @override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.gestures.double_click(event)

    @override
    def wheelEvent(self, event: QWheelEvent) -> None:
        self.gestures.wheel(event)

    @override
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.open_stack = None
        self.light(None)
        self.hovered.emit(None)
        self.update()

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            token = self.token_of(next(iter(self.state.selected), None))
            point = (token.x, token.y) if token else self.port.to_plan(self.room.center())
            where = self.mapToGlobal(self.port.to_surface(point).toPoint())
        else:
            token = self.token_at(QPointF(event.pos()))
            point = self.port.to_plan(QPointF(event.pos()))
            where = event.globalPos()
        self.menu_requested.emit(token.who if token else None, point, where)

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(ROWS_KIND):
            event.acceptProposedAction()

    @override
    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if event.mimeData().hasFormat(ROWS_KIND):
            self.do(replace(self.doing, cursor=self.gestures.drop_point(event.position())))
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        data = event.mimeData().data(ROWS_KIND).data()
        who = tuple(CombatantId(each) for each in bytes(data).decode().split("\n") if each)
        self.do(replace(self.doing, cursor=None))
        if who:
            self.gestures.dropped.emit(who, self.gestures.drop_point(event.position()))
            event.acceptProposedAction()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._spots = self._words = self.open_stack = None
        if not self.port.is_own:
            self.show_everybody()

    @override
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()


def _shown(aimed: AimedBlast | None) -> Blast | None:
    """Returns what an attack at a point is drawn as: like a blast that is proposed."""
    if aimed is None:
        return None
    return Blast(
        at=aimed.at,
        radius=float(aimed.radius),
        floor=aimed.floor,
        who=aimed.who,
        head=aimed.head,
        text=aimed.why_not or aimed.text,
    )


def _around(box: QRectF, point: QPointF) -> QRectF:
    box.moveCenter(point)
    return box


def _is_same(one: object, other: object) -> bool:
    """Returns whether two keys are of the very same things: those that are never changed need no closer look."""
    if not isinstance(one, tuple) or not isinstance(other, tuple):
        return False
    return all(
        a is b or (isinstance(a, (str, tuple)) and not _is_long(a) and a == b)
        for a, b in zip(one, other, strict=True)
    )


def _is_long(value: object) -> bool:
    return isinstance(value, tuple) and len(value) > len(("x", "y"))


def _is_near(one: QPointF, other: QPointF) -> bool:
    away = one - other
    return away.x() * away.x() + away.y() * away.y() <= _REACH * _REACH
