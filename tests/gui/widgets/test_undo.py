"""The undo history of prepared documents."""

import pytest

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.gui.widgets.undo import UndoHistory, ValueCommand


class Document:
    """A number with an undo history; it can be closed for writing."""

    def __init__(self) -> None:
        self.number = 0
        self.is_writable = True
        self.history = UndoHistory()

    def apply(self, number: int) -> None:
        """Sets the number, as a file would store it."""
        if not self.is_writable:
            raise refuse("gui.library.past")
        self.number = number

    def change(self, number: int, *, merge_key: str = "") -> None:
        """Pushes a change."""
        command = ValueCommand(f"to {number}", self.number, number, self.apply, merge_key=merge_key)
        self.history.push(command)


@pytest.fixture
def document(qapp) -> Document:
    return Document()


def test_undo_and_redo_name_what_they_change(document):
    document.change(1)
    document.change(2)
    assert document.history.step_back() == "to 2"
    assert document.number == 1
    assert document.history.step_forward() == "to 2"
    assert document.number == 2
    assert document.history.step_forward() == ""


def test_typing_on_is_one_step(document):
    for number in (1, 12, 123):
        document.change(number, merge_key="field:1")
    document.change(4, merge_key="field:2")
    document.history.step_back()
    assert document.number == 123
    document.history.step_back()
    assert document.number == 0


def test_an_undo_that_cannot_be_stored_changes_nothing_and_can_be_tried_again(document):
    """The history and the document stay in step although the file refused the value."""
    document.change(1)
    document.is_writable = False
    with pytest.raises(RuleError):
        document.history.step_back()
    assert (document.number, document.history.canUndo()) == (1, True)
    document.is_writable = True
    assert document.history.step_back() == "to 1"
    assert document.number == 0
