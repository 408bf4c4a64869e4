"""Own rules are given away: what they are called, by whom, what others may do, what differs, and which file."""

from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.dialogs.frame import buttons, set_up_dialog
from encounter_gui.gui.dialogs.save_dialog import SaveDialog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import colour_label, plain_label
from encounter_gui.gui.widgets.layouts import row_layout
from encounter_gui.play.rulesets.pack import ENDING

LICENCES = ("", "CC0-1.0", "CC-BY-4.0", "CC-BY-SA-4.0", "CC-BY-NC-SA-4.0")
"""The licences that are proposed; any other words may be typed."""

_SIZE = (620, 480)


class ShareView(Struct, frozen=True, kw_only=True):
    """What is given away: its words as they were last, the file that is proposed, and a line for all that differs."""

    game: str
    version: str
    name: str
    author: str = ""
    licence: str = ""
    file: Path
    lines: tuple[str, ...] = ()
    has_draft: bool = False


class ShareWish(Struct, frozen=True, kw_only=True):
    """How own rules are to be written."""

    name: str
    author: str
    licence: str
    file: Path


class ShareDialog(QDialog):
    """Stays open until the file is written, or says why it is not."""

    wanted = Signal(object)
    """``ShareWish``; ``accept`` or ``refuse`` tell what came of it."""

    def __init__(
        self, view: ShareView, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None
    ) -> None:
        """Takes what is given away, icons with the theme, and the words."""
        super().__init__(parent)
        self._view = view
        self._icons = icons
        self._texts = texts
        self.name = QLineEdit(view.name, self)
        self.author = QLineEdit(view.author, self)
        self.licence = QComboBox(self)
        self.file = QLineEdit(str(view.file), self)
        self.choose = QPushButton(texts.text_of("gui.share.choose"), self)
        self.lines = QPlainTextEdit("\n".join(view.lines), self)
        self.trouble = plain_label("", self)
        self.write = QPushButton(texts.text_of("gui.share.write"), self)
        self._lay_out()

    def _lay_out(self) -> None:
        texts, view = self._texts, self._view
        column = set_up_dialog(self, texts.text_of("gui.share.title"))
        about = texts.text_of("gui.share.about", game=view.game, version=view.version)
        column.addWidget(plain_label(about, self))
        if view.has_draft:
            draft = texts.text_of("gui.share.draft", version=view.version)
            column.addWidget(plain_label(draft, self))
        self.licence.setEditable(True)
        self.licence.addItems(LICENCES)
        self.licence.setCurrentText(view.licence)
        form = QFormLayout()
        for key, widget in (
            ("name", self.name),
            ("author", self.author),
            ("licence", self.licence),
        ):
            widget.setAccessibleName(texts.text_of(f"gui.share.{key}"))
            form.addRow(texts.text_of(f"gui.share.{key}"), widget)
        self.file.setAccessibleName(texts.text_of("gui.share.file"))
        form.addRow(texts.text_of("gui.share.file"), row_layout(None, (self.file, 1), self.choose))
        column.addLayout(form)
        count = texts.text_of("gui.share.differs", count=len(view.lines), game=view.game)
        column.addWidget(plain_label(count, self))
        self.lines.setReadOnly(True)
        self.lines.setTabChangesFocus(True)
        self.lines.setAccessibleName(count)
        column.addWidget(self.lines, 1)
        self.trouble.hide()
        column.addWidget(self.trouble)
        cancel = QPushButton(texts.text_of("gui.cancel"), self)
        cancel.clicked.connect(self.reject)
        self.write.clicked.connect(self._write)
        self.choose.clicked.connect(self._ask_file)
        column.addLayout(buttons(cancel, self.write))
        self.write.setFocus()
        self.resize(*_SIZE)

    @Slot()
    def _ask_file(self) -> None:
        kinds = {ENDING.removeprefix("."): self._texts.text_of("gui.share.kind")}
        dialog = SaveDialog(self._texts.text_of("gui.share.title"), str(self._target), kinds, self)
        dialog.fileSelected.connect(self.file.setText)
        dialog.open()

    @property
    def _target(self) -> Path:
        """What was typed: a bare name lies where the proposal did; without its ending it gets it."""
        path = self._view.file.parent / Path(self.file.text().strip()).expanduser()
        return path if path.suffix == ENDING or not path.name else Path(f"{path}{ENDING}")

    @Slot()
    def _write(self) -> None:
        if not self.file.text().strip() or not self.name.text().strip():
            self.refuse(self._texts.text_of("gui.share.unnamed"))
            return
        self.wanted.emit(
            ShareWish(
                name=self.name.text().strip(),
                author=self.author.text().strip(),
                licence=self.licence.currentText().strip(),
                file=self._target,
            )
        )

    def refuse(self, text: str) -> None:
        """Says why nothing was written; everything can be changed and tried again."""
        self.trouble.setText(text)
        colour_label(self.trouble, self._icons.theme, "status.danger")
        self.trouble.show()
