"""The timeline dock: caption, slots, effects and history, one above the other."""

from collections.abc import Iterator

from PySide6.QtCore import QRect, QSize, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.painting.text_runs import paint_text
from encounter_gui.gui.timeline.effect_lanes import LANE_STEP, LANES, EffectLanes
from encounter_gui.gui.timeline.history_bar import HistoryBar, HistoryMark
from encounter_gui.gui.timeline.slot_delegate import NOTCH
from encounter_gui.gui.timeline.slot_strip import SlotStrip
from encounter_gui.rules.view import Timeline

_CAPTION = 116
_PADDING = 12
_SLOTS_Y = 8
_LANES_Y = 41
_HISTORY_Y = 76
_HISTORY_HEIGHT = 16
_WORDS_GAP = 8
_COMPACT_BELOW = 90
_RIGHT = 6


class TimelineView(QFrame):
    """Shows the turn order; emits that a combatant is to be selected, or a past moment shown."""

    combatant_picked = Signal(str)
    """The slot of this combatant (its id) was clicked or entered."""
    reordered = Signal(str, str)
    """A combatant (its id) was dragged or moved by keys: it is to come before another (its id; "": last)."""
    scrubbed = Signal(int)
    """Look at the entry with this index, from 0 for the first; the last one is live."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the texts."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._strip = SlotStrip(icons, texts, self)
        self._lanes = EffectLanes(icons, texts, self._strip.rect_of, self)
        self._history = HistoryBar(icons, texts, self)
        self.setProperty("dock", "true")
        self.setAccessibleName(texts.text_of("gui.fight.timeline"))
        # The slots end where the bars below them may still be read.
        self._lanes.raise_()
        self._strip.picked.connect(self.combatant_picked)
        self._strip.reordered.connect(self.reordered)
        self._strip.moved.connect(self._lanes.update)
        self._history.scrubbed.connect(self.scrubbed)
        icons.loaded.connect(self._repaint)
        icons.recoloured.connect(self._repaint)

    @property
    def strip(self) -> SlotStrip:
        """Returns the list of slots."""
        return self._strip

    @property
    def history(self) -> HistoryBar:
        """Returns the slider through the history."""
        return self._history

    @property
    def is_compact(self) -> bool:
        """Returns whether there is too little height for the lanes of effects."""
        return self.height() < _COMPACT_BELOW

    def show_timeline(self, timeline: Timeline) -> None:
        """Shows another turn order."""
        self._strip.show_timeline(timeline)
        self._lanes.show_effects(timeline)
        words = " · ".join(part for part in (timeline.caption, timeline.note) if part)
        if words != self.accessibleDescription():
            self.setAccessibleDescription(words)
            self.update(QRect(0, 0, _CAPTION, _LANES_Y))

    def show_history(
        self, kept: int, marks: tuple[HistoryMark, ...], index: int, *, is_live: bool
    ) -> None:
        """Keeps so many of the oldest marks and shows these after them; ``index`` is the entry on screen.

        −1: before the first.
        """
        before = self._history.words()
        self._history.show_history(kept, marks, index, is_live=is_live)
        if self._history.words() != before:
            self._place()
            self.update(self._history_line())

    def select_combatant(self, who: CombatantId) -> None:
        """Shows which slot belongs to the selected combatant; "" for nobody."""
        self._strip.select_combatant(who)

    @override
    def sizeHint(self) -> QSize:
        return QSize(1358, round(self._icons.theme.size("timeline")))

    @override
    def minimumSizeHint(self) -> QSize:
        return QSize(400, 60)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        theme, right = self._icons.theme, self.width() - _RIGHT
        width = max(0, right - _CAPTION)
        self._strip.setGeometry(_CAPTION, _SLOTS_Y, width, round(theme.size("slot")) + NOTCH)
        self._lanes.setGeometry(_CAPTION, _LANES_Y, width, LANES * LANE_STEP)
        self._lanes.setVisible(not self.is_compact)
        words = round(theme.fonts.width(self._history.words(), "small")) + _WORDS_GAP
        self._history.setGeometry(
            _CAPTION, self._history_top(), max(40, width - words - 4), _HISTORY_HEIGHT
        )

    def _history_line(self) -> QRect:
        """The line that the history shares with its words."""
        bar = self._history.geometry()
        return QRect(0, bar.top(), self.width(), bar.height())

    def _history_top(self) -> int:
        return self.height() - 4 - _HISTORY_HEIGHT if self.is_compact else _HISTORY_Y

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        for rect, text, is_title in self._captions():
            if rect.intersects(event.rect()):
                self._write(painter, rect, text, is_title=is_title)

    def _captions(self) -> Iterator[tuple[QRect, str, bool]]:
        """Yields what is written beside the slots, lanes and history: where, what, and whether it is the title."""
        timeline, text_of = self._strip.slots.timeline, self._texts.text_of
        bar, left = self._history.geometry(), _CAPTION - _PADDING
        yield QRect(_PADDING, _SLOTS_Y - 1, left, 16), timeline.caption, True
        yield QRect(_PADDING, _SLOTS_Y + 15, left, 14), timeline.note, False
        if not self.is_compact:
            effects = text_of("gui.fight.timeline.effects")
            yield QRect(_PADDING, _LANES_Y, left, 14), effects, False
        history = text_of("gui.fight.timeline.history")
        yield QRect(_PADDING, bar.top(), left, bar.height()), history, False
        words = QRect(bar.right() + _WORDS_GAP, bar.top(), self.width(), bar.height())
        yield words, self._history.words(), False

    def _write(self, painter: QPainter, rect: QRect, text: str, *, is_title: bool) -> None:
        theme = self._icons.theme
        font, weight = ("body", 700) if is_title else ("small", 400)
        role = "text.primary" if is_title else "text.muted"
        shown = theme.elided(text, font, rect.width(), weight=weight)
        paint_text(painter, theme, rect, shown, font, role, weight=weight)

    @Slot()
    def _repaint(self) -> None:
        self.update()
        self._strip.forget_pictures()
        self._lanes.update()
        self._history.update()
