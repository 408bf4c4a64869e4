"""When Morale is due, and what the roll does. Source: CWN-19, CWN-66."""

from collections.abc import Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Condition, Side
from encounter_gui.rules.engine.asking import Procedure
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.systems.cwn import mechanics, rolls
from encounter_gui.rules.systems.cwn.commands import Morale, SkipMorale
from encounter_gui.rules.systems.cwn.sheet import character, scene_uses

DUE, SEEN = "morale.", "morale_seen."
"""Begin what the fight remembers of a side: why a check is due now, and for what it has been prompted already."""

OLYMPUS = "olympus"


def prompts(scene: Scene, group: int) -> tuple[ev.Event, ...]:
    """Returns what makes checks due for the sides of a group whose turn begins; the players' people never check.

    Source: CWN-19, CWN-66.
    """
    state = scene.state
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
        one
        for one in state.combatants.values()
        if one.side == side and character.kind(one) == "npc"
    ]
    able = [one for one in members if not character.is_out(one) and not one.has("broken")]
    if side == "pc" or not able:
        return ()
    down = sum(character.is_down(one) for one in members)
    gone = len(members) - len(able)
    found = {
        "first_death": any(character.is_dead(one) for one in members),
        "half_down": 2 * down >= len(members),
        "leader_down": any(one.has("leader") and character.is_down(one) for one in members),
        "defeat": len(members) > 2 and 4 * gone >= 3 * len(members),
    }
    return tuple(point for point, is_so in found.items() if is_so)


def check(scene: Scene, command: Morale) -> Procedure:
    """One roll for all; each holds it against its own Morale. Source: CWN-66, CWN-45u."""
    those = scene.those(command.who)
    _allow(those)
    below = scene.switch("cwn.moraleCompare") == "less"
    roll = (yield from rolls.one("morale", None, 6, 2)) + command.gm
    broken = [one for one in those if _breaks(scene, one, roll, below=below)]
    again = [one for one in broken if one.has(OLYMPUS) and not scene_uses.uses(one, OLYMPUS)]
    second = (yield from rolls.one("morale", None, 6, 2)) + command.gm if again else roll
    spared = [one for one in again if not _breaks(scene, one, second, below=below)]
    broken = [one for one in broken if one not in spared]
    facts = tuple(
        ev.Resolved(
            what="morale",
            who=one.id,
            values={
                "total": second if one in again else roll,
                "morale": character.morale(scene, one),
                "broken": one in broken,
            },
        )
        for one in those
    )
    key = "cwn.log.morale_breaks" if broken else "cwn.log.morale_holds"
    return Outcome(
        label=say(key, who=_names(those), broken=_names(broken), total=second if again else roll),
        events=(
            *facts,
            *(scene_uses.used(one, OLYMPUS) for one in again),
            *(ev.ConditionAdded(who=one.id, condition=Condition(key="broken")) for one in broken),
            *_no_longer_due(scene, those),
        ),
        reasons=tuple(
            Reason(
                text=say(
                    "cwn.why.morale",
                    who=one.name,
                    total=second if one in again else roll,
                    morale=character.morale(scene, one),
                ),
                rule="CWN-66",
            )
            for one in those
        ),
    )


def skip(scene: Scene, command: SkipMorale) -> Procedure:
    """The game master spares a side its check. Source: CWN-19."""
    yield from ()
    if f"{DUE}{command.side}" not in scene.state.memo:
        raise refuse("cwn.no_morale_due", rule="CWN-19")
    side = next(side for side in _sides(scene.state) if side == command.side)
    return Outcome(
        label=say("cwn.log.morale_skipped", side=scene.side_name(side)),
        events=(ev.FightMemoSet(key=f"{DUE}{side}", value=""),),
    )


def _sides(state: EncounterState) -> tuple[Side, ...]:
    known: tuple[Side, ...] = ("pc", "ally", "foe", "neutral")
    return tuple(side for side in known if f"{DUE}{side}" in state.memo)


def _allow(those: Sequence[Combatant]) -> None:
    """Lets a check pass, or says why not. Source: CWN-19, CWN-66.

    Raises:
        RuleError: one is a player character, a machine, down, or broken already.
    """
    for one in those:
        if character.is_pc(one):
            raise refuse("cwn.pcs_never_check", rule="CWN-19", who=one.name)
        if character.kind(one) == "drone":
            raise refuse("cwn.machines_never_check", rule="CWN-65", who=one.name)
        if character.is_out(one):
            raise refuse("cwn.is_down", rule="CWN-57", who=one.name)
        if one.has("broken"):
            raise refuse("cwn.broken_already", rule="CWN-66", who=one.name)


def _breaks(scene: Scene, one: Combatant, roll: int, *, below: bool) -> bool:
    return bool(mechanics.breaks(roll, character.morale(scene, one), below=below))


def _no_longer_due(scene: Scene, those: Sequence[Combatant]) -> tuple[ev.Event, ...]:
    return tuple(
        ev.FightMemoSet(key=f"{DUE}{side}", value="")
        for side in dict.fromkeys(one.side for one in those)
        if f"{DUE}{side}" in scene.state.memo
    )


def _names(those: Sequence[Combatant]) -> str:
    return ", ".join(one.name for one in those)
