"""The fields of the attack form. Source: D6P-17, D6P-19, D6P-26, D6P-31, D6P-40."""

from collections.abc import Iterator

from msgspec.structs import replace

from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.presenters.form import TARGET as TARGET_KEY
from encounter_gui.rules.presenters.form import (
    FieldSpec,
    Needs,
    SituationFields,
    acting_field,
    aim_of,
    combatant_options,
    crowd_field,
    gm_field,
    point_option,
    target_field,
)
from encounter_gui.rules.systems.d6pool import mechanics
from encounter_gui.rules.systems.d6pool.attack_form.selection import GM_DICE, Selection, blast_key
from encounter_gui.rules.systems.d6pool.combat.attack_plan import ladder
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.view import FormField, Option

_Field = FieldSpec[Selection]


def _targets(selection: Selection) -> Iterator[Combatant]:
    combatants = selection.context.state.combatants.values()
    return (each for each in combatants if selection.can_be_target(each))


def _aims(selection: Selection) -> Iterator[Option]:
    """Yields at what something can be thrown: who stands on the plan, as the thrower does, a point. Source: D6P-38."""
    if selection.actor.place is not None:
        standing = (each for each in _targets(selection) if each.place is not None)
        yield from combatant_options(standing)
    yield from point_option(selection)


def _weapons(selection: Selection) -> Iterator[Option]:
    free = (*gear.in_hands(selection.actor), gear.UNARMED.key)
    for item in gear.weapons(selection.actor):
        yield Option(
            key=item.key,
            text=item.name,
            note=_weapon_note(selection, item),
            why_not=selection.why_spent(item)
            or ("" if item.key in free else selection.text("draw_first")),
        )


def _weapon_note(selection: Selection, item: Item) -> str:
    actor = selection.actor
    if item.kind == "explosive":
        return selection.text("left", left=actor.gauges.get(f"ammo.{item.key}", 0))
    weapon = gear.weapon_of(item)
    strength = character.level(selection.context, actor, "strength") if weapon.adds_strength else 0
    return selection.text("damage", damage=max(weapon.damage + strength, 0))


def _modes(selection: Selection) -> Iterator[Option]:
    name = selection.context.texts.text_of
    return (Option(key=mode, text=name(f"d6pool.mode.{mode}")) for mode in selection.weapon.modes)


def _ranges(selection: Selection) -> Iterator[Option]:
    """Yields the ranges with their difficulty; hand to hand there are none. Source: D6P-26."""
    if selection.kind == "melee":
        return
    limits = selection.explosive.ranges if selection.is_explosive else selection.weapon.ranges
    name = selection.context.texts.text_of
    for band, limit in zip(gear.BANDS, limits, strict=False):
        text = f"{name(f'd6pool.band.{band}')} {ladder(selection.context, band)}"
        yield Option(key=band, text=text, note=f"≤ {limit} m")


def _distances(selection: Selection) -> Iterator[Option]:
    """Yields how far from a blast somebody may be, with the damage there. Source: D6P-40."""
    explosive = selection.explosive
    for band, limit, damage in zip(gear.BANDS, explosive.blast, explosive.damage, strict=False):
        yield Option(key=band, text=f"≤ {limit} m", note=f"{damage}d6")


def _dodges(selection: Selection) -> Iterator[Option]:
    limit, most = selection.dodge_limit, selection.context.number(mechanics.DODGE_MOST)
    why_not = selection.text("no_dice", left=limit)
    for dice in range(most + 1):
        yield Option(key=str(dice), text=str(dice), why_not="" if dice <= limit else why_not)


class _BlastFields:
    """How far from the blast its target is, how it dodges, and the game master's dice against it. Source: D6P-40.

    Each in the blast has answers of its own: the form asks for those of the one that is chosen as the target.
    """

    needs: Needs = "target"

    def fields(self, selection: Selection) -> Iterator[FormField]:
        """Yields the fields of the target."""
        target = selection.require_target()
        chosen = {
            "band": selection.shown_blast_band(target),
            "dodge": str(selection.blast_dodge(target)),
            "gm": str(selection.blast_gm(target)),
        }
        for spec in (DISTANCE, DODGE, GM):
            for field in spec.fields(selection):
                key = blast_key(field.key, target)
                # By its key the answer is the target's own already.
                by_plan = selection.blast_by_plan(target) if field.key == "band" else ""
                yield replace(
                    field, key=key, chosen=chosen[field.key], of_target=False, by_plan=by_plan
                )


def _dodge_label(selection: Selection) -> str:
    is_parry = selection.kind == "melee" and not selection.is_blast
    name = selection.target.name if selection.target else ""
    return selection.text("parries" if is_parry else "dodges", who=name)


ACTOR: _Field = acting_field()
TARGET = target_field(_targets)
AIM: _Field = FieldSpec(
    TARGET_KEY,
    lambda selection: aim_of(selection, selection.throw.target or ""),
    _aims,
    label="aim",
    fewest=1,
)
WEAPON: _Field = FieldSpec("weapon", lambda selection: selection.item.key, _weapons, compared="way")
MODE: _Field = FieldSpec(
    "mode", lambda selection: selection.mode, _modes, fewest=2, look="segments", compared="way"
)
RANGE: _Field = FieldSpec(
    "band",
    lambda selection: selection.shown_band,
    _ranges,
    label="range",
    fewest=1,
    look="segments",
    of_target=True,
    by_plan=True,
)
DISTANCE: _Field = FieldSpec(
    "band", lambda selection: selection.band, _distances, label="from_blast", look="segments"
)
DODGE: _Field = FieldSpec(
    "dodge",
    lambda selection: str(selection.dodge),
    _dodges,
    label=_dodge_label,
    needs="plan",
    look="segments",
    of_target=True,
)
SITUATION: SituationFields[Selection] = SituationFields(
    lambda selection: None if selection.kind == "melee" else selection.kind
)
GM: _Field = gm_field("d6pool.gm", GM_DICE)
CROWD: _Field = crowd_field()
BLAST = _BlastFields()
