"""What the players take home of an evening: every fight of it, as they know it, one after the other."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime

from msgspec import Struct

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.entries import Entry
from encounter_gui.reports.content.summary import summary
from encounter_gui.reports.document import Block, Flow, Heading
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System


class PlayedFight(Struct, frozen=True, kw_only=True):
    """A fight as it stands, and the line of play that led there, with everything the game master knows."""

    system: System
    context: RulesContext
    entries: Sequence[Entry]

    @property
    def played_on(self) -> date | None:
        """The day of its last entry, where the computer stands; None: nothing has been played."""
        at = self.entries[-1].at if self.entries else ""
        return datetime.fromisoformat(at).astimezone().date() if at else None


def of_one_day(fights: Iterable[PlayedFight], day: date | None) -> tuple[PlayedFight, ...]:
    """Returns the fights that were fought and last played on a day; None: none."""
    fought = (each for each in fights if each.context.state.stage != "ready")
    return tuple(each for each in fought if day is not None and each.played_on == day)


def session_recap(fights: Sequence[PlayedFight], texts: MessageCatalog, day: str) -> Flow:
    """Returns the recap of fights, as their players know them: how each ended, its turning points, what happened."""
    return Flow(
        title=texts.text_of("report.session"),
        subtitle=day,
        note=texts.text_of("report.session.count", count=len(fights)),
        blocks=tuple(block for fight in fights for block in _told(fight)),
    )


def _told(fight: PlayedFight) -> Iterator[Block]:
    told = summary(fight.system, fight.context, fight.entries, for_players=True)
    yield Heading(text=told.title, note=told.note)
    yield from told.blocks
