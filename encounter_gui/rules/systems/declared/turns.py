"""Who acts when: initiative by the ruleset's formula, each for itself or side by side, and what a turn begins with."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace
from typing_extensions import override

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter.values import Combatant, Side, Slot
from encounter_gui.rules.engine import asking, turns
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.initiative.rules import Entrant, InitiativeRules
from encounter_gui.rules.engine.reading.asks import SumDice
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.turns import Block, Moment, TurnRules
from encounter_gui.rules.model.dice_sum import DiceSum, parse_dice
from encounter_gui.rules.systems.declared import sheet
from encounter_gui.rules.systems.declared.formulas import filled

INITIATIVE = "initiative"
"""The record of a combatant's initiative: its ``total``."""


class Team(Struct, frozen=True, kw_only=True):
    """Those who have one initiative: a combatant, or a side; ``dice`` are those of whoever of it adds most."""

    members: tuple[Combatant, ...]
    side: Side
    dice: DiceSum
    by_side: bool


def dice_of(context: RulesContext, combatant: Combatant) -> DiceSum:
    """Returns what a combatant rolls for initiative, with what is added to it."""
    formula = sheet.turns_of(context.ruleset).initiative
    return parse_dice(filled(formula, tuple(sheet.values(context, combatant).items())))


def initiative_dice(context: RulesContext) -> SumDice:
    """Returns the dice that all roll for initiative, without what each adds."""
    formula = sheet.turns_of(context.ruleset).initiative
    nobody = tuple((each.key, 0) for each in context.ruleset.fields)
    return SumDice(INITIATIVE, of=replace(parse_dice(filled(formula, nobody)), flat=0))


def team_of(combatant: Combatant) -> Side:
    """Returns the side a combatant acts with: allies with the players' people."""
    return "pc" if combatant.side == "ally" else combatant.side


def teams(context: RulesContext, among: Sequence[Combatant]) -> tuple[Team, ...]:
    """Returns who of these has one initiative together, in the order of joining."""
    by_side = sheet.turns_of(context.ruleset).by == "side"
    found: dict[str, list[Combatant]] = {}
    for each in among:
        found.setdefault(team_of(each) if by_side else each.id, []).append(each)
    return tuple(
        Team(
            members=tuple(members),
            side=team_of(members[0]) if by_side else members[0].side,
            dice=max((dice_of(context, each) for each in members), key=lambda each: each.flat),
            by_side=by_side,
        )
        for members in found.values()
    )


def able(context: RulesContext) -> tuple[Combatant, ...]:
    """Returns those who have an initiative: everybody who is in the fight."""
    return tuple(each for each in context.state.combatants.values() if not sheet.is_out(each))


def totals(context: RulesContext) -> Mapping[CombatantId, int]:
    """Returns the initiatives that are known; a newcomer has that of its side."""
    found: dict[CombatantId, int] = {}
    for each in context.state.combatants.values():
        match each.memo.get(INITIATIVE):
            case {"total": int(total)}:
                found[each.id] = total
    for team in teams(context, tuple(context.state.combatants.values())):
        known = [found[each.id] for each in team.members if each.id in found]
        found.update({each.id: known[0] for each in team.members} if known else {})
    return found


def in_order(context: RulesContext, among: Sequence[Combatant]) -> tuple[Slot, ...]:
    """Returns the places of those whose initiative is known, the highest first."""
    known = totals(context)
    blocks = [
        Block(
            members=tuple(each.id for each in team.members if each.id in known),
            key=(-known[team.members[0].id],),
            score=known[team.members[0].id],
            side=team.side if team.by_side else None,
        )
        for team in teams(context, among)
        if team.members[0].id in known
    ]
    return turns.slots_of(blocks)


def _rolled(resolution: Resolution, wanted: Sequence[Team]) -> Rolling[None]:
    """Rolls for each of these, keeps it, and tells it."""
    context = resolution.context
    requests = [_request(context, each) for each in wanted]
    rolled = yield from asking.totals(*requests)
    for team, die in zip(wanted, rolled, strict=True):
        total = die + team.dice.flat
        for each in team.members:
            resolution.set_record(each.id, INITIATIVE, {"total": total})
        first = team.members[0]
        name = context.side_name(team.side) if team.by_side else first.name
        resolution.fact("initiative", first.id, total=total)
        resolution.reason(
            "declared.why.initiative", "", who=name, roll=team.dice.text, die=die, total=total
        )


def _request(context: RulesContext, team: Team) -> RollRequest:
    return asking.requests_of(context, "initiative", team.members[0].id, team.dice)[0]


class Rounds(TurnRules):
    """One place for each combatant or each side, by initiative."""

    @override
    def keeps_order(self, context: RulesContext) -> bool:
        """Returns whether initiative stands for the whole fight."""
        return sheet.turns_of(context.ruleset).rolled == "once"

    @override
    def takes_part(self, context: RulesContext, slot: Slot) -> bool:
        """Returns whether a combatant is in the fight and nothing keeps it from acting."""
        return sheet.can_act(context, context.combatant(slot.who))

    @override
    def order(self, resolution: Resolution) -> Rolling[tuple[Slot, ...]]:
        """Rolls for those who have no initiative yet, and returns the order."""
        context = resolution.context
        known = totals(context)
        wanted = [each for each in teams(context, able(context)) if not _has(known, each)]
        if wanted:
            yield from _rolled(resolution, wanted)
        return in_order(resolution.context, able(resolution.context))

    @override
    def begin_turns(self, resolution: Resolution, slots: Sequence[Slot]) -> None:
        """Gives each its attacks."""
        for slot in slots:
            resolution.set_gauge(slot.who, sheet.ATTACKS, 0)

    @override
    def begin_round(self, resolution: Resolution, number: int) -> None:
        """Begins a round; initiative that is rolled every round is forgotten."""
        super().begin_round(resolution, number)
        if number > 1 and not self.keeps_order(resolution.context):
            for who in resolution.context.state.combatants:
                resolution.set_record(who, INITIATIVE, {})

    @override
    def label(self, resolution: Resolution, moment: Moment) -> Message:
        """Returns the line in the log of a step."""
        context = resolution.context
        match moment:
            case "round":
                return say("declared.log.round", round=context.state.round)
            case "order":
                return say("declared.log.order", order=turns.order_text(context))
            case "turn":
                return say("declared.log.acts", who=turns.names_acting(self, context))


def _has(known: Mapping[CombatantId, int], team: Team) -> bool:
    return team.members[0].id in known


ROUNDS = Rounds()
"""How a fight moves on."""


class Initiative(InitiativeRules):
    """Initiative by the ruleset's formula."""

    @override
    def entrants(self, context: RulesContext) -> tuple[Entrant, ...]:
        """Returns everybody, or every side, of whom somebody is in the fight."""
        known = totals(context)
        return tuple(
            Entrant(
                members=tuple(each.id for each in team.members),
                side=team.side,
                score=known.get(team.members[0].id),
                dice=_request(context, team),
                modifier=team.dice.flat,
                by_side=team.by_side,
            )
            for team in teams(context, able(context))
        )

    @override
    def roll(self, resolution: Resolution, entrants: Sequence[Entrant]) -> Rolling[None]:
        """Rolls for these."""
        context = resolution.context
        wanted = {who for each in entrants for who in each.members}
        every = teams(context, able(context))
        yield from _rolled(resolution, [each for each in every if each.members[0].id in wanted])

    @override
    def put(self, resolution: Resolution, entrant: Entrant, value: int) -> None:
        """Keeps a total given by hand."""
        for who in entrant.members:
            resolution.set_record(who, INITIATIVE, {"total": value})

    @override
    def order(self, context: RulesContext) -> tuple[Slot, ...]:
        """Returns the order by what everybody has now."""
        return in_order(context, able(context))

    @override
    def has_acted(self, context: RulesContext, combatant: Combatant) -> bool:
        """Returns whether a combatant has attacked in its turn."""
        return bool(combatant.gauges.get(sheet.ATTACKS))


INITIATIVE_RULES = Initiative()
"""Initiative of a declared game."""
