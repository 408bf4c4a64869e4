"""The questions, toggles and dice fields of the attack bench. Source: CWN-25, CWN-36a to CWN-36e."""

from msgspec.structs import replace

from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine import modifiers
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.model.dice_sum import DiceSum
from encounter_gui.rules.model.items import ammo_text, number
from encounter_gui.rules.model.text_format import signed
from encounter_gui.rules.presenters import modifier_fields
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.attack_form.selection import (
    GM_POINTS,
    Selection,
    actors,
    also_key,
    can_be_target,
    hows,
    is_swarming,
    reaches,
)
from encounter_gui.rules.systems.cwn.combat import attack_plan
from encounter_gui.rules.systems.cwn.combat.attack_plan import Strike
from encounter_gui.rules.systems.cwn.sheet import character, gear
from encounter_gui.rules.view import DiceField, FormField, Option, Toggle


def actor_chooser(context: RulesContext, combatant: Combatant) -> FormField:
    """Returns the question who attacks: whose turn it is, then who may interrupt."""
    acting = context.state.acting
    instant = context.texts.text_of("cwn.instant")
    options = tuple(
        Option(
            key=each.id, text=each.name, side=each.side, note="" if each.id in acting else instant
        )
        for each in actors(context, combatant.id)
    )
    label = context.texts.text_of("cwn.form.who")
    return FormField(key="who", label=label, look="list", options=options, chosen=combatant.id)


def target_chooser(
    context: RulesContext, combatant: Combatant, target: Combatant | None
) -> FormField:
    """Returns the question whom it is aimed at; the dead are left out, enemies come first."""
    team = character.team(combatant)
    combatants = [
        each for each in context.state.combatants.values() if can_be_target(combatant, each)
    ]
    combatants.sort(key=lambda each: (character.team(each) == team, character.is_out(each)))
    options = tuple(Option(key=each.id, text=each.name, side=each.side) for each in combatants)
    label = context.texts.text_of("cwn.form.target")
    chosen = target.id if target else ""
    return FormField(key="target", label=label, look="list", options=options, chosen=chosen)


def also_choosers(context: RulesContext, selection: Selection) -> tuple[FormField, ...]:
    """Returns for each further attack of the same Main the question whom it is aimed at. Source: CWN-69."""
    first, texts = target_chooser(context, selection.combatant, selection.target), context.texts
    return tuple(
        replace(
            first,
            key=also_key(at),
            label=texts.text_of("cwn.form.also", number=at),
            options=tuple(
                replace(option, text=texts.text_of("cwn.form.also.who", number=at, who=option.text))
                for option in first.options
            ),
            chosen=each.id,
            place="left",
        )
        for at, each in enumerate(selection.also, start=2)
    )


def weapon_chooser(context: RulesContext, combatant: Combatant, chosen: Item) -> FormField:
    """Returns the question with what; what is not in hand says so."""
    options = tuple(
        Option(
            key=item.key,
            text=item.name,
            note=weapon_note(context, combatant, item),
            why_not=""
            if _is_at_hand(combatant, item)
            else context.texts.text_of("cwn.form.ready_first"),
        )
        for item in gear.weapons(combatant)
    )
    label = context.texts.text_of("cwn.form.weapon")
    return FormField(key="weapon", label=label, look="list", options=options, chosen=chosen.key)


def _is_at_hand(combatant: Combatant, item: Item) -> bool:
    if item.kind == "explosive":
        return item.key in gear.in_hands(combatant)
    return gear.is_readied(combatant, gear.weapon_of(item))


def weapon_note(context: RulesContext, combatant: Combatant, item: Item) -> str:
    """Returns a weapon's numbers in short: ``2d6+4 · Shock 8/any · T d10 ×3``."""
    texts = context.texts
    if item.kind == "explosive":
        left = combatant.gauges.get(f"ammo.{item.key}", 0)
        parts = [str(item.values.get("damage") or ""), texts.text_of("cwn.form.left", left=left)]
        return " · ".join(part for part in parts if part)
    weapon = gear.weapon_of(item)
    parts = [
        attack_plan.damage_dice(context, combatant, weapon).text,
        *attack_words(context, weapon),
    ]
    return " · ".join(parts)


def attack_words(context: RulesContext, weapon: gear.Weapon) -> tuple[str, ...]:
    """Returns Shock and Trauma of a weapon in words."""
    texts = context.texts
    found = []
    if weapon.shock_ac:
        reach = texts.text_of("cwn.any") if weapon.shock_ac >= gear.ANY_AC else str(weapon.shock_ac)
        found.append(texts.text_of("cwn.shock_of", amount=weapon.shock, reach=reach))
    if weapon.trauma is not None:
        die = weapon.trauma.text.removeprefix("1")
        found.append(texts.text_of("cwn.trauma_of", die=die, rating=weapon.rating))
    return tuple(found)


def how_chooser(context: RulesContext, selection: Selection) -> FormField:
    """Returns the question in what way: attack, charge, swarm, Snap Attack. Source: CWN-36a to CWN-36e."""
    options = tuple(
        Option(key=how, text=_how_text(context, selection, how))
        for how in hows(context, selection.combatant, selection.item, selection.mode)
    )
    label = context.texts.text_of("cwn.form.how")
    return FormField(key="how", label=label, look="segments", options=options, chosen=selection.how)


def _how_text(context: RulesContext, selection: Selection, how: str) -> str:
    texts, target = context.texts, selection.target
    if how == "swarm" and target is not None and is_swarming(selection.combatant, target):
        able = sum(not character.is_out(each) for each in attack_plan.swarm_on(context, target.id))
        return texts.text_of("cwn.form.how.swarm_of", count=able)
    if how == "snap":
        return texts.text_of("cwn.form.how.snap", amount=signed(context.number(mechanics.SNAP_HIT)))
    return texts.text_of(f"cwn.form.how.{how}")


def mode_choosers(context: RulesContext, selection: Selection) -> tuple[FormField, ...]:
    """Returns the question what a weapon is used for, where there is more than one. Source: CWN-12, CWN-31."""
    modes = selection.weapon.modes
    if len(modes) < 2:
        return ()
    options = tuple(
        Option(key=mode, text=context.texts.text_of(f"cwn.form.mode.{mode}")) for mode in modes
    )
    label = context.texts.text_of("cwn.form.mode")
    return (
        FormField(key="mode", label=label, look="segments", options=options, chosen=selection.mode),
    )


def reach_choosers(context: RulesContext, selection: Selection) -> tuple[FormField, ...]:
    """Returns the question how far it is, where that matters. Source: CWN-28, CWN-35."""
    possible = reaches(selection.item, selection.mode, selection.target)
    if len(possible) < 2:
        return ()
    ranges = (
        gear.explosive_of(selection.item).ranges
        if selection.item.kind == "explosive"
        else selection.weapon.ranges
    )
    limits = {"near": mechanics.NEAR, "normal": ranges[0], "long": ranges[-1]}
    options = tuple(Option(key=each, text=f"≤ {limits[each]} m") for each in possible)
    label = context.texts.text_of("cwn.form.reach")
    return (
        FormField(
            key="reach",
            label=label,
            look="segments",
            options=options,
            chosen=selection.reach,
            place="left",
        ),
    )


def gm_chooser(context: RulesContext, selection: Selection) -> FormField:
    """Returns the game master's own modifier."""
    return modifier_fields.by_hand(context.texts.text_of("cwn.gm"), selection.gm, GM_POINTS)


def head_choosers(context: RulesContext, selection: Selection) -> tuple[FormField, ...]:
    """Returns the questions of the head row: who, whom, with what, in what way."""
    return (
        actor_chooser(context, selection.combatant),
        target_chooser(context, selection.combatant, selection.target),
        weapon_chooser(context, selection.combatant, selection.item),
        *(mode_choosers(context, selection) if selection.item.kind != "explosive" else ()),
        how_chooser(context, selection),
    )


def left_choosers(context: RulesContext, selection: Selection) -> tuple[FormField, ...]:
    """Returns the questions among the modifiers: how far, what of the situation, and the game master's own."""
    return (
        *also_choosers(context, selection),
        *reach_choosers(context, selection),
        *modifier_fields.choosers(context.ruleset, selection.modifiers, selection.kind),
        gm_chooser(context, selection),
    )


def strike_toggles(
    context: RulesContext, selection: Selection, strike: Strike
) -> tuple[Toggle, ...]:
    """Returns what speaks for and against an attack: locked where the state says so. Source: CWN-25."""
    state = [modifier for modifier in strike.hit if modifier.key not in selection.modifiers]
    return (
        *modifier_fields.locked(state),
        *_locked_damage(context, strike),
        _against(context, strike),
        *modifier_fields.toggles(context.ruleset, selection.modifiers, selection.kind),
        *_intent(context, selection),
    )


def _locked_damage(context: RulesContext, strike: Strike) -> tuple[Toggle, ...]:
    amount = strike.swarm + sum(part.amount for part in strike.damage_plus)
    if not amount:
        return ()
    modifier = Modifier(name=context.texts.text_of("cwn.form.damage"), amount=amount)
    return modifier_fields.locked((Modifier(name="", amount=0), modifier))[1:]


def _against(context: RulesContext, strike: Strike) -> Toggle:
    word = "melee" if strike.is_melee else "ranged"
    return Toggle(
        key="state:armor",
        text=context.texts.text_of(f"cwn.form.vs_{word}"),
        amount=str(strike.armor_class),
        is_on=True,
        is_locked=True,
        tip=modifiers.sum_text(strike.armor),
    )


def _intent(context: RulesContext, selection: Selection) -> tuple[Toggle, ...]:
    """Nonlethal intent of a blow, and a Reaction Booster that makes a Snap Attack good. Source: CWN-58, CWN-45n."""
    texts, weapon = context.texts, selection.weapon
    found = []
    if selection.mode == "melee" and not weapon.is_nonlethal:
        found.append(
            Toggle(
                key="nonlethal", text=texts.text_of("cwn.form.nonlethal"), is_on=selection.nonlethal
            )
        )
    if selection.how == "snap" and gear.rank(selection.combatant, "reaction_booster"):
        found.append(
            Toggle(
                key="boost",
                text=texts.text_of("cwn.form.boost"),
                amount=signed(-context.number(mechanics.SNAP_HIT)),
                is_on=selection.boost,
            )
        )
    return tuple(found)


def sum_text(context: RulesContext, strike: Strike) -> str:
    """Returns the arithmetic of a strike on one line: ``d20 + 14 against melee AC 14 · miss still Shock 8``."""
    texts = context.texts
    word = "melee" if strike.is_melee else "ranged"
    text = texts.text_of(f"cwn.form.sum_{word}", bonus=plus(strike.bonus), armor=strike.armor_class)
    if strike.shock:
        return f"{text} · {texts.text_of('cwn.form.sum_shock', amount=strike.shock)}"
    return text


def plus(bonus: int) -> str:
    """Returns what is added to a die, e.g. ``+ 14`` or ``− 2``; empty for nothing."""
    if not bonus:
        return ""
    return f" {'−' if bonus < 0 else '+'} {abs(bonus)}"


def strike_dice(context: RulesContext, strike: Strike) -> tuple[DiceField, ...]:
    """Returns the fields for typed dice, in the order in which they are rolled. Source: CWN-25."""
    asked = (
        ("attack", DiceSum(count=1, sides=20)),
        ("trauma", strike.trauma),
        ("damage", strike.damage),
    )
    return tuple(
        dice_field(context, key, dice) for key, dice in asked if dice is not None and dice.count
    )


def dice_field(context: RulesContext, key: str, dice: DiceSum) -> DiceField:
    """Returns a field for typed dice; flat numbers are added by the rules."""
    notation = f"{dice.count}d{dice.sides}"
    return DiceField(key=key, label=context.texts.text_of(f"cwn.roll.{key}"), notation=notation)


def magazine_note(combatant: Combatant, item: Item) -> str:
    """Returns what is left of a magazine, or of a number of things; empty for what needs none."""
    return ammo_text(combatant, item) or ("1" if number(item.values.get("count")) else "")
