"""What the players take home of an evening: every fight of it, as they know it, one after the other."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime

from msgspec import Struct

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.entries import Entry
from encounter_gui.reports.content.history import steps
from encounter_gui.reports.content.summary import is_secret, sentence, summary
from encounter_gui.reports.document import Block, Column, Flow, Heading, Table, Words
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.time.clock import moment_text, now_of
from encounter_gui.rules.facade import System


class PlayedFight(Struct, frozen=True, kw_only=True):
    """A fight as it stands, and the line of play that led there, with everything the game master knows."""

    system: System
    context: RulesContext
    entries: Sequence[Entry]

    @property
    def played_on(self) -> date | None:
        """The day of its last entry, where the computer stands; None: nothing has been played."""
        return _day(self.entries[-1]) if self.entries else None


def _day(entry: Entry) -> date | None:
    """Returns the day on which an entry was played, where the computer stands."""
    return datetime.fromisoformat(entry.at).astimezone().date() if entry.at else None


def of_one_day(fights: Iterable[PlayedFight], day: date | None) -> tuple[PlayedFight, ...]:
    """Returns the fights that were fought and last played on a day, and the time between them; None: none."""
    fought = (each for each in fights if each.context.state.stage != "ready")
    return tuple(each for each in fought if day is not None and each.played_on == day)


def session_recap(fights: Sequence[PlayedFight], texts: MessageCatalog, day: str) -> Flow:
    """Returns the recap of fights, as their players know them: how each ended, its turning points, what happened.

    The time between them is told as well, but is none of them.
    """
    count = sum(fight.context.state.stage != "between" for fight in fights)
    return Flow(
        title=texts.text_of("report.session"),
        subtitle=day,
        note=texts.text_of("report.session.count", count=count),
        blocks=tuple(block for fight in fights for block in _told(fight)),
    )


def _told(fight: PlayedFight) -> Iterator[Block]:
    if fight.context.state.stage == "between":
        yield from _time_between(fight)
        return
    told = summary(fight.system, fight.context, fight.entries, for_players=True)
    yield Heading(text=told.title, note=told.note)
    yield from told.blocks


def _time_between(fight: PlayedFight) -> Iterator[Block]:
    """Yields what has passed between fights on that day of play: each line with its moment of the campaign's clock."""
    context, texts = fight.context, fight.context.texts
    day = fight.played_on
    rows = tuple(
        (
            Words(text=moment_text(context, step.after.clock), is_muted=True),
            Words(text=sentence(context, step)),
        )
        for step in steps(fight.entries)
        if not is_secret(context, step) and _day(step.entry) == day
    )
    if rows:
        yield Heading(
            text=texts.text_of("report.between"), note=moment_text(context, now_of(context))
        )
        columns = (Column(title=""), Column(title="", share=1.0))
        yield Table(title="", columns=columns, rows=rows, is_plain=True)
