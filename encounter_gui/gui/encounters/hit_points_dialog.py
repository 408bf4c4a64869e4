"""The dialog for hit points that are rolled at the table, before the creatures join the encounter."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QDialog, QFormLayout, QLabel, QLineEdit, QPushButton, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.dialogs.frame import buttons, set_up_dialog
from encounter_gui.gui.library.browse.answer_parsing import read_totals
from encounter_gui.gui.theme.labels import plain_label
from encounter_gui.gui.widgets.line_edit import LONGEST
from encounter_gui.play.prep.staging import AskedFor


class HitPointsDialog(QDialog):
    """Has a field for each kind of creature; without a number a copy gets the hit points of its sheet."""

    typed = Signal(object)
    """``Mapping[int, Sequence[int]]``: totals by place in the roster. The dialog closes."""

    def __init__(
        self, asked: Sequence[AskedFor], texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Takes the kinds of creature to ask about, and the texts."""
        super().__init__(parent)
        self.setObjectName("totals")
        self._asked = tuple(asked)
        self._texts = texts
        column = set_up_dialog(self, texts.text_of("gui.encounters.totals_title"))
        column.addWidget(plain_label(texts.text_of("gui.encounters.totals_text"), self))
        form = QFormLayout()
        self.fields = tuple(self._field(each, form) for each in self._asked)
        column.addLayout(form)
        self.trouble = plain_label("", self)
        self.trouble.hide()
        column.addWidget(self.trouble)
        column.addStretch(1)
        cancel = QPushButton(texts.text_of("gui.cancel"), self)
        cancel.clicked.connect(self.reject)
        self.go = QPushButton(texts.text_of("gui.encounters.totals_go"), self)
        self.go.clicked.connect(self._answer)
        column.addLayout(buttons(cancel, self.go))
        self.fields[0].setFocus()
        self.resize(420, 190)

    def _field(self, each: AskedFor, form: QFormLayout) -> QLineEdit:
        label = QLabel(f"{each.count} × {each.name}", self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        field = QLineEdit(self)
        field.setMaxLength(LONGEST)
        field.setAccessibleName(label.text())
        field.setPlaceholderText(self._texts.text_of("gui.encounters.totals_hint"))
        label.setBuddy(field)
        form.addRow(label, field)
        return field

    @Slot()
    def _answer(self) -> None:
        found: dict[int, tuple[int, ...]] = {}
        for each, field in zip(self._asked, self.fields, strict=True):
            totals = read_totals(field.text()) if field.text().strip() else ()
            if totals is None or len(totals) > each.count:
                self._refuse(each, field)
                return
            found[each.place] = totals
        self.accept()
        self.typed.emit(found)

    def _refuse(self, each: AskedFor, field: QLineEdit) -> None:
        wrong = self._texts.text_of("gui.encounters.totals_wrong", name=each.name, count=each.count)
        self.trouble.setText(wrong)
        self.trouble.show()
        field.setFocus()
        field.selectAll()
