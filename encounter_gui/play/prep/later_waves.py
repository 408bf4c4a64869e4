"""The waves of a plan that are still to come: what a forecast of the fight as it stands leaves out."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.encounter.entries import Entry
from encounter_gui.rules.model.prepared import EncounterPlan, Recruit, Wave

if TYPE_CHECKING:  # not needed where nothing is prepared
    from encounter_gui.play.prep.creature_repository import CreatureRepository


class LaterWaves(Struct, frozen=True, kw_only=True):
    """How many waves are still to come, and who is in them: ``9 × Lieutenant``."""

    count: int
    who: str

    def short(self, texts: MessageCatalog) -> str:
        """Returns what a figure is without, as ``without 2 waves``."""
        return texts.text_of("forecast.without_waves", count=self.count)

    def words(self, texts: MessageCatalog) -> str:
        """Returns what a figure is without, and who that is."""
        return texts.text_of("forecast.without_waves.who", count=self.count, who=self.who)

    def left_out(self, texts: MessageCatalog) -> str:
        """Returns what of a fight is not played, as a sentence after *Left out*."""
        return texts.text_of("forecast.left_out.waves", count=self.count, who=self.who)


def later_waves(
    plan: EncounterPlan, path: Iterable[Entry], name_of: Callable[[Recruit], str]
) -> LaterWaves | None:
    """Returns the waves of a plan that have not joined by these entries; None: there are none.

    A wave of nobody is none. ``name_of`` returns what a line of a roster is called.
    """
    if not plan.waves:
        return None
    come = waves_come(plan, path)
    waves = [wave for at, wave in enumerate(plan.waves) if wave.recruits and at not in come]
    return LaterWaves(count=len(waves), who=_who(waves, name_of)) if waves else None


def names_in(library: "CreatureRepository", ruleset: str) -> Callable[[Recruit], str]:
    """Returns what names the lines of rosters of a ruleset by the creatures of a library."""
    from encounter_gui.play.prep.creature_repository import key_of
    from encounter_gui.play.prep.rosters import MADE_UP

    def name_of(recruit: Recruit) -> str:
        if recruit.name and recruit.name != MADE_UP:
            return recruit.name
        found = library.one(key_of(recruit, ruleset))
        return found.value.name if found is not None else recruit.creature

    return name_of


def _who(waves: Iterable[Wave], name_of: Callable[[Recruit], str]) -> str:
    """Returns who is in waves, those of one name counted together as far as their numbers are none of dice."""
    counts: dict[tuple[str, str], int] = {}
    for recruit in (each for wave in waves for each in wave.recruits):
        dice = "" if recruit.count.isdecimal() else recruit.count
        mark = (name_of(recruit), dice)
        counts[mark] = counts.get(mark, 0) + (1 if dice else int(recruit.count))
    said = (
        f"{' + '.join([dice] * count) if dice else count} × {name}"
        for (name, dice), count in counts.items()
    )
    return ", ".join(said)


def waves_come(plan: EncounterPlan, path: Iterable[Entry]) -> set[int]:
    """Returns the places of the waves that have joined."""
    joined = [str(e.command.get("wave", "")) for e in path if e.is_of("join")]
    return used_up([wave.name for wave in plan.waves], [name for name in joined if name])


def used_up(wanted: Sequence[str], met: Sequence[str]) -> set[int]:
    """Returns the places of what was met; the same words twice are met twice."""
    left = list(met)
    used: set[int] = set()
    for place, each in enumerate(wanted):
        if each in left:
            left.remove(each)
            used.add(place)
    return used
