"""What is owed, as notices and tests: one for each test, or for all tests of a kind that are rolled together."""

from collections.abc import Sequence

from msgspec import structs

from encounter_gui.encounter.obligation import Obligation
from encounter_gui.rules.engine.automation import event_words
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.dry_run import DryRun
from encounter_gui.rules.engine.obligations import (
    RESUME,
    Kinds,
    due_by_itself,
    has_dice,
    is_settled_with,
    mode_of_kind,
    name_of,
    resumes,
    title_of,
)
from encounter_gui.rules.model.automation import TOLD, events_of, is_left
from encounter_gui.rules.model.commands import Settle
from encounter_gui.rules.model.text_format import MOST_ALIKE, names_of, percent
from encounter_gui.rules.view import ChipKind, Notice, ObligationView


def notices(context: RulesContext, kinds: Kinds, said: Sequence[Notice] = ()) -> tuple[Notice, ...]:
    """Returns a notice for each obligation, in the order of settling, with the command that settles it.

    Those of a kind that is settled together share one. What ``said``, the notices of a system, tell of needs no other.
    """
    half = half_answered(context, kinds)
    hidden = {test for ids in half.values() for test in ids}
    told = {each for notice in said for each in (*notice.owed, *_settled_by(notice))}
    wanted = [each for each in context.state.obligations if each.id not in told | hidden]
    return tuple(_notice(context, kinds, owed) for owed in _group(kinds, wanted))


def owed_tests(dry_run: DryRun, kinds: Kinds, said: Sequence[Notice]) -> tuple[ObligationView, ...]:
    """Returns what is owed, in the order of settling: what is due before the turn ends, then what can wait.

    What one of ``said``, the notices of a system, tells of is left to it, unless it offers only to settle it: so
    everything that is owed is shown, here or there.
    """
    state = dry_run.context.state
    looks = {each: notice.kind for notice in said for each in _settled_by(notice)}
    half = half_answered(dry_run.context, kinds)
    hidden = {test for ids in half.values() for test in ids}
    elsewhere = {
        each for notice in said if not _is_settling(notice) for each in notice.owed
    } - looks.keys()
    mine = [each for each in state.obligations if each.id not in hidden | elsewhere]
    due = [each for each in due_by_itself(kinds, state, "turn_end") if each in mine]
    later = [each for each in mine if each not in due]
    groups = (*_group(kinds, due), *_group(kinds, later))
    tests = (
        _half_answered(dry_run, kinds, owed[0], half[owed[0].id], is_due=owed[0] in due)
        if owed[0].id in half
        else _owed_test(dry_run, kinds, owed, looks.get(owed[0].id, "warn"), is_due=owed[0] in due)
        for owed in groups
    )
    return tuple(_of_who_rolls(dry_run.context, each) for each in tests)


def _is_settling(notice: Notice) -> bool:
    """Returns whether a notice offers to settle what it tells of, and nothing else."""
    return isinstance(notice.command, Settle)


def _settled_by(notice: Notice) -> tuple[int, ...]:
    """Returns the ids of what the command of a notice settles."""
    return notice.command.ids if isinstance(notice.command, Settle) else ()


def half_answered(context: RulesContext, kinds: Kinds) -> dict[int, tuple[int, ...]]:
    """Returns the tests that were left half answered, by the id of what resumes them: they are listed as one."""
    state = context.state
    return {
        each.id: ids
        for each in state.obligations
        if each.kind == RESUME and (ids := resumes(kinds, state, each))
    }


def _group(kinds: Kinds, obligations: Sequence[Obligation]) -> tuple[list[Obligation], ...]:
    """Returns obligations in order, those that are settled together as one."""
    found: list[list[Obligation]] = []
    for each in obligations:
        kind = kinds.get(each.kind)
        mine = (group for group in found if is_settled_with(kind, group[0], each))
        group = next(mine, None)
        if group is None:
            found.append([each])
        else:
            group.append(each)
    return tuple(found)


def _owed_test(
    dry_run: DryRun,
    kinds: Kinds,
    owed: Sequence[Obligation],
    look: ChipKind,
    *,
    is_due: bool,
) -> ObligationView:
    context, first = dry_run.context, owed[0]
    kind = kinds.get(first.kind)
    ids = tuple(each.id for each in owed)
    who = tuple(dict.fromkeys(each.who for each in owed if each.who))
    actor = context.state.combatants.get(who[0]) if who else None
    rolls = dry_run.first_rolls(Settle(ids=ids))
    dice = rolls[0].dice_text if len(rolls) == 1 else ""
    return ObligationView(
        ids=ids,
        title=title_of(context, first),
        who=who,
        name="" if is_left(first) else _names(context, owed),
        side=actor.side if actor else first.side,
        reason=_left_text(context, first) or _shared_reason(context, owed),
        sum=(kind.sum(context, first) if kind and len(owed) == 1 else "") or dice,
        chance=_chance(context, kinds, owed),
        kind="info" if is_left(first) else look,
        rolls=rolls,
        may_waive=first.kind == RESUME or kind is None or kind.may_waive,
        is_due=is_due,
        is_proposed=mode_of_kind(kinds, context.state, first) != "book",
        button=_left_button(context, first),
    )


def _half_answered(
    dry_run: DryRun, kinds: Kinds, left: Obligation, ids: Sequence[int], *, is_due: bool
) -> ObligationView:
    """Returns a test that was left half answered: named as the test it is, with the rolls that are still missing."""
    context = dry_run.context
    tests = [each for each in context.state.obligations if each.id in ids and each.kind != RESUME]
    shown = _owed_test(dry_run, kinds, tests or [left], "warn", is_due=is_due)
    rolls = dry_run.first_rolls(Settle(ids=(left.id,)))
    if not has_dice(left):
        return structs.replace(shown, ids=(left.id, *ids), rolls=rolls)
    dice = rolls[0].dice_text if len(rolls) == 1 else ""
    return structs.replace(shown, ids=(left.id, *ids), rolls=rolls, sum=dice, chance="")


def _of_who_rolls(context: RulesContext, test: ObligationView) -> ObligationView:
    """Returns a test that goes on with dice of somebody else in the name of whose dice they are.

    Of an attack that was left for later the resistance of its target may be all that is still to be rolled.
    """
    rolling = tuple(dict.fromkeys(each.who for each in test.rolls if each.who))
    if not rolling or set(rolling).intersection(test.who):
        return test
    persons = [context.combatant(who) for who in rolling]
    return structs.replace(
        test,
        who=rolling,
        name=", ".join(dict.fromkeys(each.name for each in persons)),
        side=persons[0].side,
        reason=context.texts.text_of("rules.why.owed_by", who=test.name)
        if test.name
        else test.reason,
    )


def _names(context: RulesContext, owed: Sequence[Obligation]) -> str:
    """Returns who owes it, each once, of many who are alike how many; empty for the game master."""
    there = context.state.combatants
    persons = dict.fromkeys(each.who for each in owed if each.who in there)
    if len(persons) > MOST_ALIKE and all(each.who in there for each in owed):
        return names_of(there[who] for who in persons if who is not None)
    return ", ".join(dict.fromkeys(name for each in owed if (name := name_of(context, each))))


def _shared_reason(context: RulesContext, owed: Sequence[Obligation]) -> str:
    """Returns why they are owed; empty where the reasons differ."""
    reasons = [context.texts.sentence(each.reason) for each in owed if each.reason]
    return reasons[0] if len(set(reasons)) == 1 else ""


def _notice(context: RulesContext, kinds: Kinds, owed: Sequence[Obligation]) -> Notice:
    first, texts = owed[0], context.texts
    if is_left(first):
        return _left_notice(context, first)
    names = _names(context, owed)
    reason = _shared_reason(context, owed)
    return Notice(
        title=title_of(context, first),
        text=reason if names in reason else " · ".join(part for part in (names, reason) if part),
        kind="warn",
        note=_chance_text(context, kinds, owed),
        button=texts.text_of("rules.owed_settle"),
        command=Settle(ids=tuple(each.id for each in owed)),
    )


def _left_notice(context: RulesContext, owed: Obligation) -> Notice:
    """Returns what a rule leaves to the game master: what it would change, to be confirmed or done by hand."""
    key = "rules.left_note.track" if owed.kind == TOLD else "rules.left_note.assist"
    return Notice(
        title=title_of(context, owed),
        text=_left_text(context, owed),
        kind="info",
        note=context.texts.text_of(key),
        button=_left_button(context, owed),
        command=Settle(ids=(owed.id,)),
    )


def _left_text(context: RulesContext, owed: Obligation) -> str:
    """Returns what would change if the game master did what a rule leaves to them; empty for all else."""
    return event_words.event_lines(context, events_of(owed)) if is_left(owed) else ""


def _left_button(context: RulesContext, owed: Obligation) -> str:
    """Returns the word of the button for what a rule leaves to the game master; empty for all else."""
    if not is_left(owed):
        return ""
    key = "rules.left_done" if owed.kind == TOLD else "rules.left_confirm"
    return context.texts.text_of(key)


def _chance_text(context: RulesContext, kinds: Kinds, owed: Sequence[Obligation]) -> str:
    """Returns the chance of passing a single test; nothing for several, or where there is none to tell."""
    chance = _chance(context, kinds, owed)
    return context.texts.text_of("rules.owed_chance", percent=chance) if chance else ""


def _chance(context: RulesContext, kinds: Kinds, owed: Sequence[Obligation]) -> str:
    """Returns the chance of passing a single test in percent; empty for several, or where there is none to tell."""
    kind = kinds.get(owed[0].kind)
    chance = kind.chance(context, owed[0]) if kind and len(owed) == 1 else None
    return "" if chance is None else percent(chance)
