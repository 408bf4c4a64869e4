"""The fields of the attack form. Source: PHA-26, PHA-30 to PHA-34, PHA-41, PHA-47 to PHA-53."""

from collections.abc import Iterator

from encounter_gui.encounter.values import Combatant
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.text_format import plain, with_sign
from encounter_gui.rules.presenters.form import (
    FieldSource,
    FieldSpec,
    SituationFields,
    acting_field,
    gm_field,
    number_field,
    target_field,
)
from encounter_gui.rules.systems.phases.attack_form.selection import (
    GM_MOST,
    TECHNIQUE,
    Selection,
)
from encounter_gui.rules.systems.phases.combat import defenses
from encounter_gui.rules.systems.phases.combat.attack_plan import AttackPlan, most_shots
from encounter_gui.rules.systems.phases.field.ranges import BANDS
from encounter_gui.rules.systems.phases.sheet import character, gear
from encounter_gui.rules.view import Option

_Field = FieldSpec[Selection]


def _targets(selection: Selection) -> Iterator[Combatant]:
    """Yields whom it may be aimed at; the dead are left out."""
    for each in selection.context.state.combatants.values():
        if each.id != selection.actor.id and not character.is_dead(each):
            yield each


def _weapons(selection: Selection) -> Iterator[Option]:
    """Yields what may be used; what is not in hand says so. Source: PHA-26."""
    for item in gear.weapons(selection.actor):
        weapon = gear.weapon_of(item)
        is_ready = weapon.kind == "unarmed" or character.hand_of(selection.actor, item.key)
        yield Option(
            key=item.key,
            text=item.name,
            note=_weapon_note(selection, weapon),
            why_not="" if is_ready else selection.text("draw_first"),
        )


def _weapon_note(selection: Selection, weapon: gear.Weapon) -> str:
    """Returns damage and Recoil in short: ``4d6 · R2``. Source: PHA-33, PHA-38."""
    if not weapon.recoil:
        return weapon.damage.text
    recoil = selection.context.texts.text_of("phases.sheet.recoil", recoil=weapon.recoil)
    return f"{weapon.damage.text} · {recoil}"


def _modes(selection: Selection) -> Iterator[Option]:
    """Yields how it may be used: fire modes with numbers of shots, and techniques. Source: PHA-34, PHA-53."""
    weapon, texts = selection.weapon, selection.context.texts
    for mode in weapon.modes:
        if mode in ("full", "laser", "burst"):
            count = weapon.burst if mode == "burst" else weapon.rof
            yield Option(key=f"{mode}:1", text=texts.text_of(f"phases.mode.{mode}", count=count))
            continue
        for shots in range(1, most_shots(selection.context, weapon, mode) + 1):
            key = f"phases.mode.{mode}" if shots == 1 else "phases.mode.times"
            yield Option(key=f"{mode}:{shots}", text=texts.text_of(key, shots=shots))
    if weapon.is_melee:
        for each in gear.techniques(selection.context.ruleset):
            if weapon.skill in each.skills:
                note = plain(-each.penalty) if each.penalty else ""
                yield Option(key=f"{TECHNIQUE}{each.key}", text=each.name, note=note)


def _mode_of(selection: Selection) -> str:
    if selection.technique is not None:
        return f"{TECHNIQUE}{selection.technique.key}"
    return f"{selection.mode}:{1 if selection.mode == 'burst' else selection.shots}"


def _bursts(selection: Selection) -> Iterator[Option]:
    if selection.technique is None and selection.mode == "burst":
        for count in range(1, most_shots(selection.context, selection.weapon, "burst") + 1):
            yield Option(key=str(count), text=f"×{count}")


def _places(selection: Selection) -> Iterator[Option]:
    """Yields the places of the body: the d10 says, or aimed at a place. Source: PHA-41."""
    if selection.technique is None:
        yield Option(key="", text=selection.text("random"))
        for each in selection.context.ruleset.locations:
            yield Option(key=each.key, text=each.name, note=plain(-abs(each.penalty)))


def _defenses(selection: Selection) -> Iterator[Option]:
    """Yields how the target may defend itself, with reasons where it cannot. Source: PHA-25, PHA-32."""
    view, plan, target = selection.view, selection.strike.plan, selection.strike.target
    if plan.passive is not None:
        return
    open_to = defenses.options(view, target, plan)
    for kind in _defense_kinds(selection, plan):
        yield Option(
            key=kind,
            text=defense_name(view, kind),
            note=with_sign(defenses.defense(view, target, kind).bonus.amount),
            why_not="" if kind in open_to else _why_not(selection, kind),
        )


def _defense_kinds(selection: Selection, plan: AttackPlan) -> Iterator[str]:
    """Yields every defense against this kind of attack. Source: PHA-47 to PHA-52."""
    yield from (defenses.STANDARD, "dodge")
    if plan.is_melee:
        yield from defenses.MELEE_ONLY
    if plan.technique is not None:
        yield "escape"
    if plan.is_melee:
        techniques = gear.techniques(selection.context.ruleset)
        yield from (each.key for each in techniques if each.defends)
    yield defenses.ALL_OUT


def _why_not(selection: Selection, kind: str) -> str:
    view, target = selection.view, selection.strike.target
    if target.has(defenses.ALL_OUT):
        return selection.text("dodges_all", who=target.name)
    if not defenses.may_act(view, target):
        return selection.text("no_action", who=target.name)
    key = "too_late" if kind == defenses.ALL_OUT else "cannot_step"
    return selection.text(key, who=target.name)


def defense_name(context: RulesContext, kind: str) -> str:
    """Returns what a defense is called. Source: PHA-32, PHA-47 to PHA-52."""
    technique = gear.technique(context.ruleset, kind)
    return technique.name if technique else context.texts.text_of(f"phases.sheet.{kind}")


def _bands(selection: Selection) -> Iterator[Option]:
    if selection.has_bands:
        name = selection.context.texts.text_of
        for band in BANDS:
            amount = character.table_number(selection.context, "range", band)
            yield Option(key=band, text=f"{name(f'phases.band.{band}')} {plain(amount)}")


def _defense_label(selection: Selection) -> str:
    return selection.text("defense", who=selection.strike.target.name)


_WEAPON: _Field = FieldSpec(
    "weapon", lambda selection: selection.item.key, _weapons, compared="way"
)
_MODE: _Field = FieldSpec("mode", _mode_of, _modes, fewest=2, look="segments", compared="way")
_BURSTS: _Field = FieldSpec(
    "bursts",
    lambda selection: str(selection.shots),
    _bursts,
    place="left",
    fewest=1,
    look="segments",
    compared="way",
)
_ROUNDS: _Field = FieldSpec(
    "rounds",
    lambda selection: str(selection.rounds),
    span=lambda selection: selection.salvo,
    look="number",
    place="left",
)
_PLACE: _Field = FieldSpec(
    "place", lambda selection: selection.place, _places, needs="target", fewest=1, compared="aim"
)
_DEFENSE: _Field = FieldSpec(
    "defense",
    lambda selection: selection.strike.command.defense,
    _defenses,
    label=_defense_label,
    place="left",
    needs="plan",
    fewest=1,
    of_target=True,
)
_BAND: _Field = FieldSpec(
    "band",
    lambda selection: selection.band,
    _bands,
    place="left",
    needs="target",
    fewest=1,
    look="segments",
    of_target=True,
    by_plan=True,
)
_SITUATION: SituationFields[Selection] = SituationFields(
    lambda selection: selection.kind,
    hidden=lambda selection: selection.decided_groups,
    needs="target",
)
_GM: _Field = gm_field("phases.part.gm", GM_MOST, needs="target")
_DEFENSE_GM: _Field = number_field(
    "defense_gm",
    lambda selection: (-GM_MOST, GM_MOST),
    needs="target",
    of_target=True,
)
FIELDS: tuple[FieldSource[Selection], ...] = (
    acting_field(),
    target_field(_targets),
    _WEAPON,
    _MODE,
    _BURSTS,
    _ROUNDS,
    _PLACE,
    _DEFENSE,
    _BAND,
    _SITUATION,
    _GM,
    _DEFENSE_GM,
)
