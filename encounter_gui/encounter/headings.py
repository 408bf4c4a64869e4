"""Commands carried out in one go: which entries stand under which heading."""

from collections.abc import Iterator, Sequence

from encounter_gui.core.ids import EntryId
from encounter_gui.encounter.entries import Entry

LAST_PARTS = ("ends", "falls_short")
"""What the last line of commands carried out in one go is."""


def under(line: Sequence[Entry], place: int) -> Iterator[Entry]:
    """Yields the entries that stand under a heading, by its place; none where it is no heading."""
    heading = line[place]
    if heading.note_part != "begins":
        return
    if (lines := heading.lines_under) is not None:
        yield from line[place + 1 : place + 1 + lines]
        return
    gesture = heading.gesture or heading.id
    for at in range(place + 1, len(line)):
        entry = line[at]
        if entry.gesture != gesture or entry.note_part == "begins":
            return
        yield entry
        if entry.note_part in LAST_PARTS:
            return


def headings(line: Sequence[Entry], first: int) -> Iterator[EntryId | None]:
    """Yields, from a place that stands under no heading on, the heading that each entry stands under; None: none."""
    place = first
    while place < len(line):
        heading = line[place].id
        yield None
        place += 1
        for _ in under(line, place - 1):
            yield heading
            place += 1
