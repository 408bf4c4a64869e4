"""The lines of the page: what runs, a line each; with many people, a line for each person that opens."""

from collections.abc import Sequence

from msgspec import Struct

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.play.session.rollers import Roller
from encounter_gui.rules.view.scene.time import RunningRow, TimeView

MOST_LOOSE = 24
"""With more rows than this they are grouped by person."""

Key = tuple[str, str, tuple[CombatantId, ...]]
"""What tells a line from the others: the kind, which of several, and whose."""


class TimeLine(Struct, frozen=True, kw_only=True):
    """A line: something that runs, or all that runs for a person (``is_head``), the next to fall due first.

    ``roller`` is who rolls its dice; None: it has none.
    """

    rows: tuple[RunningRow, ...]
    now: int
    roller: Roller | None = None
    is_head: bool = False
    is_open: bool = False
    is_inner: bool = False

    @property
    def row(self) -> RunningRow:
        """What falls due first of it."""
        return self.rows[0]

    @property
    def key(self) -> Key:
        """What tells it from the others."""
        if self.is_head:
            return ("", "", self.row.who)
        return (self.row.kind, self.row.key, self.row.who)

    def what(self, texts: MessageCatalog) -> str:
        """Returns what runs, in words."""
        if self.is_head:
            return texts.text_of("gui.time.things", count=len(self.rows))
        return self.row.what

    def dice(self) -> str:
        """Returns its dice, or what comes of it where it has none."""
        return self.row.dice or self.row.asks_text

    def words(self, texts: MessageCatalog) -> str:
        """Returns all of it in words, for those who cannot see the marks."""
        row = self.row
        names = f"{row.names}: " if row.names else ""
        parts = [f"{names}{self.what(texts)}", row.due_text, self.dice()]
        if row.dice and self.roller is not None:
            parts.append(texts.text_of(f"gui.time.roller.{self.roller}"))
        parts += [row.end_text, row.rule]
        if self.is_head:
            parts.append(texts.text_of("gui.time.opened" if self.is_open else "gui.time.closed"))
        return "; ".join(part for part in parts if part)


def lines_of(
    view: TimeView, rollers: Sequence[Roller | None], opened: tuple[CombatantId, ...] | None
) -> tuple[TimeLine, ...]:
    """Returns the lines of what runs, with who rolls each row; ``opened``: whose line is open of many."""
    lines = tuple(
        TimeLine(rows=(row,), now=view.now, roller=roller if row.dice else None)
        for row, roller in zip(view.rows, rollers, strict=True)
    )
    if len(lines) <= MOST_LOOSE:
        return lines
    by_person: dict[tuple[CombatantId, ...], list[TimeLine]] = {}
    for line in lines:
        by_person.setdefault(line.row.who, []).append(line)
    shown = list[TimeLine]()
    for who, own in by_person.items():
        if len(own) == 1:
            shown += own
            continue
        rows = tuple(line.row for line in own)
        is_open = who == opened
        shown.append(TimeLine(rows=rows, now=view.now, is_head=True, is_open=is_open))
        if is_open:
            shown += (
                TimeLine(rows=line.rows, now=view.now, roller=line.roller, is_inner=True)
                for line in own
            )
    return tuple(shown)
