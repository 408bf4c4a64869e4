"""The attack bench for what strikes an area: suppressive fire, throws and blasts. Source: CWN-32, CWN-41, CWN-42."""

from collections.abc import Iterator

from msgspec import structs

from encounter_gui.core.errors import RuleError
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine import modifiers
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.dice_sum import DiceSum
from encounter_gui.rules.presenters import modifier_fields
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn.areas import detonations, suppression, throws
from encounter_gui.rules.systems.cwn.attack_form.fields import (
    actor_chooser,
    dice_field,
    gm_chooser,
    head_choosers,
    left_choosers,
    plus,
    target_chooser,
    weapon_chooser,
)
from encounter_gui.rules.systems.cwn.attack_form.selection import Setting
from encounter_gui.rules.systems.cwn.combat import attack_plan
from encounter_gui.rules.systems.cwn.sheet import character, gear
from encounter_gui.rules.view import Bench, Chooser, DiceField, Toggle


def suppress_bench(scene: Scene, chosen: Setting) -> Bench:
    """One target of the cone after the other, until nobody else is in it. Source: CWN-32."""
    target, words = chosen.target, scene.words
    if target is None:
        return Bench(actor=chosen.one.id, choosers=head_choosers(scene, chosen))
    save = character.save_target(scene, target, "evasion")
    dice = attack_plan.damage_dice(scene, chosen.one, chosen.weapon)
    caught = do.InCone(target=target.id, hard_cover=chosen.guarded, gm=chosen.gm)
    return Bench(
        actor=chosen.one.id,
        choosers=(*head_choosers(scene, chosen), gm_chooser(scene, chosen)),
        toggles=(
            Toggle(key="guarded", text=words.word("cwn.bench.hard_cover"), is_on=chosen.guarded),
        ),
        sum=words.word("cwn.bench.sum_suppress", save=save, damage=dice.text),
        dice=tuple(_suppress_dice(scene, chosen, dice)),
        command=do.Suppress(
            who=chosen.one.id, targets=(caught,), weapon=chosen.item.key, more=True
        ),
        resolve=words.word("cwn.bench.resolve"),
    )


def _suppress_dice(scene: Scene, chosen: Setting, dice: DiceSum) -> Iterator[DiceField]:
    """The save, the damage where it is not known from another in the cone, and the Trauma Die."""
    yield dice_field(scene, "evasion", DiceSum(count=1, sides=20))
    going_on = suppression.swept(scene, chosen.one.id)
    if going_on is None or going_on[1] is None:
        yield dice_field(scene, "damage", dice)
    if chosen.weapon.trauma is not None and not chosen.weapon.is_nonlethal:
        yield dice_field(scene, "trauma", chosen.weapon.trauma)


def throw_bench(scene: Scene, chosen: Setting) -> Bench:
    """A grenade is thrown at a point, not at somebody; what is laid goes off where it is. Source: CWN-41, CWN-42."""
    one, words = chosen.one, scene.words
    explosive = gear.explosive_of(chosen.item)
    launcher = launcher_of(one)
    if explosive.is_placed and not launcher:
        return _laid_bench(scene, chosen)
    throw = do.Throw(
        who=one.id,
        weapon=explosive.key,
        launcher=launcher,
        metres=chosen.metres,
        modifiers=chosen.modifiers,
        gm=chosen.gm,
    )
    head = (actor_chooser(scene, one), weapon_chooser(scene, one, chosen.item))
    try:
        made = throws.plan_throw(scene, throw)
    except RuleError as refused:
        return Bench(actor=one.id, choosers=head, why_not=scene.words.text(refused.message))
    state = [part for part in made.hit if part.key not in chosen.modifiers]
    return Bench(
        actor=one.id,
        choosers=(*head, *left_choosers(scene, chosen)),
        toggles=(
            *modifier_fields.locked(state),
            *modifier_fields.toggles(scene.ruleset, chosen.modifiers, "thrown"),
        ),
        sum=words.word(
            "cwn.bench.sum_throw",
            bonus=plus(modifiers.total(made.hit)),
            armor=made.armor_class,
        ),
        dice=(dice_field(scene, "throw", DiceSum(count=1, sides=20)),),
        command=throw,
        resolve=words.word("cwn.bench.throw"),
    )


def _laid_bench(scene: Scene, chosen: Setting) -> Bench:
    """What is laid goes off for one after the other as well. Source: CWN-42."""
    one = chosen.one
    command = do.Blast(who=one.id, weapon=chosen.item.key, more=True)
    try:
        explosive, _ = detonations.exploding(scene, command)
    except RuleError as refused:
        head = (actor_chooser(scene, one), weapon_chooser(scene, one, chosen.item))
        return Bench(actor=one.id, choosers=head, why_not=scene.words.text(refused.message))
    return _caught_bench(scene, chosen, explosive, command)


def launcher_of(one: Combatant) -> str:
    """Returns the launcher somebody has in hand; empty: none."""
    items = (one.item(key) for key in gear.in_hands(one))
    return next((item.key for item in items if item and item.values.get("class") == "launcher"), "")


def blast_bench(scene: Scene, chosen: Setting) -> Bench:
    """What is in the air goes off for one after the other, until nobody else is in it. Source: CWN-41."""
    command = do.Blast(who=chosen.one.id, more=True)
    explosive, _ = detonations.exploding(scene, command)
    return _caught_bench(scene, chosen, explosive, command)


def _caught_bench(
    scene: Scene, chosen: Setting, explosive: gear.Explosive, command: do.Blast
) -> Bench:
    one, target, words = chosen.one, chosen.target, scene.words
    head: tuple[Chooser, ...] = (
        actor_chooser(scene, one),
        target_chooser(scene, one, target),
        *((weapon_chooser(scene, one, chosen.item),) if command.weapon else ()),
    )
    if target is None:
        return Bench(actor=one.id, choosers=head, why_not=words.word("cwn.bench.no_target"))
    caught = do.Caught(target=target.id, protected=chosen.guarded, gm=chosen.gm)
    kind = save_of(explosive)
    return Bench(
        actor=one.id,
        choosers=(*head, gm_chooser(scene, chosen)),
        toggles=(
            Toggle(key="guarded", text=words.word("cwn.bench.protected"), is_on=chosen.guarded),
        )
        if explosive.effect in ("flash", "gas")
        else (),
        sum=words.word(
            "cwn.bench.sum_blast",
            save=words.word(f"cwn.save.{kind}"),
            target=character.save_target(scene, target, kind),
        )
        if explosive.effect != "smoke"
        else "",
        dice=tuple(_blast_dice(scene, explosive, kind)),
        command=structs.replace(command, targets=(caught,)),
        resolve=words.word("cwn.bench.resolve"),
    )


def save_of(explosive: gear.Explosive) -> str:
    """Returns the save an explosive asks for. Source: CWN-41, CWN-42."""
    return "physical" if explosive.effect in ("flash", "gas") else "evasion"


def _blast_dice(scene: Scene, explosive: gear.Explosive, kind: str) -> Iterator[DiceField]:
    if explosive.effect == "smoke":
        return
    if explosive.damage is not None and explosive.damage.count:
        yield dice_field(scene, "damage", explosive.damage)
    yield dice_field(scene, kind, DiceSum(count=1, sides=20))
    if explosive.trauma is not None and not explosive.is_nonlethal:
        yield dice_field(scene, "trauma", explosive.trauma)
