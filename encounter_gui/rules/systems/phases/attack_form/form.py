"""The attack bench of a fight in phases: choices to a command, with the odds of exactly that command."""

from dataclasses import dataclass

from msgspec.structs import replace as changed

from encounter_gui.core.errors import RuleError
from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.commands import Command
from encounter_gui.rules.model.text_format import plain
from encounter_gui.rules.systems.phases import commands as do
from encounter_gui.rules.systems.phases.attack_form import fields as form_fields
from encounter_gui.rules.systems.phases.attack_form.selection import Setting, setting
from encounter_gui.rules.systems.phases.combat import defenses
from encounter_gui.rules.systems.phases.combat.attack_plan import AttackPlan, plan_attack
from encounter_gui.rules.systems.phases.sheet.course import Course
from encounter_gui.rules.systems.phases.sheet.test_dice import dice_text
from encounter_gui.rules.view import Bench, BenchChoices


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """An attack on the bench: the plan, the target as it stands, and its defense; None: it rolls none."""

    view: Scene
    command: do.Attack
    plan: AttackPlan
    target: Combatant
    defense: defenses.Defense | None


def bench(scene: Scene, choices: BenchChoices) -> Bench:
    """Returns the bench for these choices; those that no longer fit fall back to defaults."""
    chosen = setting(scene, choices)
    if chosen is None:
        return Bench(why_not=scene.words.word(f"phases.bench.{_idle(scene)}"))
    head = (
        form_fields.actor_chooser(scene, chosen.one),
        form_fields.target_chooser(scene, chosen.one, chosen.target),
        form_fields.weapon_chooser(scene, chosen.one, chosen.item),
        *form_fields.mode_choosers(scene, chosen),
    )
    if chosen.target is None:
        why = scene.words.word("phases.bench.no_target")
        return Bench(actor=chosen.one.id, choosers=head, why_not=why)
    if chosen.technique is None:
        head = (*head, form_fields.place_chooser(scene, chosen))
    command = _command(scene, chosen, chosen.target)
    left = tuple(form_fields.left_choosers(scene, chosen))
    try:
        strike = strike_at(chosen.view, command)
    except RuleError as refused:
        why = scene.words.text(refused.message)
        return Bench(actor=chosen.one.id, choosers=(*head, *left), why_not=why)
    kind = strike.defense.kind if strike.defense else ""
    command = replace_defense(command, kind)
    return Bench(
        actor=chosen.one.id,
        choosers=(
            *head,
            *form_fields.defense_chooser(chosen.view, strike.target, strike.plan, kind),
            *left,
        ),
        toggles=form_fields.toggles(scene, chosen, strike.plan.discharges[0].bonus.parts),
        sum=sum_text(scene, strike),
        dice=form_fields.dice_fields(scene, strike.plan),
        command=command,
        resolve=scene.words.word("phases.bench.resolve"),
    )


def _idle(scene: Scene) -> str:
    """Returns why nobody acts: the phase has not begun, or the fight has not."""
    return "declaring" if scene.state.stage == "running" and scene.state.group < 0 else "nobody"


def _command(scene: Scene, chosen: Setting, target: Combatant) -> do.Attack:
    return do.Attack(
        who=chosen.one.id,
        target=target.id,
        weapon=chosen.weapon.key,
        mode="" if chosen.technique else chosen.mode,  # type: ignore[arg-type]  # one of the weapon's modes
        technique=chosen.technique.key if chosen.technique else "",
        shots=chosen.shots,
        rounds=chosen.rounds,
        place=chosen.place,
        straight=chosen.straight,
        band=_band(scene, chosen),  # type: ignore[arg-type]  # one of the bands
        modifiers=form_fields.effective(chosen, scene),
        gm=chosen.gm,
        defense=chosen.defense,
        defense_gm=chosen.defense_gm,
    )


def _band(scene: Scene, chosen: Setting) -> str:
    return chosen.band if scene.switch("phases.rangeTable") and chosen.kind != "melee" else ""


def replace_defense(command: do.Attack, kind: str) -> do.Attack:
    """Returns the attack against this defense."""
    return changed(command, defense=kind)


def strike_at(view: Scene, command: do.Attack) -> Strike:
    """Returns what an attack would roll; a defense that is not open falls back to the first that is.

    Raises:
        RuleError: it cannot be made at all.
    """
    plan = plan_attack(view, command)
    target = view.one(command.target)
    open_to = defenses.options(view, target, plan)
    if not open_to:
        return Strike(view=view, command=command, plan=plan, target=target, defense=None)
    kind = command.defense if command.defense in open_to else open_to[0]
    made = defenses.defense(view, target, kind, command.defense_gm)
    return Strike(view=view, command=command, plan=plan, target=target, defense=made)


def strike_of(scene: Scene, command: Command) -> Strike | None:
    """Returns the strike a command would roll; None for a command without one."""
    if not isinstance(command, do.Attack):
        return None
    try:
        return strike_at(Course(scene, command.who).view, command)
    except (RuleError, KeyError):
        return None


def sum_text(scene: Scene, strike: Strike) -> str:
    """Returns the arithmetic on one line: ``3d6 + 13 / 11 / 9 against Dodge 3d6 + 14``."""
    first, *later = (each.bonus.amount for each in strike.plan.discharges)
    attack = "".join((dice_text(first), *(f" / {plain(each)}" for each in later)))
    if strike.defense is None:
        return scene.words.word("phases.bench.sum_dn", attack=attack, dn=strike.plan.passive or 0)
    name = form_fields.defense_name(scene, strike.defense.kind)
    total = dice_text(strike.defense.bonus.amount)
    return scene.words.word("phases.bench.sum", attack=attack, defense=name, total=total)
