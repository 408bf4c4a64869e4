"""Asks how many of a group a command is about, and says who that is before it is done."""

from collections.abc import Callable

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QDialog, QLabel, QPushButton, QWidget

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.crowds.crowd_row import CrowdRow, which_named
from encounter_gui.gui.dialogs.frame import buttons, set_up_dialog
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import colour_label, plain_label
from encounter_gui.gui.widgets.layouts import STRETCH, row_layout
from encounter_gui.rules.engine.by_hand.crowds import ALL, Aimed, Which

Aims = Callable[[str, Which], Aimed]
"""Returns whom a count, as typed, and which of a group come to."""


class CrowdDialog(QDialog):
    """Takes how many of a group are meant, all of it where nothing is typed; Enter does it, Escape does nothing."""

    chosen = Signal(tuple)
    """``tuple[CombatantId, ...]``: whom it is about. The dialog closes."""

    def __init__(
        self,
        title: str,
        aims: Aims,
        words: Callable[[Aimed], str],
        icons: Icons,
        texts: MessageCatalog,
        parent: QWidget | None = None,
    ) -> None:
        """Takes what is to be done, what finds out who is meant, and what says it in words."""
        super().__init__(parent)
        self._aims, self._words, self._icons = aims, words, icons
        self._count, self._which = ALL[0], which_named("first")
        self._aimed = aims(self._count, self._which)
        self.crowd = CrowdRow(icons, texts, self)
        self.preview = QLabel(self)
        self.preview.setWordWrap(True)
        self.apply = QPushButton(texts.text_of("gui.crowd.apply"), self)
        cancel = QPushButton(texts.text_of("gui.cancel"), self)
        column = set_up_dialog(self, title)
        column.addWidget(plain_label(title, self))
        column.addLayout(row_layout(None, self.crowd.count, self.crowd.which, STRETCH))
        column.addWidget(self.preview, 1)
        column.addLayout(buttons(cancel, self.apply))
        self.crowd.count_edited.connect(self._set_count)
        self.crowd.which_chosen.connect(self._set_which)
        self.apply.clicked.connect(self._choose)
        cancel.clicked.connect(self.reject)
        self.resize(460, 190)
        self.follow()
        self.crowd.take_focus()

    @Slot()
    def follow(self) -> None:
        """Says who is meant as the encounter stands now; closes where nobody of the group is left."""
        aimed = self._aimed = self._aims(self._count, self._which)
        if not aimed.sizes:
            self.reject()
            return
        is_wrong = aimed.complaint is not None
        self.crowd.show_crowds(aimed.sizes, self._count, self._which, is_wrong=is_wrong)
        words = self._words(aimed)
        self.preview.setText(words)
        self.preview.setAccessibleName(words)
        role = "status.danger" if is_wrong else "text.secondary"
        colour_label(self.preview, self._icons.theme, role)
        self.apply.setEnabled(not is_wrong)

    @Slot(str)
    def _set_count(self, count: str) -> None:
        self._count = count
        self.follow()

    @Slot(str)
    def _set_which(self, which: str) -> None:
        self._which = which_named(which)
        self.follow()

    @Slot()
    def _choose(self) -> None:
        if self._aimed.complaint is None:
            targets: tuple[CombatantId, ...] = self._aimed.targets
            self.accept()
            self.chosen.emit(targets)
