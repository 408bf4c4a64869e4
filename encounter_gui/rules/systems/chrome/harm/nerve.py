"""Commands about courage: Panic Checks the game master calls for, Stress, courage to fight, distrust, Distortions.

Source: CHR-05, CHR-61 to CHR-64.
"""

from collections.abc import Iterator, Sequence

from encounter_gui.core.errors import refuse
from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message, say
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.reading.table import Answers, at_table
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.text_format import names_of
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.checks import checks, conviction
from encounter_gui.rules.systems.chrome.harm import panic
from encounter_gui.rules.systems.chrome.rules import nerve as rules
from encounter_gui.rules.systems.chrome.rules.at_table import TableSaid, at
from encounter_gui.rules.systems.chrome.rules.fighter import Fighter
from encounter_gui.rules.systems.chrome.sheet import character, owed
from encounter_gui.rules.systems.chrome.sheet.check_plan import as_rolled, plan_check


def panic_check(resolution: Resolution, command: do.PanicCheck) -> Rolling[Message]:
    """Makes Operators owe a Panic Check, at once or at any later time. Source: CHR-62."""
    yield from ()
    combatants = _operators(resolution.context, command.who)
    for combatant in combatants:
        if not panic.can_panic(combatant):
            raise refuse("chrome.cannot_panic", rule="CHR-73", who=combatant.name)
    for combatant in combatants:
        if command.later:
            mark = Condition(key=owed.MARKS[owed.PANIC], note=command.text)
            resolution.add_condition(combatant.id, mark)
        else:
            owed.frighten(resolution, combatant.id, "game_master")
    names = names_of(combatants)
    if command.later:
        why = f" ({command.text})" if command.text else ""
        return say("chrome.log.panic_due", who=names, why=why, tail="")
    return say("chrome.log.panic_called", who=names)


def give_stress(resolution: Resolution, command: do.Stress) -> Rolling[Message]:
    """Gives Operators Stress or, below 0, Conviction back. Source: CHR-05."""
    yield from ()
    combatants = _operators(resolution.context, command.who)
    for combatant in combatants:
        if command.amount < 0:
            conviction.regain(resolution, combatant.id, -command.amount)
        else:
            conviction.stress(resolution, combatant.id, command.amount)
    names = names_of(combatants)
    return say("chrome.log.stress", who=names, tail="")


# ---- the courage to fight


def must_find_courage(context: RulesContext, who: CombatantId) -> bool:
    """Returns whether it is the turn of a gutless combatant that has not made its Fear Save. Source: CHR-63."""
    combatant = context.state.combatants.get(who)
    return (
        combatant is not None
        and character.lacks_courage(combatant)
        and context.state.stage == "running"
        and who in context.state.acting
        and character.can_act(combatant)
    )


def engage(resolution: Resolution, command: do.Engage) -> Rolling[Message]:
    """Rolls the Fear Save of a gutless Operator, who fights or flees. Source: CHR-63."""
    return (yield from _find_courage(resolution, command.who))


def gutless_save(resolution: Resolution, obligations: Sequence[Obligation]) -> Rolling[Message]:
    """Rolls the Fear Save that a gutless Operator owes in its turn. Source: CHR-63."""
    return (yield from _find_courage(resolution, owed.who_of(obligations[0])))


def _find_courage(resolution: Resolution, who: CombatantId) -> Rolling[Message]:
    combatant = checks.require_roller(resolution.context, who)
    if not character.lacks_courage(combatant):
        raise refuse("chrome.not_gutless", rule="CHR-63", who=combatant.name)
    resolution.record(*owed.ends_of(resolution.context, who, owed.GUTLESS))
    plan = as_rolled(plan_check(resolution.context, combatant, "fear"), "save")
    play, answers = TableSaid(resolution), Answers(moments=checks.MOMENTS)
    finds = yield from at_table(
        play, Fighter, rules.find_courage, {"who": who}, plan, answers=answers
    )
    key = "chrome.log.engages" if finds else "chrome.log.flees"
    return say(key, who=combatant.name, tail="")


def let_fight(resolution: Resolution, obligation: Obligation) -> None:
    """Lets a gutless Operator fight whose Save the game master waives: it has its courage. Source: CHR-63."""
    at(resolution, owed.who_of(obligation))[1].be_brave(where=True)


# ---- distrust


def rejoin(resolution: Resolution, command: do.Rejoin) -> Rolling[Message]:
    """Records that a combatant (re)joins the group. Source: CHR-63."""
    yield from ()
    combatant = resolution.context.known_combatant(command.who)
    resolution.apply(*distrust(resolution.context, combatant))
    return say("chrome.log.rejoins", who=combatant.name, tail="")


def distrust(context: RulesContext, newcomer: Combatant) -> Iterator[ev.Event]:
    """Yields the Fear Saves of those of a newcomer's squad who trust no one. Source: CHR-63."""
    reason = say("chrome.because.joins", who=newcomer.name)
    for combatant in character.squad(context, newcomer):
        if combatant.has("trust_no_one") and combatant.id != newcomer.id:
            obligation = owed.obligation(
                owed.TRUST_SAVE, combatant.id, reason, newcomer=newcomer.id
            )
            yield ev.ObligationAdded(obligation=obligation)


def trust_saves(resolution: Resolution, obligations: Sequence[Obligation]) -> Rolling[Message]:
    """Rolls the Fear Saves of those who trust no one, together for each newcomer. Source: CHR-63."""
    newcomers = dict.fromkeys(each.values["newcomer"] for each in obligations)
    for newcomer in newcomers:
        ids = [owed.who_of(each) for each in obligations if each.values["newcomer"] == newcomer]
        yield from _trust_saves(resolution, ids)
    names = dict.fromkeys(resolution.combatant(owed.who_of(each)).name for each in obligations)
    return say("chrome.log.trust_saves", who=", ".join(names), tail="")


def _trust_saves(resolution: Resolution, ids: Sequence[CombatantId]) -> Rolling[None]:
    context = resolution.context
    plans = [plan_check(context, context.combatant(who), "fear") for who in ids]
    results = yield from checks.roll_checks(resolution, plans, "save")
    for result in results:
        checks.apply_result(resolution, result)
        if not result.is_success:
            stress = context.number(mechanics.DISTRUST_STRESS)
            conviction.stress(resolution, result.plan.who, stress)


# ---- Distortions


def write_distortion(resolution: Resolution, command: do.Distort) -> Rolling[Message]:
    """Writes down a Distortion, which settles one that is owed. Source: CHR-64."""
    yield from ()
    context = resolution.context
    combatant = context.known_combatant(command.who)
    text = command.text.strip()
    if not text:
        raise refuse("chrome.empty_text", rule="CHR-64", who=combatant.name)
    known = (*character.distortions(combatant), text)
    resolution.set_record(combatant.id, character.DISTORTIONS, known)
    _settle_distortion(resolution, combatant)
    return say("chrome.log.distorted", who=combatant.name, text=text)


def _settle_distortion(resolution: Resolution, combatant: Combatant) -> None:
    """Settles one Distortion that is owed; the condition counts one less. Source: CHR-64."""
    for obligation in owed.obligations_of(resolution.context, combatant.id, owed.DISTORTION)[:1]:
        resolution.record(ev.ObligationSettled(id=obligation.id))
    end_mark(resolution, combatant.id, owed.DISTORTION)


def end_mark(resolution: Resolution, who: CombatantId, kind: str) -> None:
    """Takes one off what the condition for something owed later counts. Source: CHR-62, CHR-64."""
    key, count = owed.MARKS[kind], owed.mark_count(resolution.combatant(who), kind)
    if count > 1:
        resolution.add_condition(who, Condition(key=key, count=count - 1))
    else:
        resolution.remove_conditions(who, key)


def waive_mark(resolution: Resolution, obligation: Obligation) -> None:
    """Takes off the condition what a waived obligation was shown by. Source: CHR-62, CHR-64."""
    if obligation.due == "any_time":
        end_mark(resolution, owed.who_of(obligation), obligation.kind)


def refuse_to_roll(resolution: Resolution, obligations: Sequence[Obligation]) -> Rolling[Message]:
    """Refuses: no dice say what a Distortion is; it is written down with the command ``distort``. Source: CHR-64."""
    yield from ()
    who = resolution.combatant(owed.who_of(obligations[0])).name
    raise refuse("chrome.write_distortion", rule="CHR-64", who=who)


def _operators(context: RulesContext, who: Sequence[CombatantId]) -> tuple[Combatant, ...]:
    combatants = context.combatants(who)
    for combatant in combatants:
        if not character.is_operator(combatant):
            raise refuse("chrome.no_stats", rule="CHR-11", who=combatant.name)
    return combatants
