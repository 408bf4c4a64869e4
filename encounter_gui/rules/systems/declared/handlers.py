"""Every command of a declared game and what carries it out; how combatants are made, and damage that is no attack."""

from collections.abc import Mapping, Sequence

from encounter_gui.dice.requests import Rolled, RollRequest
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import joining
from encounter_gui.rules.engine.asking import requests_of
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.harm.damage import HarmRules, HitByHand, HitResult, Reduction
from encounter_gui.rules.engine.modifiers import total
from encounter_gui.rules.engine.reading.table import EventStore, TablePlay
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.facade import RuleParts
from encounter_gui.rules.model.dice_sum import DiceSum, parse_dice
from encounter_gui.rules.model.formula import evaluate
from encounter_gui.rules.model.games.declared_game import HEALTH, AttackDef
from encounter_gui.rules.model.ruleset import CreatureDef
from encounter_gui.rules.systems.declared import combat, rules, sheet
from encounter_gui.rules.systems.declared import commands as do
from encounter_gui.rules.systems.declared.fighter import Fighter
from encounter_gui.rules.systems.declared.formulas import filled, has_dice
from encounter_gui.rules.systems.declared.turns import INITIATIVE_RULES, ROUNDS


def recruit(context: RulesContext, creature: CreatureDef, *, name: str, number: int) -> Combatant:
    """Returns a new combatant made from a library creature, gauges full; those that count harm at 0."""
    fields = {each.key: each.default for each in context.ruleset.fields}
    names = {**fields, **creature.sheet}
    full: Mapping[str, int] = {
        each.key: evaluate(each.most, names) if each.most and not each.is_harm else 0
        for each in context.ruleset.gauges
    }
    return joining.new_combatant(
        context, creature, name=name, number=number, sheet=creature.sheet, gauges=full
    )


# ---- damage that is no attack


def _way(context: RulesContext) -> AttackDef | None:
    """Returns the attack whose soak counts: the first that goes at the main gauge."""
    return next((each for each in context.ruleset.attacks if each.lowers in ("", HEALTH)), None)


def _soak(context: RulesContext, combatant: Combatant) -> DiceSum:
    way = _way(context)
    plus = total(sheet.effects(context, combatant, "soak"))
    text = filled(way.soak if way else "", sheet.target_values(context, combatant), plus)
    return parse_dice(text) if has_dice(text) else DiceSum(count=0, flat=int(text))


def _soak_dice(context: RulesContext, hit: HitByHand) -> tuple[RollRequest, ...]:
    return requests_of(context, "soak", hit.who, _soak(context, context.combatant(hit.who)))


def suffer(resolution: Resolution, hit: HitByHand, rolled: Sequence[Rolled]) -> HitResult:
    """Takes damage that is no attack, less what stops it."""
    context, target = resolution.view, resolution.combatant(hit.who)
    amount = resolution.number_of(hit.who, "damage", hit.amount)
    soaked = sum(each.total for each in rolled) + _soak(context, target).flat
    harm = max(amount - soaked, 0)
    resolution.fact("damage", None, hit.who, damage=amount, soak=soaked, harm=harm)
    before = target.gauges.get(HEALTH, 0)
    way = _way(context)
    if way is not None:
        play = TablePlay(resolution)
        effect = combat.effect_of(context, way, target)
        rules.take(Fighter(EventStore(play, hit.who)), effect, harm)
        play.flush()
    lost = before - resolution.combatant(hit.who).gauges.get(HEALTH, 0)
    name = context.texts.text_of("declared.damage.soak")
    steps = (Reduction(name=name, stopped=min(soaked, amount)),) if soaked > 0 else ()
    text = context.texts.text_of("declared.damage.told", lost=lost)
    return HitResult(
        who=hit.who, amount=amount, text=text, steps=steps, lost=lost, over=harm - lost
    )


PARTS = RuleParts(
    handlers={do.Attack: combat.attack, do.Wait: combat.wait, do.Leave: combat.leave},
    unheld=frozenset({do.Leave}),
    turns=ROUNDS,
    initiative=INITIATIVE_RULES,
    kinds={},
    harm=HarmRules(suffer=suffer, dice=_soak_dice),
    counted=frozenset({sheet.ATTACKS}),
    recruit=recruit,
)
"""The rules of a declared game."""
