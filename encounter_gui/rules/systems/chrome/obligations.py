"""The obligations of CHROME: each kind with its rule, when it has lost its object, and how it is settled.

Source: CHR-38, CHR-42, CHR-57, CHR-61 to CHR-64, CHR-69, CHR-73.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.core.messages import Message
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.obligation import Obligation
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.asking import Rolling
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.obligations import ObligationKind, kinds_of
from encounter_gui.rules.engine.resolution import Resolution, place_of
from encounter_gui.rules.systems.chrome.actions import recovery
from encounter_gui.rules.systems.chrome.combat import counter, critical_effects, frenzy
from encounter_gui.rules.systems.chrome.harm import dying, nerve, panic, renewal
from encounter_gui.rules.systems.chrome.sheet import character, owed

Settle = Callable[[Resolution, Sequence[Obligation]], Rolling[Message]]
Applies = Callable[[RulesContext, Combatant, Obligation], bool]


def _kind(kind: str, rule: str, settle: Settle, applies: Applies) -> ObligationKind:
    priority, due = owed.KINDS[kind]
    return ObligationKind(
        kind=kind,
        rule=rule,
        settle=_handing_on(settle),
        applies=_with_combatant(applies),
        priority=priority,
        due=due,
    )


def _handing_on(settle: Settle) -> Settle:
    """Returns a settlement that hands the values of its gesture on to what is owed from there. Source: CHR-73."""

    def handing_on(resolution: Resolution, obligations: Sequence[Obligation]) -> Rolling[Message]:
        resolution.carried = owed.handed_on(obligations)
        resolution.place = place_of(obligations[0])
        label = yield from settle(resolution, obligations)
        dying.appear_without_turns(resolution)
        return label

    return handing_on


def _with_combatant(applies: Applies) -> Callable[[RulesContext, Obligation], bool]:
    """Returns a function that says whether an obligation has its object: the combatant is there, and it applies."""

    def with_combatant(context: RulesContext, obligation: Obligation) -> bool:
        combatant = context.state.combatants.get(owed.who_of(obligation))
        return combatant is not None and applies(context, combatant, obligation)

    return with_combatant


# ---- when an obligation has its object


def _needs_save(context: RulesContext, combatant: Combatant, obligation: Obligation) -> bool:
    return dying.owes_save(combatant)


def _takes_effects(context: RulesContext, combatant: Combatant, obligation: Obligation) -> bool:
    is_open = owed.is_owed(context, combatant.id, owed.DEATH_SAVE)
    return is_open or not character.is_dead(combatant)


def _may_counter(context: RulesContext, combatant: Combatant, obligation: Obligation) -> bool:
    attacker = _named(context, obligation, "attacker")
    return attacker is not None and not character.is_dead(attacker)


def _named(context: RulesContext, obligation: Obligation, key: str) -> Combatant | None:
    """Returns whom an obligation names; None: that combatant is gone."""
    combatant = context.state.combatants.get(CombatantId(str(obligation.values[key])))
    return None if combatant is None or "left" in combatant.flags else combatant


def _distrusts(context: RulesContext, combatant: Combatant, obligation: Obligation) -> bool:
    is_there = _named(context, obligation, "newcomer") is not None
    return is_there and combatant.has("trust_no_one") and panic.can_panic(combatant)


def _panics(context: RulesContext, combatant: Combatant, obligation: Obligation) -> bool:
    """Returns whether a Panic Check is still to be made: one at most for each in a gesture. Source: CHR-57, CHR-73."""
    if not character.is_operator(combatant) or character.is_dead(combatant):
        return False
    if obligation.due == "any_time":
        return _is_marked(context, combatant, obligation)
    known = owed.obligations_of(context, combatant.id, owed.PANIC)
    of_gesture = [
        each
        for each in known
        if each.due == "now" and owed.gesture_of(each) == owed.gesture_of(obligation)
    ]
    is_first = not any(each.id < obligation.id for each in of_gesture)
    checked = obligation.values.get(owed.CHECKED, ())
    has_checked = isinstance(checked, tuple) and combatant.id in checked
    return is_first and not has_checked and character.is_awake(combatant)


def _lacks_courage(context: RulesContext, combatant: Combatant, obligation: Obligation) -> bool:
    return nerve.must_find_courage(context, combatant.id)


def _rages(context: RulesContext, combatant: Combatant, obligation: Obligation) -> bool:
    return frenzy.must_attack(context, combatant.id)


def _has_slept(context: RulesContext, combatant: Combatant, obligation: Obligation) -> bool:
    return character.is_operator(combatant) and character.is_awake(combatant)


def _rest_kind(aim: str) -> ObligationKind:
    """Returns the Save of a rest for Health or Conviction. Source: CHR-69."""

    def arithmetic(context: RulesContext, obligation: Obligation) -> str:
        combatant = context.state.combatants.get(owed.who_of(obligation))
        return "" if combatant is None else renewal.save_text(context, combatant, aim)

    kind = _kind(owed.REST_OF[aim], "CHR-69", recovery.rest_saves(aim), _has_slept)
    return replace(kind, together=True, sum=arithmetic)


def _is_marked(context: RulesContext, combatant: Combatant, obligation: Obligation) -> bool:
    return combatant.has(owed.MARKS[obligation.kind])


def from_old_marks(context: RulesContext) -> Iterator[ev.Event]:
    """Yields the obligations that only a condition shows: in campaigns of older versions. Source: CHR-62 to CHR-64."""
    for who, combatant in context.state.combatants.items():
        if not combatant.conditions:
            continue
        for kind in owed.MARKS:
            yield from owed.mark_events(context, combatant, kind)
        rages = combatant.has("frenzy") and frenzy.must_attack(context, who)
        if rages and not owed.is_owed(context, who, owed.FRENZY_ATTACK):
            yield ev.ObligationAdded(obligation=owed.obligation(owed.FRENZY_ATTACK, who))


# ---- the kinds


def _chance_of_calm(context: RulesContext, obligation: Obligation) -> float | None:
    """Returns how likely a Panic Check holds. Source: CHR-61."""
    combatant = context.state.combatants.get(owed.who_of(obligation))
    return None if combatant is None else panic.chance_to_hold(combatant)


def _panic_sum(context: RulesContext, obligation: Obligation) -> str:
    combatant = context.state.combatants.get(owed.who_of(obligation))
    if combatant is None:
        return ""
    left = character.conviction_now(combatant)
    return context.texts.text_of("chrome.notice.panic.text", conviction=left)


KINDS = kinds_of(
    replace(_kind(owed.DEATH_SAVE, "CHR-57", dying.death_save, _needs_save), may_waive=False),
    _kind(owed.CRITICAL_EFFECTS, "CHR-38", critical_effects.owed_effects, _takes_effects),
    replace(_kind(owed.COUNTER, "CHR-42", counter.counter, _may_counter), is_automatic=False),
    replace(_kind(owed.TRUST_SAVE, "CHR-63", nerve.trust_saves, _distrusts), together=True),
    replace(
        _kind(owed.PANIC, "CHR-61", panic.panic_checks, _panics),
        together=True,
        waive=nerve.waive_mark,
        chance=_chance_of_calm,
        sum=_panic_sum,
    ),
    replace(
        _kind(owed.GUTLESS, "CHR-63", nerve.gutless_save, _lacks_courage), waive=nerve.let_fight
    ),
    replace(
        _kind(owed.FRENZY_ATTACK, "CHR-63", counter.frenzy_attack, _rages),
        is_automatic=False,
        refusal="chrome.frenzy_waits",
        waive=frenzy.waive,
    ),
    _rest_kind("health"),
    _rest_kind("conviction"),
    replace(
        _kind(owed.DISTORTION, "CHR-64", nerve.refuse_to_roll, _is_marked), waive=nerve.waive_mark
    ),
)
"""The kinds of obligation by name. Source: CHR-73."""
