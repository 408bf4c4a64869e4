"""Whether a command was accepted, as a value."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Accepted:
    """The command was carried out, or waits for dice."""

    def __bool__(self) -> bool:
        """True."""
        return True


@dataclass(frozen=True, slots=True)
class Refused:
    """The command was refused; ``sentence`` says why, and what to do."""

    sentence: str

    def __bool__(self) -> bool:
        """False."""
        return False


Acceptance = Accepted | Refused
