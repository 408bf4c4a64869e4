"""Asks before a file is replaced, under the name that it is written to."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QWidget

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.dialogs.frame import question_box
from encounter_gui.play.transfer.atomic_file import may_replace

Write = Callable[[Path, bool], object]
"""Writes a file; True: one that is there is replaced, as has been agreed. It says itself what is wrong."""


def write_or_ask(
    path: Path, write: Write, texts: MessageCatalog, parent: QWidget, *, for_campaign: bool = False
) -> None:
    """Writes a file at once, or where one is there after a question; what must not be replaced ``write`` refuses.

    The dialogs that ask for a name leave the question to this: some of them add an ending when they have asked
    already, and some do not ask at all. ``for_campaign``: what is written is a campaign.
    """
    if not may_replace(path, for_campaign=for_campaign):
        write(path, False)
        return
    box = question_box(
        parent,
        "replace_question",
        texts.text_of("gui.replace.question", file=path.name),
        keep=texts.text_of("gui.cancel"),
        act=texts.text_of("gui.replace.replace"),
        help_text=texts.text_of("gui.replace.help", folder=str(path.parent)),
    )
    box.accepted.connect(partial(write, path, True))
    box.open()
