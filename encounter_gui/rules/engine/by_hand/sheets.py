"""Numbers of a sheet set by hand, also in a running fight: with each goes what hangs on it, as one entry.

A gauge goes with its most: what has been lost or used of it stays lost, and who is down at its floor stays down. A
number that the game works out from others is worked out anew, unless it was something else before. Tests and thresholds
are read from the sheet whenever they count.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import get_args

from msgspec import Struct, convert
from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.core.read_once import read_under
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.evolve import fold
from encounter_gui.encounter.values import Combatant, Item, Side, Value
from encounter_gui.rules.engine.adjustments import LimitsOf
from encounter_gui.rules.engine.by_hand.corrections import MOST, OF_SHEET, Correctable
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution, no_follow_ups
from encounter_gui.rules.model import commands as do
from encounter_gui.rules.model.automation import TOLD, events_of
from encounter_gui.rules.model.items import COUNT, MAGAZINE, ammo_gauge, number
from encounter_gui.rules.model.ruleset import FieldDef, GaugeDef, ItemFieldDef, Ruleset
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.model.value_text import as_item_field
from encounter_gui.rules.view import SettableValue

Worth = Callable[[RulesContext, Combatant], int]
"""What a number comes to by the other numbers of a sheet."""

_NO_FORMULA: Mapping[str, Worth] = MappingProxyType({})


def _follows_always(context: RulesContext, combatant: Combatant, gauge: str) -> bool:
    return True


def _as_stated(context: RulesContext, combatant: Combatant, field: str) -> int | None:
    return None


class SheetRules(Struct, frozen=True, kw_only=True):
    """What hangs on the numbers of a sheet in a game, beside what the most of its gauges says.

    ``by_formula`` are the fields that are worked out from others, by key: set to 0 they are, and as long as they stand
    at it they go with it. ``counts_as`` returns what a number comes to that the sheet does not state (an AC by what is
    worn); None: it counts as it stands. ``most`` is how much of a gauge there is before any is lost, where that is not
    as far as it can be filled by hand. ``shares`` is what of a number that is kept with its roll comes from the sheet.
    A gauge for which ``follows`` is not so now stays as it is.
    """

    by_formula: Mapping[str, Worth] = _NO_FORMULA
    most: Mapping[str, Worth] = _NO_FORMULA
    shares: Mapping[str, Worth] = _NO_FORMULA
    follows: Callable[[RulesContext, Combatant, str], bool] = _follows_always
    counts_as: Callable[[RulesContext, Combatant, str], int | None] = _as_stated


class Carrying(Struct, frozen=True, kw_only=True):
    """What carries the numbers along that hang on a sheet.

    ``is_another`` says of two states whether somebody is another in the second by what its numbers stand for: wounded,
    down, dead. Only then the follow-ups of the rules are played.
    """

    rules: SheetRules
    limits: Callable[[RulesContext], LimitsOf]
    is_another: Callable[[RulesContext, RulesContext, CombatantId], bool]


def set_sheet(
    resolution: Resolution,
    command: do.SetField | do.SetSheet,
    carrying: Carrying,
    *,
    anyway: bool = False,
) -> Message:
    """Sets fields of sheets, and what hangs on them; returns the line of the log. ``anyway``: beyond what is allowed.

    Raises:
        RuleError: somebody or a field is not there, a field cannot be so, or there is nothing to set.
    """
    before = resolution.context
    if isinstance(command, do.SetField):
        combatants, fields = before.combatants((command.who,)), {command.field: command.to}
    else:
        combatants, fields = before.combatants(command.who), dict(command.fields)
    if not fields:
        raise refuse("rules.no_field_named")
    known = [_checked(before, key, to, anyway=anyway) for key, to in fields.items()]
    for combatant in combatants:
        is_single = isinstance(command, do.SetField)
        wanted = {
            key: to
            for key, to in fields.items()
            if is_single or _value(before, combatant, key) != to
        }
        _set_fields(resolution, carrying.rules, combatant.id, wanted)
        # What a rule has told to enter comes with all that goes with it.
        if not _told_of_sheet(before, combatant.id).intersection(wanted):
            carry_along(resolution, before, combatant.id, carrying)
    if len(combatants) == 1:
        who = combatants[0].id
        changes = ", ".join(_changes(before, resolution.context, who, carrying.rules))
        changes = changes or ", ".join(_told(before, each, fields[each.key]) for each in known)
    else:
        changes = ", ".join(_told(before, each, fields[each.key]) for each in known)
    return say("rules.log.sheet", who=names_of(combatants), changes=changes)


def _told_of_sheet(context: RulesContext, who: CombatantId) -> frozenset[str]:
    """Returns the fields of a sheet that the game master was told to set, and has not."""
    return frozenset(
        event.field
        for each in context.state.obligations
        if each.kind == TOLD
        for event in events_of(each)
        if isinstance(event, ev.SheetSet) and event.who == who
    )


def _checked(context: RulesContext, key: str, to: Value, *, anyway: bool) -> FieldDef:
    known = next((each for each in context.ruleset.fields if each.key == key), None)
    if known is None:
        raise refuse("rules.no_such_field", field=key)
    if known.kind == "number" and (not isinstance(to, int) or isinstance(to, bool)):
        raise refuse("rules.field_wants_number", field=known.name)
    if known.kind == "flag" and not isinstance(to, bool):
        raise refuse("rules.field_wants_flag", field=known.name)
    if isinstance(to, int) and not anyway and not _is_within(to, known.least, known.most):
        raise refuse(
            "rules.field_out_of_range",
            field=known.name,
            least=known.least or 0,
            most=known.most or 0,
        )
    return known


def _counted(
    context: RulesContext, combatant: Combatant, field: FieldDef, rules: SheetRules
) -> Value:
    """Returns what a field comes to: as the sheet states it, else as the game works it out."""
    worth = rules.counts_as(context, combatant, field.key)
    return combatant.sheet.get(field.key, field.default) if worth is None else worth


def _is_within(value: int, least: int | None, most: int | None) -> bool:
    return (least is None or value >= least) and (most is None or value <= most)


def _value(context: RulesContext, combatant: Combatant, key: str) -> Value:
    return combatant.sheet.get(key, context.ruleset.field_default(key))


def _set_fields(
    resolution: Resolution, rules: SheetRules, who: CombatantId, fields: Mapping[str, Value]
) -> None:
    """Sets fields of one sheet, and then those that are worked out from others."""
    context, before = resolution.context, resolution.combatant(who)
    followed = [
        key
        for key, worth in rules.by_formula.items()
        if key not in fields and before.sheet.get(key) == _by_formula(context, before, key, worth)
    ]
    resolution.record(
        *(ev.SheetSet(who=who, field=key, to=to) for key, to in fields.items()),
    )
    followed += [key for key in rules.by_formula if fields.get(key) == 0]
    for key in followed:
        now = resolution.combatant(who)
        to = _by_formula(resolution.context, now, key, rules.by_formula[key])
        if to != now.sheet.get(key):
            resolution.record(ev.SheetSet(who=who, field=key, to=to))


def _by_formula(context: RulesContext, combatant: Combatant, key: str, worth: Worth) -> int:
    sheet = {each: value for each, value in combatant.sheet.items() if each != key}
    return worth(context, replace(combatant, sheet=sheet))


# ---- what goes with it


def carry_along(
    resolution: Resolution, before: RulesContext, who: CombatantId, carrying: Carrying
) -> None:
    """Sets what hangs on a sheet, or on what is carried, that is no longer as it was in a state before."""
    events = tuple(_carried_events(before, resolution.context, who, carrying))
    if not events:
        return
    after = replace(resolution.context, state=fold(resolution.context.state, events))
    if carrying.is_another(before, after, who):
        resolution.record(*events)
    else:
        resolution.record(*events, follow_ups=no_follow_ups)


def _carried_events(
    before: RulesContext, after: RulesContext, who: CombatantId, carrying: Carrying
) -> Iterator[ev.Event]:
    was, now = before.combatant(who), after.combatant(who)
    for gauge in after.ruleset.gauges:
        value = was.gauges.get(gauge.key, 0)
        ends = [
            most_of_gauge(context, combatant, gauge.key, carrying)
            for context, combatant in ((before, was), (after, now))
        ]
        if ends[0] is None or ends[1] is None or ends[0] == ends[1]:
            continue
        if not carrying.rules.follows(after, now, gauge.key):
            continue
        least = carrying.limits(after)(now, gauge.key).least
        if gauge.is_main and least is not None and value <= least:
            continue  # how much more than all of it was lost nobody has counted
        to = _carried(gauge, value, ends[0], ends[1])
        to = to if least is None else max(to, least)
        if to != now.gauges.get(gauge.key, 0):
            yield ev.GaugeSet(who=who, gauge=gauge.key, to=to)
    for key, share in carrying.rules.shares.items():
        by = share(after, now) - share(before, was)
        if by and key in now.gauges:
            yield ev.GaugeChanged(who=who, gauge=key, by=by)
    yield from (event for item in now.items for event in _loaded_events(now, item))


def most_of_gauge(
    context: RulesContext, combatant: Combatant, gauge: str, carrying: Carrying
) -> int | None:
    """Returns the most a combatant's running number goes to by the rules of the game; None: they say nothing of it."""
    own = carrying.rules.most.get(gauge)
    return own(context, combatant) if own else carrying.limits(context)(combatant, gauge).most


def _carried(gauge: GaugeDef, value: int, was: int, now: int) -> int:
    """Returns a gauge whose most was one number and is another: what is lost of it stays lost.

    One that counts harm keeps its count as far as it goes. What stands above its most stays there.
    """
    if gauge.is_harm:
        return min(value, now) if value <= was else value
    return value + now - was if value <= was else max(value, now)


def _loaded_events(combatant: Combatant, item: Item) -> Iterator[ev.Event]:
    """Yields the end of rounds that a magazine no longer holds."""
    key, magazine = ammo_gauge(item.key), number(item.values.get(MAGAZINE))
    if magazine and combatant.gauges.get(key, 0) > magazine:
        yield ev.GaugeSet(who=combatant.id, gauge=key, to=magazine)


# ---- in words


def tell_changes(
    resolution: Resolution, before: RulesContext, who: CombatantId, rules: SheetRules
) -> None:
    """Adds what has changed of somebody's fields and gauges to the line of the log."""
    for change in _changes(before, resolution.context, who, rules):
        resolution.add_text("rules.log.sheet_too", change=change)


def _changes(
    before: RulesContext, after: RulesContext, who: CombatantId, rules: SheetRules
) -> Iterator[str]:
    """Yields what has changed of somebody's fields and gauges, old and new."""
    was, now = before.combatant(who), after.combatant(who)
    for field in after.ruleset.fields:
        if was.sheet.get(field.key) == now.sheet.get(field.key):
            continue
        old = _counted(before, was, field, rules)
        new = _counted(after, now, field, rules)
        if old != new:
            yield _change(after, field.name, _text(after, old), _text(after, new))
    for gauge in after.ruleset.gauges:
        old, new = (each.gauges.get(gauge.key, 0) for each in (was, now))
        if old != new:
            yield _change(after, gauge.name, _text(after, old), _text(after, new))


def _change(context: RulesContext, name: str, before: str, to: str) -> str:
    key = "rules.log.sheet_change" if before else "rules.log.sheet_set"
    return context.texts.text(say(key, name=name, before=before, to=to))


def _told(context: RulesContext, field: FieldDef, to: Value) -> str:
    return _change(context, field.name, "", _text(context, to))


def _text(context: RulesContext, value: Value) -> str:
    if isinstance(value, bool):
        return context.texts.text_of("rules.on" if value else "rules.off")
    return str(value).replace("-", "−") if isinstance(value, int) else str(value)


# ---- as values to set


def values_of_sheet(
    context: RulesContext, combatant: Combatant, rules: SheetRules
) -> Iterator[Correctable]:
    """Yields all of the sheet and of what is carried that can be set, then name, side and note.

    A number that is the most of a gauge, or has the key of one, is called so.
    """
    tops = {each.most for each in context.ruleset.gauges if not each.is_harm}
    tops |= {each.key for each in context.ruleset.gauges}
    groups = {each.group for each in context.ruleset.fields}
    headings = {group: _heading(context, group) for group in groups}
    for field in context.ruleset.fields:
        name = field.name
        if field.kind == "number" and field.key in tops:
            name = context.texts.text(say("rules.numbers.most", name=name))
        value = _counted(context, combatant, field, rules)
        shown = SettableValue(
            key=f"{OF_SHEET}{field.key}",
            name=name,
            value=number(value) if field.kind == "number" else value,
            least=-MOST if field.least is None else field.least,
            most=MOST if field.most is None else field.most,
            short=field.short if name == field.name else "",
            heading=headings[field.group],
            field=None if field.kind == "number" else as_item_field(field),
            can_exceed=True,
        )
        yield Correctable(shown=shown, field=field.key)
    for item in combatant.items:
        for item_field, shown in _values_of_item(item, context.ruleset):
            write = partial(_write_value, who=combatant.id, item=item, field=item_field)
            yield Correctable(shown=shown, write_value=write)
    yield from _person(context, combatant)


def _heading(context: RulesContext, group: str) -> str:
    """Returns what a group of fields is called; one without a name of its own stands among the others."""
    other = context.texts.text_of("gui.editor.group.other")
    return context.texts.text_or(f"gui.editor.group.{group}", other)


@read_under
def _values_of_item(item: Item, ruleset: Ruleset) -> tuple[tuple[ItemFieldDef, SettableValue], ...]:
    """Returns what of a thing can be set; there are hundreds, and few of them are another a step later."""
    return tuple(
        (field, _value_of_item(item, field))
        for field in ruleset.item_fields
        if item.kind in field.on and field.key != COUNT
    )


def _value_of_item(item: Item, field: ItemFieldDef) -> SettableValue:
    is_number, value = field.kind == "number", item.values.get(field.key)
    return SettableValue(
        key=f"{item.key}.{field.key}",
        name=f"{item.name}, {field.name}",
        value=number(value) if is_number else _item_value(field, value),
        least=-MOST if field.least is None else field.least,
        most=MOST if field.most is None else field.most,
        heading=item.name,
        field=None if is_number else field,
        can_exceed=True,
    )


def _item_value(field: ItemFieldDef, value: Value | None) -> Value:
    """Returns a value that is no number; one that is not there is no, or empty."""
    if value is not None:
        return value
    return False if field.kind == "flag" else ""


def _write_value(
    resolution: Resolution, to: Value | None, *, who: CombatantId, item: Item, field: ItemFieldDef
) -> None:
    values = {key: value for key, value in item.values.items() if key != field.key}
    if to is not None:
        values[field.key] = to
    resolution.record(ev.ItemPut(who=who, item=replace(item, values=values)))


def _person(context: RulesContext, combatant: Combatant) -> Iterator[Correctable]:
    """Yields what somebody is called, whose side they are on, and the note on them."""
    who = combatant.id

    def value(key: str, now: str, options: tuple[str, ...] = ()) -> SettableValue:
        name = context.texts.text_of(f"rules.numbers.{key}")
        field = ItemFieldDef(key=key, name=name, kind="text", options=options)
        heading = context.texts.text_of("rules.numbers.who")
        return SettableValue(key=key, name=name, value=now, heading=heading, field=field)

    yield Correctable(
        shown=value("name", combatant.name), command=lambda to: do.Rename(who=who, name=str(to))
    )
    yield Correctable(
        shown=value("side", combatant.side, get_args(Side)),
        command=lambda to: do.ChangeSide(who=(who,), to=convert(to, Side)),
    )
    yield Correctable(
        shown=value("note", combatant.note), command=lambda to: do.Note(who=who, text=str(to))
    )
