"""One reminder: what is to be said, and when."""

from msgspec import structs
from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QToolButton, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.encounters.trigger_field import TriggerField
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.model.prepared import Reminder


class ReminderRow(QWidget):
    """Edited where it stands."""

    changed = Signal(int, object)
    """Its place, and the ``Reminder`` it becomes."""
    removed = Signal(int)

    def __init__(
        self, place: int, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Takes its place among the reminders, icons with the theme, and the words."""
        super().__init__(parent)
        self._place = place
        self._reminder: Reminder | None = None
        self._texts = texts
        self.text = QLineEdit(self)
        self.text.setPlaceholderText(texts.text_of("gui.encounters.reminder_text"))
        self.text.setAccessibleName(texts.text_of("gui.encounters.reminder_text"))
        self.remove = QToolButton(self)
        self.remove.setIcon(icons.icon("trash"))
        self.remove.setAccessibleName(texts.text_of("gui.encounters.remove_reminder"))
        self.remove.setToolTip(plain_tip(self.remove.accessibleName()))
        self.when = TriggerField(texts.text_of("gui.encounters.reminder_falls"), texts, self)
        self.state = QLabel(texts.text_of("gui.encounters.was_said"), self)
        self.state.setEnabled(False)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(4)
        grid.addWidget(self.text, 0, 0)
        grid.addWidget(self.remove, 0, 1)
        grid.addWidget(self.when, 1, 0, 1, 2)
        grid.addWidget(self.state, 2, 0, 1, 2)
        self.text.editingFinished.connect(self._change)
        self.when.changed.connect(self._change)
        self.remove.clicked.connect(lambda: self.removed.emit(self._place))

    def show_reminder(self, reminder: Reminder, *, was_said: bool) -> None:
        """Shows a reminder, and whether it was said already."""
        self._reminder = reminder
        if not self.text.hasFocus():
            self.text.setText(reminder.text)
        self.when.show_when(None if reminder.falls else reminder.round, reminder.falls)
        self.state.setVisible(was_said)

    @Slot()
    def _change(self) -> None:
        if self._reminder is None:
            return
        round_, falls = self.when.when
        made = structs.replace(
            self._reminder, text=self.text.text().strip(), round=round_, falls=falls
        )
        if made != self._reminder:
            self.changed.emit(self._place, made)
