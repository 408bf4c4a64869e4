"""One wave: its name, when it comes, and who."""

from msgspec import structs
from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QLineEdit,
    QPushButton,
    QToolButton,
    QWidget,
)
from typing_extensions import override

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.encounters.trigger_field import TriggerField
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.creature_drag import dragged_keys
from encounter_gui.gui.widgets.layouts import STRETCH, column_layout, row_layout
from encounter_gui.gui.widgets.line_edit import LONGEST
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.model.prepared import Wave


class WaveBox(QFrame):
    """Edited where it stands; creatures of the library may be dropped on it."""

    changed = Signal(int, object)
    """Its place, and the ``Wave`` it becomes."""
    removed = Signal(int)
    typed = Signal(int, str)
    """Its place, and who comes, as typed."""
    dropped = Signal(int, tuple)
    """Its place, and the keys of creatures."""
    sent = Signal(int)
    """It joins now."""

    def __init__(
        self, place: int, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Takes its place among the waves, icons with the theme, and the words."""
        super().__init__(parent)
        self._place = place
        self._wave: Wave | None = None
        self._texts = texts
        self.name = QLineEdit(self)
        self.name.setAccessibleName(texts.text_of("gui.encounters.wave_label"))
        self.remove = QToolButton(self)
        self.remove.setIcon(icons.icon("trash"))
        self.remove.setAccessibleName(texts.text_of("gui.encounters.remove_wave"))
        self.remove.setToolTip(plain_tip(self.remove.accessibleName()))
        self.when = TriggerField(texts.text_of("gui.encounters.wave_when"), texts, self)
        self.who = QLineEdit(self)
        self.who.setMaxLength(LONGEST)
        self.who.setPlaceholderText(texts.text_of("gui.encounters.wave_who"))
        self.who.setAccessibleName(texts.text_of("gui.encounters.wave_who"))
        self.send = QPushButton(texts.text_of("gui.encounters.send_wave"), self)
        self.send.setProperty("small", "true")
        self.state = QLabel(self)
        self.state.setEnabled(False)
        self.setAcceptDrops(True)
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        head = row_layout(None, (self.name, 1), self.remove)
        foot = row_layout(None, self.state, STRETCH, self.send)
        column_layout(self, head, self.who, self.when, foot, spacing=4)

    def _connect(self) -> None:
        self.name.editingFinished.connect(self._change)
        self.when.changed.connect(self._change)
        self.who.editingFinished.connect(self._type)
        self.remove.clicked.connect(lambda: self.removed.emit(self._place))
        self.send.clicked.connect(lambda: self.sent.emit(self._place))

    def show_wave(self, wave: Wave, roster: str, *, can_join: bool, has_come: bool) -> None:
        """Shows a wave, who comes as text, and whether it can join now or has come."""
        self._wave = wave
        if not self.name.hasFocus():
            self.name.setText(wave.name)
        if not self.who.hasFocus() or not self.who.isModified():
            self.who.setText(roster)
        self.when.show_when(wave.round, wave.when)
        self.send.setVisible(can_join)
        self.state.setText(self._texts.text_of("gui.encounters.has_come") if has_come else "")
        self.state.setVisible(has_come)

    @Slot()
    def _change(self) -> None:
        if self._wave is None:
            return
        round_, when = self.when.when
        name = self.name.text().strip() or self._wave.name
        made = structs.replace(self._wave, name=name, round=round_, when=when)
        if made != self._wave:
            self.changed.emit(self._place, made)

    @Slot()
    def _type(self) -> None:
        if self.who.isModified():
            self.who.setModified(False)
            self.typed.emit(self._place, self.who.text().strip())

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dragged_keys(event.mimeData()):
            event.acceptProposedAction()

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        keys = dragged_keys(event.mimeData())
        if keys:
            event.acceptProposedAction()
            self.dropped.emit(self._place, keys)
