"""What is wrong with a file, for the command line: a line for each problem."""

from collections.abc import Iterator

from encounter_gui.core.error_text import explained
from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.rules.files.ruleset_errors import FileError


def problem_lines(error: AppError, texts: MessageCatalog) -> Iterator[str]:
    """Yields a line for each problem: file, place, and what is wrong there."""
    for each in error.problems if isinstance(error, FileError) else (error,):
        yield explained(each, texts)
