"""What combatants have suffered before a fight script begins."""

from collections.abc import Iterator, Mapping, Sequence

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter.values import Condition, Expiry, LocationState
from encounter_gui.play.scripts.script import Joining, Suffered, Wounded
from encounter_gui.rules.files.ruleset_errors import unknown
from encounter_gui.rules.model.ruleset import Ruleset


def conditions_of(joining: Joining, start: int) -> Iterator[Condition]:
    """Yields the conditions somebody has at the start, in a fight that begins at this round (0: it has not begun)."""
    for key, said in joining.conditions.items():
        if said is False:
            continue
        suffered = said if isinstance(said, Suffered) else Suffered()
        rounds = suffered.rounds
        yield Condition(
            key=key,
            count=suffered.count,
            until=None if rounds is None else Expiry(round=max(start, 1) + rounds - 1),
            by=CombatantId(suffered.by) if suffered.by else None,
            about=CombatantId(suffered.about) if suffered.about else None,
            note=suffered.note,
            keys=suffered.keys,
        )


def wounds_of(joining: Joining) -> Mapping[str, LocationState]:
    """Returns the wounds somebody has at the start, by place."""
    return {place: _wound(said) for place, said in joining.wounds.items()}


def _wound(said: int | Wounded) -> LocationState:
    if isinstance(said, Wounded):
        return LocationState(level=said.level, marks=said.marks)
    return LocationState(level=said)


def start_faults(
    ruleset: Ruleset, joining: Joining, has: Sequence[str], pointer: str
) -> Iterator[tuple[str, Message]]:
    """Yields what cannot be so at the start: conditions, places and levels that the ruleset does not know."""
    if joining.off and joining.off not in has:
        yield f"{pointer}.off", unknown("ruleset.not_carried", joining.off, has)
    conditions = [each.key for each in ruleset.conditions]
    for key, said in joining.conditions.items():
        place = f"{pointer}.conditions.{key}"
        if key not in conditions:
            yield place, unknown("fight.no_such_condition", key, conditions)
        if isinstance(said, Suffered) and said.rounds is not None and said.rounds < 1:
            yield f"{place}.rounds", say("fight.rounds_below_1")
    places = [each.key for each in ruleset.locations]
    most = len(ruleset.wound_levels)
    for key, wound in wounds_of(joining).items():
        if key not in places:
            yield f"{pointer}.wounds.{key}", unknown("fight.no_such_place", key, places)
        elif not 0 <= wound.level <= most:
            yield f"{pointer}.wounds.{key}", say("fight.no_such_level", most=most)
