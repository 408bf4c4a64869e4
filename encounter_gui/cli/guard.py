"""What ends a command from outside: a reader that has gone, and what the system refuses."""

import os
import sys
from collections.abc import Callable
from typing import TypeVar

from encounter_gui.cli.terminal import visible

PIPE_CLOSED = 141
"""Exit code where nobody reads on: what shells report of a program that SIGPIPE has ended."""

REFUSED = 2
"""Exit code where a file or an output could not be used."""

_Result = TypeVar("_Result")


def guarded(act: Callable[[], _Result]) -> _Result | int:
    """Does something and returns what it returns; what the system refuses is said in a sentence, with exit code 2.

    A reader that closes its end early, such as ``head``, is no mistake: nothing is said.
    """
    try:
        result = act()
        if sys.stdout is not None:  # None: it was closed before the program began
            sys.stdout.flush()  # here, where it can be told, and not when Python ends
    except BrokenPipeError:
        _drop_output()
        return PIPE_CLOSED
    except OSError as error:
        _drop_output()
        print(visible(_words(error)), file=sys.stderr)
        return REFUSED
    return result


def _words(error: OSError) -> str:
    from encounter_gui import paths

    reason = error.strerror or str(error)
    texts = paths.message_catalog()
    if error.filename is None:
        return texts.text_of("cli.output_failed", reason=reason)
    return texts.text_of("cli.file_refused", file=os.fsdecode(error.filename), reason=reason)


def _drop_output() -> None:
    """Lets go of what is still to be printed: Python would try again as it ends, and complain."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    except (OSError, ValueError, AttributeError):  # it is no file of the system, or there is none
        return
