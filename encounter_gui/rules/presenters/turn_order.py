"""The heading and the parts of a timeline: what all games say of who acts when."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Condition, Side, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.time.clock import MINUTE, moment_text, now_of
from encounter_gui.rules.engine.time.standing import FIGHT
from encounter_gui.rules.model.ruleset import ConditionDef
from encounter_gui.rules.model.text_format import counted_names, with_sign
from encounter_gui.rules.view import EffectBar, Heading, Member, SlotLook, TimelineSlot

_NAMED = 3
_MOST_TOGETHER = 6
_MOST_NAMED = 12
"""Of more combatants than this the rest is told as a number, where there is room for a few or for a sentence."""

_ROOM = 9
"""Names up to so many letters are shown whole in a narrow slot."""


# ---- the heading


def heading(
    context: RulesContext,
    *,
    moment: str,
    next_step: str,
    part: str = "",
    actors: str = "",
    side: Side | None = None,
) -> Heading:
    """Returns what the tool bar says.

    While the encounter runs: the ``moment`` (round, phase), a ``part`` of it, who acts for which side, and the text
    ``<system>.next.<next_step>`` for what Next does. Otherwise that it is ready or has ended; between fights the clock.
    """
    stage, system, text = context.state.stage, context.ruleset.system, context.texts.text_of
    if stage == "between":
        return _between_fights(context)
    is_running = stage == "running"
    if not is_running:
        next_step = "start" if stage == "ready" else "resume"
    return Heading(
        state=text(f"{system}.stage.{stage}"),
        round=moment if is_running else text(f"{system}.heading.{stage}"),
        part=part if is_running else "",
        actors=actors if is_running else "",
        side=side if is_running else None,
        next=text(f"{system}.next.{next_step}"),
        is_running=is_running,
    )


def _between_fights(context: RulesContext) -> Heading:
    """Returns what the tool bar says of the time between fights: the clock, and after which fight it is."""
    text, fight = context.texts.text_of, context.state.memo_text(FIGHT)
    now = now_of(context)
    return Heading(
        state=text("rules.stage.between"),
        round=moment_text(context, now - now % MINUTE),
        part=text("rules.heading.after", fight=fight) if fight else "",
        next=text("rules.next.due"),
    )


def acting_text(context: RulesContext, acting: Sequence[Combatant]) -> str:
    """Returns who acts together in words, e.g. ``Vex, Tack and Nine act``; empty for nobody."""
    system, text = context.ruleset.system, context.texts.text_of
    if not acting:
        return ""
    if len(acting) == 1:
        return text(f"{system}.heading.acts", who=acting[0].name)
    joint = f" {text(f'{system}.and')} "
    return text(
        f"{system}.heading.act", who=together(context, ((each, "") for each in acting), joint)
    )


def together(context: RulesContext, noted: Iterable[tuple[Combatant, str]], last_joint: str) -> str:
    """Returns names with a note each, and the last behind a joint of its own: ``Vex, Tack and Nine``.

    Of more than a dozen, those who are alike are one entry, ``Gang gunman ×30``, and what is beyond a few is counted.
    """
    known = tuple(noted)
    words = [f"{each.name} {note}" if note else each.name for each, note in known]
    if len(known) > _MOST_NAMED:
        entries = counted_names(known)
        words = [each for each, _ in entries[:_MOST_TOGETHER]]
        more = sum(count for _, count in entries[_MOST_TOGETHER:])
        if more:
            return context.texts.text_of("rules.and_more", who=", ".join(words), count=more)
    return last_joint.join(each for each in (", ".join(words[:-1]), *words[-1:]) if each)


def first_names(context: RulesContext, combatants: Sequence[Combatant]) -> str:
    """Returns the first names of many, and how many more there are: ``Vex, Tack, Nine and 4 more``."""
    return some_of(context, [each.name for each in combatants], most=_NAMED)


def some_of(
    context: RulesContext, words: Sequence[str], joint: str = ", ", most: int = _MOST_NAMED
) -> str:
    """Returns what is said of several in a row: of the first of many, and how many more there are."""
    more = len(words) - most
    if more <= 0:
        return joint.join(words)
    return context.texts.text_of("rules.and_more", who=joint.join(words[:most]), count=more)


def tied_names(context: RulesContext, slots: Iterable[Slot]) -> str:
    """Returns who acts at once, e.g. ``Vex and Tack``."""
    joint = context.texts.text_of(f"{context.ruleset.system}.and")
    acting = [context.combatant(slot.who) for slot in slots]
    if len(acting) > _MOST_NAMED:
        return together(context, ((each, "") for each in acting), f" {joint} ")
    return f" {joint} ".join(each.name for each in acting)


# ---- slots


def slots_by_combatant(state: EncounterState) -> dict[CombatantId, tuple[Slot, ...]]:
    """Returns the slots of each combatant that is there, in turn order."""
    found: dict[CombatantId, tuple[Slot, ...]] = {}
    for slot in state.slots:
        if slot.who in state.combatants:
            found[slot.who] = (*found.get(slot.who, ()), slot)
    return found


def pass_index(state: EncounterState) -> int:
    """Returns which pass through the order is played; 0 is the first."""
    return next((slot.lane for slot in state.slots_now), 0)


def groups_of(state: EncounterState, slots: Iterable[Slot]) -> dict[int, tuple[Slot, ...]]:
    """Returns the slots of those who are there by group, in order."""
    found: dict[int, list[Slot]] = {}
    for slot in slots:
        if slot.who in state.combatants:
            found.setdefault(slot.group, []).append(slot)
    return {group: tuple(members) for group, members in found.items()}


def short_names(names: Sequence[str], room: int = _ROOM) -> Mapping[str, str]:
    """Returns for each name what is left of it in a narrow slot: ``Gunner A`` of two called Jackal.

    A name of more than ``room`` letters is cut to the word that others do not share; one without such a word stays
    whole.
    """
    known = tuple(dict.fromkeys(names))
    shared = Counter(name.partition(" ")[0].rstrip(",") for name in names)
    return {name: name if len(name) <= room else _short(name, shared) for name in known}


def _short(name: str, shared: Counter[str]) -> str:
    first, _, rest = name.partition(",")[0].partition(" ")
    if shared[first] <= 1 and len(first) > 2:
        return first
    return f"{rest[:1].upper()}{rest[1:]}" if rest else name


def look_of(group: int, now: int, following: int | None, *, is_over: bool = False) -> SlotLook:
    """Returns how the slot of a group looks; ``is_over``: it has nothing left to do in this round."""
    if group == now:
        return "now"
    if group < now or is_over:
        return "done"
    return "next" if group == following else "later"


def member(
    combatant: Combatant, *, is_out: bool, state: Literal["free", "now", "spent"] = "free"
) -> Member:
    """Returns a combatant inside a slot that stands for several."""
    shown = "out" if is_out else state
    return Member(who=combatant.id, name=combatant.name, side=combatant.side, state=shown)


def slot_of(
    combatant: Combatant,
    *,
    is_out: bool,
    look: SlotLook = "later",
    short: str = "",
    note: str = "",
    is_tied: bool = False,
) -> TimelineSlot:
    """Returns the slot of one combatant; one that is out looks so."""
    return TimelineSlot(
        text=combatant.name,
        short=short,
        look="out" if is_out else look,
        who=combatant.id,
        side=combatant.side,
        note=note,
        is_tied=is_tied,
    )


# ---- effects


def first_places(slots: Sequence[TimelineSlot]) -> dict[CombatantId, int]:
    """Returns for each combatant the index of its first slot."""
    places: dict[CombatantId, int] = {}
    for place, slot in enumerate(slots):
        if slot.who is not None:
            places.setdefault(slot.who, place)
    return places


def ending_place(
    state: EncounterState,
    condition: Condition,
    places: Mapping[CombatantId, int],
    last: int,
) -> int | None:
    """Returns the index of the slot at which a condition ends in this round; None: it does not end in it.

    ``last`` is the index for what lasts to the end of the round.
    """
    until = condition.until
    if until is None or until.at is not None or until.round > state.round:
        return None
    return places.get(until.whose, last) if until.whose is not None else last


def known_conditions(
    context: RulesContext,
) -> Iterator[tuple[Combatant, ConditionDef, Condition]]:
    """Yields every condition that is on a combatant and in the ruleset."""
    for combatant in context.state.combatants.values():
        for condition in combatant.conditions:
            known = context.ruleset.condition(condition.key)
            if known is not None:
                yield combatant, known, condition


def effect_text(combatant: Combatant, known: ConditionDef, lasts: str) -> str:
    """Returns a lasting condition in words: whose it is, what it does to rolls at worst, how long it lasts."""
    amount = min((each.amount for each in known.effects), default=0)
    effect = f" {with_sign(amount)}" if amount else ""
    return f"{combatant.name} {known.name.lower()}{effect} · {lasts}"


def by_rank(bars: Iterable[EffectBar]) -> tuple[EffectBar, ...]:
    """Returns effects in the order in which they get room: by rank, then by their first slot."""
    return tuple(sorted(bars, key=lambda bar: (bar.rank, bar.start)))
