"""The questions, toggles and dice fields of the attack bench. Source: D6P-17, D6P-28, D6P-31, D6P-52."""

from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.presenters import modifier_fields
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.attack_form.selection import Setting
from encounter_gui.rules.systems.d6pool.combat.attack_plan import Strike, ladder
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.view import Chooser, DiceField, Option, Toggle


def actor_chooser(scene: Scene, one: Combatant) -> Chooser:
    """Returns the question who acts, among those whose turn it is."""
    options = tuple(
        Option(key=who, text=scene.one(who).name, side=scene.one(who).side)
        for who in scene.state.acting
    )
    return Chooser(
        key="who",
        label=scene.words.word("d6pool.bench.who"),
        look="list",
        options=options,
        chosen=one.id,
    )


def target_chooser(
    scene: Scene, one: Combatant, target: Combatant | None, *, include_self: bool = False
) -> Chooser:
    """Returns the question whom it is aimed at; the dead are left out."""
    options = tuple(
        Option(key=each.id, text=each.name, side=each.side)
        for each in scene.state.combatants.values()
        if (include_self or each.id != one.id) and not character.is_dead(each)
    )
    label = scene.words.word("d6pool.bench.target")
    return Chooser(
        key="target", label=label, look="list", options=options, chosen=target.id if target else ""
    )


def weapon_chooser(scene: Scene, one: Combatant, chosen: Item) -> Chooser:
    """Returns the question with what; what is not in hand says so."""
    held = one.memo_text("held")
    free = (held, gear.UNARMED.key)
    options = tuple(
        Option(
            key=item.key,
            text=item.name,
            note=_weapon_note(scene, one, item),
            why_not="" if item.key in free else scene.words.word("d6pool.bench.draw_first"),
        )
        for item in gear.weapons(one)
    )
    label = scene.words.word("d6pool.bench.weapon")
    return Chooser(key="weapon", label=label, look="list", options=options, chosen=chosen.key)


def _weapon_note(scene: Scene, one: Combatant, item: Item) -> str:
    if item.kind == "explosive":
        return scene.words.word("d6pool.bench.left", left=one.gauges.get(f"ammo.{item.key}", 0))
    weapon = gear.weapon_of(item)
    level = weapon.damage + (character.level(scene, one, "strength") if weapon.adds_strength else 0)
    return scene.words.word("d6pool.bench.damage", damage=max(level, 0))


def mode_choosers(scene: Scene, weapon: gear.Weapon, chosen: str) -> tuple[Chooser, ...]:
    """Returns the question of the fire mode, where the weapon has more than one. Source: D6P-19."""
    if len(weapon.modes) < 2:
        return ()
    options = tuple(
        Option(key=mode, text=scene.words.word(f"d6pool.mode.{mode}")) for mode in weapon.modes
    )
    label = scene.words.word("d6pool.bench.mode")
    return (Chooser(key="mode", label=label, look="segments", options=options, chosen=chosen),)


def range_chooser(scene: Scene, limits: tuple[int, ...], chosen: str) -> Chooser:
    """Returns the question of the range band, with its difficulty. Source: D6P-26."""
    options = tuple(
        Option(
            key=band,
            text=f"{scene.words.word(f'd6pool.band.{band}')} {ladder(scene, band)}",  # type: ignore[arg-type]  # a band
            note=f"≤ {limit} m",
        )
        for band, limit in zip(gear.BANDS, limits, strict=False)
    )
    label = scene.words.word("d6pool.bench.range")
    return Chooser(key="band", label=label, look="segments", options=options, chosen=chosen)


def blast_chooser(scene: Scene, explosive: gear.Explosive, chosen: str) -> Chooser:
    """Returns the question how far from a blast somebody is, with its damage. Source: D6P-40."""
    options = tuple(
        Option(key=band, text=f"≤ {limit} m", note=f"{damage}d6")
        for band, limit, damage in zip(gear.BANDS, explosive.blast, explosive.damage, strict=False)
    )
    label = scene.words.word("d6pool.bench.from_blast")
    return Chooser(key="band", label=label, look="segments", options=options, chosen=chosen)


def dodge_chooser(scene: Scene, target: Combatant, chosen: int, *, parry: bool) -> Chooser:
    """Returns the question how many dice the target spends. Source: D6P-31."""
    limit = character.dodge_limit(target)
    why = scene.words.word("d6pool.bench.no_dice", left=limit)
    options = tuple(
        Option(key=str(dice), text=str(dice), why_not="" if dice <= limit else why)
        for dice in range(mechanics.DODGE_MOST + 1)
    )
    label = scene.words.word(f"d6pool.bench.{'parries' if parry else 'dodges'}", who=target.name)
    return Chooser(key="dodge", label=label, look="segments", options=options, chosen=str(chosen))


def toggles(scene: Scene, chosen: Setting, strike: Strike) -> tuple[Toggle, ...]:
    """Returns what speaks for and against an attack: locked where the state says so. Source: D6P-28."""
    parts = [part for part in strike.pool.parts if part.key not in chosen.modifiers]
    situation = modifier_fields.toggles(scene.ruleset, chosen.modifiers, chosen.kind)
    return (*modifier_fields.locked(parts), *situation, *hero_toggles(scene, chosen))


def hero_toggles(scene: Scene, chosen: Setting) -> tuple[Toggle, ...]:
    """Returns the offer of a Hero Point, where one can be spent. Source: D6P-12."""
    runs = chosen.one.memo.get("hero") == chosen.skill
    if not runs and not chosen.may_be_heroic:
        return ()
    return (
        Toggle(
            key="hero",
            text=scene.words.word("d6pool.bench.hero"),
            amount="×2",
            is_on=runs or chosen.hero,
            is_locked=runs,
        ),
    )


def sum_text(scene: Scene, strike: Strike) -> str:
    """Returns the arithmetic of a strike on one line."""
    key = "d6pool.bench.sum_dodge" if strike.dodge else "d6pool.bench.sum"
    return scene.words.word(
        key,
        attack=strike.pool.dice,
        dn=strike.dn,
        dodge=strike.dodge,
        damage=strike.damage,
        resistance=strike.resistance.dice,
    )


def dice_fields(scene: Scene, strike: Strike) -> tuple[DiceField, ...]:
    """Returns the fields for typed dice, in the order in which they are rolled. Source: D6P-52."""
    asked = (
        ("dodge", 0 if strike.is_certain else strike.dodge),
        ("attack", 0 if strike.is_certain else strike.pool.dice),
        ("damage", strike.damage),
        ("resistance", strike.resistance.dice if strike.damage else 0),
    )
    return tuple(dice_field(scene, key, dice) for key, dice in asked if dice)


def dice_field(scene: Scene, key: str, dice: int) -> DiceField:
    """Returns a field for typed dice."""
    return DiceField(key=key, label=scene.words.word(f"d6pool.roll.{key}"), notation=f"{dice}d6")
