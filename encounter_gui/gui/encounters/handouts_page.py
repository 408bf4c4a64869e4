"""The handouts of an encounter: texts for the players, written here and printed or saved one at a time."""

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QToolButton,
    QWidget,
)

from encounter_gui.core.ids import EncounterId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.encounters.notes_page import WrittenText
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.widgets.layouts import add_items, column_layout, row_layout
from encounter_gui.gui.widgets.line_edit import LONGEST
from encounter_gui.gui.widgets.link_row import LinkRow
from encounter_gui.gui.widgets.tool_tips import plain_tip
from encounter_gui.play.prep.note_links import linked_names
from encounter_gui.rules.model.prepared import EncounterPlan, Handout


class HandoutsPage(QWidget):
    """Shows one handout of those there are. Kept whenever a field is left."""

    handouts_changed = Signal(tuple)
    """``tuple[Handout, ...]``."""
    print_requested = Signal(object)
    """The ``Handout`` that is shown is to be printed or saved."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._texts = texts
        self._encounter = EncounterId(0)
        self._handouts: tuple[Handout, ...] = ()
        self._places: dict[EncounterId, int] = {}  # which handout of an encounter is shown
        self._shown: tuple[EncounterId, int] | None = None
        self.choice = QComboBox(self)
        self.add = QPushButton(texts.text_of("gui.encounters.add_handout"), self)
        self.remove = QToolButton(self)
        self.remove.setIcon(icons.icon("trash"))
        self.hint = QLabel(texts.text_of("gui.encounters.handouts.empty"), self)
        self.title = QLineEdit(self)
        self.title.setMaxLength(LONGEST)
        self.text = WrittenText(self)
        self.links = LinkRow(texts.text_of("gui.links"), self)
        self.print = QPushButton(texts.text_of("gui.encounters.print_handout"), self)
        self._lay_out()
        self.choice.activated.connect(self._choose)
        self.add.clicked.connect(self._add)
        self.remove.clicked.connect(self._remove)
        self.title.editingFinished.connect(self._tell)
        self.text.left.connect(self._tell)
        self.text.textChanged.connect(self._show_links)
        self.print.clicked.connect(self._print)

    def _lay_out(self) -> None:
        self.hint.setWordWrap(True)
        self.add.setProperty("small", "true")
        for widget, key in (
            (self.choice, "handouts"), (self.remove, "remove_handout"),
            (self.title, "handout_title"), (self.text, "handouts"),
        ):  # fmt: skip
            widget.setAccessibleName(self._texts.text_of(f"gui.encounters.{key}"))
        self.remove.setToolTip(plain_tip(self.remove.accessibleName()))
        self.title.setPlaceholderText(self.title.accessibleName())
        self.text.setPlaceholderText(self._texts.text_of("gui.encounters.handout_text"))
        head = row_layout(None, (self.choice, 1))
        head.addStretch()
        add_items(head, self.remove, self.add)
        column = column_layout(self, head, self.hint, self.title, margins=(10, 10, 10, 10))
        add_items(column, (self.text, 1), self.links, self.print)
        column.addStretch()

    # ---- state downward

    def show_plan(self, encounter: EncounterId, plan: EncounterPlan) -> None:
        """Shows the handouts of a plan; a field somebody writes in stays as it is while its handout is shown."""
        self._encounter, self._handouts = encounter, plan.handouts
        self._show()

    def choose(self, encounter: EncounterId, place: int) -> None:
        """Shows the handout in a place of an encounter, at once or when that encounter is shown."""
        self._places[encounter] = place
        self._show()

    @property
    def _place(self) -> int:
        return max(min(self._places.get(self._encounter, 0), len(self._handouts) - 1), 0)

    def _show(self) -> None:
        self.hint.setVisible(not self._handouts)
        for widget in (self.choice, self.remove, self.title, self.text, self.print):
            widget.setVisible(bool(self._handouts))
        if [self.choice.itemText(at) for at in range(self.choice.count())] != self._titles:
            self.choice.clear()
            self.choice.addItems(self._titles)
        shown = (self._encounter, self._place) if self._handouts else None
        is_other, self._shown = shown != self._shown, shown
        self.choice.setCurrentIndex(self._place)
        handout = self._handouts[self._place] if self._handouts else Handout(title="")
        if is_other:
            self.text.setPlainText(handout.text)
        self.text.show_text(handout.text)
        if is_other or not self.title.hasFocus():
            self.title.setText(handout.title)

    @property
    def _titles(self) -> list[str]:
        return [each.title for each in self._handouts]

    # ---- intents upward

    @Slot()
    def _show_links(self) -> None:
        names = linked_names(self.text.toPlainText())
        self.links.show_links([(name, name) for name in names])

    @Slot()
    def _tell(self) -> None:
        """Keeps what is written; without a title it has the one it had."""
        if self._shown is None:
            return
        made = list(self._handouts)
        title = self.title.text().strip() or made[self._place].title
        made[self._place] = Handout(title=title, text=self.text.toPlainText())
        if tuple(made) != self._handouts:
            self.handouts_changed.emit(tuple(made))

    @Slot(int)
    def _choose(self, place: int) -> None:
        self._tell()
        self.choose(self._encounter, place)

    @Slot()
    def _add(self) -> None:
        self._tell()
        number = len(self._handouts) + 1
        title = self._texts.text_of("gui.encounters.handout_name", number=number)
        self._places[self._encounter] = number - 1
        self.handouts_changed.emit((*self._handouts, Handout(title=title)))
        self.title.setFocus()
        self.title.selectAll()

    @Slot()
    def _remove(self) -> None:
        at = self._place
        self.handouts_changed.emit((*self._handouts[:at], *self._handouts[at + 1 :]))

    @Slot()
    def _print(self) -> None:
        self._tell()
        if self._shown is not None:
            self.print_requested.emit(self._handouts[self._place])
