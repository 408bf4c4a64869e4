"""What can go wrong with sharing, as sentences for the game master."""

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import say


class ShareError(AppError):
    """The page cannot be put on the network."""


def cannot_listen(address: str, reason: str) -> ShareError:
    """Returns the error that nothing can listen at an address."""
    return ShareError(say("players.share.cannot_listen", address=address, reason=reason))
