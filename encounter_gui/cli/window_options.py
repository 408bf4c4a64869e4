"""What the command line says about the window to open."""

from pathlib import Path

from msgspec import Struct


class WindowOptions(Struct, frozen=True, kw_only=True):
    """Which campaign to open, and how.

    ``campaign`` None: the one that was open last. ``sample``: the sample campaign instead. ``picture``: draw the
    window into this PNG and end; ``is_forced``: also over one that is there.
    ``theme`` empty: as set. ``is_diagnosis``: print what is there instead of a window.
    """

    campaign: Path | None = None
    sample: bool = False
    picture: Path | None = None
    is_forced: bool = False
    theme: str = ""
    is_diagnosis: bool = False


class PrintOptions(Struct, frozen=True, kw_only=True):
    """What of a campaign to print, and where to: a PDF, or by the ending of ``out`` Markdown, HTML or CSV.

    ``is_forced``: also over a file that is there.
    ``encounter`` empty: the one that was played last. ``reports`` as listed on the command line; ``per_page`` 0: as
    usual for what is printed. ``columns``: those of the roster, with commas; empty: the usual.
    """

    campaign: Path
    out: Path
    is_forced: bool = False
    encounter: str = ""
    reports: str = "encounter"
    paper: str = "A4"
    is_landscape: bool = False
    is_colour: bool = False
    is_two_sided: bool = False
    margin: float = 12.0
    scale: float = 1.0
    per_page: int = 0
    columns: str = ""
    is_blank: bool = False
    has_backs: bool = False
    for_players: bool = False
