"""Whether a command was accepted, as a value."""

from msgspec import Struct

from encounter_gui.core.errors import AppError, RuleError
from encounter_gui.core.messages import MessageCatalog


class Accepted(Struct, frozen=True):
    """The command was carried out, or waits for dice."""

    def __bool__(self) -> bool:
        """True."""
        return True


class Refused(Struct, frozen=True):
    """The command was refused; ``sentence`` says why, and what to do."""

    sentence: str

    def __bool__(self) -> bool:
        """False."""
        return False


Acceptance = Accepted | Refused


def refusal(error: AppError, texts: MessageCatalog) -> str:
    """Returns an error as a sentence, with the id of the rule that refuses behind it: ``… (CWN-24)``."""
    rule = error.rule if isinstance(error, RuleError) else ""
    return " ".join(
        part for part in (texts.text(error.message), f"({rule})" if rule else "") if part
    )
