"""What is written, in which format, and where to."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.dialogs.frame import buttons, set_up_dialog
from encounter_gui.gui.dialogs.save_dialog import SaveDialog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import colour_label, plain_label
from encounter_gui.gui.widgets.layouts import row_layout
from encounter_gui.interchange.exporting import FORMATS

_NOT_IN_NAMES = '/\\:*?"<>|'
_PRINTED = 32


class Wanted(Struct, frozen=True, kw_only=True):
    """Something that can be exported: a key, its words, and the name its file has at first."""

    key: str
    text: str
    file: str


class ExportDialog(QDialog):
    """Stays open until the file is written, or says why it is not."""

    export_requested = Signal(str, str, str)
    """What, in which format, and to which file; ``done`` or ``refuse`` tell what came of it."""

    def __init__(
        self,
        offered: Sequence[Wanted],
        folder: Path,
        icons: Icons,
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes what can be exported, the likeliest first, and the folder to write to at first."""
        super().__init__(parent)
        self._icons = icons
        self._folder = folder
        self._texts = texts
        self._offered = tuple(offered)
        self._is_named_by_hand = False
        self.what = QComboBox(self)
        self.format = QComboBox(self)
        self.file = QLineEdit(self)
        self.choose = QPushButton(texts.text_of("gui.export.choose"), self)
        self.about = plain_label("", self)
        self.trouble = QLabel(self)
        self.trouble.setTextFormat(Qt.TextFormat.PlainText)
        self.write = QPushButton(texts.text_of("gui.export.write"), self)
        self._lay_out()
        self._name()

    def _lay_out(self) -> None:
        texts = self._texts
        column = set_up_dialog(self, texts.text_of("gui.export.title"))
        for each in self._offered:
            self.what.addItem(each.text, each.key)
        for kind in FORMATS:
            self.format.addItem(texts.text_of(f"gui.export.format.{kind}"), kind)
        form = QFormLayout()
        line = row_layout(None, (self.file, 1), self.choose)
        for key, widget in (("what", self.what), ("format", self.format)):
            widget.setAccessibleName(texts.text_of(f"gui.export.{key}"))
            form.addRow(texts.text_of(f"gui.export.{key}"), widget)
        self.file.setAccessibleName(texts.text_of("gui.export.file"))
        form.addRow(texts.text_of("gui.export.file"), line)
        column.addLayout(form)
        column.addWidget(self.about)
        self.trouble.setWordWrap(True)
        self.trouble.setObjectName("export_trouble")
        self.trouble.hide()
        column.addWidget(self.trouble)
        column.addStretch(1)
        cancel = QPushButton(texts.text_of("gui.cancel"), self)
        cancel.clicked.connect(self.reject)
        self.write.clicked.connect(self._write)
        column.addLayout(buttons(cancel, self.write))
        self.what.activated.connect(self._name)
        self.format.activated.connect(self._name)
        self.file.textEdited.connect(self._note_hand)
        self.choose.clicked.connect(self._ask_file)
        self.resize(560, 250)

    @property
    def kind(self) -> str:
        """Returns the format that is chosen."""
        return str(self.format.currentData())

    @Slot()
    def _note_hand(self) -> None:
        self._is_named_by_hand = True

    @Slot()
    def _name(self) -> None:
        """Proposes a file; one that was typed only gets the ending of the format."""
        _, ending = FORMATS[self.kind]
        self.about.setText(self._texts.text_of(f"gui.export.about.{self.kind}"))
        self.trouble.hide()
        if self._is_named_by_hand:
            path = Path(self.file.text())
            self.file.setText(str(path.with_suffix(ending)) if path.name else "")
        else:
            wanted = self._offered[self.what.currentIndex()]
            self.file.setText(str(self._folder / f"{_safe(wanted.file)}{ending}"))

    @Slot()
    def _ask_file(self) -> None:
        _, ending = FORMATS[self.kind]
        kinds = {ending.removeprefix("."): self.format.currentText()}
        dialog = SaveDialog(self._texts.text_of("gui.export.title"), str(self._target), kinds, self)
        dialog.fileSelected.connect(self._take_file)
        dialog.open()

    @Slot(str)
    def _take_file(self, file: str) -> None:
        self._is_named_by_hand = True
        self.file.setText(file)

    @Slot()
    def _write(self) -> None:
        if self.file.text().strip():
            self.export_requested.emit(str(self.what.currentData()), self.kind, str(self._target))

    @property
    def _target(self) -> Path:
        """What was typed: a bare name lies beside the campaign; without an ending it gets that of the format."""
        _, ending = FORMATS[self.kind]
        path = self._folder / Path(self.file.text().strip()).expanduser()
        return path.with_suffix(ending) if path.name and not path.suffix else path

    def refuse(self, text: str) -> None:
        """Says why nothing was written; everything can be changed and tried again."""
        self.trouble.setText(text)
        colour_label(self.trouble, self._icons.theme, "status.danger")
        self.trouble.show()


def _safe(name: str) -> str:
    """A name may hold what a file's may not."""
    kept = "".join(" " if sign in _NOT_IN_NAMES or ord(sign) < _PRINTED else sign for sign in name)
    return " ".join(kept.split()).strip(".") or "export"
