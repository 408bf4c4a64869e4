"""The attack bench of CHROME: choices to a command, with the odds of exactly that command."""

from encounter_gui.core.errors import RuleError
from encounter_gui.core.ids import CombatantId
from encounter_gui.rules.engine.modifiers import Part
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.systems.chrome import commands as do
from encounter_gui.rules.systems.chrome.attack_form.fields import (
    band_chooser,
    blast_toggles,
    burn_chooser,
    damage_text,
    defence_chooser,
    dice_field,
    edge_chooser,
    head,
    roll_toggles,
    situation_toggles,
    soak_toggles,
    sum_text,
)
from encounter_gui.rules.systems.chrome.attack_form.selection import Setting, setting, targets
from encounter_gui.rules.systems.chrome.combat.attack_plan import (
    AttackPlan,
    plan_attack,
    plan_blast_save,
    plan_counter,
    plan_throw,
    weapon_in,
)
from encounter_gui.rules.systems.chrome.sheet import action_budget, character
from encounter_gui.rules.systems.chrome.sheet.check_plan import TestPlan, plan_test
from encounter_gui.rules.view import Bench, BenchChoices, Chooser, DiceField


def bench(scene: Scene, choices: BenchChoices) -> Bench:
    """Returns the bench for these choices; those that no longer fit fall back to defaults."""
    chosen = setting(scene, choices)
    if chosen is None:
        ghosts = any(character.is_presence(one) for one in action_budget.acting(scene))
        return Bench(why_not=scene.words.word(f"chrome.bench.{'presence' if ghosts else 'nobody'}"))
    if chosen.target is None or (chosen.item is None and chosen.ability is None):
        word = "no_target" if chosen.target is None else "no_weapon"
        return Bench(
            actor=chosen.one.id,
            choosers=head(scene, chosen),
            why_not=scene.words.word(f"chrome.bench.{word}"),
        )
    if chosen.ability is not None:
        return _special_bench(scene, chosen)
    try:
        if chosen.weapon is None:
            return _throw_bench(scene, chosen, chosen.target.id)
        return _attack_bench(scene, chosen, chosen.target.id)
    except RuleError as refused:
        why = scene.words.text(refused.message)
        return Bench(actor=chosen.one.id, choosers=head(scene, chosen), why_not=why)


def _attack_bench(scene: Scene, chosen: Setting, target: CombatantId) -> Bench:
    command = attack_command(chosen, target)
    plan = plan_attack(scene, command)
    save = plan.save if chosen.defence == "save" else None
    counter = _counter(scene, chosen)
    return Bench(
        actor=chosen.one.id,
        choosers=(
            *head(scene, chosen),
            *band_chooser(scene, chosen),
            *defence_chooser(scene, chosen, plan),
            *_edges(scene, chosen, plan.test, save),
            *_burns(scene, chosen, plan.test, save),
        ),
        toggles=(
            *(roll_toggles(scene, chosen, plan.test) if plan.test else ()),
            *(roll_toggles(scene, chosen, save) if save else ()),
            *soak_toggles(scene, plan.soak),
            *(situation_toggles(scene, chosen) if plan.test else ()),
        ),
        sum=_sum(scene, plan, save, counter),
        dice=_dice(scene, plan.test, save, counter),
        command=command,
        resolve=scene.words.word("chrome.bench.resolve"),
    )


def attack_command(chosen: Setting, target: CombatantId) -> do.Attack:
    """Returns the attack these choices stand for."""
    saves, rolls = chosen.defence == "save", chosen.rolls
    return do.Attack(
        who=chosen.one.id,
        target=target,
        weapon=chosen.item.key if chosen.item else "",
        band=chosen.band,
        modifiers=chosen.modifiers if rolls else (),
        edge=chosen.edge if rolls else 0,
        burn=chosen.burn if rolls else 0,
        defence=chosen.defence,
        counter_weapon=chosen.counter,
        save_edge=chosen.save_edge if saves else 0,
        save_burn=chosen.save_burn if saves else 0,
    )


def _counter(scene: Scene, chosen: Setting) -> TestPlan | None:
    """The check of the target's counter-attack, if it is to make one."""
    if chosen.target is None or chosen.defence != "counter":
        return None
    weapon = weapon_in(chosen.target, chosen.counter)
    return plan_counter(scene, chosen.target, chosen.one, weapon).test


def _edges(
    scene: Scene, chosen: Setting, test: TestPlan | None, save: TestPlan | None
) -> tuple[Chooser, ...]:
    """The game master's own word on each roll; the second one goes to the left."""
    found = []
    if test is not None:
        found.append(edge_chooser(scene, "edge", chosen.edge))
    if save is not None:
        is_second = test is not None
        found.append(edge_chooser(scene, "save_edge", chosen.save_edge, is_second=is_second))
    return tuple(found)


def _burns(
    scene: Scene, chosen: Setting, test: TestPlan | None, save: TestPlan | None
) -> tuple[Chooser, ...]:
    mine = burn_chooser(scene, "burn", chosen.one, chosen.burn) if test else ()
    theirs = burn_chooser(scene, "save_burn", chosen.target, chosen.save_burn) if save else ()
    return (*mine, *theirs)


def _sum(scene: Scene, plan: AttackPlan, save: TestPlan | None, counter: TestPlan | None) -> str:
    """What is rolled, one roll after the other; without any, what the hit comes to."""
    rolls = [sum_text(scene, test) for test in (plan.test, save) if test]
    if counter is not None:
        rolls.append(scene.words.word("chrome.bench.sum.back", sum=sum_text(scene, counter)))
    if not save:
        rolls.insert(1 if plan.test else 0, damage_text(scene, plan))
    return " · ".join(rolls)


def _dice(
    scene: Scene, test: TestPlan | None, save: TestPlan | None, counter: TestPlan | None
) -> tuple[DiceField, ...]:
    """The fields for typed dice, in the order in which they are asked for."""
    asked = [("attack", test), ("save", save), ("counter", counter)]
    rolled = [(key, each) for key, each in asked if each is not None]
    alone = len(rolled) == 1
    return tuple(
        dice_field(scene, key, each, label="d100" if alone else key) for key, each in rolled
    )


def _throw_bench(scene: Scene, chosen: Setting, target: CombatantId) -> Bench:
    """A grenade: one throw, and everybody in the blast. Source: CHR-46."""
    command = do.Throw(
        who=chosen.one.id,
        target=target,
        weapon=chosen.item.key if chosen.item else "",
        band=chosen.band,
        caught=tuple(do.Caught(target=each) for each in chosen.caught),
        cover=chosen.has_cover,
        modifiers=chosen.modifiers if chosen.rolls else (),
        edge=chosen.edge if chosen.rolls else 0,
        burn=chosen.burn if chosen.rolls else 0,
    )
    test = plan_throw(scene, command)
    victim = scene.one(target)
    save = plan_blast_save(scene, victim, in_cover=chosen.has_cover, by=chosen.one)
    rolls = [sum_text(scene, each) for each in (test, save) if each]
    return Bench(
        actor=chosen.one.id,
        choosers=(
            *head(scene, chosen),
            *_edges(scene, chosen, test, None),
            *_burns(scene, chosen, test, None),
        ),
        toggles=(
            *(roll_toggles(scene, chosen, test) if test else ()),
            *soak_toggles(scene, _blast_soak(scene, victim.id)),
            *blast_toggles(scene, chosen),
            *(situation_toggles(scene, chosen) if test else ()),
        ),
        sum=" · ".join(rolls) or scene.words.word("chrome.bench.sum.blast"),
        dice=(dice_field(scene, "throw", test),) if test else (),
        command=command,
        resolve=scene.words.word("chrome.bench.throw"),
    )


def _blast_soak(scene: Scene, who: CombatantId) -> tuple[Part, ...]:
    """Soak against a blast; the cover that helps is what lies between, not what one hides behind. Source: CHR-47."""
    return character.soak_parts(scene, scene.one(who), is_ranged=False)


def _special_bench(scene: Scene, chosen: Setting) -> Bench:
    """A special ability of an enemy: everybody it reaches makes a Save. Source: CHR-11."""
    ability, target = chosen.ability, chosen.target
    if ability is None or target is None:
        return Bench(actor=chosen.one.id, choosers=head(scene, chosen))
    everybody = targets(scene, chosen.one, ability)
    those = tuple(each.id for each in everybody) if chosen.is_everybody else (target.id,)
    save = plan_test(scene, target, ability.save)
    return Bench(
        actor=chosen.one.id,
        choosers=head(scene, chosen),
        toggles=roll_toggles(scene, chosen, save),
        sum=sum_text(scene, save),
        dice=(dice_field(scene, "save", save),) if len(those) == 1 else (),
        command=do.Special(who=chosen.one.id, ability=ability.key, targets=those),
        resolve=scene.words.word("chrome.bench.resolve"),
    )
