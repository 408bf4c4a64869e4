"""Errors that reach a person. Anything else that is raised is a bug."""

from dataclasses import dataclass

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, Param, say


class AppError(Exception):
    """Something a person has to be told; carries a message, never finished text."""

    def __init__(self, message: Message) -> None:
        """Takes what to say."""
        super().__init__(message.key, dict(message.params))
        self.message = message


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """What a refused move waits for, so that the screen can lead there.

    ``who`` is the combatant that has to act or to roll, None: nobody in particular. ``owed`` is the number of what is
    owed, None: an action of its own.
    """

    who: CombatantId | None = None
    owed: int | None = None


class RuleError(AppError):
    """A move the rules, or the state of the fight, do not allow. Nothing has changed."""

    def __init__(
        self,
        message: Message,
        *,
        rule: str = "",
        missing: tuple[Missing, ...] = (),
        is_so: bool = False,
    ) -> None:
        """Takes what to say, the id of the rule that refuses, e.g. ``D6P-31``, and what is waited for, if anything.

        ``is_so``: it is refused as all that was asked for is so already.
        """
        super().__init__(message)
        self.rule, self.missing, self.is_so = rule, missing, is_so


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where in a file something is wrong.

    ``pointer`` is a dotted path into the data (``weapons.baretta.damage``), or ``line 3, column 7`` for text that
    cannot be parsed at all; empty means the file as a whole. ``line`` counts from 1; 0: it is not known.
    """

    file: str
    pointer: str = ""
    line: int = 0


class DataError(AppError):
    """A file written by a person, or by another program, is not what was expected. Nothing has been written."""

    def __init__(self, place: Place, message: Message) -> None:
        """Takes where it is wrong and what was found and expected there."""
        super().__init__(message)
        self.place = place


class SaveError(AppError):
    """A campaign file cannot be opened or written. What was committed before is safe."""


def refuse(key: str, *, rule: str = "", **params: Param) -> RuleError:
    """Returns the refusal with this message key, to be raised by the caller."""
    return RuleError(say(key, **params), rule=rule)


def refuse_as_so(key: str, *, rule: str = "", **params: Param) -> RuleError:
    """Returns the refusal of what is so already, to be raised by the caller."""
    return RuleError(say(key, **params), rule=rule, is_so=True)
