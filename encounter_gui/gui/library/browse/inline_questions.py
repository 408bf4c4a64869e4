"""The inline questions of the dock (tags, a field, hit points of copies, name of a filter) and their answers."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.library.browse.answer_parsing import read_tags, read_totals
from encounter_gui.gui.library.browse.inline_question import InlineQuestion, Question
from encounter_gui.gui.library.browse.search_text import MOST
from encounter_gui.gui.library.control.library_controllers import LibraryControllers


class InlineQuestions(QObject):
    """Asks about the creatures that are selected when a question begins; later selections do not matter."""

    made = Signal(tuple)
    """``tuple[CreatureItem, ...]``: the creatures as they are kept after an answer."""

    def __init__(
        self,
        controllers: LibraryControllers,
        line: InlineQuestion,
        texts: MessageCatalog,
        parent: QObject,
    ) -> None:
        """Takes the library's controllers, the widget of the question, and the texts."""
        super().__init__(parent)
        self._controllers = controllers
        self._edits = controllers.library.edits
        self._line = line
        self._texts = texts
        self._asked: tuple[str, ...] = ()
        self._from: QWidget | None = None
        self._deeds: dict[str, Callable[[str], str]] = {
            "tag": self._tag,
            "filter": self._keep_filter,
            "totals": self._add_typed,
            "field": self._set_field,
        }
        line.answered.connect(self._answer)
        line.edited.connect(self._preview)
        line.left.connect(self.end)

    def begin(self, question: Question, keys: Sequence[str], back_to: QWidget) -> bool:
        """Asks about creatures; returns False if there is none. ``back_to`` gets the focus when the question ends."""
        self._asked = tuple(keys)
        if not self._asked and question != "filter":
            return False
        self._from = back_to
        item = self._controllers.library.one(self._asked[0]) if len(self._asked) == 1 else None
        name = item.value.name if item is not None else ""
        key = f"gui.library.asks.{question}" if name else f"gui.library.asks.{question}_many"
        self._line.ask(question, self._texts.text_of(key, name=name, count=len(self._asked)))
        return True

    @Slot()
    def end(self) -> None:
        """Hides the question, and gives the focus back."""
        self._line.hide()
        if self._from is not None:
            self._from.setFocus()

    @Slot(str, str)
    def _preview(self, question: str, text: str) -> None:
        """Shows what an answer would change, or which values the field may have if this is none of them."""
        change = self._edits.read_field(self._asked, text) if question == "field" else None
        if change is None:
            self._line.say("", "hint")
        else:
            words, can_be_done = self._edits.preview_field(self._asked, change)
            self._line.say(words, "hint" if can_be_done else "danger")

    @Slot(str, str)
    def _answer(self, question: str, text: str) -> None:
        trouble = self._deeds[question](text) if text.strip() else ""
        if trouble:
            self._line.say(trouble, "danger")
        else:
            self.end()

    # ---- answers: each returns what is wrong with it, in words

    def _tag(self, text: str) -> str:
        self._edits.tag(self._asked, *read_tags(text))
        return ""

    def _keep_filter(self, text: str) -> str:
        self._controllers.filters.keep_filter(text)
        return ""

    def _add_typed(self, text: str) -> str:
        totals = read_totals(text)
        if totals is None or len(totals) > MOST:
            return self._texts.text_of("gui.library.no_totals")
        self._controllers.joining.add_typed(self._asked[0], totals)
        return ""

    def _set_field(self, text: str) -> str:
        change = self._edits.read_field(self._asked, text)
        if change is None:
            return self._texts.text_of("gui.library.no_field", text=text)
        words, can_be_done = self._edits.preview_field(self._asked, change)
        if not can_be_done:
            return words
        self.made.emit(self._edits.set_field(self._asked, change))
        return ""
