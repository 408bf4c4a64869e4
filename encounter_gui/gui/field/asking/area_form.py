"""Asks in one line below the plan what an area is: its name, what it means to the rules, and when it ends."""

from collections.abc import Sequence
from typing import get_args

from msgspec import Struct
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.plan import Area, AreaKind
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import row_layout
from encounter_gui.gui.widgets.shortcut_button import ShortcutButton
from encounter_gui.rules.engine.field.rules import FieldRules

_AMOUNT = 46
_UNTIL = 104


class AreaAnswer(Struct, frozen=True, kw_only=True):
    """What an area is to be; ``until`` is when it ends, as typed."""

    name: str = ""
    kind: AreaKind = ""
    step: str = ""
    amount: str = ""
    until: str = ""


class AreaForm(QWidget):
    """One line of fields; Enter takes them, Escape leaves."""

    answered = Signal(object)
    """``AreaAnswer``."""
    left = Signal()

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._texts = texts
        self.setAccessibleName(texts.text_of("gui.field.area.form"))
        self.name, self.amount, self.until = QLineEdit(self), QLineEdit(self), QLineEdit(self)
        self.name.setPlaceholderText(texts.text_of("gui.field.area.name"))
        self.name.setAccessibleName(texts.text_of("gui.field.area.name"))
        self.name.setMaxLength(80)
        self.amount.setPlaceholderText("±0")
        self.amount.setAccessibleName(texts.text_of("gui.field.area.amount"))
        self.amount.setToolTip(texts.text_of("gui.field.area.amount"))
        self.amount.setFixedWidth(_AMOUNT)
        self.until.setPlaceholderText(texts.text_of("gui.field.area.until_hint"))
        self.until.setAccessibleName(texts.text_of("gui.field.area.until"))
        self.until.setToolTip(texts.text_of("gui.field.area.until"))
        self.until.setFixedWidth(_UNTIL)
        self.kind, self.step = QComboBox(self), QComboBox(self)
        self.kind.setAccessibleName(texts.text_of("gui.field.area.kind"))
        self.step.setAccessibleName(texts.text_of("gui.field.area.step"))
        for kind in get_args(AreaKind):
            self.kind.addItem(texts.text_of(f"gui.field.kind.{kind or 'nothing'}"), kind)
        self.kind.currentIndexChanged.connect(self._fill_steps)
        self._steps: dict[str, Sequence[tuple[str, str]]] = {}
        self.take = ShortcutButton(icons, "↵", self)
        self.take.show_words(texts.text_of("gui.field.area.take"))
        self.take.clicked.connect(self._answer)
        self.leave = ShortcutButton(icons, "", self)
        self.leave.show_words(texts.text_of("gui.cancel"))
        self.leave.clicked.connect(self.left)
        label = QLabel(texts.text_of("gui.field.area.form"), self)
        row_layout(
            self,
            label,
            (self.name, 1),
            self.kind,
            self.step,
            self.amount,
            self.until,
            self.take,
            self.leave,
            margins=(10, 3, 10, 3),
            spacing=6,
        )
        for field in (self.name, self.amount, self.until):
            field.setProperty("tiny", "true")
            field.returnPressed.connect(self._answer)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.left)

    def begin(
        self,
        area: Area | None,
        steps: dict[str, Sequence[tuple[str, str]]],
        rules: FieldRules,
    ) -> None:
        """Asks about an area; None: about a new one. ``steps`` are key and name of each kind's.

        ``rules`` say whether the game has modifiers of the game master's own.
        """
        self.amount.setVisible(rules.has_amounts)
        self._steps = steps
        self.name.setText(area.name if area else "")
        self.kind.setCurrentIndex(max(self.kind.findData(area.kind if area else ""), 0))
        self._fill_steps()
        if area and area.step:
            self.step.setCurrentIndex(max(self.step.findData(area.step), 0))
        self.amount.setText(f"{area.amount:+d}" if area and area.amount else "")
        self.until.clear()
        self.show()
        self.name.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.name.selectAll()

    @Slot()
    def _fill_steps(self) -> None:
        self.step.clear()
        for key, name in self._steps.get(str(self.kind.currentData()), ()):
            self.step.addItem(name, key)
        self.step.setVisible(self.step.count() > 1)

    @Slot()
    def _answer(self) -> None:
        kind: AreaKind = self.kind.currentData()
        self.answered.emit(
            AreaAnswer(
                name=self.name.text().strip(),
                kind=kind,
                step=str(self.step.currentData() or ""),
                amount=self.amount.text().strip(),
                until=self.until.text().strip(),
            )
        )
