"""The questions, toggles and dice fields of the attack bench. Source: D6P-17, D6P-28, D6P-31, D6P-52."""

from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters import modifier_fields
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.attack_form.selection import Selection
from encounter_gui.rules.systems.d6pool.combat.attack_plan import Strike, ladder
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.view import DiceField, FormField, Option, Toggle


def actor_chooser(context: RulesContext, combatant: Combatant) -> FormField:
    """Returns the question who acts, among those whose turn it is."""
    options = tuple(
        Option(key=who, text=context.combatant(who).name, side=context.combatant(who).side)
        for who in context.state.acting
    )
    return FormField(
        key="who",
        label=context.texts.text_of("d6pool.form.who"),
        look="list",
        options=options,
        chosen=combatant.id,
    )


def target_chooser(
    context: RulesContext,
    combatant: Combatant,
    target: Combatant | None,
    *,
    include_self: bool = False,
) -> FormField:
    """Returns the question whom it is aimed at; the dead are left out."""
    options = tuple(
        Option(key=each.id, text=each.name, side=each.side)
        for each in context.state.combatants.values()
        if (include_self or each.id != combatant.id) and not character.is_dead(each)
    )
    label = context.texts.text_of("d6pool.form.target")
    return FormField(
        key="target", label=label, look="list", options=options, chosen=target.id if target else ""
    )


def weapon_chooser(context: RulesContext, combatant: Combatant, chosen: Item) -> FormField:
    """Returns the question with what; what is not in hand says so."""
    held = combatant.memo_text("held")
    free = (held, gear.UNARMED.key)
    options = tuple(
        Option(
            key=item.key,
            text=item.name,
            note=_weapon_note(context, combatant, item),
            why_not="" if item.key in free else context.texts.text_of("d6pool.form.draw_first"),
        )
        for item in gear.weapons(combatant)
    )
    label = context.texts.text_of("d6pool.form.weapon")
    return FormField(key="weapon", label=label, look="list", options=options, chosen=chosen.key)


def _weapon_note(context: RulesContext, combatant: Combatant, item: Item) -> str:
    if item.kind == "explosive":
        return context.texts.text_of(
            "d6pool.form.left", left=combatant.gauges.get(f"ammo.{item.key}", 0)
        )
    weapon = gear.weapon_of(item)
    level = weapon.damage + (
        character.level(context, combatant, "strength") if weapon.adds_strength else 0
    )
    return context.texts.text_of("d6pool.form.damage", damage=max(level, 0))


def mode_choosers(context: RulesContext, weapon: gear.Weapon, chosen: str) -> tuple[FormField, ...]:
    """Returns the question of the fire mode, where the weapon has more than one. Source: D6P-19."""
    if len(weapon.modes) < 2:
        return ()
    options = tuple(
        Option(key=mode, text=context.texts.text_of(f"d6pool.mode.{mode}")) for mode in weapon.modes
    )
    label = context.texts.text_of("d6pool.form.mode")
    return (FormField(key="mode", label=label, look="segments", options=options, chosen=chosen),)


def range_chooser(context: RulesContext, limits: tuple[int, ...], chosen: str) -> FormField:
    """Returns the question of the range band, with its difficulty. Source: D6P-26."""
    options = tuple(
        Option(
            key=band,
            text=f"{context.texts.text_of(f'd6pool.band.{band}')} {ladder(context, band)}",  # type: ignore[arg-type]  # a band
            note=f"≤ {limit} m",
        )
        for band, limit in zip(gear.BANDS, limits, strict=False)
    )
    label = context.texts.text_of("d6pool.form.range")
    return FormField(key="band", label=label, look="segments", options=options, chosen=chosen)


def blast_chooser(context: RulesContext, explosive: gear.Explosive, chosen: str) -> FormField:
    """Returns the question how far from a blast somebody is, with its damage. Source: D6P-40."""
    options = tuple(
        Option(key=band, text=f"≤ {limit} m", note=f"{damage}d6")
        for band, limit, damage in zip(gear.BANDS, explosive.blast, explosive.damage, strict=False)
    )
    label = context.texts.text_of("d6pool.form.from_blast")
    return FormField(key="band", label=label, look="segments", options=options, chosen=chosen)


def dodge_chooser(
    context: RulesContext, target: Combatant, chosen: int, *, parry: bool
) -> FormField:
    """Returns the question how many dice the target spends. Source: D6P-31."""
    limit = character.dodge_limit(context, target)
    why = context.texts.text_of("d6pool.form.no_dice", left=limit)
    options = tuple(
        Option(key=str(dice), text=str(dice), why_not="" if dice <= limit else why)
        for dice in range(context.number(mechanics.DODGE_MOST) + 1)
    )
    label = context.texts.text_of(
        f"d6pool.form.{'parries' if parry else 'dodges'}", who=target.name
    )
    return FormField(key="dodge", label=label, look="segments", options=options, chosen=str(chosen))


def toggles(context: RulesContext, selection: Selection, strike: Strike) -> tuple[Toggle, ...]:
    """Returns what speaks for and against an attack: locked where the state says so. Source: D6P-28."""
    modifiers = [
        modifier for modifier in strike.pool.modifiers if modifier.key not in selection.modifiers
    ]
    situation = modifier_fields.toggles(context.ruleset, selection.modifiers, selection.kind)
    return (*modifier_fields.locked(modifiers), *situation, *hero_toggles(context, selection))


def hero_toggles(context: RulesContext, selection: Selection) -> tuple[Toggle, ...]:
    """Returns the offer of a Hero Point, where one can be spent. Source: D6P-12."""
    runs = selection.combatant.memo.get("hero") == selection.skill
    if not runs and not selection.may_be_heroic:
        return ()
    return (
        Toggle(
            key="hero",
            text=context.texts.text_of("d6pool.form.hero"),
            amount="×2",
            is_on=runs or selection.hero,
            is_locked=runs,
        ),
    )


def sum_text(context: RulesContext, strike: Strike) -> str:
    """Returns the arithmetic of a strike on one line."""
    key = "d6pool.form.sum_dodge" if strike.dodge else "d6pool.form.sum"
    return context.texts.text_of(
        key,
        attack=strike.pool.dice,
        dn=strike.dn,
        dodge=strike.dodge,
        damage=strike.damage,
        resistance=strike.resistance.dice,
    )


def dice_fields(context: RulesContext, strike: Strike) -> tuple[DiceField, ...]:
    """Returns the fields for typed dice, in the order in which they are rolled. Source: D6P-52."""
    asked = (
        ("dodge", 0 if strike.is_certain else strike.dodge),
        ("attack", 0 if strike.is_certain else strike.pool.dice),
        ("damage", strike.damage),
        ("resistance", strike.resistance.dice if strike.damage else 0),
    )
    return tuple(dice_field(context, key, dice) for key, dice in asked if dice)


def dice_field(context: RulesContext, key: str, dice: int) -> DiceField:
    """Returns a field for typed dice."""
    return DiceField(
        key=key, label=context.texts.text_of(f"d6pool.roll.{key}"), notation=f"{dice}d6"
    )
