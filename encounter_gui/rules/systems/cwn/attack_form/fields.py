"""The questions, toggles and dice fields of the attack bench. Source: CWN-25, CWN-36a to CWN-36e."""

from msgspec.structs import replace

from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine import modifiers
from encounter_gui.rules.engine.modifiers import Part
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.dice_sum import DiceSum
from encounter_gui.rules.model.items import ammo_text, number
from encounter_gui.rules.model.text_format import signed
from encounter_gui.rules.presenters import modifier_fields
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.attack_form.selection import (
    GM_POINTS,
    Setting,
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
from encounter_gui.rules.view import Chooser, DiceField, Option, Toggle


def actor_chooser(scene: Scene, one: Combatant) -> Chooser:
    """Returns the question who attacks: whose turn it is, then who may interrupt."""
    acting = scene.state.acting
    instant = scene.words.word("cwn.instant")
    options = tuple(
        Option(
            key=each.id,
            text=each.name,
            side=each.side,
            note="" if each.id in acting else instant,
        )
        for each in actors(scene, one.id)
    )
    label = scene.words.word("cwn.bench.who")
    return Chooser(key="who", label=label, look="list", options=options, chosen=one.id)


def target_chooser(scene: Scene, one: Combatant, target: Combatant | None) -> Chooser:
    """Returns the question whom it is aimed at; the dead are left out, enemies come first."""
    team = character.team(one)
    those = [each for each in scene.state.combatants.values() if can_be_target(one, each)]
    those.sort(key=lambda each: (character.team(each) == team, character.is_out(each)))
    options = tuple(Option(key=each.id, text=each.name, side=each.side) for each in those)
    label = scene.words.word("cwn.bench.target")
    chosen = target.id if target else ""
    return Chooser(key="target", label=label, look="list", options=options, chosen=chosen)


def also_choosers(scene: Scene, chosen: Setting) -> tuple[Chooser, ...]:
    """Returns for each further attack of the same Main the question whom it is aimed at. Source: CWN-69."""
    first, words = target_chooser(scene, chosen.one, chosen.target), scene.words
    return tuple(
        replace(
            first,
            key=also_key(at),
            label=words.word("cwn.bench.also", number=at),
            options=tuple(
                replace(option, text=words.word("cwn.bench.also.who", number=at, who=option.text))
                for option in first.options
            ),
            chosen=each.id,
            place="left",
        )
        for at, each in enumerate(chosen.also, start=2)
    )


def weapon_chooser(scene: Scene, one: Combatant, chosen: Item) -> Chooser:
    """Returns the question with what; what is not in hand says so."""
    options = tuple(
        Option(
            key=item.key,
            text=item.name,
            note=weapon_note(scene, one, item),
            why_not="" if _is_at_hand(one, item) else scene.words.word("cwn.bench.ready_first"),
        )
        for item in gear.weapons(one)
    )
    label = scene.words.word("cwn.bench.weapon")
    return Chooser(key="weapon", label=label, look="list", options=options, chosen=chosen.key)


def _is_at_hand(one: Combatant, item: Item) -> bool:
    if item.kind == "explosive":
        return item.key in gear.in_hands(one)
    return gear.is_readied(one, gear.weapon_of(item))


def weapon_note(scene: Scene, one: Combatant, item: Item) -> str:
    """Returns a weapon's numbers in short: ``2d6+4 · Shock 8/any · T d10 ×3``."""
    words = scene.words
    if item.kind == "explosive":
        left = one.gauges.get(f"ammo.{item.key}", 0)
        parts = [str(item.values.get("damage") or ""), words.word("cwn.bench.left", left=left)]
        return " · ".join(part for part in parts if part)
    weapon = gear.weapon_of(item)
    parts = [attack_plan.damage_dice(scene, one, weapon).text, *attack_words(scene, weapon)]
    return " · ".join(parts)


def attack_words(scene: Scene, weapon: gear.Weapon) -> tuple[str, ...]:
    """Returns Shock and Trauma of a weapon in words."""
    words = scene.words
    found = []
    if weapon.shock_ac:
        reach = words.word("cwn.any") if weapon.shock_ac >= gear.ANY_AC else str(weapon.shock_ac)
        found.append(words.word("cwn.shock_of", amount=weapon.shock, reach=reach))
    if weapon.trauma is not None:
        die = weapon.trauma.text.removeprefix("1")
        found.append(words.word("cwn.trauma_of", die=die, rating=weapon.rating))
    return tuple(found)


def how_chooser(scene: Scene, chosen: Setting) -> Chooser:
    """Returns the question in what way: attack, charge, swarm, Snap Attack. Source: CWN-36a to CWN-36e."""
    options = tuple(
        Option(key=how, text=_how_text(scene, chosen, how))
        for how in hows(scene, chosen.one, chosen.item, chosen.mode)
    )
    label = scene.words.word("cwn.bench.how")
    return Chooser(key="how", label=label, look="segments", options=options, chosen=chosen.how)


def _how_text(scene: Scene, chosen: Setting, how: str) -> str:
    words, target = scene.words, chosen.target
    if how == "swarm" and target is not None and is_swarming(chosen.one, target):
        able = sum(not character.is_out(each) for each in attack_plan.swarm_on(scene, target.id))
        return words.word("cwn.bench.how.swarm_of", count=able)
    if how == "snap":
        return words.word("cwn.bench.how.snap", amount=signed(mechanics.SNAP_HIT))
    return words.word(f"cwn.bench.how.{how}")


def mode_choosers(scene: Scene, chosen: Setting) -> tuple[Chooser, ...]:
    """Returns the question what a weapon is used for, where there is more than one. Source: CWN-12, CWN-31."""
    modes = chosen.weapon.modes
    if len(modes) < 2:
        return ()
    options = tuple(
        Option(key=mode, text=scene.words.word(f"cwn.bench.mode.{mode}")) for mode in modes
    )
    label = scene.words.word("cwn.bench.mode")
    return (Chooser(key="mode", label=label, look="segments", options=options, chosen=chosen.mode),)


def reach_choosers(scene: Scene, chosen: Setting) -> tuple[Chooser, ...]:
    """Returns the question how far it is, where that matters. Source: CWN-28, CWN-35."""
    possible = reaches(chosen.item, chosen.mode, chosen.target)
    if len(possible) < 2:
        return ()
    ranges = (
        gear.explosive_of(chosen.item).ranges
        if chosen.item.kind == "explosive"
        else chosen.weapon.ranges
    )
    limits = {"near": mechanics.NEAR, "normal": ranges[0], "long": ranges[-1]}
    options = tuple(Option(key=each, text=f"≤ {limits[each]} m") for each in possible)
    label = scene.words.word("cwn.bench.reach")
    return (
        Chooser(
            key="reach",
            label=label,
            look="segments",
            options=options,
            chosen=chosen.reach,
            place="left",
        ),
    )


def gm_chooser(scene: Scene, chosen: Setting) -> Chooser:
    """Returns the game master's own modifier."""
    return modifier_fields.by_hand(scene.words.word("cwn.gm"), chosen.gm, GM_POINTS)


def head_choosers(scene: Scene, chosen: Setting) -> tuple[Chooser, ...]:
    """Returns the questions of the head row: who, whom, with what, in what way."""
    return (
        actor_chooser(scene, chosen.one),
        target_chooser(scene, chosen.one, chosen.target),
        weapon_chooser(scene, chosen.one, chosen.item),
        *(mode_choosers(scene, chosen) if chosen.item.kind != "explosive" else ()),
        how_chooser(scene, chosen),
    )


def left_choosers(scene: Scene, chosen: Setting) -> tuple[Chooser, ...]:
    """Returns the questions among the modifiers: how far, what of the situation, and the game master's own."""
    return (
        *also_choosers(scene, chosen),
        *reach_choosers(scene, chosen),
        *modifier_fields.choosers(scene.ruleset, chosen.modifiers, chosen.kind),
        gm_chooser(scene, chosen),
    )


def strike_toggles(scene: Scene, chosen: Setting, strike: Strike) -> tuple[Toggle, ...]:
    """Returns what speaks for and against an attack: locked where the state says so. Source: CWN-25."""
    state = [part for part in strike.hit if part.key not in chosen.modifiers]
    return (
        *modifier_fields.locked(state),
        *_locked_damage(scene, strike),
        _against(scene, strike),
        *modifier_fields.toggles(scene.ruleset, chosen.modifiers, chosen.kind),
        *_intent(scene, chosen),
    )


def _locked_damage(scene: Scene, strike: Strike) -> tuple[Toggle, ...]:
    amount = strike.swarm + sum(part.amount for part in strike.damage_plus)
    if not amount:
        return ()
    part = Part(name=scene.words.word("cwn.bench.damage"), amount=amount)
    return modifier_fields.locked((Part(name="", amount=0), part))[1:]


def _against(scene: Scene, strike: Strike) -> Toggle:
    word = "melee" if strike.is_melee else "ranged"
    return Toggle(
        key="state:armor",
        text=scene.words.word(f"cwn.bench.vs_{word}"),
        amount=str(strike.armor_class),
        is_on=True,
        is_locked=True,
        tip=modifiers.sum_text(strike.armor),
    )


def _intent(scene: Scene, chosen: Setting) -> tuple[Toggle, ...]:
    """Nonlethal intent of a blow, and a Reaction Booster that makes a Snap Attack good. Source: CWN-58, CWN-45n."""
    words, weapon = scene.words, chosen.weapon
    found = []
    if chosen.mode == "melee" and not weapon.is_nonlethal:
        found.append(
            Toggle(key="nonlethal", text=words.word("cwn.bench.nonlethal"), is_on=chosen.nonlethal)
        )
    if chosen.how == "snap" and gear.rank(chosen.one, "reaction_booster"):
        found.append(
            Toggle(
                key="boost",
                text=words.word("cwn.bench.boost"),
                amount=signed(-mechanics.SNAP_HIT),
                is_on=chosen.boost,
            )
        )
    return tuple(found)


def sum_text(scene: Scene, strike: Strike) -> str:
    """Returns the arithmetic of a strike on one line: ``d20 + 14 against melee AC 14 · miss still Shock 8``."""
    words = scene.words
    word = "melee" if strike.is_melee else "ranged"
    text = words.word(f"cwn.bench.sum_{word}", bonus=plus(strike.bonus), armor=strike.armor_class)
    if strike.shock:
        return f"{text} · {words.word('cwn.bench.sum_shock', amount=strike.shock)}"
    return text


def plus(bonus: int) -> str:
    """Returns what is added to a die, e.g. ``+ 14`` or ``− 2``; empty for nothing."""
    if not bonus:
        return ""
    return f" {'−' if bonus < 0 else '+'} {abs(bonus)}"


def strike_dice(scene: Scene, strike: Strike) -> tuple[DiceField, ...]:
    """Returns the fields for typed dice, in the order in which they are rolled. Source: CWN-25."""
    asked = (
        ("attack", DiceSum(count=1, sides=20)),
        ("trauma", strike.trauma),
        ("damage", strike.damage),
    )
    return tuple(
        dice_field(scene, key, dice) for key, dice in asked if dice is not None and dice.count
    )


def dice_field(scene: Scene, key: str, dice: DiceSum) -> DiceField:
    """Returns a field for typed dice; flat numbers are added by the rules."""
    notation = f"{dice.count}d{dice.sides}"
    return DiceField(key=key, label=scene.words.word(f"cwn.roll.{key}"), notation=notation)


def magazine_note(one: Combatant, item: Item) -> str:
    """Returns what is left of a magazine, or of a number of things; empty for what needs none."""
    return ammo_text(one, item) or ("1" if number(item.values.get("count")) else "")
