"""What is true of a combatant as soon as it is dead, or owes its Save: as the state keeps it.

Source: CHR-57 to CHR-60.
"""

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Record
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.time.clock import now_of
from encounter_gui.rules.systems.chrome.sheet import character, owed

DUE = "presence_due"
"""The record of the round in which a Presence appears."""

DIED = "died"
"""The record of the round in which a combatant died; 0 out of a fight."""

FELL_AT = "fell_at"
"""The value of an owed Save that is the second of the campaign's clock at which the combatant fell; of a fight, that at
which its round began."""

ENDED = (
    *character.COLD,
    *("ablaze", "frenzy", "surprised", "shocked", "slow_start", "in_cover"),
    *("prone", "exposed", "burning", "panic_due"),
)
"""The conditions that end with death."""


def save_owed(context: RulesContext, who: CombatantId) -> ev.ObligationAdded:
    """Returns the Save that an Operator owes at 0 Health, with the moment of its fall. Source: CHR-57, CHR-60, CHR-73.

    Where critical effects on the same Operator wait, it belongs to that attack and comes before them: its damage may
    have been taken by hand.
    """
    reason = say("chrome.because.zero_health")
    moment: dict[str, Record] = {
        DIED: round_now(context),
        "appears": appears_in(context, who),
        FELL_AT: now_of(context),
    }
    save = owed.obligation(owed.DEATH_SAVE, who, reason, **moment)
    effects = owed.obligations_of(context, who, owed.CRITICAL_EFFECTS)
    return ev.ObligationAdded(obligation=owed.beside(save, effects[0]) if effects else save)


def require_alive(combatant: Combatant, rule: str = "CHR-57") -> None:
    """Lets a combatant pass that has Health left. Source: CHR-57.

    Raises:
        RuleError: it is dead, or its Save at 0 Health comes first.
    """
    if not character.is_dead(combatant):
        return
    is_open = character.is_operator(combatant) and DIED not in combatant.memo
    key = "chrome.save_comes_first" if is_open else "chrome.dead_already"
    raise refuse(key, rule=rule, who=combatant.name)


def round_now(context: RulesContext) -> int:
    """Returns the round of the fight that runs; 0: none does."""
    return context.state.round if context.state.stage == "running" else 0


def fell_in(context: RulesContext, who: CombatantId) -> int:
    """Returns the round in which an Operator fell to 0 Health that owes its Save; 0: it owes none. Source: CHR-57."""
    known = owed.obligations_of(context, who, owed.DEATH_SAVE)
    rounds = (each.values.get(DIED) for each in known)
    return next((each for each in rounds if isinstance(each, int)), 0)


def death_events(
    context: RulesContext,
    combatant: Combatant,
    *,
    died: int | None = None,
    appears: int | None = None,
) -> tuple[ev.Event, ...]:
    """Returns what is true of a combatant as soon as it is dead. Source: CHR-57 to CHR-60.

    ``died`` is the round of its death, ``appears`` the round in which a Presence appears; None: as of now.
    """
    who = combatant.id
    rounds = {DIED: round_now(context) if died is None else died}
    if character.is_operator(combatant) and not combatant.has("presence"):
        rounds[DUE] = appears_in(context, who) if appears is None else appears
    alive = character.health_now(combatant) > 0
    return (
        *([ev.GaugeSet(who=who, gauge=character.HEALTH, to=0)] if alive else []),
        *(ev.ConditionRemoved(who=who, key=key) for key in ENDED if combatant.has(key)),
        ev.Resolved(what="dead", who=who),
        *(ev.MemoSet(who=who, key=key, value=str(count)) for key, count in rounds.items()),
    )


def appears_in(context: RulesContext, who: CombatantId) -> int:
    """Returns the round at the end of whose slot a Presence appears. Source: CHR-60."""
    state = context.state
    own = [slot for slot in state.slots if slot.who == who and not slot.lane]
    is_to_come = not own or own[0].group > state.group
    return state.round if is_to_come else state.round + 1
