"""Asks where a file is written to; whether one that is there is replaced, ``replacing`` asks."""

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QWidget


class SaveDialog(QFileDialog):
    """Gives a name without an ending the one of the kind of file that is chosen."""

    def __init__(self, title: str, path: str, kinds: Mapping[str, str], parent: QWidget) -> None:
        """Takes what is proposed, a path or a name alone, and the kinds of files by ending, the usual one first."""
        super().__init__(parent, title, path if Path(path).is_absolute() else "")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        self.setOption(QFileDialog.Option.DontConfirmOverwrite)
        self.setDefaultSuffix(next(iter(kinds)))
        self.setNameFilters([f"{kind} (*.{ending})" for ending, kind in kinds.items()])
        self.filterSelected.connect(
            lambda chosen: self.setDefaultSuffix(chosen.rpartition(".")[2].rstrip(")"))
        )
        self.selectFile(path)
