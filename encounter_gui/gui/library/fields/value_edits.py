"""Fields for the values of items: what they may be is said by the ruleset, and checked as it is typed."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.values import Value
from encounter_gui.gui.library.fields.entry_text import hint_of, short_name
from encounter_gui.gui.library.fields.field_edits import ChoiceBox, NumberEdit, PlainEdit
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.rules.model.ruleset import FieldDef, ItemFieldDef
from encounter_gui.rules.model.value_text import allowed_text, read_value, value_text


class ValueEdit(PlainEdit):
    """A text or a row of numbers. One that is none stays as typed, is marked, and says what is allowed."""

    value_changed = Signal(str, object)
    """The value's key, and the value; None: there is none."""
    trouble_changed = Signal(str, str)
    """The value's key, and what is wrong with what is typed, in words; empty: nothing."""

    def __init__(
        self, field: ItemFieldDef, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Takes what the value may be, and the texts."""
        super().__init__(parent)
        self._field = field
        self._texts = texts
        self._trouble = ""
        self._shown: Value | None = None
        self.setPlaceholderText(hint_of(field))
        self.textEdited.connect(self._read)

    def show_value(self, value: Value | None) -> None:
        """Shows another value; what is typed and wrong stays until it is right."""
        is_same, self._shown = value == self._shown, value
        if self._trouble and is_same:
            return
        if self._trouble or self._typed_value() != value:
            self.show_text(value_text(value))
        self._say("")

    def forget(self) -> None:
        """Drops what was typed and wrong."""
        if self._trouble:
            self.show_text(value_text(self._shown))
        self._say("")

    def _typed_value(self) -> Value | None:
        try:
            return read_value(self._field, self.text())
        except ValueError:
            return None

    @Slot()
    def _read(self) -> None:
        try:
            value = read_value(self._field, self.text())
        except ValueError:
            self._say(allowed_text(self._field, self._texts, self.text()))
            return
        self._say("")
        self.value_changed.emit(self._field.key, value)

    def _say(self, trouble: str) -> None:
        if trouble == self._trouble:
            return
        self._trouble = trouble
        self.mark_wrong(bool(trouble))
        self.setAccessibleDescription(trouble)
        self.trouble_changed.emit(self._field.key, trouble)


class ValueChoice(ChoiceBox):
    """One of the ruleset's options, or none."""

    value_changed = Signal(str, object)
    """The value's key, and the value; None: there is none."""

    def __init__(self, field: ItemFieldDef, parent: QWidget | None = None) -> None:
        """Takes what the value may be."""
        super().__init__(parent)
        self._field = field
        self.addItems(["–", *(value_text(each).replace("_", " ") for each in field.options)])
        self.activated.connect(self._choose)

    def show_value(self, value: Value | None) -> None:
        """Shows another value."""
        options = self._field.options
        self.setCurrentIndex(options.index(value) + 1 if value in options else 0)

    @Slot(int)
    def _choose(self, place: int) -> None:
        value = self._field.options[place - 1] if place else None
        self.value_changed.emit(self._field.key, value)


class ValueTick(QCheckBox):
    """Yes, or nothing."""

    value_changed = Signal(str, object)
    """The value's key, and whether it is so; None: it is not."""

    def __init__(self, field: ItemFieldDef, parent: QWidget | None = None) -> None:
        """Takes what the value is of."""
        super().__init__(parent)
        self._field = field
        self.clicked.connect(
            lambda is_on: self.value_changed.emit(self._field.key, True if is_on else None)
        )

    def show_value(self, value: Value | None) -> None:
        """Shows another value."""
        self.setChecked(bool(value))


ValueWidget = NumberEdit | ValueEdit | ValueChoice | ValueTick


def edit_for(field: ItemFieldDef, texts: MessageCatalog, parent: QWidget) -> ValueWidget:
    """Returns what a value is edited with."""
    edit: ValueWidget
    if field.options:
        edit = ValueChoice(field, parent)
    elif field.kind == "flag":
        edit = ValueTick(field, parent)
    elif field.kind == "number":
        edit = NumberEdit(_as_sheet_field(field), texts, parent)
        edit.setPlaceholderText("–")
    else:
        edit = ValueEdit(field, texts, parent)
    edit.setAccessibleName(field.name)
    edit.setToolTip(plain_tip(field.name))
    edit.setObjectName(f"value_{field.key}")
    return edit


def _as_sheet_field(field: ItemFieldDef) -> FieldDef:
    return FieldDef(key=field.key, name=short_name(field), least=field.least, most=field.most)
