"""A tie side by side: what each of those who act at once has done, what waits for whom, and what it comes to together.

It is read from the state and from the entries made since they began to act; what waits is worked out by what releases
it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct, field

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import figure_text
from encounter_gui.dice.requests import Rolled
from encounter_gui.dice.typed_dice import face_text
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Entry, gestures_of
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import title_of
from encounter_gui.rules.engine.turns import TurnRules, slots_in, to_roll
from encounter_gui.rules.model.commands import Command, Next
from encounter_gui.rules.model.text_format import with_sign
from encounter_gui.rules.presenters.changes import ChangeRules, gauge_change, outcome
from encounter_gui.rules.presenters.chips import ChipRules, chips
from encounter_gui.rules.presenters.ties.cards import (
    Rolls,
    actor_of,
    cards_of,
    facts_of,
    figure_words,
    held_against,
    kind_of,
    number_names,
    tells,
    was_there,
)
from encounter_gui.rules.presenters.turn_order import together
from encounter_gui.rules.view import (
    ChangePreview,
    Chip,
    ChipKind,
    GaugeChange,
    Tie,
    TieMember,
    TieResult,
    TieRoll,
    TieWait,
    WoundChange,
)

_MOST_WORDS = 3
"""How many of the conditions that will come are named where one line has to say all."""


class CardWords(Struct, frozen=True, kw_only=True):
    """What a game says of a card: the note behind its title, what it came to, and how bad that is.

    ``totals`` has, by the key of a roll, what the first such roll came to and what it was held against in words.
    ``hidden`` are the keys of rolls that are told as a part of another row.
    """

    note: str = ""
    outcome: str = ""
    kind: ChipKind = "neutral"
    totals: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()


class TieRules(Struct, frozen=True, kw_only=True):
    """How a game shows a tie.

    ``apply`` makes what waits true; ``one_by_one`` does before all have acted, None: nothing does. ``card`` returns the
    words of a card. ``sum`` is the arithmetic of what somebody's results do to one target. ``has_acted`` says whether
    a combatant has begun to act in its slot, ``is_done`` whether it has nothing left to do in it; ``plan`` is what it
    declared, in words. ``seen_by`` returns the context as a combatant sees it, with what it has done itself.
    """

    turns: TurnRules
    apply: Command
    card: Callable[[RulesContext, Rolls], CardWords]
    sum: Callable[[RulesContext, Sequence[ev.Resolved]], str]
    has_acted: Callable[[RulesContext, Combatant, Slot], bool]
    is_done: Callable[[RulesContext, Combatant, Slot], bool]
    plan: Callable[[RulesContext, Combatant], str]
    seen_by: Callable[[RulesContext, CombatantId], RulesContext]
    one_by_one: Command | None = None


class Looks(Struct, frozen=True, kw_only=True):
    """How a game shows changes and conditions, as a tie needs it."""

    changes: ChangeRules
    chips: ChipRules


def members_of(rules: TurnRules, context: RulesContext) -> tuple[Slot, ...]:
    """Returns the slots of those who act at once; empty: nobody does, or the game holds no ties."""
    state = context.state
    if not rules.holds_ties or state.stage != "running" or state.group < 0:
        return ()
    holding = {each.by for each in state.held}
    slots = [
        slot
        for slot in slots_in(context, state.group)
        if slot.is_done or slot.who in holding or rules.takes_part(context, slot)
    ]
    return tuple(slots) if len(slots) > 1 else ()


def tie(
    context: RulesContext,
    entries: Sequence[Entry],
    rules: TieRules,
    looks: Looks,
    due: Sequence[Obligation],
    after: RulesContext,
) -> Tie | None:
    """Returns a tie, from the entries made in it; None: nobody acts at once.

    Args:
        context: as it is now, without what waits.
        entries: those made since the tie began, oldest first.
        rules: how the game shows it.
        looks: how the game shows changes and conditions.
        due: what has to be settled before the fight goes on.
        after: as it will be once all that waits has come true.
    """
    slots = members_of(rules.turns, context)
    if not slots:
        return None
    maker = _Maker(context, rules, looks, due, after)
    by_actor = maker.gestures(entries, {slot.who for slot in slots})
    members = tuple(maker.member(slot, by_actor.get(slot.who, ())) for slot in slots)
    changes = tuple(maker.changes())
    text_of, system = context.texts.text_of, context.ruleset.system
    is_held = bool(context.state.held)
    return Tie(
        title=text_of(f"{system}.notice.tie", score=slots[0].score),
        text=text_of(
            "rules.at_once.text", who=_listed(context, ((each.who, "") for each in members))
        ),
        before=text_of(
            "rules.at_once.from",
            all=text_of("rules.at_once.both" if len(members) == 2 else "rules.at_once.all"),
            who=_listed(context, ((each.who, each.before) for each in members)),
        ),
        members=members,
        changes=changes,
        endings=tuple((each, maker.ending(each.who)) for each in changes),
        missing=len(due),
        apply=_applying(context, rules, members) if is_held and not due else None,
        one_by_one=rules.one_by_one if is_held and not due else None,
        is_held=is_held,
    )


def _applying(
    context: RulesContext, rules: TieRules, members: Sequence[TieMember]
) -> Command | None:
    """Returns what makes all that waits true; None: somebody has done nothing yet.

    Where all have acted and something is left to one of them, the step to the next passes that, and the log says so.
    """
    if not all(each.has_acted for each in members):
        return None
    return Next() if to_roll(rules.turns, context) else rules.apply


def _listed(context: RulesContext, noted: Iterable[tuple[CombatantId, str]]) -> str:
    """Returns the names of members with their notes in a row: ``A, B and C``."""
    known = ((context.combatant(who), note) for who, note in noted)
    return together(context, known, context.texts.text_of("rules.at_once.and"))


def _reached(state: EncounterState, by: CombatantId) -> tuple[CombatantId, ...]:
    """Returns whom effects of somebody in a tie wait for, each once."""
    held = (event for each in state.held if each.by == by for event in each.events[each.own :])
    return tuple(dict.fromkeys(who for each in held if (who := getattr(each, "who", None))))


class _Maker:
    """Makes the parts of a tie, from the context before what waits and after it."""

    def __init__(
        self,
        context: RulesContext,
        rules: TieRules,
        looks: Looks,
        due: Sequence[Obligation],
        after: RulesContext,
    ) -> None:
        self._context = context
        self._rules = rules
        self._looks = looks
        self._due = due
        self._after = after

    def gestures(
        self, entries: Sequence[Entry], members: set[CombatantId]
    ) -> Mapping[CombatantId, tuple[tuple[Entry, ...], ...]]:
        """Returns the gestures of each member, in the order in which they were made."""
        found: dict[CombatantId, tuple[tuple[Entry, ...], ...]] = {}
        for gesture in gestures_of(entries):
            who = actor_of(gesture[0], members)
            if who is not None:
                found[who] = (*found.get(who, ()), gesture)
        return found

    # ---- one of them

    def member(self, slot: Slot, gestures: Sequence[tuple[Entry, ...]]) -> TieMember:
        """Returns one of those in the tie, with its results and what waits because of it."""
        context, rules = self._context, self._rules
        combatant = context.combatant(slot.who)
        cards = [each for gesture in gestures for each in cards_of(gesture, slot.who)]
        is_out = not slot.is_done and not rules.turns.takes_part(context, slot)
        own = rules.seen_by(context, slot.who)
        seen = own.combatant(slot.who)
        has_acted = is_out or rules.has_acted(own, seen, slot)
        is_done = is_out or rules.is_done(own, seen, slot)
        waits = tuple(self._waits(slot.who, cards))
        status, kind = self._status(slot.who, has_acted=has_acted, is_done=is_done)
        return TieMember(
            who=slot.who,
            number=combatant.number,
            name=combatant.name,
            side=combatant.side,
            action=self._action(combatant, gestures),
            before=self._before(combatant, gestures),
            pills=self._pills(combatant, gestures),
            results=tuple(self._results(cards, waits)),
            waits=waits,
            has_acted=has_acted,
            is_done=is_done,
            goes_on=has_acted and not is_done,
            status=status,
            kind=kind,
        )

    def _status(self, who: CombatantId, *, has_acted: bool, is_done: bool) -> tuple[str, ChipKind]:
        context = self._context
        text_of = context.texts.text_of
        owed = [each for each in self._due if who in (each.by, each.who)]
        if owed:
            return text_of("rules.at_once.waits_for", what=title_of(context, owed[0])), "warn"
        if is_done:
            return text_of("rules.at_once.done"), "good"
        if has_acted:
            return text_of("rules.at_once.acted"), "good"
        return text_of("rules.at_once.to_act"), "warn"

    def _action(self, combatant: Combatant, gestures: Sequence[tuple[Entry, ...]]) -> str:
        """Returns what somebody does in words: what it declared, or what the log says it has done."""
        plan = self._rules.plan(self._context, combatant)
        if plan:
            return plan
        done = [self._phrase(combatant, each[0]) for each in gestures if each[0].rolls]
        counted = dict.fromkeys(done)
        return ", ".join(
            self._context.texts.text_of("rules.at_once.times", what=each, count=done.count(each))
            if done.count(each) > 1
            else each
            for each in counted
        )

    def _phrase(self, combatant: Combatant, entry: Entry) -> str:
        """Returns what an entry of somebody says up to its arithmetic, without the name: ``shoots at Lem``."""
        told = self._context.texts.sentence(entry.label).removeprefix(combatant.name)
        return told.lstrip(" ,:").split(": ")[0]

    def _before(self, combatant: Combatant, gestures: Sequence[tuple[Entry, ...]]) -> str:
        """Returns the state somebody rolls from: ``8/12, Wounded −1``; what it has begun itself is no part of it."""
        context, rules = self._context, self._looks
        shown = [
            each for each in chips(context, combatant, rules.chips) if was_there(each, gestures)
        ]
        hurt = [each.text for each in shown if each.kind in ("danger", "warn")]
        words = ", ".join(hurt[:_MOST_WORDS]) or context.texts.text_of("rules.at_once.unhurt")
        gauge = rules.changes.harmed
        if not gauge:
            return words
        cell = gauge_change(context, context, combatant.id, gauge, rules.changes).before
        return f"{cell.words()}, {words}"

    def _pills(
        self, combatant: Combatant, gestures: Sequence[tuple[Entry, ...]]
    ) -> tuple[Chip, ...]:
        """Returns what somebody did without a roll, and what spoke for and against its rolls; each once."""
        found: dict[str, Chip] = {}
        for first, *_ in gestures:
            if not first.rolls and not tells(first):
                words = self._phrase(combatant, first)
                found.setdefault(words, Chip(text=words))
                continue
            given = number_names(first)
            for each in facts_of(first):
                for key, value in each.values.items():
                    word = key.removeprefix("modifiers.")
                    if word != key and isinstance(value, int) and value:
                        words = f"{given.get(word, word)} {with_sign(value)}"
                        found.setdefault(words, Chip(text=words, kind="info"))
        return tuple(found.values())

    # ---- what was rolled

    def _results(self, cards: Sequence[Rolls], waits: Sequence[TieWait]) -> Iterator[TieResult]:
        """Yields the cards. At whom all of them are is said once, by what waits for that one."""
        targets = {each.target for each in cards if each.target is not None}
        is_named = len(targets) > 1 or targets != {each.who for each in waits}
        names = [self._kind_of(each) for each in cards]
        for place, card in enumerate(cards):
            words = self._rules.card(self._context, card)
            count = names[: place + 1].count(names[place])
            is_many = names.count(names[place]) > 1
            title = names[place]
            if is_many:
                title = self._context.texts.text_of("rules.at_once.nth", what=title, number=count)
            target = self._context.state.combatants.get(card.target) if card.target else None
            name = target.name if target is not None and is_named else ""
            note = " · ".join(each for each in (name, words.note) if each)
            yield TieResult(
                entry=card.entry.id,
                title=title,
                note=note,
                outcome=words.outcome,
                kind=words.kind,
                rolls=tuple(self._rows(card, words)),
                text=self._context.texts.sentence(card.entry.label),
            )

    def _kind_of(self, card: Rolls) -> str:
        """Returns what a card is called: ``Attack``, ``Throw``; without a word of its own as its roll is."""
        what = kind_of(card)
        label = card.rolled[0].request.label if card.rolled else card.entry.label
        words = self._context.texts.sentence(label).split(" · ")[0]
        return self._context.texts.text_or(f"rules.at_once.{what}", words) if what else words

    def _rows(self, card: Rolls, words: CardWords) -> Iterator[TieRoll]:
        totals = dict(words.totals)
        for rolled in card.rolled:
            key = rolled.request.key
            if key in words.hidden:
                continue
            total, against = totals.pop(key, (figure_text(rolled.total), ""))
            yield self._row(rolled, total, against)
        for test in card.tests:
            facts = [each for each in facts_of(test) if "total" in each.values]
            for rolled, fact in zip(test.rolls, facts, strict=False):
                yield self._row(rolled, figure_words(fact.values["total"]), held_against(fact))

    def _row(self, rolled: Rolled, total: str, against: str) -> TieRoll:
        texts, request = self._context.texts, rolled.request
        name = texts.text_or(f"rules.at_once.roll.{request.key}", "")
        name = name or texts.sentence(request.label).split(" · ")[0]
        faces = tuple(face_text(each, rolled.request) for each in rolled.faces or ())
        return TieRoll(
            name=name, faces=faces, total=total, against=against, is_physical=rolled.physical
        )

    # ---- what waits

    def _waits(self, by: CombatantId, cards: Sequence[Rolls]) -> Iterator[TieWait]:
        """Yields what waits for each combatant because of one of those in the tie, and of nobody else."""
        context = self._context
        reached = _reached(context.state, by)
        if not reached:
            return
        after = self._rules.seen_by(context, by)
        facts = tuple(fact for card in cards for fact in card.facts)
        for who in reached:
            if who not in context.state.combatants or who not in after.state.combatants:
                continue
            wait = self._wait(who, after, tuple(each for each in facts if each.target == who))
            if wait.sum or wait.gauge or wait.wounds or wait.chips or wait.owed:
                yield wait

    def _wait(self, who: CombatantId, after: RulesContext, facts: Sequence[ev.Resolved]) -> TieWait:
        context, combatant = self._context, self._context.combatant(who)
        return TieWait(
            who=who,
            name=combatant.name,
            side=combatant.side,
            sum=self._rules.sum(context, facts),
            gauge=self._gauge(who, after),
            wounds=tuple(self._wounds(who, after)),
            chips=self._new_chips(who, after),
            owed=", ".join(self._owed(who, after)),
        )

    def _gauge(self, who: CombatantId, after: RulesContext) -> GaugeChange | None:
        rules = self._looks.changes
        if not rules.harmed:
            return None
        change = gauge_change(self._context, after, who, rules.harmed, rules)
        return change if change.before.current != change.after.current else None

    def _wounds(self, who: CombatantId, after: RulesContext) -> Iterator[WoundChange]:
        wound_of = self._looks.changes.wound
        if wound_of is None:
            return
        context = self._context
        for place in context.ruleset.locations:
            before = wound_of(context, context.combatant(who), place.key)
            now = wound_of(after, after.combatant(who), place.key)
            if now != before:
                yield WoundChange(place=place.key, name=place.name, before=before, after=now)

    def _new_chips(self, who: CombatantId, after: RulesContext) -> tuple[Chip, ...]:
        rules = self._looks.chips
        known = {each.text for each in chips(self._context, self._context.combatant(who), rules)}
        now = chips(after, after.combatant(who), rules)
        return tuple(each for each in now if each.text not in known)

    def _owed(self, who: CombatantId, after: RulesContext) -> Iterator[str]:
        known = {each.id for each in self._context.state.obligations}
        for each in after.state.obligations:
            if each.who == who and each.id not in known:
                yield title_of(after, each)

    # ---- what it comes to together

    def changes(self) -> Iterator[ChangePreview]:
        """Yields what all that waits comes to, for everybody it reaches: those of the tie first."""
        context, after, rules = self._context, self._after, self._looks.changes
        acting = [each for each in context.state.acting if each in context.state.combatants]
        others = [each for each in context.state.combatants if each not in acting]
        for who in (*acting, *others):
            combatant = context.combatant(who)
            if who not in after.state.combatants or after.combatant(who) == combatant:
                continue
            change = self._gauge(who, after)
            words = self.ending(who)
            if change is None and not words:
                continue
            known = context.ruleset.condition(outcome(context, after, who, rules))
            yield ChangePreview(
                who=who,
                number=combatant.number,
                name=combatant.name,
                side=combatant.side,
                gauges=(change,) if change is not None else (),
                wounds=tuple(self._wounds(who, after)),
                outcome=known.name if known else "",
                kind=known.kind if known else "neutral",
            )

    def ending(self, who: CombatantId) -> str:
        """Returns what becomes of somebody in a few words: ``Unconscious, Bleeding``; wounds by place before it."""
        wounds = [f"{each.name} {each.after[1]}".strip() for each in self._wounds(who, self._after)]
        new = [each.text for each in self._new_chips(who, self._after)]
        return ", ".join((*wounds, *new)[:_MOST_WORDS])
