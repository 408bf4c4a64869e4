"""The attack bench of the CWN system: choices to a command, with the odds of exactly that command."""

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.systems.cwn import commands as do
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.attack_form.area_forms import (
    blast_bench,
    suppress_bench,
    throw_bench,
)
from encounter_gui.rules.systems.cwn.attack_form.fields import (
    head_choosers,
    left_choosers,
    strike_dice,
    strike_toggles,
    sum_text,
)
from encounter_gui.rules.systems.cwn.attack_form.selection import Setting, is_swarming, setting
from encounter_gui.rules.systems.cwn.combat import attack_plan
from encounter_gui.rules.view import Bench, BenchChoices

_HOW: dict[str, do.How] = {
    "attack": "",
    "snap": "snap",
    "charge": "charge",
    "swarm": "swarm",
    "extra": "extra",
}


def bench(scene: Scene, choices: BenchChoices) -> Bench:
    """Returns the bench for these choices; those that no longer fit fall back to defaults."""
    chosen = setting(scene, choices)
    if chosen is None:
        return Bench(why_not=scene.words.word("cwn.bench.nobody"))
    if chosen.one.has("in_air"):
        return blast_bench(scene, chosen)
    return throw_bench(scene, chosen) if chosen.item.kind == "explosive" else _armed(scene, chosen)


def _armed(scene: Scene, chosen: Setting) -> Bench:
    if chosen.target is None:
        return Bench(
            actor=chosen.one.id,
            choosers=head_choosers(scene, chosen),
            why_not=scene.words.word("cwn.bench.no_target"),
        )
    if chosen.how == "suppress":
        return suppress_bench(scene, chosen)
    if chosen.how == "swarm" and not is_swarming(chosen.one, chosen.target):
        return _join_bench(scene, chosen)
    return _attack_bench(scene, chosen)


def attack_command(chosen: Setting) -> do.Attack:
    """Returns the attack these choices stand for; there is a target."""
    target = chosen.target
    return do.Attack(
        who=chosen.one.id,
        target=target.id if target else chosen.one.id,
        weapon=chosen.item.key,
        mode=chosen.mode,  # type: ignore[arg-type]  # one of the weapon's modes
        how=_HOW.get(chosen.how, ""),
        metres=chosen.metres,
        modifiers=() if chosen.kind == "melee" else chosen.modifiers,
        gm=chosen.gm,
        nonlethal=chosen.nonlethal,
        boost=chosen.boost and chosen.how == "snap",
        also=_others(chosen),
    )


def _others(chosen: Setting) -> tuple[CombatantId, ...]:
    """The targets of further attacks, unless all are at the same. Source: CWN-69."""
    those = tuple(each.id for each in chosen.also)
    return those if chosen.target and set(those) - {chosen.target.id} else ()


def _attack_bench(scene: Scene, chosen: Setting) -> Bench:
    command = attack_command(chosen)
    head = head_choosers(scene, chosen)
    try:
        made = attack_plan.plan_attack(scene, command)
    except RuleError as refused:  # a launcher without a grenade, say
        return Bench(actor=chosen.one.id, choosers=head, why_not=scene.words.text(refused.message))
    attacks = sum(who == command.target for who, _ in made.strikes)
    text = sum_text(scene, made.strike)
    return Bench(
        actor=chosen.one.id,
        choosers=(*head, *left_choosers(scene, chosen)),
        toggles=strike_toggles(scene, chosen, made.strike),
        sum=f"{attacks} × {text}" if attacks > 1 else text,
        dice=strike_dice(scene, made.strike),
        command=command,
        resolve=scene.words.word("cwn.bench.resolve"),
    )


def _join_bench(scene: Scene, chosen: Setting) -> Bench:
    """A swarm gathers first: joining costs the Main and rolls nothing. Source: CWN-39."""
    target = chosen.target
    if target is None:
        return Bench(actor=chosen.one.id, choosers=head_choosers(scene, chosen))
    there = len(attack_plan.swarm_on(scene, target.id))
    return Bench(
        actor=chosen.one.id,
        choosers=head_choosers(scene, chosen),
        sum=scene.words.word("cwn.bench.sum_join", count=there, most=mechanics.SWARM_MOST),
        command=do.Swarm(who=chosen.one.id, target=target.id),
        resolve=scene.words.word("cwn.bench.join"),
    )
