"""What comes later: waves that wait, and reminders written at home."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.encounters.plan.plan_view import PlanView
from encounter_gui.gui.encounters.reminder_row import ReminderRow
from encounter_gui.gui.encounters.wave_box import WaveBox
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import plain_label
from encounter_gui.gui.widgets.layouts import STRETCH, add_items, column_layout
from encounter_gui.rules.model.prepared import Reminder


class WavesPage(QWidget):
    """Waves and reminders, each in a box that is edited where it stands."""

    wave_changed = Signal(int, object)
    """The place of a wave, and the ``Wave`` it becomes; one past the last: it is new."""
    wave_removed = Signal(int)
    wave_typed = Signal(int, str)
    """The place of a wave, and its roster as typed."""
    wave_dropped = Signal(int, tuple)
    """The place of a wave, and the keys of creatures dropped on it."""
    wave_sent = Signal(int)
    """A wave joins now."""
    reminders_changed = Signal(tuple)
    """``tuple[Reminder, ...]``."""
    wave_added = Signal()
    """A wave with nobody in it is to be added."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._plan_view: PlanView | None = None
        self._names: tuple[str, ...] = ()
        self.waves: list[WaveBox] = []
        self.reminders: list[ReminderRow] = []
        self.add_wave = QPushButton(texts.text_of("gui.encounters.add_wave"), self)
        self.add_reminder = QPushButton(texts.text_of("gui.encounters.add_reminder"), self)
        self._hints: dict[str, QLabel] = {}
        self._waves_column = QVBoxLayout()
        self._reminders_column = QVBoxLayout()
        self._lay_out()

    def _lay_out(self) -> None:
        texts = self._texts
        inner = QWidget()
        column = column_layout(inner, margins=(10, 10, 10, 10), spacing=8)
        for key, part, button in (
            ("waves", self._waves_column, self.add_wave),
            ("reminders", self._reminders_column, self.add_reminder),
        ):
            head = QHBoxLayout()
            label = QLabel(texts.text_of(f"gui.encounters.{key}"), inner)
            label.setFont(self._icons.theme.font("row", weight=700))
            add_items(head, label, STRETCH)
            button.setProperty("small", "true")
            head.addWidget(button)
            column.addLayout(head)
            part.setSpacing(8)
            column.addLayout(part)
            hint = plain_label(texts.text_of(f"gui.encounters.{key}.empty"), inner)
            self._hints[key] = hint
            add_items(column, hint, 10)
        column.addStretch(1)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inner)
        for ground in (inner, area.viewport()):
            ground.setAutoFillBackground(False)
        area.setAccessibleName(texts.text_of("gui.encounters.later"))
        column_layout(self, area)
        self.add_wave.clicked.connect(self.wave_added)
        self.add_reminder.clicked.connect(self._add_reminder)

    # ---- state downward

    def show_planned(
        self,
        plan_view: PlanView,
        rosters: tuple[str, ...],
        come: frozenset[int],
        said: frozenset[int],
    ) -> None:
        """Shows the waves with their rosters as text, and the reminders; ``come`` and ``said`` are over."""
        self._plan_view = plan_view
        self._hints["waves"].setVisible(not plan_view.plan.waves)
        self._hints["reminders"].setVisible(not plan_view.plan.reminders)
        while len(self.waves) > len(plan_view.plan.waves):
            _drop(self._waves_column, self.waves.pop())
        while len(self.waves) < len(plan_view.plan.waves):
            self._new_wave(len(self.waves))
        for place, (box, wave) in enumerate(zip(self.waves, plan_view.plan.waves, strict=True)):
            can_join = plan_view.stage == "running" and place not in come
            box.show_wave(wave, rosters[place], can_join=can_join, has_come=place in come)
        while len(self.reminders) > len(plan_view.plan.reminders):
            _drop(self._reminders_column, self.reminders.pop())
        while len(self.reminders) < len(plan_view.plan.reminders):
            self._new_reminder(len(self.reminders))
        for at, (row, reminder) in enumerate(
            zip(self.reminders, plan_view.plan.reminders, strict=True)
        ):
            row.show_reminder(reminder, was_said=at in said)

    def _new_wave(self, place: int) -> None:
        box = WaveBox(place, self._icons, self._texts, self)
        box.changed.connect(self.wave_changed)
        box.removed.connect(self.wave_removed)
        box.typed.connect(self.wave_typed)
        box.dropped.connect(self.wave_dropped)
        box.sent.connect(self.wave_sent)
        self.waves.append(box)
        self._waves_column.addWidget(box)
        box.show()

    def _new_reminder(self, place: int) -> None:
        row = ReminderRow(place, self._icons, self._texts, self)
        row.changed.connect(self._change_reminder)
        row.removed.connect(self._remove_reminder)
        self.reminders.append(row)
        self._reminders_column.addWidget(row)
        row.show()

    # ---- intents upward

    @property
    def _reminders(self) -> tuple[Reminder, ...]:
        return self._plan_view.plan.reminders if self._plan_view is not None else ()

    @Slot()
    def _add_reminder(self) -> None:
        self.reminders_changed.emit((*self._reminders, Reminder(text="", round=1)))
        if self.reminders:
            self.reminders[-1].text.setFocus()

    @Slot(int, object)
    def _change_reminder(self, place: int, reminder: Reminder) -> None:
        listed = list(self._reminders)
        listed[place] = reminder
        self.reminders_changed.emit(tuple(listed))

    @Slot(int)
    def _remove_reminder(self, place: int) -> None:
        left = tuple(each for at, each in enumerate(self._reminders) if at != place)
        self.reminders_changed.emit(left)


def _drop(column: QVBoxLayout, widget: QWidget) -> None:
    column.removeWidget(widget)
    widget.hide()
    widget.deleteLater()
