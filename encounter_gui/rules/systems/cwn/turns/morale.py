"""When Morale is due, and what the roll does. Source: CWN-19, CWN-66."""

from collections.abc import Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Condition, Side
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.cwn import mechanics, rolls
from encounter_gui.rules.systems.cwn.commands import Morale, SkipMorale
from encounter_gui.rules.systems.cwn.sheet import character, scene_uses

DUE, SEEN = "morale.", "morale_seen."
"""Begin what the fight remembers of a side: why a check is due now, and for what it has been prompted already."""

OLYMPUS = "olympus"


def prompts(context: RulesContext, group: int) -> tuple[ev.Event, ...]:
    """Returns what makes checks due for the sides of a group whose turn begins; the players' people never check.

    Source: CWN-19, CWN-66.
    """
    state = context.state
    there = [slot.who for slot in state.slots if slot.group == group]
    sides = dict.fromkeys(state.combatants[who].side for who in there)
    events: list[ev.Event] = [
        ev.FightMemoSet(key=key, value="")
        for key in state.memo
        if key.startswith(DUE) and not _goes_on(state, key.removeprefix(DUE), group)
    ]
    for side in sides:
        points = [point for point in points_of(state, side) if point not in _seen(state, side)]
        if points:
            events += [
                ev.FightMemoSet(key=f"{DUE}{side}", value=" ".join(points)),
                ev.FightMemoSet(
                    key=f"{SEEN}{side}", value=" ".join((*_seen(state, side), *points))
                ),
            ]
    return tuple(events)


def _goes_on(state: EncounterState, side: str, group: int) -> bool:
    """Whether some of a side have acted apart in this round, and the others are still to come. Source: CWN-46."""
    groups = [slot.group for slot in state.slots if state.combatants[slot.who].side == side]
    return any(each < group for each in groups) and any(each >= group for each in groups)


def _seen(state: EncounterState, side: Side) -> tuple[str, ...]:
    return tuple(state.memo_text(f"{SEEN}{side}").split())


def points_of(state: EncounterState, side: Side) -> tuple[str, ...]:
    """Returns what a side has seen that may break it. Source: CWN-66."""
    members = [
        combatant
        for combatant in state.combatants.values()
        if combatant.side == side and character.kind(combatant) == "npc"
    ]
    able = [
        combatant
        for combatant in members
        if not character.is_out(combatant) and not combatant.has("broken")
    ]
    if side == "pc" or not able:
        return ()
    down = sum(character.is_down(combatant) for combatant in members)
    gone = len(members) - len(able)
    found = {
        "first_death": any(character.is_dead(combatant) for combatant in members),
        "half_down": 2 * down >= len(members),
        "leader_down": any(
            combatant.has("leader") and character.is_down(combatant) for combatant in members
        ),
        "defeat": len(members) > 2 and 4 * gone >= 3 * len(members),
    }
    return tuple(point for point, is_so in found.items() if is_so)


def check(context: RulesContext, command: Morale) -> Procedure:
    """One roll for all; each holds it against its own Morale. Source: CWN-66, CWN-45u."""
    combatants = context.combatants(command.who)
    _allow(combatants)
    below = context.switch("cwn.moraleCompare") == "less"
    roll = (yield from rolls.roll_one("morale", None, 6, 2)) + command.gm
    broken = [
        combatant for combatant in combatants if _breaks(context, combatant, roll, below=below)
    ]
    again = [
        combatant
        for combatant in broken
        if combatant.has(OLYMPUS) and not scene_uses.uses(combatant, OLYMPUS)
    ]
    second = (yield from rolls.roll_one("morale", None, 6, 2)) + command.gm if again else roll
    spared = [
        combatant for combatant in again if not _breaks(context, combatant, second, below=below)
    ]
    broken = [combatant for combatant in broken if combatant not in spared]
    facts = tuple(
        ev.Resolved(
            what="morale",
            who=combatant.id,
            values={
                "total": second if combatant in again else roll,
                "morale": character.morale(context, combatant),
                "broken": combatant in broken,
            },
        )
        for combatant in combatants
    )
    key = "cwn.log.morale_breaks" if broken else "cwn.log.morale_holds"
    return Outcome(
        label=say(
            key, who=_names(combatants), broken=_names(broken), total=second if again else roll
        ),
        events=(
            *facts,
            *(scene_uses.used(combatant, OLYMPUS) for combatant in again),
            *(
                ev.ConditionAdded(who=combatant.id, condition=Condition(key="broken"))
                for combatant in broken
            ),
            *_no_longer_due(context, combatants),
        ),
        reasons=tuple(
            Reason(
                text=say(
                    "cwn.why.morale",
                    who=combatant.name,
                    total=second if combatant in again else roll,
                    morale=character.morale(context, combatant),
                ),
                rule="CWN-66",
            )
            for combatant in combatants
        ),
    )


def skip(context: RulesContext, command: SkipMorale) -> Procedure:
    """The game master spares a side its check. Source: CWN-19."""
    yield from ()
    if f"{DUE}{command.side}" not in context.state.memo:
        raise refuse("cwn.no_morale_due", rule="CWN-19")
    side = next(side for side in _sides(context.state) if side == command.side)
    return Outcome(
        label=say("cwn.log.morale_skipped", side=context.side_name(side)),
        events=(ev.FightMemoSet(key=f"{DUE}{side}", value=""),),
    )


def _sides(state: EncounterState) -> tuple[Side, ...]:
    known: tuple[Side, ...] = ("pc", "ally", "foe", "neutral")
    return tuple(side for side in known if f"{DUE}{side}" in state.memo)


def _allow(combatants: Sequence[Combatant]) -> None:
    """Lets a check pass, or says why not. Source: CWN-19, CWN-66.

    Raises:
        RuleError: one is a player character, a machine, down, or broken already.
    """
    for combatant in combatants:
        if character.is_pc(combatant):
            raise refuse("cwn.pcs_never_check", rule="CWN-19", who=combatant.name)
        if character.kind(combatant) == "drone":
            raise refuse("cwn.machines_never_check", rule="CWN-65", who=combatant.name)
        if character.is_out(combatant):
            raise refuse("cwn.is_down", rule="CWN-57", who=combatant.name)
        if combatant.has("broken"):
            raise refuse("cwn.broken_already", rule="CWN-66", who=combatant.name)


def _breaks(context: RulesContext, combatant: Combatant, roll: int, *, below: bool) -> bool:
    return bool(mechanics.breaks(roll, character.morale(context, combatant), below=below))


def _no_longer_due(context: RulesContext, combatants: Sequence[Combatant]) -> tuple[ev.Event, ...]:
    return tuple(
        ev.FightMemoSet(key=f"{DUE}{side}", value="")
        for side in dict.fromkeys(combatant.side for combatant in combatants)
        if f"{DUE}{side}" in context.state.memo
    )


def _names(combatants: Sequence[Combatant]) -> str:
    return ", ".join(combatant.name for combatant in combatants)
