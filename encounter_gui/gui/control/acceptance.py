"""Whether a command was accepted, as a value."""

from msgspec import Struct


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
