"""How a fight moves on: surprise, initiative, side after side, round after round. Source: CWN-13 to CWN-20."""

from collections.abc import Generator, Sequence
from dataclasses import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.dice.requests import Choice, Chosen
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome, Reason
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Side
from encounter_gui.rules.engine.asking import Answer, Ask, Procedure
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import ended_at_turn, ended_with_round
from encounter_gui.rules.systems.cwn.combat import screen_effects
from encounter_gui.rules.systems.cwn.harm.falling import countdowns
from encounter_gui.rules.systems.cwn.sheet import action_budget, character, scene_uses
from encounter_gui.rules.systems.cwn.turns import morale, order

SURPRISE = "surprise"
"""What the fight remembers while the free round of a surprise lasts. Source: CWN-14."""


def step(context: RulesContext) -> Procedure:
    """Moves the fight on: it begins, the order is found, the next side acts, the next round begins. Source: CWN-14."""
    if not context.state.combatants:
        raise refuse("cwn.nobody")
    if context.state.stage != "running":
        return (yield from _begin(context))
    if context.state.slots:
        return (yield from _advance(context))
    if context.state.memo.get(SURPRISE):
        return (yield from _free_round(context))
    return (yield from _order(context))


def _begin(context: RulesContext) -> Procedure:
    """A fight begins with full soak; with a side surprised, a free round comes first. Source: CWN-07, CWN-14."""
    yield from ()
    running = ev.StageSet(to="running")
    if context.state.stage == "ended" and context.state.round:
        return Outcome(label=say("cwn.log.resumed"), events=(running,))
    is_free = bool(surprised_sides(context.state))
    events = (
        running,
        *scene_uses.fresh_soak(context),
        ev.RoundBegan(number=1),
        *((ev.FightMemoSet(key=SURPRISE, value="on"),) if is_free else _unsurprised(context.state)),
    )
    key = "cwn.log.surprise" if is_free else "cwn.log.round"
    return Outcome(label=say(key, round=1), events=events)


def surprised_sides(state: EncounterState) -> tuple[Side, ...]:
    """Returns the sides of which everybody was caught who could be. Source: CWN-14."""
    able = [combatant for combatant in state.combatants.values() if not character.is_out(combatant)]
    found: list[Side] = []
    for team in order.teams(able):
        members = order.of_team(able, team)
        common = [combatant for combatant in members if not order.is_alert(combatant)]
        if common and all(combatant.has("surprised") for combatant in common):
            found.append(team)
    return tuple(found)


def _unsurprised(state: EncounterState) -> tuple[ev.Event, ...]:
    """A side of which only some were caught is not surprised. Source: CWN-14."""
    return tuple(
        ev.ConditionRemoved(who=combatant.id, key="surprised")
        for combatant in state.combatants.values()
        if combatant.has("surprised")
    )


def _free_round(context: RulesContext) -> Procedure:
    """Everybody acts but the surprised, side by side in the order the game master picks. Source: CWN-14."""
    caught = surprised_sides(context.state)
    able = [
        combatant
        for combatant in context.state.combatants.values()
        if not character.is_out(combatant)
    ]
    spared = tuple(
        ev.ConditionRemoved(who=combatant.id, key="surprised")
        for combatant in able
        if combatant.has("surprised")
        and (order.is_alert(combatant) or character.team(combatant) not in caught)
    )
    after = replace(context, state=fold(context.state, spared))
    acting = [
        combatant for combatant in after.state.combatants.values() if character.can_act(combatant)
    ]
    sides = yield from _picked(order.teams(acting))
    slots = order.grouped(
        [
            order.Block(
                team=team,
                who=tuple(combatant.id for combatant in order.of_team(acting, team)),
                score=0,
            )
            for team in sides
        ]
    )
    ordered = fold(after.state, (ev.OrderSet(slots=slots),))
    first = _first(ordered)
    return Outcome(
        label=say("cwn.log.free_round", sides=_side_names(context, sides)),
        events=(
            *spared,
            ev.OrderSet(slots=slots),
            *to_group(replace(context, state=ordered), first),
        ),
        reasons=(Reason(text=say("cwn.why.surprise"), rule="CWN-14"),),
    )


def _picked(sides: Sequence[Side]) -> Generator[Ask, Answer, tuple[Side, ...]]:
    """Asks which side is next until the order of all is known. Source: CWN-14."""
    left, picked = list(sides), list[Side]()
    while len(left) > 1:
        answer = yield Choice(
            key="next_side",
            label=say("cwn.choose.next_side"),
            who=None,
            options=tuple(left),
        )
        chosen = answer.option if isinstance(answer, Chosen) else left[0]
        side = next(each for each in left if each == chosen)
        left.remove(side)
        picked.append(side)
    return (*picked, *left)


def _order(context: RulesContext) -> Procedure:
    """Every side rolls once per fight. Source: CWN-15."""
    everybody = tuple(context.state.combatants.values())
    members = (
        tuple(combatant for combatant in everybody if not character.is_out(combatant)) or everybody
    )
    scores = yield from order.rolled_scores(context, members)
    first = yield from order.rolled_leads(members)
    slots = order.slots_of(everybody, scores, first)
    ordered = replace(context, state=fold(context.state, (ev.OrderSet(slots=slots),)))
    facts = tuple(
        ev.Resolved(what="initiative", values={"side": team, "total": score})
        for team, score in scores.items()
    )
    return Outcome(
        label=say("cwn.log.order", order=_order_text(ordered)),
        events=(
            *facts,
            ev.OrderSet(slots=slots),
            *to_group(ordered, _first(ordered.state)),
        ),
        reasons=tuple(
            Reason(
                text=say(
                    "cwn.why.initiative",
                    side=context.side_name(team),
                    die=score - order.dexterity_of(context, order.of_team(members, team)),
                    dexterity=order.dexterity_of(context, order.of_team(members, team)),
                    total=score,
                ),
                rule="CWN-15",
            )
            for team, score in scores.items()
        ),
    )


def _advance(context: RulesContext) -> Procedure:
    """The next side begins, or the next round. Source: CWN-19, CWN-20."""
    _allow_leaving(context)
    ended = _side_ended(context)
    after = replace(context, state=fold(context.state, ended))
    group = next_group(after.state)
    if group is None:
        return (yield from _next_round(after, ended))
    events = to_group(after, group)
    return Outcome(
        label=say("cwn.log.acts", side=_group_name(after, group)),
        events=(*ended, *events),
        reasons=_morale_reasons(context, events),
    )


def _allow_leaving(context: RulesContext) -> None:
    """Keeps a side until what its members began is over. Source: CWN-39, CWN-41, CWN-42.

    Raises:
        RuleError: a grenade has not gone off, a mine still does, or a swarm has not struck.
    """
    for combatant in context.state.combatants.values():
        if combatant.has("in_air"):
            raise refuse("cwn.blast_waits", rule="CWN-41", who=combatant.name)
    for _, weapon in action_budget.going_off(context.state):
        item = context.ruleset.item(weapon)
        raise refuse("cwn.blast_goes_on", rule="CWN-42", weapon=item.name if item else weapon)
    for who in context.state.acting:
        combatant = context.combatant(who)
        swarming = combatant.condition("swarming")
        target = context.state.combatants.get(CombatantId(swarming.note)) if swarming else None
        if target is not None and not character.is_out(target) and character.can_act(combatant):
            raise refuse("cwn.swarm_waits", rule="CWN-39", target=target.name)


def _side_ended(context: RulesContext) -> tuple[ev.Event, ...]:
    """Turns that are over take with them what lasts to their end. Source: CWN-17, CWN-36i."""
    found: list[ev.Event] = [
        ev.SlotDone(who=slot.who, group=slot.group)
        for slot in context.state.slots
        if slot.group == context.state.group and not slot.is_done
    ]
    for who in context.state.acting:
        found += ended_at_turn(context.state, who, "end")
    found += [
        ev.FightMemoSet(key=key, value="")
        for key, text in context.state.memo.items()
        if key.startswith(action_budget.SWEEP) and text
    ]
    return tuple(found)


def next_group(state: EncounterState) -> int | None:
    """Returns the next group in which somebody can act; None: the round is over. Source: CWN-19."""
    groups = (
        slot.group
        for slot in state.slots
        if slot.group > state.group and _takes_part(state.combatants[slot.who])
    )
    return min(groups, default=None)


def _takes_part(combatant: Combatant) -> bool:
    return not character.is_out(combatant)


def _first(state: EncounterState) -> int:
    found = next_group(replace(state, group=-1))
    return 0 if found is None else found


def to_group(context: RulesContext, group: int) -> tuple[ev.Event, ...]:
    """Returns the events that give a group its turn: what lasted until then ends, morale falls due.

    Source: CWN-19, CWN-36g, CWN-40, CWN-66.
    """
    events: list[ev.Event] = [ev.TurnMoved(group=group)]
    for slot in context.state.slots:
        if slot.group == group:
            events += ended_at_turn(context.state, slot.who, "start")
    after = replace(context, state=fold(context.state, events))
    events += screen_effects.loosened(after.state)
    return (*events, *morale.prompts(after, group))


def _next_round(context: RulesContext, before: tuple[ev.Event, ...]) -> Procedure:
    """A round ends, the next begins in the same order; a side that is new rolls for its place. Source: CWN-20."""
    newcomers = order.missing(context)
    rolled = context.state.memo.get(SURPRISE) != "on"
    scores = (yield from order.rolled_scores(context, newcomers)) if newcomers and rolled else {}
    closing = (*ended_with_round(context.state), *countdowns(context))
    closed = fold(context.state, closing)
    closing += screen_effects.loosened(closed)
    number = context.state.round + 1
    renewed = [
        event
        for combatant in closed.combatants.values()
        for event in action_budget.renewed(combatant)
    ]
    opening: tuple[ev.Event, ...] = (ev.RoundBegan(number=number), *renewed)
    if not rolled:
        opening = (*opening, ev.FightMemoSet(key=SURPRISE, value=""))
        return Outcome(
            label=say("cwn.log.round", round=number), events=(*before, *closing, *opening)
        )
    slots = order.again(context, newcomers, scores)
    late = (
        (ev.FightMemoSet(key=order.LATE, value=""),) if context.state.memo.get(order.LATE) else ()
    )
    opening = (*opening, ev.OrderSet(slots=slots), *late)
    ready = replace(context, state=fold(context.state, (*closing, *opening)))
    events = to_group(ready, _first(ready.state))
    label = say("cwn.log.round_acts", round=number, side=_group_name(ready, _first(ready.state)))
    return Outcome(
        label=label,
        events=(*before, *closing, *opening, *events),
        reasons=_morale_reasons(context, events),
    )


def _morale_reasons(context: RulesContext, events: Sequence[ev.Event]) -> tuple[Reason, ...]:
    return tuple(
        Reason(
            text=say(
                "cwn.why.morale_due",
                why=context.texts.text_of(f"cwn.morale.{str(event.value).split()[0]}"),
            ),
            rule="CWN-66",
        )
        for event in events
        if isinstance(event, ev.FightMemoSet) and event.key.startswith(morale.DUE) and event.value
    )


def _group_name(context: RulesContext, group: int) -> str:
    """Returns what a group is called: the side, or the one person who acts apart from it."""
    there = [
        context.state.combatants[slot.who] for slot in context.state.slots if slot.group == group
    ]
    able = [combatant for combatant in there if _takes_part(combatant)] or there
    if not able:
        return ""
    if len(able) == 1:
        return able[0].name
    return context.side_name(character.team(able[0]))


def _order_text(context: RulesContext) -> str:
    groups = dict.fromkeys(slot.group for slot in context.state.slots)
    texts = []
    for group in groups:
        score = next(slot.score for slot in context.state.slots if slot.group == group)
        texts.append(f"{_group_name(context, group)} {score}")
    return ", ".join(texts)


def _side_names(context: RulesContext, sides: Sequence[Side]) -> str:
    return ", ".join(context.side_name(side) for side in sides)
