"""What an attack or a blast will be rolled with, and why: for the table, the bench and the odds alike."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.encounter.values import Combatant, Condition
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.model import metres as distance
from encounter_gui.rules.model.items import number
from encounter_gui.rules.systems.chrome import mechanics
from encounter_gui.rules.systems.chrome.commands import Attack, Throw
from encounter_gui.rules.systems.chrome.rules.fighter import EFFECT_BIT
from encounter_gui.rules.systems.chrome.rules.harm import HarmPlan
from encounter_gui.rules.systems.chrome.rules.rolls import MishapPlan
from encounter_gui.rules.systems.chrome.rules.weapons import EMPTY, EXPOSED, MISHAPS, NOTHING
from encounter_gui.rules.systems.chrome.sheet import character, gear
from encounter_gui.rules.systems.chrome.sheet.character import least_damage
from encounter_gui.rules.systems.chrome.sheet.check_plan import (
    D100Plan,
    gm_edge,
    plan_check,
    situation,
)
from encounter_gui.rules.systems.chrome.sheet.gear import Grenade, RangeBand, Weapon

ENEMY_ATTACK = "enemy_attack"
"""What a Save against an enemy's attack also is, as conditions name it. Source: CHR-40."""


class AttackPlan(Struct, frozen=True, kw_only=True):
    """An attack before it is rolled. Source: CHR-36, CHR-41 to CHR-44.

    ``test`` is the attacker's Combat Check; None for an enemy, whose attacks hit. ``save`` is the target's Save; None
    where it makes none (an enemy, the unconscious). ``harm`` is what a hit does.
    """

    weapon: Weapon
    band: RangeBand
    test: D100Plan | None
    save: D100Plan | None
    harm: HarmPlan

    @property
    def tier(self) -> int:
        """The damage before Soak."""
        return self.harm.tier

    @property
    def soak(self) -> tuple[Modifier, ...]:
        """What keeps damage off the target, each with its reason."""
        return self.harm.soak if isinstance(self.harm.soak, tuple) else ()

    @property
    def soaked(self) -> int:
        """The target's Soak against it."""
        return self.harm.soaked

    def applied(self, *, is_critical: bool, save_fumbled: bool = False) -> int:
        """Returns the damage after Soak. Source: CHR-36, CHR-37, CHR-43."""
        hit = self.harm.variant(is_critical, save_fumbled)
        return int(hit.past_soak(hit.raw))


def tier_named(context: RulesContext, name: str) -> int:
    """Returns the damage of a tier: Standard, Massive or Deadly. Source: CHR-09."""
    return number(context.ruleset.tables["tiers"].get(name))


def weapon_in(combatant: Combatant, key: str) -> Weapon:
    """Returns a combatant's weapon.

    Raises:
        RuleError: it has no such weapon, or it is a grenade, which is thrown.
    """
    item = gear.find(combatant, key)
    if item is None:
        raise no_weapon(combatant, key)
    if item.kind == "explosive":
        raise refuse("chrome.throw_it", rule="CHR-46", weapon=item.name)
    return gear.weapon_of(item)


def grenade_in(combatant: Combatant, key: str) -> Grenade:
    """Returns a combatant's grenade; an empty key: the first.

    Raises:
        RuleError: it has none, or what is named is none.
    """
    if not key:
        item = next((each for each in combatant.items if each.kind == "explosive"), None)
    else:
        item = gear.find(combatant, key)
    if item is None:
        raise no_weapon(combatant, key)
    if item.kind != "explosive":
        raise refuse("chrome.no_grenade", rule="CHR-46", weapon=item.name)
    return gear.grenade_of(item)


def no_weapon(combatant: Combatant, key: str) -> RuleError:
    """Returns the refusal of a weapon that is not there, or not named."""
    if not key:
        return refuse("chrome.choose_weapon", who=combatant.name)
    return refuse("chrome.no_such_weapon", who=combatant.name, weapon=key)


def band_of(context: RulesContext, command: Attack | Throw, weapon: Weapon | None) -> RangeBand:
    """Returns the band of an attack: by its distance, as named, or the first the weapon works at. Source: CHR-07.

    Raises:
        RuleError: the target is beyond the last band.
    """
    if command.metres is not None and command.metres < 0:
        raise refuse(
            "chrome.no_distance", rule="CHR-07", metres=distance.metres_text(command.metres)
        )
    if command.metres is not None:
        found = gear.band_at(context.ruleset, command.metres)
        if found is None:
            most = number(context.ruleset.tables["bands"].get("long"))
            raise refuse(
                "chrome.out_of_range",
                rule="CHR-07",
                metres=distance.metres_text(command.metres),
                most=most,
            )
        return found
    if command.band:
        return command.band
    usable = weapon.bands if weapon else ("short",)
    return usable[0] if usable else "close"


def plan_attack(context: RulesContext, command: Attack) -> AttackPlan:
    """Returns what an attack will be rolled with, whether or not it may be made now.

    Source: CHR-24, CHR-34 to CHR-38, CHR-41 to CHR-43, CHR-45.

    Raises:
        RuleError: the attacker has no such weapon, or a modifier is not known.
    """
    combatant = context.combatant(command.who)
    target = covered(context.combatant(command.target), cover=command.cover)
    weapon = weapon_in(combatant, command.weapon)
    band = band_of(context, command, weapon)
    edges = (*unnoticed_bonus(context, combatant, target), *situation(context, command.modifiers))
    test = None
    if character.is_operator(combatant):
        test = plan_check(
            context,
            combatant,
            "combat",
            skill=weapon.skill,
            burn=command.burn,
            edges=(*edges, *gm_edge(context, command.edge)),
            kinds=("attack",),
        )
    save = plan_save(
        context, target, weapon, by=combatant, edge=command.save_edge, burn=command.save_burn
    )
    return _attack_plan(context, target, weapon, band, test, save)


def covered(target: Combatant, *, cover: bool | None) -> Combatant:
    """Returns a target as it is against one attack: in cover or not, whatever it is marked with. Source: CHR-34."""
    if cover is None or target.has("in_cover") == cover:
        return target
    others = tuple(each for each in target.conditions if each.key != "in_cover")
    mine = (Condition(key="in_cover"),) if cover else ()
    return replace(target, conditions=(*others, *mine))


def plan_counter(
    context: RulesContext, combatant: Combatant, target: Combatant, weapon: Weapon
) -> AttackPlan:
    """Returns what a counter-attack will be rolled with; it can be neither saved against nor countered by an enemy.

    Source: CHR-24, CHR-42.
    """
    edges = unnoticed_bonus(context, combatant, target)
    test = plan_check(
        context, combatant, "combat", skill=weapon.skill, edges=edges, kinds=("attack",)
    )
    return _attack_plan(context, target, weapon, "close", test, plan_save(context, target, weapon))


def _attack_plan(
    context: RulesContext,
    target: Combatant,
    weapon: Weapon,
    band: RangeBand,
    test: D100Plan | None,
    save: D100Plan | None,
) -> AttackPlan:
    soak = character.soak_parts(context, target, is_ranged=weapon.is_ranged)
    is_by_enemy = test is None
    harm = plan_harm(
        context, target, weapon.tier(band), soak, weapon.effects, is_by_enemy=is_by_enemy
    )
    if weapon.grapples:
        harm = replace(harm, always=harm.always | EFFECT_BIT["grapple"])
    return AttackPlan(weapon=weapon, band=band, test=test, save=save, harm=harm)


def plan_harm(
    context: RulesContext,
    target: Combatant,
    tier: int,
    soak: tuple[Modifier, ...] | int,
    effects: Iterable[str] = (),
    *,
    is_by_enemy: bool = True,
) -> HarmPlan:
    """Returns what so much damage with these critical effects does to a target, critical or not.

    A fumbled Save makes a critical hit of an enemy's, who has no roll of its own; not of an Operator's.
    Source: CHR-36 to CHR-38, CHR-43, CHR-44, CHR-46, CHR-47, CHR-54.
    """
    effects = tuple(effects)
    bits = sum({EFFECT_BIT.get(each, 0) for each in effects})
    always = bits & EFFECT_BIT["sever"] if context.switch("chrome.severOnAnyHit") else 0
    return HarmPlan(
        tier=tier,
        soak=soak,
        extra=shock_damage(context, target, effects),
        least=least_damage(context),
        doubles_save=bool(context.switch("chrome.critFailDoublesDamage")),
        counts=is_by_enemy and bool(context.switch("chrome.enemyCritOnCritFail")),
        effects=bits,
        always=always,
        deadly=tier_named(context, "deadly"),
        after_soak=bool(context.switch("chrome.deadlyPanicAfterSoak")),
        panics=character.is_operator(target),
    )


def shock_damage(context: RulesContext, target: Combatant, effects: Iterable[str]) -> int:
    """Returns what a critical hit with these effects adds on a synthetic target. Source: CHR-38."""
    shocks = "shock" in effects and bool(target.sheet.get("synthetic"))
    return number(context.ruleset.tables["effects"].get("shock")) if shocks else 0


def plan_blast(
    context: RulesContext,
    target: Combatant,
    tier: int,
    effects: Iterable[str],
    *,
    has_cover: bool,
    is_by_enemy: bool,
) -> HarmPlan:
    """Returns what a blast does to a combatant in it. Source: CHR-38, CHR-43, CHR-45 to CHR-47."""
    cover = context.number(mechanics.BLAST_COVER) if has_cover else 0
    soak = character.soak(context, target) + cover
    return plan_harm(context, target, tier, soak, effects, is_by_enemy=is_by_enemy)


def mishaps_of(context: RulesContext, weapon: Weapon) -> MishapPlan:
    """Returns what goes wrong with a fumbled attack with a weapon, by the face of the d6. Source: CHR-40."""
    kind = "melee" if weapon.kind == "melee" else "effect"
    rows = (context.ruleset.tables[f"complication_{face}"] for face in range(1, 7))
    found = [
        MISHAPS.index(word) if (word := str(row.get(kind, ""))) in MISHAPS else NOTHING
        for row in rows
    ]
    if not weapon.magazine:
        found = [EXPOSED if each == EMPTY else each for each in found]
    return MishapPlan(tuple(found))


def plan_save(
    context: RulesContext,
    target: Combatant,
    weapon: Weapon,
    *,
    by: Combatant | None = None,
    edge: int = 0,
    burn: int = 0,
) -> D100Plan | None:
    """Returns the Save against an attack; None where the target makes none.

    ``by`` is who attacks: what leaves a combatant exposed counts against enemies.
    Source: CHR-34, CHR-39, CHR-40, CHR-41, CHR-57.
    """
    if not character.is_operator(target) or not character.is_awake(target):
        return None
    return plan_check(
        context,
        target,
        weapon.save,
        burn=burn,
        edges=(*_behind_cover(context, target, weapon), *gm_edge(context, edge)),
        kinds=_defence_kinds(by),
    )


def plan_throw(context: RulesContext, command: Throw) -> D100Plan | None:
    """Returns the Combat Check of a throw; None for an enemy, whose grenades just land. Source: CHR-39, CHR-46.

    Raises:
        RuleError: there is no such grenade, or a modifier is not known.
    """
    combatant = context.combatant(command.who)
    if not character.is_operator(combatant):
        return None
    return plan_check(
        context,
        combatant,
        "combat",
        skill=grenade_in(combatant, command.weapon).skill,
        burn=command.burn,
        edges=(
            *_unnoticed_by_target(context, combatant, command),
            *situation(context, command.modifiers),
            *gm_edge(context, command.edge),
        ),
        kinds=("attack",),
    )


def _unnoticed_by_target(
    context: RulesContext, combatant: Combatant, command: Throw
) -> tuple[Modifier, ...]:
    """Returns what a thrower has whom the target has not noticed; at a point nobody is the target. Source: CHR-24."""
    if command.target is None:
        return ()
    return unnoticed_bonus(context, combatant, context.combatant(command.target))


def plan_blast_save(
    context: RulesContext, target: Combatant, *, in_cover: bool, by: Combatant | None = None
) -> D100Plan | None:
    """Returns the Reflex Save against a blast; None where the target makes none. Source: CHR-40, CHR-46, CHR-47.

    ``by`` is who threw it: what leaves a combatant exposed counts against enemies.
    """
    if not character.is_operator(target) or not character.is_awake(target):
        return None
    edges: tuple[Modifier, ...] = ()
    if in_cover and context.switch("chrome.coverAdvantage"):
        edges = (Modifier(name=context.texts.text_of("chrome.cover"), amount=1, rule="CHR-34"),)
    return plan_check(context, target, "reflex", edges=edges, kinds=_defence_kinds(by))


def _defence_kinds(by: Combatant | None) -> tuple[str, ...]:
    is_enemy = by is not None and not character.is_operator(by)
    return ("defence", ENEMY_ATTACK) if is_enemy else ("defence",)


def _behind_cover(context: RulesContext, target: Combatant, weapon: Weapon) -> tuple[Modifier, ...]:
    if not (
        weapon.is_ranged and target.has("in_cover") and context.switch("chrome.coverAdvantage")
    ):
        return ()
    return (Modifier(name=context.texts.text_of("chrome.cover"), amount=1, rule="CHR-34"),)


def unnoticed_bonus(
    context: RulesContext, combatant: Combatant, target: Combatant
) -> tuple[Modifier, ...]:
    """Returns the Advantage against an enemy that has not noticed the attacker. Source: CHR-24."""
    if target.id not in character.unnoticed_by(combatant):
        return ()
    return (Modifier(name=context.texts.text_of("chrome.unnoticed"), amount=1, rule="CHR-24"),)


def counter_weapons(combatant: Combatant) -> tuple[Weapon, ...]:
    """Returns what a combatant could counter-attack with now, what is in hand first. Source: CHR-42."""
    if not character.is_operator(combatant):
        return ()
    held = combatant.memo_text("held")
    arms = sorted(
        (item for item in combatant.items if item.kind == "weapon"),
        key=lambda item: item.key != held,
    )
    found = (gear.weapon_of(item) for item in arms)
    return tuple(each for each in found if not why_unusable(combatant, each, "close"))


def may_counter(context: RulesContext, combatant: Combatant) -> bool:
    """Returns whether a combatant attacked at Close range may strike back. Source: CHR-23, CHR-42, CHR-63."""
    if not character.is_operator(combatant) or not character.is_awake(combatant):
        return False
    if character.lacks_courage(combatant):
        return False
    return not is_stunned(context, combatant) and bool(counter_weapons(combatant))


def is_stunned(context: RulesContext, combatant: Combatant) -> bool:
    """Returns whether surprise also takes counter-attacks and the extra Major Action. Source: CHR-23, CHR-42."""
    return combatant.has("surprised") and context.switch("chrome.surpriseSpan") == "round"


def defences(context: RulesContext, target: Combatant, band: RangeBand) -> tuple[str, ...]:
    """Returns what a target may do against an attack at this band; none: it just hits.

    Source: CHR-39, CHR-41, CHR-42.
    """
    if not character.is_operator(target) or not character.is_awake(target):
        return ()
    counters = band == "close" and may_counter(context, target)
    return ("save", "counter", "waive") if counters else ("save", "waive")


def why_unusable(combatant: Combatant, weapon: Weapon, band: RangeBand) -> str:
    """Returns the key of the reason why a weapon cannot be used at a band now; empty: it can.

    Source: CHR-36, CHR-55.
    """
    if not weapon.works_at(band):
        return "chrome.wrong_band"
    if gear.is_dropped(combatant, weapon.key):
        return "chrome.weapon_dropped"
    if gear.is_jammed(combatant, weapon.key):
        return "chrome.weapon_jammed"
    if weapon.magazine and combatant.gauges.get(weapon.ammo, 0) < 1:
        return "chrome.empty"
    lacks_arms = mechanics.lacks_arms(character.lost_arms(combatant), weapon.is_two_handed)
    if lacks_arms and character.is_operator(combatant):
        return "chrome.too_few_hands"
    return ""


def plan_friend(context: RulesContext, ally: Combatant, plan: AttackPlan) -> AttackPlan:
    """Returns what an attack that goes wrong does to an ally: the damage of its tier and nothing else.

    A Reflex Save helps, whatever the weapon names; a fumbled one makes no critical hit of it. Source: CHR-38, CHR-40.
    """
    weapon = replace(plan.weapon, save="reflex", effects=(), grapples=False)
    stray = _attack_plan(context, ally, weapon, plan.band, None, plan_save(context, ally, weapon))
    return replace(stray, harm=replace(stray.harm, counts=False))
