"""In what order sides and single persons act. Source: CWN-15, CWN-16, CWN-46.

Each side is a group of slots; allies act with the players' people. A combatant that is always first, or ahead of its
own side, has a group of its own, unless nobody of another side comes between.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Side, Slot
from encounter_gui.rules.engine import turns
from encounter_gui.rules.engine.asking import Rolling, request, totals
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.engine.turns import MOVED, Block
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.sheet import character, gear
from encounter_gui.rules.systems.cwn.sheet.records import kept_scores, late_of, set_late

Scores = dict[Side, int]


def teams(members: Sequence[Combatant]) -> tuple[Side, ...]:
    """Returns the sides there are, in order of joining."""
    return tuple(dict.fromkeys(character.team(combatant) for combatant in members))


def of_team(members: Sequence[Combatant], team: Side) -> tuple[Combatant, ...]:
    """Returns the members of a side."""
    return tuple(combatant for combatant in members if character.team(combatant) == team)


def is_alert(combatant: Combatant) -> bool:
    """Returns whether a combatant is never surprised. Source: CWN-14, CWN-45e, CWN-45n."""
    return gear.rank(combatant, "alert") >= 1 or gear.rank(combatant, "reaction_booster") >= 2


def leads(combatant: Combatant) -> bool:
    """Returns whether a combatant acts before everybody else. Source: CWN-45e, CWN-45n, CWN-46."""
    return gear.rank(combatant, "alert") >= 2 or gear.rank(combatant, "reaction_booster") >= 2


def dexterity_of(context: RulesContext, members: Sequence[Combatant]) -> int:
    """Returns the best Dexterity modifier of a side; those without attributes have none. Source: CWN-15."""
    found = [
        character.modifier(context, combatant, "dexterity")
        for combatant in members
        if character.is_pc(combatant)
    ]
    return max(found, default=0)


def initiative_die(context: RulesContext) -> int:
    """Returns the sides of the die for initiative. Source: CWN-15."""
    return context.number(mechanics.INITIATIVE_SIDES)


def rolled_scores(
    context: RulesContext, members: Sequence[Combatant], known: Mapping[Side, int] | None = None
) -> Rolling[Scores]:
    """Rolls the initiative of sides together; ties of sides without player characters again. Source: CWN-15.

    ``known`` are the scores of other sides, which stay: who ties with one of them rolls again.
    """
    scores: Scores = {}
    sides = open_sides = teams(members)
    others = {side: score for side, score in (known or {}).items() if side not in sides}
    while open_sides:
        dice = yield from _roll(context, open_sides, members)
        for team in open_sides:
            scores[team] = dice[team] + dexterity_of(context, of_team(members, team))
        open_sides = tuple(side for side in tied_sides({**others, **scores}) if side in sides)
    return scores


def tell_scores(
    resolution: Resolution, members: Sequence[Combatant], scores: Mapping[Side, int]
) -> None:
    """Adds the facts and the arithmetic of what sides have rolled. Source: CWN-15."""
    context = resolution.context
    for team, score in scores.items():
        resolution.fact("initiative", side=team, total=score)
        dexterity = dexterity_of(context, of_team(members, team))
        resolution.reason(
            "cwn.why.initiative",
            "CWN-15",
            side=context.side_name(team),
            die=score - dexterity,
            dexterity=dexterity,
            total=score,
        )


def placed_scores(context: RulesContext) -> Scores:
    """Returns the scores by which the sides in the order act. Source: CWN-15, CWN-46."""
    scores: Scores = {}
    for slot in context.state.slots:
        combatant = context.state.combatants.get(slot.who)
        if combatant is None or leads(combatant):
            continue
        scores[character.team(combatant)] = slot.score - ahead(combatant)
    for slot in context.state.slots:  # a side of which everybody leads
        combatant = context.state.combatants.get(slot.who)
        if combatant is not None:
            scores.setdefault(character.team(combatant), slot.score)
    return scores


def lead_scores(context: RulesContext) -> dict[CombatantId, int]:
    """Returns the scores of those in the order who are always first. Source: CWN-45e, CWN-45n."""
    return {
        slot.who: slot.score
        for slot in context.state.slots
        if slot.who in context.state.combatants and leads(context.combatant(slot.who))
    }


def dice_of(context: RulesContext, team: Side, count: int = 1) -> RollRequest:
    """Returns what is asked for where a side rolls. Source: CWN-15."""
    wanted = request(
        context,
        "initiative",
        count=count,
        sides=initiative_die(context),
        label=say("cwn.roll.initiative", side=context.side_name(team)),
    )
    return replace(wanted, side=team)


def tied_sides(scores: Mapping[Side, int]) -> tuple[Side, ...]:
    """Returns the sides that have to roll again: equal ones without player characters. Source: CWN-15."""
    others = [team for team in scores if team != "pc"]
    equal = [
        team
        for team in others
        if any(scores[team] == scores[other] for other in others if other != team)
    ]
    return tuple(equal)


def _roll(
    context: RulesContext, sides: Sequence[Side], members: Sequence[Combatant]
) -> Rolling[Scores]:
    """One d8 a side; two, of which the higher counts, with an alert member in it. Source: CWN-15, CWN-45e."""
    rolling = [team for team in sides for _ in range(dice_count(of_team(members, team)))]
    dice = yield from totals(*(dice_of(context, team) for team in rolling))
    scores: Scores = {}
    for team, die in zip(rolling, dice, strict=True):
        scores[team] = max(scores.get(team, 0), die)
    return scores


def dice_count(members: Sequence[Combatant]) -> int:
    """Returns how many dice a side rolls, of which the highest counts. Source: CWN-15, CWN-45e."""
    return 2 if any(gear.rank(member, "alert") for member in members) else 1


def rolled_leads(
    context: RulesContext, members: Sequence[Combatant]
) -> Rolling[dict[CombatantId, int]]:
    """Rolls, unmodified, between those who are always first, if several sides have one. Source: CWN-45e, CWN-45n."""
    first = [member for member in members if leads(member)]
    scores: dict[CombatantId, int] = {}
    contested = first if len(teams(first)) > 1 else []
    sides = initiative_die(context)
    while contested:
        dice = yield from totals(
            *(request(context, "lead", each.id, sides=sides) for each in contested)
        )
        scores |= zip((each.id for each in contested), dice, strict=True)
        contested = [each for each in first if _is_undecided(each, first, scores)]
    return scores


def _is_undecided(
    combatant: Combatant, first: Sequence[Combatant], scores: Mapping[CombatantId, int]
) -> bool:
    """Player characters win ties; equal ones of other sides roll again. Source: CWN-15."""
    mine = character.team(combatant)
    return mine != "pc" and any(
        scores[combatant.id] == scores[other.id]
        for other in first
        if character.team(other) not in ("pc", mine)
    )


def slots_of(
    members: Sequence[Combatant], scores: Mapping[Side, int], first: Mapping[CombatantId, int]
) -> tuple[Slot, ...]:
    """Returns the order of everybody; neighbours of one side act as one group. Source: CWN-15, CWN-16, CWN-46."""
    blocks = [
        block
        for team, score in scores.items()
        for block in _blocks(of_team(members, team), team, score, first)
    ]
    return turns.slots_of(sorted(blocks, key=_size), joins=turns.same_side)


def _size(block: Block) -> int:
    return len(block.members)


def _block(team: Side, who: Iterable[CombatantId], score: int, *, leads: bool = False) -> Block:
    """Returns some of a side who act at once; those who lead act before all others. Source: CWN-15."""
    key = (-int(leads), -score, int(team != "pc"))
    return Block(members=tuple(who), key=key, score=score, side=team)


def _blocks(
    members: Sequence[Combatant], team: Side, score: int, first: Mapping[CombatantId, int]
) -> Iterator[Block]:
    """Yields a side, and apart from it those who are faster. Source: CWN-46."""
    together = [each.id for each in members if not acts_apart(each)]
    for each in members:
        if leads(each):
            yield _block(team, [each.id], first.get(each.id, score), leads=True)
        elif acts_apart(each):
            yield _block(team, [each.id], score + ahead(each))
    if together:
        yield _block(team, together, score)


def ahead(combatant: Combatant) -> int:
    """Returns by how much a combatant is ahead of its side. Source: CWN-45n, CWN-46."""
    return sum(amount for _, amount in gear.from_gear(combatant, "initiative"))


def acts_apart(combatant: Combatant) -> bool:
    """Returns whether a combatant acts before the rest of its side. Source: CWN-45e, CWN-45n, CWN-46."""
    return leads(combatant) or ahead(combatant) > 0


def free_slots(acting: Sequence[Combatant], sides: Sequence[Side]) -> tuple[Slot, ...]:
    """Returns the order of a free round: side by side. Source: CWN-14."""
    blocks = [_block(team, (each.id for each in of_team(acting, team)), 0) for team in sides]
    return turns.inserted(blocks, (), joins=turns.same_side)


def next_slots(
    context: RulesContext, newcomers: Sequence[Combatant], scores: Mapping[Side, int]
) -> tuple[Slot, ...]:
    """Returns the order of the next round: the same, but for new sides and for newcomers who act apart.

    If initiative was rolled again or set by hand, or turns were put off, it is sorted anew.

    Source: CWN-15, CWN-20, CWN-46.
    """
    if kept_scores(context.state) or context.state.memo.get(MOVED):
        return _sorted_anew(context, newcomers, scores)
    late = set(late_of(context.state))
    old = [replace(slot, is_done=False) for slot in context.state.slots]
    if not newcomers and not late:
        return tuple(old)
    new = [
        block
        for team in teams(newcomers)
        for block in _blocks(of_team(newcomers, team), team, scores[team], {})
    ]
    new += [_block_of(context, slot, is_late=True) for slot in old if slot.who in late]
    blocks = [_block_of(context, slot) for slot in old if slot.who not in late]
    return turns.inserted(blocks, new, joins=turns.same_side)


def _sorted_anew(
    context: RulesContext, newcomers: Sequence[Combatant], scores: Mapping[Side, int]
) -> tuple[Slot, ...]:
    """Returns the order of those who have a place, and of newcomers, by the scores of their sides. Source: CWN-15."""
    placed = {slot.who for slot in context.state.slots}
    members = [
        each for each in context.state.combatants.values() if each.id in placed or each in newcomers
    ]
    return slots_of(members, scores, lead_scores(context))


def _block_of(context: RulesContext, slot: Slot, *, is_late: bool = False) -> Block:
    combatant = context.combatant(slot.who)
    score = slot.score + (ahead(combatant) if is_late else 0)
    return _block(character.team(combatant), [slot.who], score, leads=leads(combatant))


def missing(context: RulesContext) -> tuple[Combatant, ...]:
    """Returns those without a place whose side has none either: it rolls when a round begins. Source: CWN-15."""
    placed = {slot.who for slot in context.state.slots}
    ordered = {
        character.team(context.state.combatants[who])
        for who in placed
        if who in context.state.combatants
    }
    return tuple(
        combatant
        for combatant in context.state.combatants.values()
        if combatant.id not in placed
        and character.team(combatant) not in ordered
        and not character.is_out(combatant)
    )


def place_events(state: EncounterState, moved: Sequence[CombatantId] = ()) -> Iterator[ev.Event]:
    """Yields the order with newcomers, and those who changed sides, among their own. Source: CWN-16."""
    before = {slot.who: slot for slot in state.slots}
    slots = [slot for slot in state.slots if slot.who not in moved]
    late = list(late_of(state))
    for combatant in state.combatants.values():
        known = before.get(combatant.id)
        if known is not None and combatant.id not in moved:
            continue
        place = _place(state, slots, combatant)
        if place is None:
            continue
        is_done = place.group < state.group or (known is not None and known.is_done)
        slots.append(replace(place, who=combatant.id, is_done=is_done))
        if acts_apart(combatant):
            late.append(combatant.id)
    ordered = tuple(sorted(slots, key=lambda slot: slot.group))
    if ordered != state.slots:
        yield ev.OrderSet(slots=ordered)
        if tuple(late) != late_of(state):
            yield set_late(late)


def _place(state: EncounterState, slots: Sequence[Slot], combatant: Combatant) -> Slot | None:
    """Returns a place beside others of a combatant's side, the last there is; None: its side has none."""
    beside = [
        slot
        for slot in slots
        if slot.who != combatant.id
        and slot.who in state.combatants
        and character.team(state.combatants[slot.who]) == character.team(combatant)
    ]
    return max(beside, key=lambda slot: slot.group, default=None)
