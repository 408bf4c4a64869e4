"""Errors in a text of dice notation, each with the place where it went wrong."""

from typing import Self

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import Message, Param, say

_MARGIN = 60
"""Signs of a line shown on either side of a mistake."""


class NotationError(AppError):
    """A text of dice notation cannot be used; nothing has been rolled.

    ``text`` is empty where only a tree was at hand: then ``caret`` is empty too.
    """

    def __init__(
        self, message: Message, *, at: int = 0, text: str = "", expected: tuple[str, ...] = ()
    ) -> None:
        """Takes what to say, the offset into the text, the text, and what could have stood there."""
        super().__init__(message)
        self.at = at
        self.text = text
        self.expected = expected

    @property
    def line(self) -> int:
        """The line of the mistake, from 1."""
        return self.text.count("\n", 0, self.at) + 1

    @property
    def column(self) -> int:
        """The column of the mistake in its line, from 1; one past the end when something is missing there."""
        return self.at - (self.text.rfind("\n", 0, self.at) + 1) + 1

    @property
    def caret(self) -> str:
        """The line of the mistake and, below it, a caret under the place; of a long line, a part."""
        if not self.text:
            return ""
        line = self.text.split("\n")[self.line - 1]
        left = max(0, self.column - 1 - _MARGIN)
        right = self.column - 1 + _MARGIN
        before = ("…" if left else "") + line[left : self.column - 1]
        after = line[self.column - 1 : right] + ("…" if right < len(line) else "")
        indent = "".join("\t" if sign == "\t" else " " for sign in before)
        return f"{before}{after}\n{indent}^"

    def placed(self, text: str) -> Self:
        """Returns the same error, in the text it was found in."""
        return type(self)(self.message, at=self.at, text=text, expected=self.expected)


class DiceSyntaxError(NotationError):
    """The text is not dice notation, or combines what does not go together."""


class DiceLimitError(NotationError):
    """The text is dice notation, but asks for more than a die has or than we are ready to work out."""


def misuse(key: str, at: int, **params: Param) -> DiceSyntaxError:
    """Returns the error for a combination that makes no sense, to be raised by the caller."""
    return DiceSyntaxError(say(key, **params), at=at)


def excess(key: str, at: int, **params: Param) -> DiceLimitError:
    """Returns the error for a limit that is passed, to be raised by the caller."""
    return DiceLimitError(say(key, **params), at=at)
