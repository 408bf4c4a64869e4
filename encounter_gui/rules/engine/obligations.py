"""What the rules demand later: which obligations are due, and how they are settled or waived.

A command ends as soon as its own rolls are done. What follows from it by the rules (a Panic Check, the next hit of a
burst) is an obligation in the state: it survives the end of the program, and is settled or waived by commands.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol

import msgspec
from msgspec.structs import replace

from encounter_gui.core.errors import Missing, RuleError, refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.dice.requests import (
    Choice,
    Chosen,
    Faces,
    Rolled,
    RollRefused,
    RollRequest,
    Total,
    Typed,
    accept,
)
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.entries import Outcome
from encounter_gui.encounter.obligation import Due, Obligation
from encounter_gui.encounter.state import EncounterState
from encounter_gui.encounter.values import Automation
from encounter_gui.rules.engine.asking import Answer, Ask, Procedure, Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.resolution import Resolution, with_events
from encounter_gui.rules.model.automation import (
    CONSEQUENCES,
    DURATIONS,
    EFFECTS,
    PROPOSED,
    STEP,
    TIME,
    TOLD,
    events_of,
    is_left,
    mode_of,
    rule_of,
)
from encounter_gui.rules.model.commands import Command, Damage, Settle, Waive
from encounter_gui.rules.model.text_format import names_of

RESUME = "resume"
"""The kind of an obligation to play a command to its end that was interrupted among its own dice."""

INITIATIVE = "initiative"
"""The kind of obligation of a newcomer in mid-fight to roll its initiative, in every game."""

SAVE_ENDS = "save_ends"
"""The kind of an obligation to make the save that ends a condition, where the game master has said so."""

GOING_ON = "going_on"
"""The kind of an obligation to go on with a step once what it has proposed is confirmed."""

TIME_PASSES = "time_passes"
"""The kind of an obligation to let the rest of a time pass between fights."""

GENERAL_KINDS = (RESUME, INITIATIVE, SAVE_ENDS, GOING_ON, TIME_PASSES)
"""The kinds of obligation that mean the same in every game."""

_RESUME_PRIORITY = 5

_REFUSAL = "rules.owed"
"""The key of the message that usually refuses to move on while something is owed that can also be waived."""

Boundary = Literal["now", "turn_end", "round_end"]
"""Before what obligations are asked for: before anything else is rolled, the end of the turn, of the round."""


class ObligationKind(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of test the rules demand: its place in the order, when it is due, how it is settled.

    ``rule`` is the id of its rule. ``together``: all of one kind that are due are settled at once, their dice asked
    for together. ``continues``: it is the rest of an action of ``Obligation.by``, so that in a tie its effects are
    held like those of the action. ``is_automatic``: the rules demand it by themselves, so that the game master may set
    how far they go in it; False for the rest of an action, which people play. ``is_step``: it lets time pass,
    once what is due before is settled, unless it ``leaves_owed`` what is.
    ``holds_up`` False: whoever moves on need not settle it before, as moving on settles it in time. ``refusal`` is the
    key of the message that refuses to move on while it is owed; it may name ``{owed}`` and ``{who}``.

    ``applies`` returns False where an obligation has lost its object: it is then void. ``settle`` plays obligations
    of this kind (one, or all that are due for ``together``), and returns the label of the entry. ``waive`` adds what
    waiving one means besides. ``chance`` returns
    the exact chance of passing, None where there is none to tell; ``sum`` the arithmetic of its test, e.g.
    ``3d6 + 5 ≥ 18``, empty where its dice say all.
    """

    kind: str
    rule: str
    settle: Callable[[Resolution, Sequence[Obligation]], Rolling[Message]]
    priority: int = 50
    due: Due = "now"
    together: bool = False
    is_automatic: bool = True
    is_step: bool = False
    leaves_owed: bool = False
    continues: bool = False
    may_waive: bool = True
    holds_up: bool = True
    waive: Callable[[Resolution, Obligation], None] = lambda resolution, obligation: None
    refusal: str = _REFUSAL
    applies: Callable[[RulesContext, Obligation], bool] = lambda context, obligation: True
    chance: Callable[[RulesContext, Obligation], float | None] = lambda context, obligation: None
    sum: Callable[[RulesContext, Obligation], str] = lambda context, obligation: ""

    def of(
        self,
        who: CombatantId | None,
        *,
        by: CombatantId | None = None,
        reason: Message | None = None,
        **values: Any,  # noqa: ANN401 - a Record each, checked by the Obligation
    ) -> Obligation:
        """Returns an obligation of this kind, to be given to ``Resolution.owe``."""
        return Obligation(
            kind=self.kind,
            who=who,
            by=by,
            reason=reason,
            values=values,
            priority=self.priority,
            due=self.due,
        )


Kinds = Mapping[str, ObligationKind]
"""The kinds of a system by name."""


class Owes(Protocol):
    """What this module needs of a rule system."""

    @property
    def commands(self) -> tuple[type[Command], ...]:
        """Every command of the system."""
        ...

    @property
    def obligation_kinds(self) -> Kinds:
        """The kinds of obligation of the system."""
        ...

    def procedure(self, context: RulesContext, command: Command) -> Procedure:
        """Returns the procedure of a command."""
        ...

    def resolution(self, context: RulesContext, actor: CombatantId | None = None) -> Resolution:
        """Returns a collector for a command of this system; with an actor it holds effects in a tie."""
        ...

    def begun(
        self, context: RulesContext, command: Command
    ) -> tuple[Resolution, Rolling[Message] | Message]:
        """Returns the collector of a command, and what carries it out: it fills the collector as it goes on."""
        ...


def kinds_of(*kinds: ObligationKind) -> Kinds:
    """Returns kinds by name."""
    return {kind.kind: kind for kind in kinds}


# ---- playing


def play(system: Owes, context: RulesContext, command: Command, procedure: Procedure) -> Procedure:
    """Plays a command of a system by its procedure, or settles or waives what is owed.

    Obligations that have lost their object by it are settled with it.
    """
    match command:
        case Settle():
            procedure = settle(system, context, command)
        case Waive():
            procedure = waive(system, context, command)
        case _:
            pass
    outcome = yield from procedure
    return without_void(system, context, outcome)


# ---- what is due


def due_at(state: EncounterState, boundary: Boundary) -> tuple[Obligation, ...]:
    """Returns what has to be settled before a boundary, in the order in which it is settled."""
    return tuple(each for each in state.obligations if _is_due(state, each, boundary))


def _is_due(state: EncounterState, obligation: Obligation, boundary: Boundary) -> bool:
    match obligation.due:
        case "now":
            return True
        case "turn_end":
            return boundary != "now"
        case "own_turn":
            return boundary != "now" and obligation.who in state.acting
        case "round_end":
            return boundary == "round_end"
        case "any_time":
            return False


def mode_of_kind(kinds: Kinds, state: EncounterState, obligation: Obligation) -> Automation:
    """Returns how far the rules go in what is owed; what a rule has left to the game master stays theirs."""
    if obligation.kind == PROPOSED:
        return "assist"
    if obligation.kind == TOLD:
        return "track"
    kind = kinds.get(obligation.kind)
    is_dialled = kind is not None and kind.is_automatic and kind.holds_up
    return mode_of(state.automation, obligation.kind) if is_dialled else "book"


def due_by_itself(
    kinds: Kinds, state: EncounterState, boundary: Boundary
) -> tuple[Obligation, ...]:
    """Returns what Next settles or stops at before a boundary: what the game master only keeps track of is left out."""
    owed = due_at(state, boundary)
    return tuple(each for each in owed if mode_of_kind(kinds, state, each) != "track")


def require_settled(kinds: Kinds, context: RulesContext, boundary: Boundary) -> None:
    """Lets the encounter move on past a boundary.

    Raises:
        RuleError: something is owed before it; names what, and who owes it.
    """
    owed = held_up_by(kinds, context, boundary)
    if not owed:
        return
    first = owed[0]
    kind = kinds.get(first.kind)
    refusal = kind.refusal if kind else _REFUSAL
    if kind is not None and not kind.may_waive and refusal == _REFUSAL:
        refusal = "rules.owed_for_sure"
    names = ", ".join(dict.fromkeys(title_of(context, each) for each in owed))
    params = _refusal_params(context, first)
    raise RuleError(
        say(refusal, **{"owed": names, **params}),
        rule=kind.rule if kind else "",
        missing=tuple(Missing(who=each.who, owed=each.id) for each in owed),
    )


def held_up_by(kinds: Kinds, context: RulesContext, boundary: Boundary) -> tuple[Obligation, ...]:
    """Returns what has to be settled before a boundary is passed, in the order in which it is settled."""
    return tuple(
        each
        for each in due_at(context.state, boundary)
        if mode_of_kind(kinds, context.state, each) != "track"
        and _applies(kinds, context, each)
        and _holds_up(kinds, each)
    )


def _holds_up(kinds: Kinds, obligation: Obligation) -> bool:
    kind = kinds.get(obligation.kind)
    return kind is None or kind.holds_up


def _refusal_params(context: RulesContext, obligation: Obligation) -> dict[str, str | int]:
    values = {key: each for key, each in obligation.values.items() if isinstance(each, str | int)}
    return {**values, "who": name_of(context, obligation)}


def name_of(context: RulesContext, obligation: Obligation) -> str:
    """Returns the name of the combatant or side that owes something; empty for the game master."""
    combatant = context.state.combatants.get(obligation.who) if obligation.who else None
    if combatant is not None:
        return combatant.name
    return context.side_name(obligation.side) if obligation.side else ""


def title_of(context: RulesContext, obligation: Obligation) -> str:
    """Returns what an obligation is called on the screen, e.g. ``Panic Check``."""
    return context.texts.text_of(title_key(context, obligation))


def title_key(context: RulesContext, obligation: Obligation) -> str:
    """Returns the key of the text that names the kind of an obligation."""
    if obligation.kind in GENERAL_KINDS:
        return f"rules.owed_kind.{obligation.kind}"
    if is_left(obligation):
        return name_key(context, rule_of(obligation))
    return f"{context.ruleset.system}.owed.{obligation.kind}"


def name_key(context: RulesContext, rule: str) -> str:
    """Returns the key of the text that names a rule which may apply itself or not."""
    if rule in (EFFECTS, DURATIONS, TIME, CONSEQUENCES):
        return f"rules.automation.{rule}"
    own = f"{context.ruleset.system}.automation.{rule}"
    return own if context.texts.text_or(own, "") else f"{context.ruleset.system}.owed.{rule}"


# ---- settling


def settle(system: Owes, context: RulesContext, command: Settle) -> Procedure:
    """Settles obligations: those named, or the first that is due with all that are settled together with it.

    Raises:
        RuleError: one that is named is not owed, nothing is owed at all, these rules do not know what is owed, or time
            would pass though something else is due before.
    """
    chosen = _chosen(system.obligation_kinds, context, command.ids)
    left = _left_half(system.obligation_kinds, context, chosen[0])
    if left is not None:
        return (yield from _resume(system, context, left))
    first = chosen[0]
    kind = system.obligation_kinds.get(first.kind)
    if kind is None:
        raise refuse("rules.unknown_owed", kind=first.kind)
    if len({each.kind for each in chosen}) > 1:
        chosen = (first,)
    chosen = tuple(each for each in chosen if is_settled_with(kind, first, each))
    resolution = system.resolution(context, first.by if kind.continues else None)
    resolution.record(*(ev.ObligationSettled(id=each.id) for each in chosen))
    if kind.continues:
        resolution.suppose(*left_events(context.state))
    if kind.is_step and not kind.leaves_owed:
        require_settled(system.obligation_kinds, resolution.context, "now")
    resolution.moment = _moment_of(context, kind)
    label = yield from kind.settle(resolution, chosen)
    return resolution.outcome(label)


def _moment_of(context: RulesContext, kind: ObligationKind) -> str:
    """Returns what kind of events settling makes, for the rules that do not apply themselves."""
    if kind.is_step:
        return STEP
    if kind.continues:
        return EFFECTS
    is_tracked = kind.is_automatic and mode_of(context.state.automation, kind.kind) == "track"
    return kind.kind if is_tracked else ""


def _chosen(kinds: Kinds, context: RulesContext, ids: tuple[int, ...]) -> tuple[Obligation, ...]:
    state = context.state
    if ids:
        known = {each.id: each for each in state.obligations}
        if any(each not in known for each in ids):
            raise refuse("rules.not_owed")
        return tuple(known[each] for each in ids)
    if not state.obligations:
        raise refuse("rules.nothing_owed")
    owed = due_at(state, "turn_end") or state.obligations
    first = owed[0]
    if told := _told_before(state, first):
        return (told,)
    kind = kinds.get(first.kind)
    return tuple(each for each in owed if is_settled_with(kind, first, each))


def is_settled_with(kind: ObligationKind | None, first: Obligation, other: Obligation) -> bool:
    """Returns whether something is settled together with the first of its kind: by one action, not by another's."""
    if kind is None or not kind.together:
        return other.id == first.id
    return (other.kind, other.priority) == (first.kind, first.priority)


def _told_before(state: EncounterState, owed: Obligation) -> Obligation | None:
    """Returns what the game master was told to do by hand, and has not, to who owes something; None: nothing.

    A test is rolled from what has led to it.
    """
    told = (each for each in state.obligations if each.kind == TOLD)
    return next((each for each in told if each.who in (None, owed.who)), None)


def left_events(state: EncounterState) -> tuple[ev.Event, ...]:
    """Returns what actions have led to and is left to the game master, who has not done it yet.

    The rest of an action is worked out as if it were done. Numbers that go up or down are no part of it: they may have
    been entered by hand already.
    """
    return tuple(
        event
        for each in state.obligations
        if is_left(each)
        for event in events_of(each)
        if not isinstance(event, ev.GaugeChanged)
    )


def waive(system: Owes, context: RulesContext, command: Waive) -> Procedure:
    """Takes obligations back without playing them; the log keeps the game master's reason.

    An action of which dice lie has begun: it has cost what it costs, and what its dice have done is done.

    Raises:
        RuleError: one is not owed, or the rules cannot go on without it.
    """
    yield from ()
    kinds = system.obligation_kinds
    named = _chosen(kinds, context, command.ids)
    resumed = {test for each in named for test in resumes(kinds, context.state, each)}
    chosen = [each for each in context.state.obligations if each in named or each.id in resumed]
    for each in chosen:
        kind = kinds.get(each.kind)
        if kind is not None and not kind.may_waive:
            raise refuse("rules.cannot_waive", rule=kind.rule, owed=title_of(context, each))
    resolution = system.resolution(context)
    resolution.record(*(ev.ObligationSettled(id=each.id, how="waived") for each in chosen))
    for each in chosen:
        if kind := kinds.get(each.kind):
            kind.waive(resolution, each)
    # What was half answered is told as the test it is.
    told = [each for each in chosen if not resumes(kinds, context.state, each)]
    names = ", ".join(_owed_text(context, each) for each in told)
    key = "rules.log.waived_because" if command.note.strip() else "rules.log.waived"
    outcome = resolution.outcome(say(key, owed=names, note=command.note.strip()))
    for each in told:
        begun = _so_far(system, with_events(context, outcome.events), each)
        if begun is not None and begun[0].events:
            outcome = replace(
                outcome,
                label=say("rules.log.waived_begun", waived=context.texts.text(outcome.label)),
                events=(*outcome.events, *begun[0].events),
                reasons=(*outcome.reasons, *begun[0].reasons),
            )
    return outcome


def _owed_text(context: RulesContext, obligation: Obligation) -> str:
    name, title = name_of(context, obligation), title_of(context, obligation)
    return f"{name}: {title}" if name else title


def without_void(system: Owes, context: RulesContext, outcome: Outcome) -> Outcome:
    """Returns the outcome of a command, with the obligations settled that have lost their object by it."""
    if not context.state.obligations and not any(
        isinstance(each, ev.ObligationAdded) for each in outcome.events
    ):
        return outcome
    after = with_events(context, outcome.events)
    void = tuple(_void(system, after))
    return replace(outcome, events=(*outcome.events, *void)) if void else outcome


def _void(system: Owes, context: RulesContext) -> Iterable[ev.Event]:
    kinds, obligations = system.obligation_kinds, context.state.obligations
    left = [event for each in obligations if is_left(each) for event in events_of(each)]
    done = with_events(context, left) if left else context
    for each in obligations:
        # What only has an object once a proposal is confirmed, or has one until then, stays.
        then = done if not is_left(each) else context
        if not _applies(kinds, context, each) and (
            then is context or not _applies(kinds, then, each)
        ):
            yield ev.ObligationSettled(id=each.id, how="void")


def _applies(kinds: Kinds, context: RulesContext, obligation: Obligation) -> bool:
    kind = kinds.get(obligation.kind)
    settling = _settle_of(obligation)
    if settling is not None and settling.ids:
        return bool(resumes(kinds, context.state, obligation))
    return kind is None or kind.applies(context, obligation)


# ---- commands interrupted among their own dice


def resumes(kinds: Kinds, state: EncounterState, obligation: Obligation) -> tuple[int, ...]:
    """Returns the ids of what resuming an obligation settles, as far as it is owed still; none: another command."""
    command = _settle_of(obligation)
    if command is None:
        return ()
    owed = [each for each in state.obligations if each.id in command.ids]
    inner = [
        test
        for each in owed
        if each.kind == RESUME and each.id < obligation.id
        for test in resumes(kinds, state, each)
    ]
    kind = kinds.get(owed[0].kind) if owed else None
    owed = [each for each in owed if is_settled_with(kind, owed[0], each)]
    return (*(each.id for each in owed), *inner)


def is_half_answered(obligation: Obligation) -> bool:
    """Returns whether an obligation goes on with a test that was left half answered, which itself is owed too."""
    return _settle_of(obligation) is not None


def _settle_of(obligation: Obligation) -> Settle | None:
    """Returns the settling that an obligation resumes; None: it resumes another command, or cannot be read."""
    if obligation.kind != RESUME:
        return None
    try:
        return msgspec.json.decode(str(obligation.values.get("command", "")), type=Settle)
    except (msgspec.MsgspecError, RecursionError):
        return None


def _left_half(kinds: Kinds, context: RulesContext, wanted: Obligation) -> Obligation | None:
    """Returns what resumes a test that was left half answered, the latest first; None: it is to be begun."""
    if wanted.kind == RESUME:
        return wanted
    state = context.state
    found = [each for each in state.obligations if wanted.id in resumes(kinds, state, each)]
    return max(found, key=lambda each: each.id, default=None)


class _Answers(msgspec.Struct, frozen=True):
    """The answers an interrupted command was given, in order; each either rolls or a choice."""

    rolls: tuple[Rolled, ...] = ()
    option: str | None = None


_answers = msgspec.json.Decoder(tuple[_Answers, ...])


class _Typed(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice that were typed before they were asked for; one of the three is set."""

    faces: tuple[int, ...] | None = None
    total: int | None = None
    option: str | None = None


_typed = msgspec.json.Decoder(dict[str, _Typed])


def interrupted(
    system: Owes,
    context: RulesContext,
    command: Command,
    answers: Sequence[Answer],
    typed: Mapping[str, Typed | Chosen] | None = None,
) -> Outcome:
    """Returns what keeps an interrupted command: an obligation to play it on with the answers it was given.

    ``typed`` are dice by key that it has not asked for yet. What resumed an obligation takes its place, with all that
    was answered before.
    """
    tests, left = _settled_by(system, context, command)
    if left is not None:
        kept_command = str(left.values.get("command", ""))
        answers = (*_answers_of(left), *answers)
    else:
        if tests and isinstance(command, Settle):
            command = Settle(ids=tuple(each.id for each in tests))
        kept_command = msgspec.json.encode(command).decode()
    kept = [
        _Answers(option=each.option) if isinstance(each, Chosen) else _Answers(rolls=each)
        for each in answers
    ]
    who = left.who if left is not None else _actor_of(context, command)
    obligation = Obligation(
        kind=RESUME,
        who=who or (tests[0].who if tests else None),
        side=tests[0].side if tests else None,
        reason=left.reason if left is not None else _object_of(context, command),
        values={
            "command": kept_command,
            "answers": msgspec.json.encode(kept).decode(),
            **({"typed": _typed_text(typed)} if typed else {}),
        },
        priority=_RESUME_PRIORITY,
        due="now" if isinstance(command, Settle) else "turn_end",
    )
    gone = () if left is None else (ev.ObligationSettled(id=left.id, how="void"),)
    label = _interrupted_label(context, obligation, tests)
    return Outcome(label=label, events=(*gone, ev.ObligationAdded(obligation=obligation)))


def told_this_time(
    system: Owes, context: RulesContext, command: Command, left: Obligation
) -> tuple[tuple[Answer, ...], Mapping[str, Typed | Chosen]]:
    """Returns the answers an interrupted command took before it was left, and the dice typed ahead for it.

    ``left`` is the obligation that keeps it, ``context`` that in which it was begun. What it resumed had answers of
    its own before: they are not among these.
    """
    _, before = _settled_by(system, context, command)
    known = len(_answers_of(before)) if before is not None else 0
    return _answers_of(left)[known:], _typed_of(left)


def _settled_by(
    system: Owes, context: RulesContext, command: Command
) -> tuple[tuple[Obligation, ...], Obligation | None]:
    """Returns the tests that a command settles, and what resumes them already; none: it is another command."""
    if not isinstance(command, Settle):
        return (), None
    kinds, state = system.obligation_kinds, context.state
    try:
        chosen = _chosen(kinds, context, command.ids)
    except RuleError:
        return (), None
    left = _left_half(kinds, context, chosen[0])
    if left is None:
        return chosen, None
    ids = resumes(kinds, state, left)
    return tuple(each for each in state.obligations if each.id in ids), left


def _interrupted_label(
    context: RulesContext, obligation: Obligation, tests: Sequence[Obligation]
) -> Message:
    if tests:
        owed = ", ".join(dict.fromkeys(_owed_text(context, each) for each in tests))
        return say("rules.log.interrupted_test", owed=owed)
    name = name_of(context, obligation)
    return say("rules.log.interrupted_of" if name else "rules.log.interrupted", who=name)


def _object_of(context: RulesContext, command: Command) -> Message | None:
    """Returns at whom an interrupted command is aimed, in words; None: at nobody."""
    aim = getattr(command, "target", None) or getattr(command, "targets", ())
    several = (aim,) if isinstance(aim, str) else aim if isinstance(aim, tuple) else ()
    known = context.state.combatants
    ids = [CombatantId(str(getattr(each, "who", each))) for each in several]
    names = names_of(known[each] for each in ids if each in known)
    if not names:
        return None
    if isinstance(command, Damage):
        return say("rules.why.interrupted_damage", names=names, amount=command.amount)
    return say("rules.why.interrupted", names=names)


def _typed_text(typed: Mapping[str, Typed | Chosen]) -> str:
    found = dict[str, _Typed]()
    for key, each in typed.items():
        match each:
            case Faces(values=values):
                found[key] = _Typed(faces=values)
            case Total(value=value):
                found[key] = _Typed(total=value)
            case Chosen(option=option):
                found[key] = _Typed(option=option)
    return msgspec.json.encode(found).decode()


def typed_before(
    system: Owes, context: RulesContext, command: Command
) -> Mapping[str, Typed | Chosen]:
    """Returns the dice typed beforehand for a command that is to be resumed; nothing for any other command."""
    if not isinstance(command, Settle) or not context.state.obligations:
        return {}
    try:
        first = _chosen(system.obligation_kinds, context, command.ids)[0]
        left = _left_half(system.obligation_kinds, context, first)
    except RuleError:  # it is refused when it is played
        return {}
    return _typed_of(left) if left is not None else {}


def _typed_of(left: Obligation) -> Mapping[str, Typed | Chosen]:
    """Returns the dice typed ahead for what an obligation resumes; nothing in a spoilt file."""
    try:
        kept = _typed.decode(str(left.values.get("typed", "{}")))
    except msgspec.MsgspecError:
        return {}
    found = dict[str, Typed | Chosen]()
    for key, each in kept.items():
        if each.faces is not None:
            found[key] = Faces(values=each.faces)
        elif each.total is not None:
            found[key] = Total(value=each.total)
        elif each.option is not None:
            found[key] = Chosen(option=each.option)
    return found


def _actor_of(context: RulesContext, command: Command) -> CombatantId | None:
    """Returns whose command it is, if it names one combatant that is there."""
    who = getattr(command, "who", None)
    return CombatantId(who) if isinstance(who, str) and who in context.state.combatants else None


def _resume(system: Owes, context: RulesContext, obligation: Obligation) -> Procedure:
    """Plays an interrupted command on: first with the answers it was given; void where the rules now refuse it."""
    settled = ev.ObligationSettled(id=obligation.id)
    without = with_events(context, (settled,))  # else a Settle that was interrupted finds itself
    try:
        command = command_of(system, obligation)
        if isinstance(command, Settle):  # somebody may have left the fight meanwhile
            known = {each.id for each in without.state.obligations}
            command = Settle(
                ids=tuple(each for each in command.ids if each in known) or command.ids
            )
        inner = system.procedure(without, command)
        outcome = yield from _replay(inner, list(_answers_of(obligation)))
    except RuleError as error:
        reason = context.texts.sentence(error.message)
        void = ev.ObligationSettled(id=obligation.id, how="void")
        return Outcome(label=say("rules.log.resume_void", reason=reason), events=(void,))
    return replace(outcome, events=(settled, *outcome.events))


def _so_far(
    system: Owes, context: RulesContext, left: Obligation
) -> tuple[Resolution, bool] | None:
    """Returns what an action has come to with the dice that lie of it, and whether it would still ask for all of them.

    None: no dice lie, or the rules now refuse it. ``context`` is without the obligation that resumes it.
    """
    if left.kind != RESUME or left.who is None or not has_dice(left) or is_half_answered(left):
        return None
    try:
        resolution, carried_out = system.begun(context, command_of(system, left))
        if isinstance(carried_out, Message):
            return resolution, False
        asked = next(carried_out)
        for answer in _answers_of(left):
            if _fitting(asked, [answer]) is None:
                return resolution, False
            asked = carried_out.send(answer)
    except RuleError:
        return None
    except StopIteration:
        pass
    return resolution, True


def require_none_begun(system: Owes, context: RulesContext, command: Command) -> None:
    """Lets a combatant do something beside an action of its own that was left half rolled.

    Otherwise a second attack could be rolled and the better one be kept, or typed dice would lose their object.

    Raises:
        RuleError: it is another action that is rolled for; or with what it costs, the one that was begun could not be
            gone on with, or not with its dice.
    """
    who = _actor_of(context, command)
    begun = [
        each
        for each in context.state.obligations
        if each.kind == RESUME and each.who == who and has_dice(each) and not is_half_answered(each)
    ]
    if not begun:
        return
    resolution, carried_out = system.begun(context, command)
    asked = None if isinstance(carried_out, Message) else next(carried_out, None)
    is_another = asked is not None and bool(resolution.events)
    after = with_events(context, resolution.events)
    for each in begun:
        gone = (ev.ObligationSettled(id=each.id),)
        now, then = (_so_far(system, with_events(at, gone), each) for at in (context, after))
        goes_on = then is not None and then[1]
        if now is not None and now[1] and (is_another or not goes_on):
            on = f" {context.texts.sentence(each.reason)}" if each.reason else ""
            raise refuse("rules.action_begun", who=name_of(context, each), on=on)


def command_of(system: Owes, obligation: Obligation) -> Command:
    """Returns the command that an obligation of the kind ``resume`` plays on.

    Raises:
        RuleError: it cannot be read: the file comes from elsewhere, or is spoilt.
    """
    text = str(obligation.values.get("command", ""))
    union: Any = system.commands[0]
    for kind in system.commands[1:]:
        union |= kind
    try:
        command: Command = msgspec.json.decode(text, type=union)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise refuse("rules.resume_unreadable") from error
    return command


def _answers_of(obligation: Obligation) -> tuple[Answer, ...]:
    try:
        kept = _answers.decode(str(obligation.values.get("answers", "[]")))
    except (msgspec.MsgspecError, RecursionError):
        return ()
    return tuple(each.rolls if each.option is None else Chosen(option=each.option) for each in kept)


def has_dice(obligation: Obligation) -> bool:
    """Returns whether dice lie already of what an obligation resumes: its chance is no longer what it was."""
    return any(not isinstance(each, Chosen) for each in _answers_of(obligation))


def _replay(inner: Procedure, answers: list[Answer]) -> Procedure:
    try:
        asked = next(inner)
        while True:
            known = _fitting(asked, answers)
            answer = known if known is not None else (yield asked)
            asked = inner.send(answer)
    except StopIteration as done:
        outcome: Outcome = done.value
        return outcome


def _fitting(asked: Ask, answers: list[Answer]) -> Answer | None:
    """Takes the next known answer if it answers what is asked; if not, it and all after it are void."""
    if not answers:
        return None
    answer = answers.pop(0)
    match asked, answer:
        case Choice() as choice, Chosen() as chosen if chosen.option in choice.options:
            return chosen
        case tuple() as requests, tuple() as rolls if _answer_all(requests, rolls):
            return rolls
    answers.clear()
    return None


def _answer_all(requests: Sequence[RollRequest], rolls: Sequence[Rolled]) -> bool:
    """Returns whether rolls answer requests one by one, with dice that can fall like that: files may be spoilt."""
    return len(requests) == len(rolls) and all(map(_answers_one, requests, rolls))


def _answers_one(wanted: RollRequest, had: Rolled) -> bool:
    asked = had.request
    if (wanted.key, wanted.who, wanted.notation) != (asked.key, asked.who, asked.notation):
        return False
    try:
        known = accept(
            wanted, Total(value=had.total) if had.faces is None else Faces(values=had.faces)
        )
    except RollRefused:
        return False
    return known.total == had.total
