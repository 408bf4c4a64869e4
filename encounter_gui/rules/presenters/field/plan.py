"""The plan of a fight from somebody's place: tokens, rings, the line to the target, and all of it as a list."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.plan import Plan
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.field.moving import point_text
from encounter_gui.rules.engine.field.plan_commands import STEP
from encounter_gui.rules.engine.field.rules import FieldRules, PointAim, Reading, Ring, Sweep
from encounter_gui.rules.engine.field.sight import distance, nearest_first
from encounter_gui.rules.model.metres import Metres, metres_text
from encounter_gui.rules.model.text_format import names_of, with_sign
from encounter_gui.rules.presenters.field.areas import area_words
from encounter_gui.rules.presenters.turn_order import short_names
from encounter_gui.rules.view.field import (
    AimedBlast,
    Bond,
    FieldRow,
    FieldView,
    RangeRing,
    SightLine,
    Token,
)
from encounter_gui.rules.view.table import Row

_SEPARATOR = " · "
_DIGITS = 2
"""So many digits at the end of a name still stand beside a token."""
_SIGNS = ("+", "−", "-")


class Meant(Struct, frozen=True, kw_only=True):
    """The attack that is meant: at whom, with the weapon of this key, and what it sweeps along its line.

    ``weapon``: an empty key means what is in hand. ``point``: it is aimed at a point of the plan instead.
    """

    target: CombatantId | None = None
    weapon: str = ""
    sweep: Sweep | None = None
    point: PointAim | None = None


def field_view(
    context: RulesContext,
    rules: FieldRules,
    rows: Iterable[Row],
    bonds: Iterable[Bond],
    who: CombatantId | None,
    meant: Meant,
) -> FieldView:
    """Returns the plan from somebody's place, with the line to the target of an attack; without a plan an empty one."""
    plan = context.state.plan
    everybody = context.state.combatants
    absent = tuple(each.id for each in everybody.values() if each.place is None)
    if plan is None:
        return FieldView(unit=rules.unit, step=STEP[rules.unit], absent=absent)
    looks = {row.who: row for row in rows}
    actor = everybody.get(who) if who is not None else None
    is_placed = actor is not None and actor.place is not None
    item = rules.weapon(actor, meant.weapon) if actor is not None else None
    return FieldView(
        is_there=True,
        name=plan.name,
        width=plan.width,
        height=plan.height,
        unit=plan.unit,
        step=STEP[plan.unit],
        areas=plan.areas,
        words={each.key: area_words(context, rules, each) for each in plan.areas},
        backdrop=plan.backdrop,
        tokens=tuple(_tokens(context, looks)),
        absent=absent,
        who=who,
        weapon=item.name if item is not None else "",
        rings=_rings(context, rules, actor) if actor is not None and is_placed else (),
        rows=tuple(_rows(context, rules, actor, item, looks))
        if actor is not None and is_placed
        else (),
        line=_line(context, rules, plan, who, item, meant),
        blast=None if meant.point is None else _blast(context, plan, meant.point),
        bonds=tuple(bonds),
    )


def _tokens(context: RulesContext, looks: Mapping[CombatantId, Row]) -> Iterator[Token]:
    state = context.state
    initials = initials_of(state.combatants.values())
    for each in state.combatants.values():
        place, row = each.place, looks.get(each.id)
        if place is None:
            continue
        yield Token(
            who=each.id,
            number=each.number,
            name=each.name,
            initials=initials[each.id],
            side=each.side,
            x=place.x,
            y=place.y,
            floor=place.floor,
            radius=place.radius,
            acts=bool(row and row.is_now),
            may_act=bool(row and row.is_now and not row.is_done),
            is_out=bool(row and row.is_out),
            is_prone=each.has("prone"),
            is_hidden="hidden" in each.flags,
        )


def initials_of(combatants: Iterable[Combatant]) -> Mapping[CombatantId, str]:
    """Returns two letters for each name: its first two, or where it has several words the first of each.

    What tells people of one kind apart, a number or letter at the end, is among them: ``Corp guard 2`` is ``C2``, and
    ``Corp guard 13`` is ``C13``.
    """
    return {each.id: initials(each.name) for each in combatants}


def initials(name: str) -> str:
    """Returns two letters for a name, as in ``initials_of``."""
    words = [word for word in name.split() if word[0].isalnum()]
    if not words:
        return name[:2]
    if len(words) == 1:
        return words[0][:2].capitalize()
    last = words[-1] if words[-1].isdecimal() and len(words[-1]) <= _DIGITS else words[-1][0]
    return f"{words[0][0].upper()}{last}"


def _rings(context: RulesContext, rules: FieldRules, actor: Combatant) -> tuple[RangeRing, ...]:
    return tuple(ring_shown(each, rules.unit) for each in rules.rings(context, actor))


def ring_shown(ring: Ring, unit: str) -> RangeRing:
    """Returns a ring with its number in words."""
    return RangeRing(
        text=f"{ring.name} {metres_text(ring.radius)} {unit}",
        radius=ring.radius,
        cost=ring.cost,
        is_open=ring.is_open,
    )


def _rows(
    context: RulesContext,
    rules: FieldRules,
    actor: Combatant,
    weapon: Item | None,
    looks: Mapping[CombatantId, Row],
) -> Iterator[FieldRow]:
    short = short_names([each.name for each in context.state.combatants.values()], room=0)
    for each, far in nearest_first(context.state, actor.id):
        row = looks.get(each.id)
        is_out = bool(row and row.is_out)
        reading = rules.reading(context, actor, each, weapon)
        yield FieldRow(
            who=each.id,
            number=each.number,
            name=each.name,
            short=short[each.name],
            side=each.side,
            distance=far,
            amount=with_sign(reading.amount)
            if reading.amount and not is_out and not reading.why_not
            else "",
            reason=_reason(context, actor, each, reading, is_out=is_out),
            is_out=is_out,
        )


def _reason(
    context: RulesContext, actor: Combatant, other: Combatant, reading: Reading, *, is_out: bool
) -> str:
    """Returns in a few words why somebody is as easy or hard to hit as they are."""
    text_of = context.texts.text_of
    if is_out:
        return text_of("rules.field.out")
    words = [
        *((text_of("rules.field.hidden"),) if "hidden" in other.flags else ()),
        *((text_of("rules.field.ally"),) if is_friend(actor, other) else ()),
        *(_short(each) for each in reading.reasons),
        *_height(context, actor, other),
    ]
    if words:
        return ", ".join(words)
    return text_of("rules.field.far") if reading.in_reach is False else _short(reading.band)


def _short(reason: str) -> str:
    """Returns a reason without its amount, which stands in a column of its own, and in small letters."""
    if _has_amount(reason):
        reason = reason.rpartition(" ")[0]
    return reason[:1].lower() + reason[1:]


def _has_amount(reason: str) -> bool:
    """Returns whether a reason says its own amount, as its last word."""
    name, _, amount = reason.rpartition(" ")
    return bool(name) and amount[:1] in _SIGNS and amount[1:].isdecimal()


def is_friend(one: Combatant, other: Combatant) -> bool:
    """Returns whether two stand on one side: player characters and allies do."""
    friends = ("pc", "ally")
    return one.side == other.side or (one.side in friends and other.side in friends)


def _height(context: RulesContext, actor: Combatant, other: Combatant) -> tuple[str, ...]:
    plan = context.state.plan
    if plan is None or actor.place is None or other.place is None:
        return ()
    floors = other.place.floor - actor.place.floor
    if not floors:
        return ()
    key = "rules.field.floor_up" if floors > 0 else "rules.field.floor_down"
    height = metres_text(abs(floors) * plan.storey)
    return (context.texts.text_of(key, height=height, unit=plan.unit),)


def range_words(
    context: RulesContext, rules: FieldRules, who: CombatantId, target: CombatantId
) -> str:
    """Returns how far somebody is from another and the range of what is in hand, in words: ``12 m, normal``.

    Empty: there is no plan, or one of them stands nowhere.
    """
    plan, far = context.state.plan, distance(context.state, who, target)
    if plan is None or far is None:
        return ""
    text_of = context.texts.text_of
    apart = text_of("rules.field.apart", distance=metres_text(far), unit=plan.unit)
    actor = context.combatant(who)
    held = rules.weapon(actor, "")
    band = rules.reading(context, actor, context.combatant(target), held).band
    return f"{apart}, {band}" if band else apart


def _line(
    context: RulesContext,
    rules: FieldRules,
    plan: Plan,
    who: CombatantId | None,
    weapon: Item | None,
    meant: Meant,
) -> SightLine | None:
    """Returns the line from somebody to a target, in words; None: one of them stands nowhere."""
    target, sweep = meant.target, meant.sweep
    if who is None or target is None or who == target:
        return None
    far = distance(context.state, who, target)
    if far is None:
        return None
    actor, other = context.combatant(who), context.combatant(target)
    reading, text_of = rules.reading(context, actor, other, weapon), context.texts.text_of
    names = text_of("rules.field.line", who=actor.name, target=other.name)
    apart = text_of("rules.field.apart", distance=metres_text(far), unit=plan.unit)
    parts: list[str] = []
    if reading.in_reach is not None:
        parts.append(text_of(f"rules.field.reach_{'yes' if reading.in_reach else 'no'}"))
    if reading.band:
        parts.append(text_of("rules.field.range", band=reading.band))
    said = {reading.band, reading.in_line if sweep is not None else ""}
    reasons = [each for each in reading.reasons if each not in said]
    amount = with_sign(reading.amount) if reading.amount else ""
    is_theirs = reading.band not in reading.reasons  # else the range has its part of the amount
    if amount and reasons and is_theirs and not any(map(_has_amount, (reading.band, *reasons))):
        reasons = [text_of("rules.field.part", name=", ".join(reasons), amount=amount)]
    elif amount and not any(each.endswith(f" {amount}") for each in (*parts, *reasons)):
        reasons.append(amount)
    parts += [*reasons, *_height(context, actor, other)]
    line = SightLine(
        who=who,
        target=target,
        distance=far,
        head=f"{apart}{_SEPARATOR}{names}",
        text=_SEPARATOR.join(parts) or text_of("rules.field.free"),
        why_not=reading.why_not,
    )
    return line if sweep is None else _with_sweep(context, line, sweep)


def _blast(context: RulesContext, plan: Plan, aim: PointAim) -> AimedBlast:
    """Returns an attack at a point in words: how far it is, and whom it touches where it lands there."""
    text_of = context.texts.text_of

    def far(metres: Metres) -> str:
        return text_of("rules.field.apart", distance=metres_text(metres), unit=plan.unit)

    point = point_text(context, aim.point.point)
    names = text_of("rules.field.line", who=context.combatant(aim.who).name, target=point)
    caught = ", ".join(f"{context.combatant(who).name} {far(apart)}" for who, apart in aim.caught)
    parts = [
        text_of("rules.field.range", band=aim.band) if aim.band else "",
        with_sign(aim.amount) if aim.amount else "",
        text_of("rules.field.caught", count=len(aim.caught), radius=far(aim.radius)),
        caught,
    ]
    return AimedBlast(
        by=aim.who,
        at=aim.point.point,
        floor=aim.point.floor,
        radius=aim.radius,
        who=tuple(who for who, _ in aim.caught),
        head=f"{far(aim.apart)}{_SEPARATOR}{names}",
        text=_SEPARATOR.join(each for each in parts if each),
        why_not=aim.why_not,
    )


def _with_sweep(context: RulesContext, line: SightLine, sweep: Sweep) -> SightLine:
    """Returns a line with what the attack that is meant sweeps, and who else stands in it, in words."""
    count, who = len(sweep.others), names_of(map(context.combatant, sweep.others))
    return replace(
        line,
        width=sweep.width,
        degrees=sweep.degrees,
        length=sweep.length,
        in_it=sweep.others,
        swept=context.texts.text_of("rules.field.swept", count=count, who=who) if count else "",
    )
