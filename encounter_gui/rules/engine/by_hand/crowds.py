"""So many of a group: which of those who stand in one row of the table are meant by ``7 of 32``."""

from collections.abc import Callable, Collection
from typing import Literal

from msgspec import Struct

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Side
from encounter_gui.rules.engine.context import RulesContext

Which = Literal["first", "hurt", "unhurt"]
"""Which of a group are meant: in order from the one who was named, those who are hurt most first, or least."""

WHICH: tuple[Which, ...] = ("first", "hurt", "unhurt")

ALL = ("all", "a", "*")
"""What is typed for everybody of a group who stands."""


class Crowd(Struct, frozen=True, kw_only=True):
    """Those of a group who are still in the fight, in the order in which they joined; at least one."""

    name: str
    side: Side
    standing: tuple[CombatantId, ...]

    @property
    def size(self) -> int:
        """How many still are in the fight."""
        return len(self.standing)


def crowd_of(
    state: EncounterState, who: CombatantId, is_out: Callable[[CombatantId], bool]
) -> Crowd | None:
    """Returns the group of a combatant; None: it is in none, or nobody of it is in the fight.

    Whoever changed sides is in no group with those it left. ``is_out`` returns whether a combatant is out of the fight.
    """
    named = state.combatants.get(who)
    if named is None or not named.group:
        return None
    standing = tuple(
        each.id
        for each in state.combatants.values()
        if (each.side, each.group) == (named.side, named.group) and not is_out(each.id)
    )
    return Crowd(name=named.group, side=named.side, standing=standing) if standing else None


def read_count(text: str, crowd: Crowd) -> int:
    """Returns how many of a group are meant by what is typed: a number, or ``all``.

    Raises:
        RuleError: it is neither, or not between 1 and those who are in the fight.
    """
    word = text.strip().casefold()
    if word in ALL:
        return crowd.size
    count = int(word) if word.isascii() and word.isdecimal() else 0
    if not 1 <= count <= crowd.size:
        raise refuse("rules.crowd.count", text=text.strip(), name=crowd.name, size=crowd.size)
    return count


def some_of(
    context: RulesContext,
    crowd: Crowd,
    count: int,
    which: Which = "first",
    first: CombatantId | None = None,
) -> tuple[CombatantId, ...]:
    """Returns so many of a group, those who are meant first; fewer where fewer are in the fight.

    ``first`` is where the order begins: who stands for the row. Among those equally hurt it is the order of joining.
    """
    standing = crowd.standing
    if which == "first" and first in standing:
        place = standing.index(first)
        standing = (*standing[place:], *standing[:place])
    elif which != "first":
        sign = -1 if which == "hurt" else 1
        standing = tuple(
            sorted(standing, key=lambda who: sign * _harm(context, context.combatant(who)))
        )
    return standing[: max(count, 0)]


class ChosenRows(Struct, frozen=True, kw_only=True):
    """The rows a command is about, top to bottom, and those of them who stand for their group."""

    rows: tuple[CombatantId, ...]
    crowds: frozenset[CombatantId] = frozenset()


class Aimed(Struct, frozen=True, kw_only=True):
    """Whom rows come to of which some stand for groups, and why it is not clear; None: it is.

    ``sizes`` are how many of each group still are in the fight, ``beside`` how many are meant who are no group.
    """

    targets: tuple[CombatantId, ...]
    sizes: tuple[int, ...] = ()
    beside: int = 0
    complaint: Message | None = None


def aimed(
    context: RulesContext,
    chosen: ChosenRows,
    count: str,
    which: Which,
    out: Collection[CombatantId],
) -> Aimed:
    """Returns whom rows come to: of each group so many as typed, all others as they are; those who are gone left out.

    ``out`` are those who are out of the fight. While a count cannot be read, the one who stands for the row is meant.
    """
    sizes, targets, beside = list[int](), dict[CombatantId, None](), 0
    complaint: Message | None = None
    for who in chosen.rows:
        if who not in context.state.combatants:
            continue
        crowd = crowd_of(context.state, who, out.__contains__) if who in chosen.crowds else None
        if crowd is None:
            targets[who] = None
            beside += 1
            continue
        sizes.append(crowd.size)
        try:
            found = some_of(context, crowd, read_count(count, crowd), which, who)
        except RuleError as error:
            complaint, found = error.message, (who,)
        targets.update(dict.fromkeys(found))
    return Aimed(targets=tuple(targets), sizes=tuple(sizes), beside=beside, complaint=complaint)


def _harm(context: RulesContext, combatant: Combatant) -> int:
    """Returns how much somebody has suffered, to compare it with others of the same group."""
    gauge = context.ruleset.main_gauge
    wounds = sum(place.level for place in combatant.locations.values())
    if gauge is None:
        return wounds
    now = combatant.gauges.get(gauge.key, 0)
    return wounds + (now if gauge.is_harm else -now)
