"""What mouse and keyboard do on the plan: moving, placing, measuring, drawing; each release is one command."""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from math import hypot

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Point
from encounter_gui.encounter.plan import Area
from encounter_gui.gui.field.plan_state import (
    TOOLS,
    Doing,
    FieldState,
    MovePath,
    Outline,
    Ruler,
    Tool,
)
from encounter_gui.gui.field.token_layout import Spot
from encounter_gui.gui.field.view_port import ViewPort, free_spot, snapped
from encounter_gui.gui.keys.screen_reader import announce
from encounter_gui.rules.view import MoveOffer, Token

_Key = Qt.Key
_ARROWS = {
    _Key.Key_Left: (-1, 0),
    _Key.Key_Right: (1, 0),
    _Key.Key_Up: (0, -1),
    _Key.Key_Down: (0, 1),
}
_TOOL_KEYS: dict[int, Tool] = {ord(key): tool for tool, key, _ in TOOLS}
_ZOOMS = {_Key.Key_Plus: 1, _Key.Key_Equal: 1, _Key.Key_Minus: -1}
_ENTER = (_Key.Key_Return, _Key.Key_Enter)
_FAR = 5
"""Steps of an arrow with Shift."""
_CENTRE = 12.0
_NOTCH = 120.0


class SurfaceMeans(Struct, frozen=True, kw_only=True):
    """What the rules say while something is being done.

    ``offer`` is what taking somebody to a point comes to; ``far`` the words for how far two points are apart.
    """

    offer: Callable[[CombatantId, Point], MoveOffer | None]
    far: Callable[[Point, Point], str]


class GestureGround(QWidget):
    """What gestures are done on: it knows what lies where, and shows what is being done."""

    state: FieldState
    doing: Doing
    port: ViewPort
    tool: Tool
    lit: CombatantId | None
    open_stack: Spot | None
    means: SurfaceMeans

    @property
    def room(self) -> QRectF:
        """Returns the surface."""
        return QRectF(self.rect())

    def do(self, doing: Doing) -> None:
        """Shows what is being done."""
        raise NotImplementedError

    def use_tool(self, tool: Tool) -> None:
        """Takes another tool into hand."""
        raise NotImplementedError

    def zoom(self, steps: float, about: QPointF | None = None) -> None:
        """Shows the plan larger or smaller."""
        raise NotImplementedError

    def pan(self, by: QPointF) -> None:
        """Moves what is seen."""
        raise NotImplementedError

    def show_usual(self) -> None:
        """Shows everybody again."""
        raise NotImplementedError

    def show_all(self) -> None:
        """Shows the whole plan."""
        raise NotImplementedError

    def token_of(self, who: CombatantId | None) -> Token | None:
        """Returns somebody's token."""
        raise NotImplementedError

    def token_at(self, at: QPointF) -> Token | None:
        """Returns whose token lies at a place."""
        raise NotImplementedError

    def spot_at(self, at: QPointF) -> Spot | None:
        """Returns the token or stack at a place."""
        raise NotImplementedError

    def area_at(self, at: QPointF) -> Area | None:
        """Returns the area at a place."""
        raise NotImplementedError


class Gestures(QObject):
    """Turns what is done by hand into wishes; until a release nothing is changed."""

    picked = Signal(object, bool)
    """``CombatantId``, and whether the selection is to be extended."""
    banded = Signal(tuple)
    """``tuple[CombatantId, ...]``: these are to be selected."""
    moved = Signal(tuple, bool)
    """``tuple[MovePath, ...]``: so they are to move, or to be put; and whether by hand."""
    placed = Signal(object)
    """``Point``: whoever is to be placed next, here."""
    dropped = Signal(tuple, object)
    """``tuple[CombatantId, ...]``, ``Point``: these are to be placed here."""
    aimed = Signal(object)
    """``CombatantId``: the target from now on."""
    pointed = Signal(object)
    """``Point``: a bare place was clicked."""
    drawn = Signal(object)
    """``Outline``: a new area."""
    area_moved = Signal(str, object)
    """The area's key, and by how much of the plan."""
    area_removed = Signal(str)
    area_opened = Signal(str)
    """What an area is, is to be asked again."""
    blast_moved = Signal(object, float)
    """``Point``, and the radius."""
    blast_taken = Signal()
    """Whom the blast touches goes to the damage preview."""
    digit_typed = Signal(str)
    command_wanted = Signal()
    weapon_wanted = Signal()
    """The next weapon is to be used."""
    way_wanted = Signal()
    """The weapon is to be used in the next way: another mode, a charge."""
    way_picked = Signal(int)
    """The weapon is to be used in the way of this number, from 1."""
    left = Signal()
    """Escape, with nothing begun."""

    def __init__(self, surface: GestureGround) -> None:
        """Takes the surface it is done on."""
        super().__init__(surface)
        self._surface = surface
        self._pressed: QPointF | None = None
        self._begun: Callable[[QPointF], None] | None = None
        """What a drag does that has been begun; None: there is none, or it has not gone far enough yet."""
        self._pending: Callable[[QPointF], Callable[[QPointF], None] | None] | None = None
        self._grabbed: tuple[CombatantId, ...] = ()
        self._pan_from: QPointF | None = None
        self._is_dragging = False

    # ---- what is begun

    @property
    def is_busy(self) -> bool:
        """Returns whether something is begun that Escape drops."""
        doing = self._surface.doing
        return bool(
            doing.paths
            or doing.ruler is not None
            or doing.outline is not None
            or doing.band is not None
            or doing.blast is not None
            or doing.cursor is not None
            or doing.area
        )

    def drop(self) -> None:
        """Forgets what was begun; a proposed blast too."""
        self._pressed = self._begun = self._pending = None
        self._is_dragging = False
        self._surface.do(Doing())

    def follow(self) -> None:
        """The plan has changed: a way that begins elsewhere now is forgotten."""
        surface, doing = self._surface, self._surface.doing
        keys = {each.key for each in surface.state.view.areas}
        kept = replace(doing, paths=(), area=doing.area if doing.area in keys else None)
        if doing.area_by != (0, 0) and not self._is_dragging:
            kept = replace(kept, area_by=(0, 0))
        if kept != doing and not self._is_dragging:
            surface.do(kept)

    def snap(self, at: QPointF) -> Point:
        """Returns the place on the plan that is meant by a place on the surface; Alt: that very point."""
        return self._snapped(self._surface.port.to_plan(at))

    def _snapped(self, point: Point) -> Point:
        view = self._surface.state.view
        size = (view.width, view.height)
        if QApplication.keyboardModifiers() & Qt.KeyboardModifier.AltModifier:
            return snapped(point, 0.02, size)
        return snapped(point, view.step, size)

    # ---- the mouse

    def press(self, event: QMouseEvent) -> None:
        """Begins something, depending on the tool and on what lies there."""
        at = event.position()
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pan_from = at
            self._surface.setCursor(Qt.CursorShape.ClosedHandCursor)
            return
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._pressed, self._is_dragging, self._begun = at, False, None
        surface, doing = self._surface, self._surface.doing
        held = event.modifiers()
        blast = doing.blast
        if blast is not None and _is_close(surface.port.to_surface(blast.at), at):
            self._pending = self._begin_blast
        elif surface.tool == "measure" or held & Qt.KeyboardModifier.ControlModifier:
            self._pending = self._begin_ruler
        elif surface.tool == "area":
            self._press_area(at, held)
        else:
            self._press_token(at, held)

    def _press_token(self, at: QPointF, held: Qt.KeyboardModifier) -> None:
        surface = self._surface
        token = surface.token_at(at)
        if token is None:
            if surface.tool == "place":
                self._pending = None
                self.placed.emit(self.snap(at))
            else:
                if surface.doing.area is not None:
                    surface.do(replace(surface.doing, area=None))
                self._pending = self._begin_band
            return
        is_more = bool(held & Qt.KeyboardModifier.ShiftModifier)
        selected = surface.state.selected
        self._grabbed = (token.who,)
        if token.who in selected and len(selected) > 1 and not is_more:
            others = (who for who in selected if who != token.who and surface.token_of(who))
            self._grabbed = (token.who, *others)
        else:
            self.picked.emit(token.who, is_more)
        self._pending = self._begin_move

    def _press_area(self, at: QPointF, held: Qt.KeyboardModifier) -> None:
        surface, doing = self._surface, self._surface.doing
        area = surface.area_at(at)
        is_drawing = doing.outline is not None
        if area is not None and not is_drawing and not held & Qt.KeyboardModifier.AltModifier:
            surface.do(replace(doing, area=area.key))
            self._pending = self._begin_area
        else:
            surface.do(replace(doing, area=None))
            self._pending = self._begin_shape

    def drag(self, event: QMouseEvent) -> bool:
        """Goes on with what was begun; returns whether there is anything."""
        at = event.position()
        if self._pan_from is not None:
            self._surface.pan(at - self._pan_from)
            self._pan_from = at
            return True
        if self._pressed is None:
            return False
        if not self._is_dragging:
            far = (at - self._pressed).manhattanLength()
            if far < QApplication.startDragDistance() or self._pending is None:
                return True
            self._is_dragging = True
            self._begun = self._pending(self._pressed)
        if self._begun is not None:
            self._begun(at)
        return True

    def release(self, event: QMouseEvent) -> None:
        """Ends what was begun; a click without a way is what it is with this tool."""
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pan_from = None
            self._surface.unsetCursor()
            return
        if event.button() != Qt.MouseButton.LeftButton or self._pressed is None:
            return
        was_dragging, pending = self._is_dragging, self._pending
        at, self._pressed = event.position(), None
        self._is_dragging, self._begun, self._pending = False, None, None
        if was_dragging:
            self._end()
        elif pending == self._begin_shape:
            self._add_corner(self.snap(at))
        elif pending == self._begin_band:
            if self._surface.doing.ruler is not None:
                self._surface.do(replace(self._surface.doing, ruler=None))
            self.pointed.emit(self.snap(at))

    def _end(self) -> None:
        """Does what was dragged; what was only looked at goes."""
        surface, doing = self._surface, self._surface.doing
        if doing.paths:
            self._put(is_by_hand=surface.tool == "place")
        elif doing.band is not None:
            surface.do(replace(doing, band=None))
            self.banded.emit(self._within(doing.band))
        elif doing.area_by != (0, 0) and doing.area is not None:
            by = doing.area_by
            self.area_moved.emit(doing.area, by)
            surface.do(replace(surface.doing, area_by=(0, 0)))
        elif doing.outline is not None and (doing.outline.is_box or doing.outline.is_circle):
            self._finish(doing.outline)
        elif doing.ruler is not None and surface.tool != "measure":
            surface.do(replace(doing, ruler=None))

    def _put(self, *, is_by_hand: bool) -> None:
        surface = self._surface
        paths = tuple(
            each for each in surface.doing.paths if each.start is None or each.end != each.start
        )
        surface.do(replace(surface.doing, paths=paths))  # until the plan shows what has come of it
        if paths:
            self.moved.emit(paths, is_by_hand)

    def double_click(self, event: QMouseEvent) -> None:
        """Makes somebody the target, ends a polygon, or asks again what an area is."""
        surface, at = self._surface, event.position()
        if event.button() != Qt.MouseButton.LeftButton:
            return
        outline = surface.doing.outline
        if surface.tool == "area":
            if outline is not None:
                self._finish(outline)
            elif (area := surface.area_at(at)) is not None:
                self.area_opened.emit(area.key)
        elif (token := surface.token_at(at)) is not None:
            self.aimed.emit(token.who)

    def wheel(self, event: QWheelEvent) -> None:
        """Zooms; while something is measured it sizes the ring, and in a blast the blast."""
        notches = event.angleDelta().y() / _NOTCH
        surface, doing = self._surface, self._surface.doing
        step = surface.state.view.step
        if doing.ruler is not None and (self._is_dragging or surface.tool == "measure"):
            ring = max(0.0, doing.ruler.ring + step * (1 if notches > 0 else -1))
            surface.do(replace(doing, ruler=self._ruler(doing.ruler.start, doing.ruler.end, ring)))
        elif doing.blast is not None and self._is_in_blast(event.position()):
            radius = max(step, doing.blast.radius + step * (1 if notches > 0 else -1))
            self.blast_moved.emit(doing.blast.at, radius)
        elif notches:
            surface.zoom(notches, event.position())
        event.accept()

    def _is_in_blast(self, at: QPointF) -> bool:
        surface, blast = self._surface, self._surface.doing.blast
        if blast is None:
            return False
        away = surface.port.to_surface(blast.at) - at
        return hypot(away.x(), away.y()) <= max(blast.radius * surface.port.scale, _CENTRE)

    # ---- what a drag does

    def _begin_move(self, start: QPointF) -> Callable[[QPointF], None]:
        surface = self._surface
        surface.open_stack = None
        tokens = [token for who in self._grabbed if (token := surface.token_of(who)) is not None]
        origin = surface.port.to_plan(start)
        first = tokens[0] if tokens else None
        if first is not None and surface.spot_at(start) is None:
            origin = (first.x, first.y)  # out of an open stack: it goes where the pointer is
        return partial(self._move, tokens, origin)

    def _move(self, tokens: Sequence[Token], origin: Point, at: QPointF) -> None:
        if not tokens:
            return
        point, first = self._surface.port.to_plan(at), tokens[0]
        to = self._snapped((first.x + point[0] - origin[0], first.y + point[1] - origin[1]))
        self._show_way(tokens, (to[0] - first.x, to[1] - first.y), is_beside=_stands_beside())

    def _show_way(self, tokens: Sequence[Token], by: Point, *, is_beside: bool = False) -> None:
        """Shows these moved by so much of the plan, each as far as it reaches, and what that comes to.

        ``is_beside``: who would get onto somebody who stays gets beside them.
        """
        surface, paths = self._surface, list[MovePath]()
        size = surface.state.view.width, surface.state.view.height
        moved = {each.who for each in tokens}
        for each in tokens:
            start, end = (each.x, each.y), _on_plan((each.x + by[0], each.y + by[1]), size)
            if is_beside and end != start:
                taken = (*self._taken(each.floor, moved), *(path.end for path in paths))
                end = free_spot(end, start, taken, surface.state.view.step, size)
            offer = surface.means.offer(each.who, end)
            paths.append(MovePath(who=each.who, start=start, end=end, offer=offer))
        surface.do(replace(surface.doing, paths=tuple(paths)))

    def _taken(self, floor: int, but: Collection[CombatantId]) -> tuple[Point, ...]:
        """Returns where people stand on a floor, some left out."""
        tokens = self._surface.state.view.tokens
        return tuple((t.x, t.y) for t in tokens if t.floor == floor and t.who not in but)

    def drop_point(self, at: QPointF) -> Point:
        """Returns where those are placed who are dropped at a place of the surface: on the ground, beside others."""
        point, view = self.snap(at), self._surface.state.view
        if not _stands_beside():
            return point
        size = (view.width, view.height)
        return free_spot(point, self._surface.port.to_plan(at), self._taken(0, ()), view.step, size)

    def _begin_band(self, start: QPointF) -> Callable[[QPointF], None]:
        origin = self._surface.port.to_plan(start)

        def draw(at: QPointF) -> None:
            surface = self._surface
            surface.do(replace(surface.doing, band=(origin, surface.port.to_plan(at))))

        return draw

    def _within(self, band: tuple[Point, Point]) -> tuple[CombatantId, ...]:
        (left, top), (right, bottom) = (
            tuple(pick(one, other) for one, other in zip(*band, strict=True)) for pick in (min, max)
        )
        return tuple(
            each.who
            for each in self._surface.state.view.tokens
            if left <= each.x <= right and top <= each.y <= bottom
        )

    def _begin_ruler(self, start: QPointF) -> Callable[[QPointF], None]:
        origin = self._point_of(start)

        def draw(at: QPointF) -> None:
            surface = self._surface
            ring = surface.doing.ruler.ring if surface.doing.ruler else 0
            end = self._point_of(at)
            surface.do(replace(surface.doing, ruler=self._ruler(origin, end, ring)))

        return draw

    def _point_of(self, at: QPointF) -> Point:
        """Returns where somebody stands whom the pointer is on; else the place it is on."""
        token = self._surface.token_at(at)
        return (token.x, token.y) if token else self.snap(at)

    def _ruler(self, start: Point, end: Point, ring: float) -> Ruler:
        text = self._surface.means.far(start, end)
        if ring:
            text = f"{text} · ○ {self._surface.means.far((0, 0), (ring, 0))}"
        return Ruler(start=start, end=end, ring=ring, text=text)

    def _begin_blast(self, _start: QPointF) -> Callable[[QPointF], None]:
        def draw(at: QPointF) -> None:
            blast = self._surface.doing.blast
            if blast is not None:
                self.blast_moved.emit(self.snap(at), blast.radius)

        return draw

    def _begin_area(self, start: QPointF) -> Callable[[QPointF], None]:
        surface = self._surface
        origin = surface.port.to_plan(start)

        def draw(at: QPointF) -> None:
            point, step = surface.port.to_plan(at), surface.state.view.step / 2
            by = (
                round((point[0] - origin[0]) / step) * step,
                round((point[1] - origin[1]) / step) * step,
            )
            surface.do(replace(surface.doing, area_by=by))

        return draw

    def _begin_shape(self, start: QPointF) -> Callable[[QPointF], None] | None:
        surface = self._surface
        if surface.doing.outline is not None:
            return None
        origin = self.snap(start)

        def draw(at: QPointF) -> None:
            held = QApplication.keyboardModifiers() & Qt.KeyboardModifier.ShiftModifier
            outline = Outline(points=(origin, self.snap(at)), is_circle=bool(held), is_box=not held)
            surface.do(replace(surface.doing, outline=outline))

        return draw

    def _add_corner(self, point: Point) -> None:
        surface = self._surface
        before = surface.doing.outline
        points = before.points if before else ()
        if points[-1:] != (point,):
            surface.do(replace(surface.doing, outline=Outline(points=(*points, point))))

    def _finish(self, outline: Outline) -> None:
        surface = self._surface
        surface.do(replace(surface.doing, outline=None, cursor=None))
        self.drawn.emit(outline)

    # ---- the keyboard

    def begin_by_keyboard(self) -> None:
        """A tool was taken into hand by its key: where it needs a point, the keyboard points to one."""
        surface = self._surface
        if surface.tool == "move" or not surface.hasFocus() or not surface.state.view.is_there:
            return
        view = surface.state.view
        token = surface.token_of(next(iter(surface.state.selected), view.who))
        point = (token.x, token.y) if token else surface.port.to_plan(surface.room.center())
        cursor = self._snapped(point)
        surface.do(replace(surface.doing, cursor=cursor))
        if surface.tool == "measure":
            surface.do(replace(surface.doing, ruler=self._ruler(cursor, cursor, 0)))

    def is_own(self, event: QKeyEvent) -> bool:
        """Returns whether a key means something on the plan, whatever it does elsewhere."""
        return self._meaning(event) is not None

    def press_key(self, event: QKeyEvent) -> bool:
        """Does what a key means here; returns whether it means anything."""
        act = self._meaning(event)
        if act is not None:
            act()
        return act is not None

    def _meaning(self, event: QKeyEvent) -> Callable[[], object] | None:
        """Returns what a key does here; None: nothing."""
        surface, key = self._surface, Qt.Key(event.key())
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if held == Qt.KeyboardModifier.ControlModifier:
            zooms = partial(surface.zoom, _ZOOMS[key]) if key in _ZOOMS else None
            return surface.show_all if key == _Key.Key_0 else zooms
        if held & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.AltModifier):
            return None
        if key in _ARROWS:
            far = _FAR if held & Qt.KeyboardModifier.ShiftModifier else 1
            return partial(self._step, _ARROWS[key], far)
        if event.text() == "/":
            return self.command_wanted.emit
        if not held:
            return self._plain_meaning(key, event.text())
        return self._other_way(key, held)

    def _other_way(self, key: Qt.Key, held: Qt.KeyboardModifier) -> Callable[[], object] | None:
        """Returns what a key does that has the weapon used in another way; None: it is none such."""
        if held == Qt.KeyboardModifier.AltModifier and _Key.Key_1 <= key <= _Key.Key_9:
            return partial(self.way_picked.emit, key - _Key.Key_0)
        is_next = key == _Key.Key_Q and held == Qt.KeyboardModifier.ShiftModifier
        return self.way_wanted.emit if is_next else None

    def _plain_meaning(self, key: Qt.Key, text: str) -> Callable[[], object] | None:
        """Returns what a key does without Shift, Alt and Ctrl; None: nothing."""
        surface, doing = self._surface, self._surface.doing
        if key in _ENTER:
            return self._enter
        if key in _TOOL_KEYS:
            return partial(surface.use_tool, _TOOL_KEYS[key])
        if text.isdecimal():
            return partial(self.digit_typed.emit, text)
        others: dict[Qt.Key, tuple[bool, Callable[[], object]]] = {
            _Key.Key_Home: (True, surface.show_usual),
            _Key.Key_Q: (True, self.weapon_wanted.emit),
            _Key.Key_Escape: (self.is_busy, self.drop),
            _Key.Key_Space: (doing.cursor is not None and surface.tool == "area", self._corner),
            _Key.Key_Delete: (doing.area is not None, self._remove_area),
        }
        is_meant, act = others.get(key, (False, self.drop))
        return act if is_meant else None

    def _corner(self) -> None:
        cursor = self._surface.doing.cursor
        if cursor is not None:
            self._add_corner(cursor)

    def _remove_area(self) -> None:
        area = self._surface.doing.area
        if area is not None:
            self.area_removed.emit(area)

    def _step(self, way: Point, far: int) -> None:
        """Moves whoever is selected, or what the keyboard points to, by so many steps."""
        surface, doing = self._surface, self._surface.doing
        step = surface.state.view.step * far
        by = (way[0] * step, way[1] * step)
        if doing.blast is not None:
            at = self._snapped((doing.blast.at[0] + by[0], doing.blast.at[1] + by[1]))
            self.blast_moved.emit(at, doing.blast.radius)
        elif surface.tool == "move":
            self._step_selected(by)
        elif doing.cursor is not None:
            cursor = self._snapped((doing.cursor[0] + by[0], doing.cursor[1] + by[1]))
            ruler = doing.ruler
            if surface.tool == "measure":
                start = ruler.start if ruler else doing.cursor
                ruler = self._ruler(start, cursor, ruler.ring if ruler else 0)
                announce(surface, ruler.text)
            surface.do(replace(doing, cursor=cursor, ruler=ruler))
        else:
            self.begin_by_keyboard()

    def _step_selected(self, by: Point) -> None:
        surface = self._surface
        paths = surface.doing.paths
        who = surface.state.selected or tuple(
            each.who for each in surface.state.view.tokens if each.who == surface.state.view.who
        )
        tokens = [token for each in who if (token := surface.token_of(each)) is not None]
        if not tokens:
            return
        first = tokens[0]
        before = paths[0].end if paths and paths[0].who == first.who else (first.x, first.y)
        size = surface.state.view.width, surface.state.view.height
        to = _on_plan((before[0] + by[0], before[1] + by[1]), size)
        self._show_way(tokens, (to[0] - first.x, to[1] - first.y))
        offer = surface.doing.paths[0].offer
        if offer is not None:
            announce(surface, offer.text)

    def _enter(self) -> None:
        """Does what the keyboard has begun."""
        surface, doing = self._surface, self._surface.doing
        if doing.paths:
            self._put(is_by_hand=False)
        elif doing.blast is not None:
            self.blast_taken.emit()
        elif surface.tool == "place" and doing.cursor is not None:
            self.placed.emit(doing.cursor)
        elif surface.tool == "area" and doing.outline is not None:
            self._finish(doing.outline)
        elif surface.tool == "area" and doing.area is not None:
            self.area_opened.emit(doing.area)
        elif surface.tool == "area" and doing.cursor is not None:
            self._add_corner(doing.cursor)
        elif surface.lit is not None:
            self.aimed.emit(surface.lit)


def _stands_beside() -> bool:
    """Returns whether who is dropped on somebody gets beside them: Shift and Alt put them exactly there."""
    exact = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.AltModifier
    return not QApplication.keyboardModifiers() & exact


def _on_plan(point: Point, size: Point) -> Point:
    x, y = (min(max(value, 0), most) for value, most in zip(point, size, strict=True))
    return round(x, 3), round(y, 3)


def _is_close(one: QPointF, other: QPointF) -> bool:
    away = one - other
    return hypot(away.x(), away.y()) <= _CENTRE
