"""What the command line says about the window to open."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowOptions:
    """Which campaign to open, and how.

    ``campaign`` None: the one that was open last. ``sample``: the sample campaign instead. ``picture``: draw the
    window into this PNG and end. ``theme`` empty: as set.
    """

    campaign: Path | None = None
    sample: bool = False
    picture: Path | None = None
    theme: str = ""
