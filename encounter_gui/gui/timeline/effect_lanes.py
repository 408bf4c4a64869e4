"""Bars under the slots for what lasts: from its owner to where it ends."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.view import EffectBar, Timeline, TimelineSlot

LANES = 2
LANE_STEP = 17
_CAP = 3.0
_PADDING = 7.0
_MORE_WIDTH = 34.0


class LaidBar(Struct, frozen=True, kw_only=True):
    """An effect in its lane; the last slot it reaches, and whether it ends there."""

    effect: EffectBar
    lane: int
    last: int
    is_open: bool


def lay_out(timeline: Timeline) -> tuple[tuple[LaidBar, ...], tuple[EffectBar, ...]]:
    """Returns the effects that find a free lane, in the order of the rules, and those that do not."""
    laid: list[LaidBar] = []
    left: list[EffectBar] = []
    again = next_of_owner(timeline) if timeline.effects else ()
    for effect in timeline.effects:
        last = reach(effect, again)
        taken = {bar.lane for bar in laid if bar.effect.start <= last and effect.start <= bar.last}
        lane = next((lane for lane in range(LANES) if lane not in taken), None)
        if lane is None:
            left.append(effect)
            continue
        laid.append(LaidBar(effect=effect, lane=lane, last=last, is_open=effect.end is None))
    return tuple(laid), tuple(left)


def reach(effect: EffectBar, again: Sequence[int]) -> int:
    """Returns the last slot an effect reaches; an open one goes up to its owner's next slot, or to the end."""
    if effect.end is not None:
        return max(effect.start, min(effect.end, len(again) - 1))
    after = again[effect.start] if effect.start < len(again) else len(again)
    return max(effect.start, after - 1)


def next_of_owner(timeline: Timeline) -> Sequence[int]:
    """Returns for each slot the next one of the same owner; where there is none, the number of slots."""
    count = len(timeline.slots)
    again, seen = [count] * count, dict[object, int]()
    for place in range(count - 1, -1, -1):
        owner = _owner(timeline.slots[place])
        if owner is not None:
            again[place] = seen.get(owner, count)
            seen[owner] = place
    return again


class EffectLanes(QWidget):
    """Paints the bars where the strip says the slots are."""

    def __init__(
        self,
        icons: Icons,
        texts: MessageCatalog,
        rect_of: Callable[[int], QRect],
        parent: QWidget | None = None,
    ) -> None:
        """Takes icons with the theme, the texts, and what tells the place of a slot."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._rect_of = rect_of
        self._laid: tuple[LaidBar, ...] = ()
        self._left: tuple[EffectBar, ...] = ()
        self._show_words()

    def show_effects(self, timeline: Timeline) -> None:
        """Shows the effects of another timeline."""
        laid = lay_out(timeline)
        if laid != (self._laid, self._left):
            self._laid, self._left = laid
            self._show_words()
            self.update()

    def _show_words(self) -> None:
        word = self._texts.text_of("gui.fight.timeline.effects")
        texts = [bar.effect.text for bar in self._laid] + [effect.text for effect in self._left]
        self.setAccessibleName(word)
        self.setAccessibleDescription("; ".join(texts))
        self.setToolTip(plain_tip("\n".join(texts)))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        room = self.width() - (_MORE_WIDTH if self._left else 0.0)
        painter.setClipRect(QRectF(0, 0, room, self.height()))
        for bar in self._laid:
            self._paint_bar(painter, bar, room)
        painter.setClipping(False)
        if self._left:
            self._paint_more(painter)

    def _paint_bar(self, painter: QPainter, bar: LaidBar, room: float) -> None:
        theme = self._icons.theme
        left, right = self._rect_of(bar.effect.start).left(), self._rect_of(bar.last).right() + 1
        if right <= 0 or left >= room:
            return
        box = QRectF(left, bar.lane * LANE_STEP, right - left, theme.size("effect_bar"))
        kind = bar.effect.kind
        is_plain = kind == "neutral"
        edge = theme.colour("line.control" if is_plain else f"status.{kind}")
        painter.fillRect(box, theme.colour("surface.raised" if is_plain else f"status.{kind}_fill"))
        painter.fillRect(QRectF(box.left(), box.top(), _CAP, box.height()), edge)
        if not bar.is_open:
            painter.fillRect(QRectF(box.right() - _CAP, box.top(), _CAP, box.height()), edge)
        # The words stay in sight while any of the bar is.
        x = max(box.left() + _CAP, 0.0) + _PADDING
        words = QRectF(x, box.top(), min(box.right() - _CAP, room) - x - 2, box.height())
        if words.width() > 12:
            self._write(painter, words, bar.effect.text, "text.primary")

    def _paint_more(self, painter: QPainter) -> None:
        text = self._texts.text(say("gui.fight.timeline.more", count=len(self._left)))
        place = QRectF(
            self.width() - _MORE_WIDTH + 6,
            LANE_STEP,
            _MORE_WIDTH,
            self._icons.theme.size("effect_bar"),
        )
        self._write(painter, place, text, "text.secondary")

    def _write(self, painter: QPainter, rect: QRectF, text: str, role: str) -> None:
        theme = self._icons.theme
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.colour(role))
        text = theme.elided(text, "caption", rect.width())
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, text)


def _owner(slot: TimelineSlot) -> str | None:
    """Who has a slot: a combatant, or a side or block, which goes by its name."""
    return slot.text if slot.members else slot.who
