"""What a party keeps of a fight: told line by line beforehand, and written into the party it came from."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId, RulesetId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Entry
from encounter_gui.encounter.values import Combatant, Condition, Item, LocationState, Value
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.gauges import most_of
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.items import ammo_gauge, number, received
from encounter_gui.rules.model.prepared import Party
from encounter_gui.rules.view import Aftermath
from encounter_gui.storage.prepared_store import New, PreparedStore, Stored

_GIFTS = ("weapon", "explosive", "gear")


class CarryLine(Struct, frozen=True, kw_only=True):
    """One thing that changed: its key, what it is, and old → new in words. ``is_on``: carried unless unticked."""

    key: str
    text: str
    value: str
    is_on: bool = True


class Gift(Struct, frozen=True, kw_only=True):
    """A thing of somebody who is out of the fight, and of nobody now."""

    key: str
    text: str
    value: str
    item: Item
    count: int | None


class CarryPerson(Struct, frozen=True, kw_only=True):
    """A member of the party: as it was before (``before``) and comes out of the fight (``after``)."""

    before: Combatant
    after: Combatant
    lines: tuple[CarryLine, ...]

    @property
    def who(self) -> CombatantId:
        """The combatant's id in the fight."""
        return self.after.id


class CarryList(Struct, frozen=True, kw_only=True):
    """What the party can keep of a fight.

    ``party`` is the name of the party it is written to, ``row`` its row; None: it is made. ``over`` names what ended by
    itself, ``open`` are sentences about what cannot wait.
    """

    party: str
    row: int | None
    people: tuple[CarryPerson, ...]
    gifts: tuple[Gift, ...] = ()
    over: tuple[str, ...] = ()
    open: tuple[str, ...] = ()


class PartyChange(Struct, frozen=True, kw_only=True):
    """A party before and after; None before: it is new."""

    before: Stored[Party] | None
    after: Stored[Party]


# ---- what there is to carry on


def carry_list(
    system: System,
    context: RulesContext,
    entries: Sequence[Entry],
    store: PreparedStore,
    planned: int | None,
) -> CarryList:
    """Returns what the player characters of a fight can keep of it.

    ``planned`` is the row of the party that was put into the plan. Without one it is the party of this ruleset that
    most of them are in, and if there is none, a new one.

    Raises:
        SaveError: the parties cannot be read.
    """
    fought = [each for each in context.state.combatants.values() if each.side == "pc"]
    joined = _as_joined(entries)
    called = {each.id: joined.get(each.id, each).name for each in fought}  # before any new name
    as_known = [replace(each, name=called[each.id]) for each in fought]
    party = _party_of(store, context.ruleset.id, planned, as_known)
    members = party.value.members if party is not None else ()
    people: list[CarryPerson] = []
    over: dict[str, None] = {}
    urgent: list[str] = []
    for combatant, known in zip(fought, as_known, strict=True):
        aftermath = system.aftermath(context, combatant.id)
        member = _member(members, known)
        before = member if member is not None else joined.get(combatant.id, combatant)
        lines = tuple(_lines(system, context, before, aftermath))
        people.append(CarryPerson(before=before, after=aftermath.combatant, lines=lines))
        over.update(dict.fromkeys(aftermath.over))
        urgent += aftermath.open
    over.update(dict.fromkeys(_over_with_the_end(context, entries, {each.id for each in fought})))
    return CarryList(
        party=party.value.name if party is not None else context.side_name("pc"),
        row=party.row if party is not None else None,
        people=tuple(people),
        gifts=tuple(_gifts(system, context)) if people else (),
        over=tuple(over),
        open=tuple(urgent),
    )


def _party_of(
    store: PreparedStore, ruleset: str, planned: int | None, fought: Sequence[Combatant]
) -> Stored[Party] | None:
    known = [each for each in store.parties.all() if each.ruleset == ruleset]
    chosen = next((each for each in known if each.row == planned), None)
    if chosen is not None:
        return chosen
    counts = [sum(_member(each.value.members, one) is not None for one in fought) for each in known]
    most = max(counts, default=0)
    return known[counts.index(most)] if most else None


def _member(members: Iterable[Combatant], combatant: Combatant) -> Combatant | None:
    """Returns the member a combatant is: the same creature by the same name, or the same name and id."""
    for each in members:
        is_same = each.origin == combatant.origin if combatant.origin else each.id == combatant.id
        if is_same and each.name == combatant.name:
            return each
    return None


def _as_joined(entries: Iterable[Entry]) -> dict[CombatantId, Combatant]:
    return {
        event.combatant.id: event.combatant
        for entry in entries
        for event in entry.events
        if isinstance(event, ev.CombatantAdded)
    }


def _over_with_the_end(
    context: RulesContext, entries: Sequence[Entry], who: Collection[CombatantId]
) -> Iterator[str]:
    """Yields what the end of the fight itself took from these: the names of conditions, of gauges filled again."""
    last = next((each for each in reversed(entries) if each.is_of("finish")), None)
    names = {each.key: each.name for each in context.ruleset.conditions}
    for event in last.events if last is not None else ():
        match event:
            case ev.ConditionRemoved() if event.who in who:
                yield names.get(event.key, event.key)
            case ev.GaugeSet() if event.who in who:
                gauge = context.ruleset.gauge(event.gauge)
                if gauge is not None and event.to:
                    yield context.texts.text_of("recap.refills", what=gauge.name)


# ---- what changed, line by line


def _lines(
    system: System, context: RulesContext, before: Combatant, aftermath: Aftermath
) -> Iterator[CarryLine]:
    after = aftermath.combatant
    yield from _gauge_lines(context, before, aftermath)
    yield from _location_lines(system, context, before, after)
    yield from _condition_lines(context, before, aftermath)
    yield from _item_lines(context, before, after)
    for key, to in after.sheet.items():
        if before.sheet.get(key) != to and (field := context.ruleset.field(key)) is not None:
            value = f"{_value_text(before.sheet.get(key, field.default))} → {_value_text(to)}"
            yield CarryLine(key=f"sheet.{key}", text=field.name, value=value)
    for key in sorted(before.memo.keys() | after.memo.keys()):
        record = after.memo.get(key)
        if record is not None and before.memo.get(key) != record:
            text = context.texts.text_of(f"{context.ruleset.system}.recap.record.{key}")
            shown = ", ".join(record) if isinstance(record, tuple) else str(record)
            yield CarryLine(key=f"record.{key}", text=text, value=shown)


def _gauge_lines(
    context: RulesContext, before: Combatant, aftermath: Aftermath
) -> Iterator[CarryLine]:
    after = aftermath.combatant
    for key in aftermath.gauges:
        was, now = before.gauges.get(key, 0), after.gauges.get(key, 0)
        gauge = context.ruleset.gauge(key)
        if was == now:
            continue
        most = most_of(context, after, key)
        shown = f"{_value_text(was)} → {_value_text(now)}"
        if most is not None:
            shown = context.texts.text_of("recap.carry.of", value=shown, most=most)
        own = f"{context.ruleset.system}.recap.gauge.{key}"
        name = gauge.name if gauge is not None else context.texts.text_or(own, key)
        yield CarryLine(key=f"gauge.{key}", text=name, value=shown)


def _value_text(value: Value) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value).replace("-", "−") if isinstance(value, int) else str(value)


def _location_lines(
    system: System, context: RulesContext, before: Combatant, after: Combatant
) -> Iterator[CarryLine]:
    names = {each.key: each.name for each in context.ruleset.locations}
    for key, now in after.locations.items():
        was = before.locations.get(key, LocationState())
        if was == now:
            continue
        marks = ", ".join(system.mark_name(context, mark) for mark in now.marks)
        levels = " → ".join(_level(context, each.level) for each in (was, now))
        shown = marks if was.level == now.level else ", ".join(filter(None, (levels, marks)))
        healed = context.texts.text_of("recap.carry.healed")
        yield CarryLine(key=f"place.{key}", text=names.get(key, key), value=shown or healed)


def _level(context: RulesContext, level: int) -> str:
    known = next((each for each in context.ruleset.wound_levels if each.level == level), None)
    return known.name if known is not None and level else "–"


def _condition_lines(
    context: RulesContext, before: Combatant, aftermath: Aftermath
) -> Iterator[CarryLine]:
    names = {each.key: each.name for each in context.ruleset.conditions}
    was = {each.key: each for each in before.conditions}
    now = {each.key: each for each in aftermath.combatant.conditions}
    for key, condition in now.items():
        if was.get(key) != condition:
            note = aftermath.notes.get(key) or condition.note
            shown = note or context.texts.text_of("recap.carry.lasts")
            yield CarryLine(key=f"condition.{key}", text=names.get(key, key), value=shown)
    for key in was.keys() - now.keys():
        shown = context.texts.text_of("recap.carry.over")
        yield CarryLine(key=f"condition.{key}", text=names.get(key, key), value=shown)


def _item_lines(context: RulesContext, before: Combatant, after: Combatant) -> Iterator[CarryLine]:
    text_of = context.texts.text_of
    had, has = ({each.key: each for each in one.items} for one in (before, after))
    for key, item in had.items():
        if key not in has:
            gone = text_of("recap.carry.gone")
            yield CarryLine(key=f"item.{key}", text=item.name, value=gone)
            continue
        was, now = (one.gauges.get(ammo_gauge(key)) for one in (before, after))
        if now is not None and was != now:
            most = number(item.values.get("magazine"))
            shown = (
                text_of("recap.carry.of", value=str(now), most=most)
                if most
                else f"{was or 0} → {now}"
            )
            yield CarryLine(key=f"ammo.{key}", text=item.name, value=shown)
    for key, item in has.items():
        if key not in had:
            shown = text_of("recap.carry.new")
            yield CarryLine(key=f"item.{key}", text=item.name, value=shown, is_on=False)


def _gifts(system: System, context: RulesContext) -> Iterator[Gift]:
    """Yields what lies with those who are out and have not left, and is not of the party."""
    out = {row.who for row in system.rows(context) if row.is_out}
    for combatant in context.state.combatants.values():
        if combatant.side == "pc" or combatant.id not in out or "left" in combatant.flags:
            continue
        for item in combatant.items:
            left = combatant.gauges.get(ammo_gauge(item.key))
            if item.kind not in _GIFTS or left == 0:
                continue
            most = number(item.values.get("magazine"))
            value = "" if left is None else str(left)
            if most and value:
                value = context.texts.text_of("recap.carry.of", value=value, most=most)
            yield Gift(
                key=f"{combatant.id}/{item.key}",
                text=context.texts.text_of("recap.carry.gift", who=combatant.name, what=item.name),
                value=value,
                item=item,
                count=left,
            )


# ---- writing it


def carry_lines(
    person: CarryPerson, chosen: Collection[str], gifts: Iterable[Gift] = ()
) -> Combatant:
    """Returns a member with the chosen lines as they came out of the fight, and with gifts; the rest as before."""
    member = replace(person.before, place=None)  # the ground is another one next time
    for key in chosen:
        member = _with(member, person.after, key)
    for gift in gifts:
        member = _gift_lines(member, gift)
    return member


def _with(member: Combatant, after: Combatant, key: str) -> Combatant:
    """Returns a member with one line of what came out of the fight."""
    kind, _, name = key.partition(".")
    if kind in ("gauge", "ammo"):
        gauge = name if kind == "gauge" else ammo_gauge(name)
        return replace(member, gauges={**member.gauges, gauge: after.gauges.get(gauge, 0)})
    if kind == "condition":
        return replace(member, conditions=_conditions(member, after.condition(name), name))
    if kind == "place":
        return replace(member, locations={**member.locations, name: after.locations[name]})
    if kind == "sheet":
        return replace(member, sheet={**member.sheet, name: after.sheet[name]})
    if kind == "record":
        return replace(member, memo={**member.memo, name: after.memo[name]})
    return _with_item(member, after, name)


def _conditions(member: Combatant, now: Condition | None, key: str) -> tuple[Condition, ...]:
    rest = tuple(each for each in member.conditions if each.key != key)
    return (*rest, now) if now is not None else rest


def _with_item(member: Combatant, after: Combatant, key: str) -> Combatant:
    rest = tuple(each for each in member.items if each.key != key)
    item, gauge = after.item(key), ammo_gauge(key)
    gauges = {each: value for each, value in member.gauges.items() if each != gauge}
    if item is None:
        return replace(member, items=rest, gauges=gauges)
    if gauge in after.gauges:
        gauges[gauge] = after.gauges[gauge]
    return replace(member, items=(*rest, item), gauges=gauges)


def _gift_lines(member: Combatant, gift: Gift) -> Combatant:
    """Returns a member with one thing more; of a thing it has already, another beside it."""
    item = received(gift.item, member.items)
    gauges = dict(member.gauges)
    if gift.count is not None:
        gauges[ammo_gauge(item.key)] = gift.count
    return replace(member, items=(*member.items, item), gauges=gauges)


def carry_on(
    store: PreparedStore,
    ruleset: str,
    carry: CarryList,
    chosen: Mapping[CombatantId, Collection[str]],
    gifts: Mapping[CombatantId, Sequence[Gift]],
) -> PartyChange:
    """Writes the chosen lines into the party, which is made if there is none; who is not in it joins it.

    Values are set, not subtracted: doing it twice changes nothing more.

    Raises:
        SaveError: the file does not let it; nothing has changed.
    """
    known = store.parties.all()
    before = next((each for each in known if each.row == carry.row), None)
    members = list(before.value.members) if before is not None else []
    for person in carry.people:
        member = carry_lines(person, chosen.get(person.who, ()), gifts.get(person.who, ()))
        known_as = _member(members, member)
        if known_as is None:
            members.append(member)
        else:
            members[members.index(known_as)] = member
    party = Party(name=carry.party, members=tuple(members))
    if before is not None:
        after = replace(before, value=party)
        store.parties.put([after])
    else:
        (row,) = store.parties.add([New(ruleset=RulesetId(ruleset), value=party)])
        after = Stored(row=row, ruleset=RulesetId(ruleset), value=party)
    return PartyChange(before=before, after=after)


def take_back(store: PreparedStore, change: PartyChange) -> None:
    """Puts a party back as it was before a change; one that was new is removed.

    Raises:
        SaveError: the file does not let it; nothing has changed.
    """
    if change.before is not None:
        store.parties.put([change.before])
    else:
        store.parties.remove([change.after.row])


def put_again(store: PreparedStore, change: PartyChange) -> None:
    """Writes a party again as it was after a change that was taken back.

    Raises:
        SaveError: the file does not let it; nothing has changed.
    """
    store.parties.put([change.after])
