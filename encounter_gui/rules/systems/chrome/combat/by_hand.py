"""Damage that is no attack: Soak, Health, and the Panic it brings. Source: CHR-36, CHR-37, CHR-44, CHR-57."""

from collections.abc import Sequence

from msgspec.structs import replace

from encounter_gui.dice.requests import Rolled
from encounter_gui.encounter.values import Combatant, Value
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.harm.damage import HarmRules, HitByHand, HitResult, Reduction
from encounter_gui.rules.engine.resolution import Resolution
from encounter_gui.rules.model.text_format import MINUS
from encounter_gui.rules.systems.chrome.combat.attack_plan import plan_harm
from encounter_gui.rules.systems.chrome.harm import wounds
from encounter_gui.rules.systems.chrome.rules.at_table import at
from encounter_gui.rules.systems.chrome.rules.harm import take
from encounter_gui.rules.systems.chrome.sheet import character


def suffer(resolution: Resolution, hit: HitByHand, rolled: Sequence[Rolled]) -> HitResult:
    """Takes damage through Soak, as a hit that is not critical does; a place is only remembered in the log.

    Source: CHR-36, CHR-37, CHR-43, CHR-44, CHR-49, CHR-57.
    """
    context, target = resolution.context, resolution.combatant(hit.who)
    soak = 0 if hit.is_past_armor else character.soak(context, target)
    hit = replace(hit, amount=resolution.number_of(hit.who, "damage", hit.amount))
    soak = resolution.number_of(hit.who, "soak", soak)
    plan = plan_harm(context, target, hit.amount, soak)
    through = resolution.number_of(hit.who, "past_soak", int(plan.past_soak(hit.amount)))
    before = character.health_now(target)
    values: dict[str, Value] = {
        "damage": hit.amount,
        "raw": hit.amount,
        "soak": soak,
        "applied": through,
        "place": hit.place,
    }
    resolution.fact("damage", None, hit.who, **values)
    arithmetic = f"{hit.amount} {MINUS} {soak} = {through}"
    resolution.reason("chrome.why.by_hand", "CHR-36", who=target.name, sum=arithmetic)
    if through > max(hit.amount - soak, 0):
        resolution.reason("chrome.why.by_hand_floor", "CHR-37", least=through)
    take(*at(resolution, hit.who), plan.frightens(through), through)
    lost = before - character.health_now(resolution.combatant(hit.who))
    name = context.texts.text_of("chrome.damage.soak")
    place = wounds.place_name(context, hit.place) if hit.place else ""
    key = "chrome.damage.told_at" if place else "chrome.damage.told"
    text = context.texts.text_of(key, sum=arithmetic, lost=lost, place=place)
    steps = (Reduction(name=name, stopped=hit.amount - through, text=arithmetic),)
    return HitResult(
        who=hit.who,
        amount=hit.amount,
        text=text,
        place=hit.place,
        steps=() if hit.is_past_armor else steps,
        lost=lost,
        over=through - lost,
    )


def _places(context: RulesContext, combatant: Combatant) -> tuple[str, ...]:
    return tuple(each.key for each in context.ruleset.locations)


HARM = HarmRules(
    suffer=suffer,
    places=_places,
    is_beyond=character.is_dead,
    has_armor=True,
    rule_of_half="CHR-32",
)
"""How damage by hand is taken."""
