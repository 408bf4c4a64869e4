"""What taking somebody elsewhere on the plan comes to, before it is done: whose move, how much of it, in words."""

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Place, Point
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field import moving
from encounter_gui.rules.engine.field.rules import FieldRules, Ring
from encounter_gui.rules.model.commands import Command, Put
from encounter_gui.rules.model.metres import metres_text
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.view.field import MoveOffer


def move_offer(
    context: RulesContext,
    rules: FieldRules,
    who: CombatantId,
    to: Point,
    floor: int | None = None,
) -> tuple[MoveOffer, Command]:
    """Returns what taking somebody to a point comes to, and the command that does it.

    Where a move of theirs is left it is the game's own, and what it does follows; else the game master puts them there,
    which spends nothing.

    Raises:
        RuleError: there is no such place.
    """
    plan, combatant = moving.require_plan(context), context.known_combatant(who)
    x, y = moving.require_on_plan(plan, to)
    before = combatant.place
    by_hand = Put(who=(who,), at=(x, y), floor=floor)
    if before is None:
        return MoveOffer(text="", distance=0, is_by_hand=True), by_hand
    there = Place(x=x, y=y, floor=before.floor if floor is None else floor, radius=before.radius)
    far = moving.ground(context, rules, before, there)
    command = rules.move_to(context, combatant, there, far)
    text_of, unit = context.texts.text_of, plan.unit
    if command is None:
        text = text_of("rules.field.by_hand", far=metres_text(far), unit=unit)
        return MoveOffer(text=text, distance=far, is_by_hand=True), by_hand
    ring = ring_for(rules.rings(context, combatant), far)
    most = ring.radius if ring else far
    names = {"far": metres_text(far), "most": metres_text(most), "unit": unit}
    key = "rules.field.within" if far <= most else "rules.field.farther"
    text = text_of(key, **names)
    if ring is not None and (ring.cost or ring.is_told):
        text = text_of("rules.field.by_ring", name=ring.name, text=text)
    asks = _asks(context, rules.strikers(context, command))
    return MoveOffer(text=text, distance=far, is_beyond=far > most, asks=asks), command


def _asks(context: RulesContext, strikers: tuple[CombatantId, ...]) -> str:
    """Returns in words who strikes at somebody who leaves melee; empty: nobody does."""
    if not strikers:
        return ""
    key = "rules.field.struck_by_one" if len(strikers) == 1 else "rules.field.struck_by"
    return context.texts.text_of(key, who=names_of(context.combatant(who) for who in strikers))


def ring_for(rings: tuple[Ring, ...], far: float) -> Ring | None:
    """Returns the cheapest move that can be paid and goes so far; where none does, the farthest that can be paid."""
    payable = [each for each in rings if each.is_open]
    enough = [each for each in payable if each.radius >= far]
    if enough:
        return min(enough, key=lambda each: (each.cost, each.radius))
    return max(payable, key=lambda each: each.radius, default=None)
