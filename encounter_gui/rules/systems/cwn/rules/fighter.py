"""A combatant of CWN as rules see it: the one place that knows how the state keeps a thing and how rules call it."""

from functools import lru_cache

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.asks import Truth, Whole
from encounter_gui.rules.engine.reading.fields import (
    Body,
    Field,
    PairField,
    PlanField,
    condition,
    derived,
    gauge,
)
from encounter_gui.rules.systems.cwn.rules import arms
from encounter_gui.rules.systems.cwn.rules.injury import injury, plan_of
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, gear, hands
from encounter_gui.rules.systems.cwn.sheet.records import (
    blocked_by,
    melee_of,
    set_blocked,
    set_melee,
)


def _soak_events(context: RulesContext, one: Combatant, value: Whole) -> tuple[ev.Event, ...]:
    by = int(value) - character.soak_now(one)
    return (ev.GaugeChanged(who=one.id, gauge=character.SOAK, by=by),)


UNHURT = -10_000
"""The round in which somebody was mortally wounded who is not: no fight is so long that one before it counts so."""


def _fell(context: RulesContext, one: Combatant) -> int:
    """Returns the round somebody was mortally wounded in: of a wound older than the fight 0 or less."""
    wound = one.condition("mortally_wounded")
    if wound is None:
        return UNHURT
    return context.state.round if wound.count is None else wound.count


def _fell_events(context: RulesContext, one: Combatant, value: Whole) -> tuple[ev.Event, ...]:
    if value <= UNHURT:
        return (ev.ConditionRemoved(who=one.id, key="mortally_wounded"),)
    wound = Condition(key="mortally_wounded", count=max(int(value), 1))
    return (ev.ConditionAdded(who=one.id, condition=wound),)


def _melee_events(
    context: RulesContext, one: Combatant, value: tuple[CombatantId, bool]
) -> tuple[ev.Event, ...]:
    other, is_on = value
    rest = tuple(each for each in melee_of(one) if each != other)
    return (set_melee(one.id, (*rest, other) if is_on else rest),)


def _screened(context: RulesContext, one: Combatant) -> tuple[CombatantId, ...]:
    screening = one.condition("screening")
    return () if screening is None or screening.about is None else (screening.about,)


def _faced_events(
    context: RulesContext, one: Combatant, value: tuple[CombatantId, bool]
) -> tuple[ev.Event, ...]:
    other, is_on = value
    rest = tuple(each for each in blocked_by(one) if each != other)
    return (set_blocked(one.id, (*rest, other) if is_on else rest),)


def _defense_events(context: RulesContext, one: Combatant, value: Truth) -> tuple[ev.Event, ...]:
    """Returns the events of Total Defense; ``count`` is the last round in which it stops Shock, if it ends first.

    Source: CWN-36g.
    """
    if not value:
        return (ev.ConditionRemoved(who=one.id, key="total_defense"),)
    state = context.state
    is_short = context.switch("cwn.totalDefenseShockSpan") == "round"
    defense = Condition(
        key="total_defense",
        count=state.round if is_short else None,
        until=action_budget.until_next_turn(state, one.id),
    )
    return (ev.ConditionAdded(who=one.id, condition=defense),)


_Booked = tuple[Whole, Whole | None]


class _BookedField(Field[_Booked]):
    """Mains and Moves that have been counted as used; it is written only, and only the table has it."""

    def __init__(self) -> None:
        super().__init__(lambda context, one: None, _booked_events, followed=False)


def _booked_events(context: RulesContext, one: Combatant, value: _Booked) -> tuple[ev.Event, ...]:
    actions: tuple[action_budget.Action, ...] = ("main", "move")
    used = [each for each, count in zip(actions, value, strict=True) if count]
    return action_budget.booked_events(context.state, one, used)


def _shots(context: RulesContext, one: Combatant) -> int:
    return arms.shots(one, arms.weapon_in_hand(one))


def _shots_events(context: RulesContext, one: Combatant, value: Whole) -> tuple[ev.Event, ...]:
    return arms.shots_events(one, arms.weapon_in_hand(one), int(value))


class Fighter(Body):
    """A combatant of CWN.

    ``soak`` is at least 0, ``hp`` may be below it. ``first_shock``: the first Shock of the round has been stopped.
    ``fell`` is the round it was mortally wounded in, ``UNHURT``: it is not. ``is_somebody``: it does not simply die at
    0 HP. ``is_in``: it is neither down nor gone. ``ammo`` counts the rounds, throws or uses of the weapon in hand, -1:
    it needs none; ``magazine`` 0: it cannot be reloaded; ``spares`` -1: not counted. ``main`` and ``bonus_main`` are
    the Mains of the round that it has used, and that came on top; ``move`` and ``bonus_move`` its Moves. ``booked`` are
    Mains and Moves that have just been counted as used: the table knows what that leads to. ``melee``: with whom it is
    in melee, up or not. ``screens``: whom it stands in for; ``faced``: whom it has faced in the round doing that.
    """

    hp = gauge(character.HP)
    soak = Field[Whole](lambda context, one: character.soak_now(one), _soak_events)
    first_shock = gauge(action_budget.FIRST_SHOCK, ends="round", is_set=True)
    traumatized = condition("traumatized")
    dead = condition("dead")
    fell = Field[Whole](_fell, _fell_events, rests=UNHURT)
    stable = condition("stable")
    unconscious = condition("unconscious")
    frail = condition("frail")
    prone = condition("prone", followed=False)
    holding = condition("holding", followed=False)
    screening = condition("screening", followed=False)
    swarming = condition("swarming", followed=False)
    charging = condition("charging", followed=False)
    total_defense = Field[Truth](
        lambda context, one: one.has("total_defense"), _defense_events, ends="turn", dtype=bool
    )
    withdrawn = condition("withdrawn", followed=False)
    hands_full = Field[Truth](
        lambda context, one: bool(hands.all_dropped(one)),
        lambda context, one, value: hands.all_dropped(one),
        followed=False,
        dtype=bool,
    )
    ammo = Field[Whole](_shots, _shots_events)
    spares = Field[Whole](
        lambda context, one: arms.spares(one, arms.weapon_in_hand(one)), arms.spares_events
    )
    magazine = derived(lambda context, one: arms.weapon_in_hand(one).magazine, dtype=int)
    main = gauge("main", ends="round")
    bonus_main = gauge("bonus_main", ends="round")
    move = gauge("move", ends="round")
    bonus_move = gauge("bonus_move", ends="round")
    booked = _BookedField()
    broken = condition("broken")
    has_left = Field[Truth](
        lambda context, one: "left" in one.flags,
        lambda context, one, value: (ev.FlagSet(who=one.id, flag="left", on=bool(value)),),
        dtype=bool,
    )
    is_drone = derived(lambda context, one: character.kind(one) == "drone")
    is_somebody = derived(lambda context, one: character.is_somebody(one))
    is_in = derived(lambda context, one: not character.is_out(one))
    injury = PlanField(plan_of, injury)
    melee = PairField(lambda context, one: melee_of(one), _melee_events)
    screens = PairField(_screened, lambda context, one, value: (), ends="turn")
    faced = PairField(lambda context, one: blocked_by(one), _faced_events, ends="round")


@lru_cache
def armed(weapon: gear.Weapon, mode: str) -> type[Fighter]:
    """Returns a combatant whose ``ammo`` is that of a weapon it need not have in hand, used in a mode."""

    class Armed(Fighter):
        """It uses this weapon."""

        ammo = Field[Whole](
            lambda context, one: arms.shots(one, weapon, mode),
            lambda context, one, value: arms.shots_events(one, weapon, int(value), mode),
        )
        spares = Field[Whole](lambda context, one: arms.spares(one, weapon), arms.spares_events)
        magazine = derived(lambda context, one: weapon.magazine, dtype=int)

    return Armed
