"""Initiative rolled or set by commands, in every game: of all, of the NPCs, of one again; what newcomers owe."""

from collections.abc import Iterable, Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.initiative.rules import (
    Entrant,
    InitiativeRules,
    entrant_of,
    name_of,
    reorder,
)
from encounter_gui.rules.engine.obligations import INITIATIVE, ObligationKind
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.commands import RollInitiative, SetInitiative
from encounter_gui.rules.model.text_format import names_of

_PRIORITY = 60


def roll(
    rules: InitiativeRules, resolution: Resolution, command: RollInitiative
) -> Rolling[Message]:
    """Rolls initiative, and sorts those who are still to act in this round anew.

    Raises:
        RuleError: the encounter is over, or nobody is meant.
    """
    _require_not_ended(resolution.context)
    entrants = rules.entrants(resolution.context)
    chosen = _find_named(resolution.context, entrants, command) if command.who else entrants
    if command.scope == "npcs":
        chosen = tuple(each for each in chosen if each.side != "pc")
    elif command.scope == "missing":
        chosen = tuple(each for each in chosen if each.score is None)
    if not chosen:
        raise refuse(f"rules.initiative_nobody_{command.scope}", rule=rules.rule)
    yield from _roll(rules, resolution, chosen)
    return _label(rules, resolution, chosen)


def put(rules: InitiativeRules, resolution: Resolution, command: SetInitiative) -> Message:
    """Sets an initiative by hand, of several the same; of a side by any of its members.

    Raises:
        RuleError: the encounter is over, the combatant has no initiative, or the number is out of range.
    """
    context = resolution.context
    _require_not_ended(context)
    who = tuple(dict.fromkeys((command.who, *command.also)))
    entrants = _find_named(context, rules.entrants(context), RollInitiative(who=who))
    if not rules.least <= command.to <= rules.most:
        raise refuse("rules.initiative_range", rule=rules.rule, least=rules.least, most=rules.most)
    for each in entrants:
        rules.put(resolution, each, command.to)
    _settle(resolution, entrants)
    _sort(rules, resolution, entrants)
    resolution.reason("rules.why.initiative_by_hand", rules.rule)
    if len(entrants) > 1:
        names = names_of(context.combatants(who))
        return say("rules.log.initiative_set_all", who=names, after=command.to)
    (entrant,) = entrants
    before = "–" if entrant.score is None else str(entrant.score)
    after = entrant_of(rules.entrants(resolution.context), command.who)
    return say(
        "rules.log.initiative_set",
        who=name_of(context, entrant),
        before=before,
        after=str(after.score if after else command.to),
    )


def _require_not_ended(context: RulesContext) -> None:
    if context.state.stage == "ended":
        raise refuse("rules.not_running")


def _find_named(
    context: RulesContext, entrants: Sequence[Entrant], command: RollInitiative
) -> tuple[Entrant, ...]:
    found: list[Entrant] = []
    for combatant in context.combatants(command.who):
        entrant = entrant_of(entrants, combatant.id)
        if entrant is None:
            raise refuse("rules.no_initiative", who=combatant.name)
        if entrant not in found:
            found.append(entrant)
    return tuple(found)


def _roll(
    rules: InitiativeRules, resolution: Resolution, entrants: Sequence[Entrant]
) -> Rolling[None]:
    yield from rules.roll(resolution, entrants)
    _settle(resolution, entrants)
    _sort(rules, resolution, entrants)


def _settle(resolution: Resolution, entrants: Sequence[Entrant]) -> None:
    rolled = {who for each in entrants for who in each.members}
    for owed in resolution.context.state.obligations:
        if owed.kind == INITIATIVE and owed.who in rolled:
            resolution.record(ev.ObligationSettled(id=owed.id))


def _sort(rules: InitiativeRules, resolution: Resolution, entrants: Sequence[Entrant]) -> None:
    """Puts those who have another initiative now where they belong in this round, where there is an order."""
    context = resolution.context
    if not rules.has_order(context):
        return
    changed = {who for each in entrants for who in each.members}
    wanted = rules.order(context)
    slots = reorder(context.state, wanted, changed, joins_ties=rules.joins_ties)
    if slots != context.state.slots:
        resolution.record(ev.OrderSet(slots=slots))


def _label(rules: InitiativeRules, resolution: Resolution, entrants: Sequence[Entrant]) -> Message:
    context = resolution.context
    known = rules.entrants(context)
    scores = (
        f"{name_of(context, each)} {now.score}"
        for each in entrants
        if (now := entrant_of(known, each.members[0])) is not None
    )
    return say("rules.log.initiative", order=", ".join(scores))


# ---- newcomers


def owe_newcomers(rules: InitiativeRules, resolution: Resolution, before: RulesContext) -> None:
    """Has newcomers owe initiative where the others have one already and nobody of their side gives them theirs."""
    state = resolution.context.state
    if state.stage != "running" or len(state.combatants) == len(before.state.combatants):
        return
    if all(each.score is None for each in rules.entrants(before)):
        return
    for entrant in rules.entrants(resolution.context):
        who = entrant.members[0]
        is_new = not any(each in before.state.combatants for each in entrant.members)
        if entrant.score is None and is_new:
            name = name_of(resolution.context, entrant)
            reason = say("rules.why.newcomer", who=name)
            resolution.owe(kind_of(rules).of(who, reason=reason), is_effect=False)


def kind_of(rules: InitiativeRules) -> ObligationKind:
    """Returns the kind of obligation that a newcomer in mid-fight owes by the rules of a game.

    It does not hold anything up: the next order that is found has everybody roll who has no initiative.
    """

    def settle(resolution: Resolution, owed: Sequence[Obligation]) -> Rolling[Message]:
        entrants = tuple(_owing(rules, resolution.context, owed))
        if not entrants:
            raise refuse("rules.initiative_nobody_missing", rule=rules.rule)
        yield from _roll(rules, resolution, entrants)
        return _label(rules, resolution, entrants)

    def applies(context: RulesContext, owed: Obligation) -> bool:
        return any(each.score is None for each in _owing(rules, context, (owed,)))

    return ObligationKind(
        kind=INITIATIVE,
        rule=rules.rule,
        settle=settle,
        priority=_PRIORITY,
        due="turn_end",
        together=True,
        holds_up=False,
        applies=applies,
    )


def _owing(
    rules: InitiativeRules, context: RulesContext, owed: Iterable[Obligation]
) -> Iterable[Entrant]:
    entrants = rules.entrants(context)
    for each in owed:
        entrant = entrant_of(entrants, each.who) if each.who else None
        if entrant is not None:
            yield entrant
