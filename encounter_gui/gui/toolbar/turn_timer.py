"""The turn timer in the tool bar: how long this turn has lasted, or how much of its time is left."""

import math
import time

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QLabel, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import dress_label

TIMERS = ("off", "up", "60", "120", "180", "300")
"""What can be chosen: no timer, counting up, or down from so many seconds."""

_TICK_MS = 250


class TurnTimer(QLabel):
    """Counts from the beginning of each turn, up or down from a set time; it says so quietly and does nothing else.

    It stands still while no fight is shown as it stands, and is kept nowhere.
    """

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes the theme with the icons, and the texts; it is off until it is told otherwise."""
        super().__init__(parent)
        self._icons, self._texts = icons, texts
        self._kind = "off"
        self._turn: object = None
        self._is_running = False
        self._passed = 0.0
        self._since = 0.0
        self._ticking = QTimer(self, interval=_TICK_MS)
        self._ticking.timeout.connect(self.tick)
        self.setObjectName("turn_timer")
        self.setContentsMargins(6, 0, 6, 0)
        icons.recoloured.connect(self.tick)

    @property
    def is_on(self) -> bool:
        """Whether a timer is wanted, and there is a turn to count."""
        return self._kind != "off" and self._turn is not None

    def use(self, kind: str) -> None:
        """Sets what is counted, as ``TIMERS`` names it; what is none of these is no timer."""
        self._kind = kind if kind in TIMERS else "off"
        self._run()

    def follow(self, turn: object, *, is_running: bool) -> None:
        """Takes whose turn it is (None: nobody's; another one begins at 0), and whether time passes in it."""
        if turn != self._turn:
            self._turn, self._passed, self._since = turn, 0.0, time.monotonic()
        self._hold()
        self._is_running = is_running
        self._run()

    def _hold(self) -> None:
        """Adds what has passed since the count went on to the count."""
        now = time.monotonic()
        if self._is_running:
            self._passed += now - self._since
        self._since = now

    def _run(self) -> None:
        if self.is_on and self._is_running:
            self._ticking.start()
        else:
            self._ticking.stop()
        self.tick()

    @Slot()
    def tick(self) -> None:
        """Shows the count as it is now."""
        self._hold()
        if not self.is_on:
            self.clear()
            return
        left = self.seconds()
        is_over = self._kind != "up" and left < 0
        minutes, seconds = divmod(abs(left), 60)
        words = f"{'−' if left < 0 else ''}{minutes}:{seconds:02}"
        self.setText(words)
        role = "status.warn" if is_over else "text.secondary"
        dress_label(self, self._icons.theme, "row", role, weight=600)
        key = "up" if self._kind == "up" else "over" if is_over else "left"
        self.setToolTip(self._texts.text_of(f"gui.timer.{key}", time=words.removeprefix("−")))
        self.setAccessibleName(self.toolTip())

    def seconds(self) -> int:
        """Returns the seconds that have passed, or those that are left; below 0 where the time is over."""
        passed = math.floor(self._passed)
        return passed if self._kind == "up" else int(self._kind) - passed
