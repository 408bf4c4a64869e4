"""The questions, toggles and dice fields of the attack bench. Source: CHR-16, CHR-20, CHR-36, CHR-41, CHR-42."""

from collections.abc import Iterable, Iterator

from msgspec import structs

from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine import modifiers
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.model.text_format import signed
from encounter_gui.rules.presenters import modifier_fields
from encounter_gui.rules.systems.chrome.attack_form.selection import (
    CAUGHT,
    EVERYBODY,
    SPECIAL,
    Selection,
    actors,
    most_burn,
    targets,
)
from encounter_gui.rules.systems.chrome.combat.attack_plan import (
    COVER_SOAK,
    AttackPlan,
    counter_weapons,
    defences,
    why_unusable,
)
from encounter_gui.rules.systems.chrome.sheet import character, gear
from encounter_gui.rules.systems.chrome.sheet.check_plan import CheckPlan
from encounter_gui.rules.systems.chrome.sheet.gear import Ability, Weapon
from encounter_gui.rules.view import DiceField, FormField, Option, Toggle

EDGES = (("1", "adv"), ("0", "none"), ("-1", "disadv"))
"""What may be chosen for Advantage, and its words."""

RULE_OF_GM = "CHR-16"
"""The rule of the game master's own Advantage, by which it is told from other parts."""


def head(context: RulesContext, selection: Selection) -> tuple[FormField, ...]:
    """Returns who attacks whom, with what."""
    return (
        actor_chooser(context, selection.combatant),
        target_chooser(context, selection),
        weapon_chooser(context, selection),
    )


def actor_chooser(context: RulesContext, combatant: Combatant) -> FormField:
    """Returns the question who attacks."""
    options = tuple(Option(key=each.id, text=each.name, side=each.side) for each in actors(context))
    label = context.texts.text_of("chrome.form.who")
    return FormField(key="who", label=label, look="list", options=options, chosen=combatant.id)


def target_chooser(context: RulesContext, selection: Selection) -> FormField:
    """Returns the question whom it is aimed at."""
    texts, combatants = context.texts, targets(context, selection.combatant, selection.ability)
    options = [Option(key=each.id, text=each.name, side=each.side) for each in combatants]
    if selection.ability is not None and len(combatants) > 1:
        options.append(Option(key=EVERYBODY, text=texts.text_of("chrome.form.everybody")))
    picked = (
        EVERYBODY if selection.is_everybody else selection.target.id if selection.target else ""
    )
    return FormField(
        key="target",
        label=texts.text_of("chrome.form.target"),
        look="list",
        options=tuple(options),
        chosen=picked,
    )


def weapon_chooser(context: RulesContext, selection: Selection) -> FormField:
    """Returns the question with what: weapons, grenades, an enemy's special abilities."""
    combatant = selection.combatant
    options = [_weapon_option(context, combatant, item) for item in gear.weapons(combatant)]
    options += [
        Option(key=f"{SPECIAL}{each.key}", text=each.name, note=ability_note(context, each))
        for each in gear.abilities(combatant)
    ]
    picked = f"{SPECIAL}{selection.ability.key}" if selection.ability else ""
    return FormField(
        key="weapon",
        label=context.texts.text_of("chrome.form.weapon"),
        look="list",
        options=tuple(options),
        chosen=selection.item.key if selection.item else picked,
    )


def _weapon_option(context: RulesContext, combatant: Combatant, item: Item) -> Option:
    if item.kind == "explosive":
        return Option(key=item.key, text=item.name, note=grenade_note(context, item))
    weapon = gear.weapon_of(item)
    times = f" ×{weapon.attacks}" if weapon.attacks > 1 else ""
    return Option(
        key=item.key,
        text=f"{item.name}{times}",
        note=weapon_note(context, weapon),
        why_not=_unusable(context, combatant, weapon),
    )


def _unusable(context: RulesContext, combatant: Combatant, weapon: Weapon) -> str:
    """Why a weapon cannot be used at any range, in the words of its refusal."""
    if not weapon.bands:
        return ""
    band = weapon.bands[0]
    why = why_unusable(combatant, weapon, band)
    where = context.texts.text_of(f"chrome.band.{band}")
    return (
        context.texts.text_of(why, who=combatant.name, weapon=weapon.name, band=where)
        if why
        else ""
    )


def weapon_note(context: RulesContext, weapon: Weapon) -> str:
    """Returns a weapon's numbers in short: ``Close · Massive 4 · Sever``, or ``C 4 · S 6 · L 4``."""
    text_of = context.texts.text_of
    bands = weapon.bands
    if len(bands) == 1:
        found = [text_of(f"chrome.band.{bands[0]}"), tier_text(context, weapon.tier(bands[0]))]
    else:
        found = [f"{text_of(f'chrome.band.{band}.letter')} {weapon.tier(band)}" for band in bands]
    found += [effect_name(context, each) for each in weapon.effects]
    if weapon.grapples:
        found.append(text_of("chrome.form.grapples"))
    return " · ".join(found)


def tier_text(context: RulesContext, tier: int) -> str:
    """Returns damage with the name of its tier, where it has one: ``Massive 4``. Source: CHR-09."""
    named = (key for key, amount in context.ruleset.tables["tiers"].items() if amount == tier)
    key = next(named, "")
    known = (
        context.texts.text_of(f"chrome.tier.{key}")
        if key in ("standard", "massive", "deadly")
        else ""
    )
    return f"{known} {tier}".strip()


def effect_name(context: RulesContext, effect: str) -> str:
    """Returns a critical effect in a word; of a house rule's own, as it is written. Source: CHR-38."""
    if effect in ("knockdown", "sever", "ablaze", "shock"):
        return context.texts.text_of(f"chrome.effect.{effect}")
    return effect.capitalize()


def grenade_note(context: RulesContext, item: Item) -> str:
    """Returns a grenade's numbers in short."""
    grenade = gear.grenade_of(item)
    return context.texts.text_of("chrome.form.blast", centre=grenade.centre, near=grenade.near)


def ability_note(context: RulesContext, ability: Ability) -> str:
    """Returns what a special ability does in short: ``Sanity Save · 2 Stress``."""
    text_of = context.texts.text_of
    found = [text_of("chrome.form.save", save=character.name_of(context, ability.save))]
    if ability.stress:
        found.append(text_of("chrome.form.stress", amount=ability.stress))
    if ability.panics:
        found.append(text_of("chrome.form.panic"))
    return " · ".join(found)


def band_chooser(context: RulesContext, selection: Selection) -> tuple[FormField, ...]:
    """Returns the question how far it is, with the damage at each range; none for a weapon of one range."""
    weapon = selection.weapon
    if weapon is None or len(weapon.bands) < 2:
        return ()
    options = tuple(
        Option(
            key=band,
            text=f"{context.texts.text_of(f'chrome.band.{band}')} {weapon.tier(band)}",
            note=tier_text(context, weapon.tier(band)),
        )
        for band in weapon.bands
    )
    label = context.texts.text_of("chrome.form.band")
    return (
        FormField(key="band", label=label, look="segments", options=options, chosen=selection.band),
    )


def defence_chooser(
    context: RulesContext, selection: Selection, plan: AttackPlan
) -> tuple[FormField, ...]:
    """Returns the question what the target does: Save, strike back, or neither. Source: CHR-41, CHR-42."""
    if selection.target is None or plan.save is None:
        return ()
    possible = defences(context, selection.target, plan.band)
    options = tuple(
        Option(key=each, text=defence_text(context, each, plan.save)) for each in possible
    )
    label = context.texts.text_of("chrome.form.defence")
    segments = FormField(
        key="defence", label=label, look="segments", options=options, chosen=selection.defence
    )
    return (segments, *_counter_chooser(context, selection))


def defence_text(context: RulesContext, defence: str, save: CheckPlan) -> str:
    """Returns a way to defend oneself in words: ``Reflex Save 44``."""
    if defence != "save":
        return context.texts.text_of(f"chrome.defence.{defence}")
    name = character.name_of(context, save.test)
    return context.texts.text_of("chrome.defence.save", save=name, target=save.target)


def _counter_chooser(context: RulesContext, selection: Selection) -> tuple[FormField, ...]:
    arms = counter_weapons(selection.target) if selection.target else ()
    if selection.defence != "counter" or len(arms) < 2:
        return ()
    options = tuple(
        Option(key=each.key, text=each.name, note=weapon_note(context, each)) for each in arms
    )
    label = context.texts.text_of("chrome.form.counter")
    return (
        FormField(
            key="counter",
            label=label,
            look="list",
            options=options,
            chosen=selection.counter,
            place="left",
        ),
    )


def edge_chooser(
    context: RulesContext, key: str, edge: int, *, is_second: bool = False
) -> FormField:
    """Returns the game master's own Advantage or Disadvantage, under ``edge`` or ``save_edge``. Source: CHR-16."""
    text_of = context.texts.text_of
    return FormField(
        key=key,
        label=text_of(f"chrome.form.{key}"),
        look="segments",
        options=tuple(
            Option(key=each, text=text_of(f"chrome.form.edge.{name}")) for each, name in EDGES
        ),
        chosen=str(edge),
        place="left" if is_second else "head",
    )


def burn_chooser(
    context: RulesContext, key: str, combatant: Combatant | None, burn: int
) -> tuple[FormField, ...]:
    """Returns the Conviction burned on a roll, under ``burn`` or ``save_burn``; none if there is none.

    Source: CHR-20.
    """
    most = most_burn(context, combatant)
    if not most:
        return ()
    label = context.texts.text_of(f"chrome.form.{key}")
    return (
        FormField(
            key=key,
            label=label,
            look="number",
            chosen=str(burn),
            least=0,
            most=most,
            place="left",
        ),
    )


def roll_toggles(
    context: RulesContext, selection: Selection, test: CheckPlan
) -> tuple[Toggle, ...]:
    """Returns what the state does to a roll, locked: Grit, Prone, what is unnoticed. Source: CHR-16, CHR-63."""
    raised = (modifier for modifier in test.targets[1:] if modifier.rule != "CHR-20")
    edges = (
        modifier
        for modifier in test.edges
        if modifier.key not in selection.modifiers and (modifier.key or modifier.rule != RULE_OF_GM)
    )
    return (
        *(_locked(modifier, signed(modifier.amount)) for modifier in raised),
        *(_locked(modifier, edge_word(context, modifier.amount)) for modifier in edges),
    )


def _locked(modifier: Modifier, amount: str) -> Toggle:
    return Toggle(
        key=f"state:{modifier.key or modifier.name}",
        text=modifier.name,
        amount=amount,
        is_on=True,
        is_locked=True,
        tip=modifier.rule,
    )


def edge_word(context: RulesContext, amount: int) -> str:
    """Returns ``Adv`` or ``Disadv``."""
    return context.texts.text_of(f"chrome.form.edge.{'adv' if amount > 0 else 'disadv'}")


def soak_toggles(context: RulesContext, parts: Iterable[Modifier]) -> tuple[Toggle, ...]:
    """Returns the target's Soak, and what adds to it now. Source: CHR-34, CHR-36, CHR-47."""
    those = list(parts)
    worn = [modifier for modifier in those if not modifier.key]
    amount = sum(modifier.amount for modifier in worn)
    soak = Toggle(
        key="state:soak",
        text=context.texts.text_of("chrome.column.soak"),
        amount=str(amount),
        is_on=True,
        is_locked=True,
        tip=modifiers.sum_text(worn) if worn else "",
    )
    return (
        soak,
        *(_locked(modifier, signed(modifier.amount)) for modifier in those if modifier.key),
    )


def situation_toggles(context: RulesContext, selection: Selection) -> tuple[Toggle, ...]:
    """Returns the situational modifiers of the attacker's check, as Advantage or Disadvantage. Source: CHR-16."""
    return tuple(
        structs.replace(each, amount=_edge_of(context, context.ruleset, each.key))
        for each in modifier_fields.toggles(context.ruleset, selection.modifiers, "attack")
    )


def _edge_of(context: RulesContext, ruleset: Ruleset, key: str) -> str:
    known = ruleset.modifier(key)
    return edge_word(context, known.amount) if known else ""


def blast_toggles(context: RulesContext, selection: Selection) -> Iterator[Toggle]:
    """Yields cover between the target and the blast, and who else is in it. Source: CHR-46, CHR-47."""
    text_of = context.texts.text_of
    yield Toggle(
        key="cover",
        text=text_of("chrome.form.cover"),
        amount=signed(COVER_SOAK),
        is_on=selection.has_cover,
    )
    for each in (selection.combatant, *targets(context, selection.combatant, None)):
        if selection.target is None or each.id != selection.target.id:
            yield Toggle(
                key=f"{CAUGHT}{each.id}",
                text=text_of("chrome.form.caught", who=each.name),
                is_on=each.id in selection.caught,
            )


def sum_text(context: RulesContext, test: CheckPlan) -> str:
    """Returns the arithmetic of a roll: ``d100 < 44 keep the worse of two``."""
    text_of = context.texts.text_of
    text = text_of("chrome.form.sum", target=test.target)
    if not test.edge:
        return text
    return (
        f"{text} {text_of('chrome.form.sum.better' if test.edge > 0 else 'chrome.form.sum.worse')}"
    )


def damage_text(context: RulesContext, plan: AttackPlan) -> str:
    """Returns what a plain hit comes to: ``4 − Soak 2 = 2``."""
    return context.texts.text_of(
        "chrome.form.sum.damage",
        tier=plan.tier,
        soak=plan.soaked,
        damage=plan.applied(is_critical=False),
    )


def dice_field(
    context: RulesContext, key: str, test: CheckPlan, *, label: str = "d100"
) -> DiceField:
    """Returns the field for the d100 of a test, under the key it is asked for with."""
    return DiceField(
        key=key, label=context.texts.text_of(f"chrome.dice.{label}"), notation=f"{test.dice}z100"
    )
