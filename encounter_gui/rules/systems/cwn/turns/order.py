"""In what order sides and single persons act. Source: CWN-15, CWN-16, CWN-46.

Each side is a group of slots; allies act with the players' people. Somebody who is always first, or ahead of its own
side, has a group of its own, unless nobody of another side comes between.
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import say
from encounter_gui.dice.requests import RollRequest
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Side, Slot
from encounter_gui.rules.engine.asking import Answer, Ask
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.systems.cwn.sheet import character, gear

INITIATIVE_SIDES = 8

LATE = "late"
"""The memo of the fight that lists who has joined it and acts apart from the side from the next round on."""

Scores = dict[Side, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Some of one side who act at once; ``lead`` 1: before everybody whose lead is 0."""

    team: Side
    who: tuple[CombatantId, ...]
    score: int
    lead: int = 0


def teams(members: Sequence[Combatant]) -> tuple[Side, ...]:
    """Returns the sides there are, in order of joining."""
    return tuple(dict.fromkeys(character.team(combatant) for combatant in members))


def of_team(members: Sequence[Combatant], team: Side) -> tuple[Combatant, ...]:
    """Returns the members of a side."""
    return tuple(combatant for combatant in members if character.team(combatant) == team)


def is_alert(combatant: Combatant) -> bool:
    """Returns whether somebody is never surprised. Source: CWN-14, CWN-45e, CWN-45n."""
    return gear.rank(combatant, "alert") >= 1 or gear.rank(combatant, "reaction_booster") >= 2


def leads(combatant: Combatant) -> bool:
    """Returns whether somebody acts before everybody else. Source: CWN-45e, CWN-45n, CWN-46."""
    return gear.rank(combatant, "alert") >= 2 or gear.rank(combatant, "reaction_booster") >= 2


def dexterity_of(context: RulesContext, members: Sequence[Combatant]) -> int:
    """Returns the best Dexterity modifier of a side; those without attributes have none. Source: CWN-15."""
    found = [
        character.modifier(context, combatant, "dexterity")
        for combatant in members
        if character.is_pc(combatant)
    ]
    return max(found, default=0)


def rolled_scores(
    context: RulesContext, members: Sequence[Combatant]
) -> Generator[Ask, Answer, Scores]:
    """Rolls every side's initiative together; ties of sides without player characters again. Source: CWN-15."""
    scores: Scores = {}
    open_sides = teams(members)
    while open_sides:
        dice = yield from _roll(context, open_sides, members)
        for team in open_sides:
            scores[team] = dice[team] + dexterity_of(context, of_team(members, team))
        open_sides = tied(scores)
    return scores


def tied(scores: Mapping[Side, int]) -> tuple[Side, ...]:
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
) -> Generator[Ask, Answer, dict[Side, int]]:
    """One d8 a side; two, of which the higher counts, with somebody alert in it. Source: CWN-15, CWN-45e."""
    counts = {team: _dice(of_team(members, team)) for team in sides}
    answer = yield tuple(
        RollRequest(
            key="initiative",
            label=say("cwn.roll.initiative", side=context.side_name(team)),
            who=None,
            count=1,
            sides=INITIATIVE_SIDES,
        )
        for team in sides
        for _ in range(counts[team])
    )
    left = [roll.total for roll in answer] if isinstance(answer, tuple) else []
    scores: dict[Side, int] = {}
    for team in sides:
        scores[team] = max(left[: counts[team]])
        del left[: counts[team]]
    return scores


def _dice(members: Sequence[Combatant]) -> int:
    return 2 if any(gear.rank(combatant, "alert") for combatant in members) else 1


def rolled_leads(members: Sequence[Combatant]) -> Generator[Ask, Answer, dict[CombatantId, int]]:
    """Rolls, unmodified, between those who are always first, if several sides have one. Source: CWN-45e, CWN-45n."""
    first = [other for other in members if leads(other)]
    scores: dict[CombatantId, int] = {}
    if len(teams(first)) < 2:
        return scores
    contested = first
    while contested:
        answer = yield tuple(
            RollRequest(
                key="lead",
                label=say("cwn.roll.lead"),
                who=other.id,
                count=1,
                sides=INITIATIVE_SIDES,
            )
            for other in contested
        )
        rolls = answer if isinstance(answer, tuple) else ()
        for combatant, roll in zip(contested, rolls, strict=True):
            scores[combatant.id] = roll.total
        contested = [other for other in first if _is_undecided(other, first, scores)]
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
    """Returns the order of everybody. Source: CWN-15, CWN-16, CWN-46."""
    blocks: list[Block] = []
    for team, score in scores.items():
        blocks += _blocks(of_team(members, team), team, score, first)
    blocks.sort(key=lambda block: (-block.lead, -block.score, block.team != "pc", len(block.who)))
    return grouped(blocks)


def _blocks(
    members: Sequence[Combatant], team: Side, score: int, first: Mapping[CombatantId, int]
) -> list[Block]:
    """Returns a side, and apart from it whoever is faster. Source: CWN-46."""
    found: list[Block] = []
    together: list[CombatantId] = []
    for combatant in members:
        plus = ahead(combatant)
        if leads(combatant):
            found.append(
                Block(team=team, who=(combatant.id,), score=first.get(combatant.id, score), lead=1)
            )
        elif plus > 0:
            found.append(Block(team=team, who=(combatant.id,), score=score + plus))
        else:
            together.append(combatant.id)
    if together:
        found.append(Block(team=team, who=tuple(together), score=score))
    return found


def grouped(blocks: Sequence[Block]) -> tuple[Slot, ...]:
    """Returns the slots of blocks in order; neighbours of one side act as one group. Source: CWN-16."""
    slots: list[Slot] = []
    group, last = -1, None
    for block in blocks:
        if block.team != last:
            group, last = group + 1, block.team
        slots += [Slot(who=who, score=block.score, group=group) for who in block.who]
    return tuple(slots)


def ahead(combatant: Combatant) -> int:
    """Returns by how much somebody is ahead of its side. Source: CWN-45n, CWN-46."""
    return sum(amount for _, amount in gear.from_gear(combatant, "initiative"))


def again(
    context: RulesContext, newcomers: Sequence[Combatant], scores: Mapping[Side, int]
) -> tuple[Slot, ...]:
    """Returns the order of the next round: the same, but for new sides and for newcomers who act apart.

    Source: CWN-15, CWN-20, CWN-46.
    """
    late = {CombatantId(who) for who in context.state.memo_text(LATE).split()}
    old = [replace(slot, is_done=False) for slot in context.state.slots]
    if not newcomers and not late:
        return tuple(old)
    blocks = [_block_of(context, slot) for slot in old if slot.who not in late]
    new = [
        block
        for team in teams(newcomers)
        for block in _blocks(of_team(newcomers, team), team, scores[team], {})
    ]
    for slot in old:
        if slot.who in late:
            plain = _block_of(context, slot)
            new.append(replace(plain, score=slot.score + ahead(context.state.combatants[slot.who])))
    for block in new:
        place = next((at for at, each in enumerate(blocks) if _is_after(each, block)), len(blocks))
        blocks.insert(place, block)
    return grouped(blocks)


def _block_of(context: RulesContext, slot: Slot) -> Block:
    combatant = context.state.combatants[slot.who]
    return Block(
        team=character.team(combatant),
        who=(slot.who,),
        score=slot.score,
        lead=int(leads(combatant)),
    )


def _is_after(block: Block, new: Block) -> bool:
    """Whether a block comes after a newcomer: it leads less, rolled less, or is not the players' in a tie."""
    if block.lead != new.lead:
        return block.lead < new.lead
    if block.team == new.team:
        return block.score < new.score
    return block.score < new.score or (block.score == new.score and new.team == "pc")


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


def joined(state: EncounterState, moved: Sequence[CombatantId] = ()) -> tuple[ev.Event, ...]:
    """Returns the order with newcomers, and those who changed sides, among their own. Source: CWN-16."""
    if not state.slots:
        return ()
    slots = [slot for slot in state.slots if slot.who not in moved]
    late: list[str] = state.memo_text(LATE).split()
    for combatant in state.combatants.values():
        place = _place(state, slots, combatant)
        if place is None or any(slot.who == combatant.id for slot in slots):
            continue
        before = next((slot for slot in state.slots if slot.who == combatant.id), None)
        is_done = place.group < state.group or (before is not None and before.is_done)
        slots.append(replace(place, who=combatant.id, is_done=is_done))
        if leads(combatant) or ahead(combatant):
            late.append(combatant.id)
    ordered = tuple(sorted(slots, key=lambda slot: slot.group))
    if ordered == state.slots:
        return ()
    text = " ".join(late)
    noted = (ev.FightMemoSet(key=LATE, value=text),) if text != state.memo_text(LATE) else ()
    return (ev.OrderSet(slots=ordered), *noted)


def _place(state: EncounterState, slots: Sequence[Slot], combatant: Combatant) -> Slot | None:
    """Returns a place beside others of somebody's side, the last there is; None: its side has none."""
    beside = [
        slot
        for slot in slots
        if slot.who != combatant.id
        and slot.who in state.combatants
        and character.team(state.combatants[slot.who]) == character.team(combatant)
    ]
    return max(beside, key=lambda slot: slot.group, default=None)


def with_order_updated(
    context: RulesContext, events: Sequence[ev.Event], moved: Sequence[CombatantId] = ()
) -> tuple[ev.Event, ...]:
    """Returns these events and what they do to the order of a running fight. Source: CWN-16."""
    return (*events, *joined(fold(context.state, events), moved))
