"""What is still open when a fight is over: each thing by a name of its own, to be settled, waived or carried over."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.conditions.words import count_text, left_text
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.durations import duration_text, rounds_left, units
from encounter_gui.rules.engine.obligations import title_of

CARRIED = "carried_over"
"""The record of the encounter that names what is carried over."""


def _nothing(combatant: Combatant) -> tuple[str, ...]:
    return ()


def _stays(combatant: Combatant, item: str) -> Iterable[ev.Event]:
    return ()


class OpenRules(Struct, frozen=True, kw_only=True):
    """What of a game is open beside what is owed and what lasts longer than the scene.

    ``delayed`` are conditions, by key, that lead to something later. ``on_ground`` returns the keys of the things that
    somebody has let fall, ``picked_up`` what it takes to have one of them again.
    """

    delayed: frozenset[str] = frozenset()
    on_ground: Callable[[Combatant], tuple[str, ...]] = _nothing
    picked_up: Callable[[Combatant, str], Iterable[ev.Event]] = _stays


class OpenThing(Struct, frozen=True, kw_only=True):
    """One thing that is open.

    ``key`` names it as files do: ``owed.morale.foe``, ``condition.bleeding.vee``, ``ground.knife.vee``. ``owed`` is the
    id of what is owed, 0 of anything else; ``what`` the key of the condition or item. ``text`` are finished words.
    """

    key: str
    text: str
    who: CombatantId | None = None
    owed: int = 0
    what: str = ""
    is_carried: bool = False

    @property
    def is_item(self) -> bool:
        """Whether it is a thing on the ground."""
        return self.key.startswith("ground.")


def open_things(context: RulesContext, rules: OpenRules) -> tuple[OpenThing, ...]:
    """Returns what is open: what is owed first, in the order of settling, then by combatant."""
    state = context.state
    carried = carried_over(state)
    seen = Counter[str]()
    found = list[OpenThing]()
    for thing in (*_owed(context), *_of_combatants(context, rules)):
        seen[thing.key] += 1
        key = thing.key if seen[thing.key] == 1 else f"{thing.key}.{seen[thing.key]}"
        found.append(_named(thing, key, is_carried=key in carried))
    return tuple(found)


def _named(thing: OpenThing, key: str, *, is_carried: bool) -> OpenThing:
    return OpenThing(
        key=key,
        text=thing.text,
        who=thing.who,
        owed=thing.owed,
        what=thing.what,
        is_carried=is_carried,
    )


def carried_over(state: EncounterState) -> tuple[str, ...]:
    """Returns the keys of what is carried over."""
    known = state.memo.get(CARRIED)
    return known if isinstance(known, tuple) else ()


def _owed(context: RulesContext) -> Iterator[OpenThing]:
    for each in context.state.obligations:
        yield OpenThing(
            key=f"owed.{each.kind}.{each.who or each.side or 'gm'}",
            text=_text(context, each.who, _owed_title(context, each)),
            who=each.who,
            owed=each.id,
        )


def _owed_title(context: RulesContext, owed: Obligation) -> str:
    title = title_of(context, owed)
    if owed.who is None and owed.side is not None:
        return context.texts.text_of("rules.open.of", who=context.side_name(owed.side), what=title)
    return title


def _of_combatants(context: RulesContext, rules: OpenRules) -> Iterator[OpenThing]:
    text_of = context.texts.text_of
    for who, combatant in context.state.combatants.items():
        for condition in combatant.conditions:
            if condition.key in rules.delayed or _outlasts(context.state, condition):
                known = context.ruleset.condition(condition.key)
                name = known.name if known else condition.key
                lasts = left_text(context, condition) or _rounds_text(context, condition)
                what = text_of("rules.open.lasts", what=name, lasts=lasts) if lasts else name
                yield OpenThing(
                    key=f"condition.{condition.key}.{who}",
                    text=_text(context, who, what),
                    who=who,
                    what=condition.key,
                )
        for key in rules.on_ground(combatant):
            item = combatant.item(key)
            name = text_of("rules.open.on_ground", what=item.name if item else key)
            yield OpenThing(
                key=f"ground.{key}.{who}", text=_text(context, who, name), who=who, what=key
            )


def _rounds_text(context: RulesContext, condition: Condition) -> str:
    left = rounds_left(context, condition)
    unit = next(iter(units(context.ruleset.time)))
    return "" if left is None else count_text(context, unit, left)


def _outlasts(state: EncounterState, condition: Condition) -> bool:
    """Returns whether a condition lasts for a time that goes on after the round in which the fight ended."""
    said = duration_text(condition)
    if said is not None and said.kind in ("scene", "permanent"):
        return False
    until = condition.until
    is_later = until is not None and (
        until.round > max(state.round, 1) if until.at is None else until.at > state.clock
    )
    return is_later or (said is not None and said.kind == "save_ends")


def _text(context: RulesContext, who: CombatantId | None, what: str) -> str:
    if who is None or who not in context.state.combatants:
        return what
    name = context.combatant(who).name
    return context.texts.text_of("rules.open.of", who=name, what=what)


def texts_of(things: Iterable[OpenThing]) -> str:
    """Returns things in words, for a line of the log or a refusal."""
    return "; ".join(each.text for each in things)


def named(context: RulesContext, rules: OpenRules, keys: Sequence[str]) -> tuple[OpenThing, ...]:
    """Returns the open things with these keys.

    Raises:
        RuleError: one of them is not open; what is, is named.
    """
    known = {each.key: each for each in open_things(context, rules)}
    for key in keys:
        if key not in known:
            raise refuse("rules.not_open", name=key, open=", ".join(known) or "–")
    return tuple(known[key] for key in keys)


def end_events(
    context: RulesContext, rules: OpenRules, thing: OpenThing, *, is_settled: bool
) -> Iterator[ev.Event]:
    """Yields what settling or waiving does with what is not owed: a condition is over, a thing is taken or left."""
    if thing.who is None:
        return
    combatant = context.combatant(thing.who)
    if not thing.is_item:
        yield ev.ConditionRemoved(who=thing.who, key=thing.what)
        return
    yield from rules.picked_up(combatant, thing.what)
    if not is_settled:
        yield ev.ItemRemoved(who=thing.who, key=thing.what)


def with_things_on_ground(rules: OpenRules, before: Combatant, after: Combatant) -> Combatant:
    """Returns a combatant with the things on the ground that it has let fall as it was before, and has still.

    What taking one of them up would change is what says that it lies there.
    """
    for key in rules.on_ground(before):
        if after.item(key) is None:
            continue
        for event in rules.picked_up(before, key):
            if isinstance(event, ev.MemoSet):
                value = before.memo.get(event.key, "")
                after = replace(after, memo={**after.memo, event.key: value})
            elif isinstance(event, ev.GaugeSet | ev.GaugeChanged):
                left = before.gauges.get(event.gauge, 0)
                after = replace(after, gauges={**after.gauges, event.gauge: left})
    return after
