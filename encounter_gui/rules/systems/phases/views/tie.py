"""A tie side by side: the words of its discharges, blows and the tests they lead to. Source: PHA-19."""

from collections.abc import Mapping, Sequence

from encounter_gui.core.messages import figure_text
from encounter_gui.encounter import events as ev
from encounter_gui.encounter.values import Combatant, Slot
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters.ties.cards import Rolls
from encounter_gui.rules.presenters.ties.side_by_side import CardWords, TieRules
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.sheet import character
from encounter_gui.rules.systems.phases.turns import phases_of_round
from encounter_gui.rules.view import ChipKind


def _card(context: RulesContext, rolls: Rolls) -> CardWords:
    attack = rolls.values_of("attack")
    if not attack:
        return CardWords()
    found, kind = _outcome(context, attack, rolls)
    sign = ">" if attack.get("hit") else "≤"
    totals = {"attack": (_figure(attack.get("total")), f"{sign} {_figure(attack.get('against'))}")}
    damage = rolls.values_of("damage")
    if damage:
        armor = damage.get("armor")
        stopped = (
            context.texts.text_of("phases.at_once.armour", armor=_figure(armor)) if armor else ""
        )
        totals["damage"] = (_figure(damage.get("damage")), stopped)
    defense = rolls.values_of("defense")
    if defense:
        totals["defense"] = (_figure(defense.get("total")), "")
    rounds = attack.get("number")
    note = (
        context.texts.text_of("phases.at_once.rounds", count=rounds)
        if isinstance(rounds, int) and rounds > 1
        else ""
    )
    hidden = frozenset({"location"})  # the outcome names the place
    return CardWords(note=note, outcome=found, kind=kind, totals=totals, hidden=hidden)


def _outcome(
    context: RulesContext, attack: Mapping[str, object], rolls: Rolls
) -> tuple[str, ChipKind]:
    text_of = context.texts.text_of
    wounds = [each for each in rolls.facts if each.what == "wound"]
    if wounds:
        return _worst_first(context, wounds), "danger"
    if attack.get("hit"):
        return text_of("phases.at_once.harmless"), "neutral"
    return text_of("phases.at_once.missed"), "neutral"


def _worst_first(context: RulesContext, wounds: Sequence[ev.Resolved]) -> str:
    """Returns places with the level they come to, the worst first: ``Right arm Critical``. Source: PHA-61."""
    levels: dict[str, int] = {}
    for each in wounds:
        place, level = str(each.values.get("place")), each.values.get("level")
        levels[place] = max(levels.get(place, 0), level if isinstance(level, int) else 0)
    return ", ".join(
        context.texts.text_of(
            "phases.at_once.wound",
            place=character.place_name(context, place),
            level=character.level_name(context, level),
        )
        for place, level in sorted(levels.items(), key=lambda each: -each[1])
    )


def _sum(context: RulesContext, facts: Sequence[ev.Resolved]) -> str:
    return _worst_first(context, [each for each in facts if each.what == "wound"])


def _figure(value: object) -> str:
    return figure_text(value) if isinstance(value, int) else ""


def _has_acted(context: RulesContext, combatant: Combatant, slot: Slot) -> bool:
    """Returns whether somebody has begun what it does in this phase, or is done with it. Source: PHA-22, PHA-25."""
    has_begun = any(combatant.gauges.get(each) for each in (character.USED, character.MOVED))
    return slot.is_done or has_begun or _is_done(context, combatant, slot)


def _is_done(context: RulesContext, combatant: Combatant, slot: Slot) -> bool:
    return slot.is_done or not character.actions_left(context, combatant)


def _plan(context: RulesContext, combatant: Combatant) -> str:
    """Returns the Full Action and the intent that somebody declared. Source: PHA-22, PHA-24."""
    full, intent = combatant.memo_text("full"), combatant.memo_text("intent")
    name = context.texts.text_of(f"phases.full.{full}") if full else ""
    return ", ".join(each for each in (name, intent) if each)


RULES = TieRules(
    turns=phases_of_round.TURNS,
    apply=do.Apply(),
    one_by_one=do.Apply(one_by_one=True),
    card=_card,
    sum=_sum,
    has_acted=_has_acted,
    is_done=_is_done,
    plan=_plan,
    seen_by=phases_of_round.view_of,
)
