"""The worked examples of the rule texts by the changed rules: green, or which differ and by what."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.library.fields.section_head import SectionHead
from encounter_gui.gui.theme.icons import Icons
from encounter_gui.gui.theme.labels import dress_label, plain_label
from encounter_gui.gui.widgets.layouts import STRETCH, column_layout, row_layout
from encounter_gui.play.impact.run import ExamplesStep

_FEW = 3
"""So many examples that differ are named before all are asked for."""


class ExamplesPart(QWidget):
    """Says how many worked examples come out as they say, and of the others what differs."""

    def __init__(self, icons: Icons, texts: MessageCatalog, parent: QWidget | None = None) -> None:
        """Takes icons with the theme, and the words."""
        super().__init__(parent)
        self._icons = icons
        self._texts = texts
        self._step: ExamplesStep | None = None
        self.head = SectionHead(icons, texts.text_of("gui.impact.examples"), parent=self)
        self.differences: QLabel = plain_label("", self)
        self.differences.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.all = QPushButton(texts.text_of("gui.impact.show_all"), self)
        self.all.setCheckable(True)
        self.all.setProperty("small", "true")
        self.all.setProperty("flat", "true")
        column_layout(
            self, self.head, self.differences, row_layout(None, STRETCH, self.all), spacing=4
        )
        self.differences.hide()
        self.all.hide()
        self.hide()
        self.all.toggled.connect(self._show)
        icons.recoloured.connect(self._dress)
        self._dress()

    @Slot(object)
    def show_step(self, step: ExamplesStep) -> None:
        """Shows what came of the examples so far; hidden where the game has none."""
        self._step = step
        self.setVisible(bool(step.total))
        self._show()

    def mute(self, *, is_stale: bool) -> None:
        """Says that the examples are to be played anew."""
        if is_stale:
            self.head.show_note(self._texts.text_of("gui.impact.waiting"))
            self.differences.setEnabled(False)

    @Slot()
    def _show(self) -> None:
        step, text_of = self._step, self._texts.text_of
        if step is None:
            return
        wrong = [each for each in step.results if not each.is_green]
        total = step.total
        if not step.is_whole:
            note = text_of("gui.impact.examples_running", done=len(step.results), total=total)
        elif wrong:
            note = text_of("gui.impact.examples_differ", count=len(wrong), total=total)
        else:
            note = text_of("gui.impact.examples_green", total=total)
        self.head.show_note(note, is_trouble=bool(wrong))
        is_all = self.all.isChecked()
        lines = [
            text_of("gui.impact.example", name=each.name, difference=difference)
            for each in wrong
            for difference in (each.differences if is_all else each.differences[:1])
        ]
        shown = lines if is_all else lines[:_FEW]
        self.differences.setText("\n".join(shown))
        self.differences.setVisible(bool(shown))
        self.differences.setEnabled(True)
        every = sum(len(each.differences) for each in wrong)
        self.all.setText(text_of("gui.impact.show_fewer" if is_all else "gui.impact.show_all"))
        self.all.setVisible(is_all or every > len(shown))

    @Slot()
    def _dress(self) -> None:
        dress_label(self.differences, self._icons.theme, "small", "text.secondary")
