"""The fields of the attack form. Source: CWN-12, CWN-25, CWN-28, CWN-36a to CWN-36e, CWN-69."""

from collections.abc import Iterator

from msgspec.structs import replace

from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.asking import numbered
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.model.dice_sum import DiceSum
from encounter_gui.rules.model.items import ammo_text, number
from encounter_gui.rules.model.text_format import with_sign
from encounter_gui.rules.presenters import form
from encounter_gui.rules.presenters.form import (
    FieldSource,
    FieldSpec,
    Needs,
    SituationFields,
    crowd_field,
    gm_field,
    target_field,
)
from encounter_gui.rules.systems.cwn import mechanics
from encounter_gui.rules.systems.cwn.attack_form.selection import (
    GM_POINTS,
    Selection,
    actors,
    also_key,
    can_be_target,
    is_swarming,
)
from encounter_gui.rules.systems.cwn.combat import attack_plan
from encounter_gui.rules.systems.cwn.sheet import character, gear
from encounter_gui.rules.view import DiceField, FormField, Option

_Field = FieldSpec[Selection]


def _actors(selection: Selection) -> Iterator[Option]:
    """Yields who attacks: whose turn it is, then who may interrupt."""
    context = selection.context
    acting, instant = set(context.state.acting), context.texts.text_of("cwn.instant")
    for each in actors(context, selection.actor.id):
        note = "" if each.id in acting else instant
        yield Option(key=each.id, text=each.name, side=each.side, note=note)


def _targets(selection: Selection) -> list[Combatant]:
    """Returns whom it may be aimed at; the dead are left out, enemies come first."""
    actor, team = selection.actor, character.team(selection.actor)
    targets = [
        each for each in selection.context.state.combatants.values() if can_be_target(actor, each)
    ]
    return sorted(targets, key=lambda each: (character.team(each) == team, character.is_out(each)))


def _weapons(selection: Selection) -> Iterator[Option]:
    """Yields what may be used; what is not in hand says so."""
    for item in gear.weapons(selection.actor):
        yield Option(
            key=item.key,
            text=item.name,
            note=_weapon_note(selection, item),
            why_not=selection.why_spent(item)
            or ("" if _is_at_hand(selection.actor, item) else selection.text("ready_first")),
        )


def _is_at_hand(combatant: Combatant, item: Item) -> bool:
    if item.kind == "explosive":
        return item.key in gear.in_hands(combatant)
    return gear.is_readied(combatant, gear.weapon_of(item))


def _weapon_note(selection: Selection, item: Item) -> str:
    """Returns the numbers of a weapon in short: ``2d6+4 · Shock 8/any · T d10 ×3``."""
    context, actor = selection.context, selection.actor
    if item.kind == "explosive":
        left = selection.text("left", left=actor.gauges.get(f"ammo.{item.key}", 0))
        return " · ".join(part for part in (str(item.values.get("damage") or ""), left) if part)
    weapon = gear.weapon_of(item)
    damage = attack_plan.damage_dice(context, actor, weapon).text
    return " · ".join((damage, *attack_words(context, weapon)))


def _modes(selection: Selection) -> Iterator[Option]:
    if not selection.is_explosive:
        for mode in selection.weapon.modes:
            yield Option(key=mode, text=selection.text(f"mode.{mode}"))


def _hows(selection: Selection) -> Iterator[Option]:
    return (Option(key=how, text=_how_text(selection, how)) for how in selection.hows)


def _how_text(selection: Selection, how: str) -> str:
    target = selection.target
    if how == "swarm" and target is not None and is_swarming(selection.actor, target):
        swarm = attack_plan.swarm_on(selection.context, target.id)
        return selection.text(
            "how.swarm_of", count=sum(not character.is_out(each) for each in swarm)
        )
    if how == "snap":
        return selection.text(
            "how.snap", amount=with_sign(selection.context.number(mechanics.SNAP_HIT))
        )
    return selection.text(f"how.{how}")


def _reaches(selection: Selection) -> Iterator[Option]:
    near, *ranges = (mechanics.NEAR, *selection.ranges)
    limits = dict(zip(("near", "normal", "long"), (near, *ranges[:1], *ranges[-1:]), strict=False))
    for each in selection.reaches:
        yield Option(key=each, text=f"≤ {limits[each]} m")


class _AlsoFields:
    """The targets of the further attacks of the same Main, a list for each. Source: CWN-69."""

    needs: Needs = "plan"

    def fields(self, selection: Selection) -> Iterator[FormField]:
        """Yields a list of targets for each further attack."""
        first = next(TARGET.fields(selection)) if selection.also else None
        for place, target in enumerate(selection.also, start=2):
            if first is not None:
                options = tuple(
                    replace(each, text=selection.text("also.who", number=place, who=each.text))
                    for each in first.options
                )
                yield replace(
                    first,
                    key=also_key(place),
                    label=selection.text("also", number=place),
                    options=options,
                    chosen=target.id,
                    place="left",
                )


def attack_words(context: RulesContext, weapon: gear.Weapon) -> tuple[str, ...]:
    """Returns Shock and Trauma of a weapon in words."""
    text_of, found = context.texts.text_of, []
    if weapon.shock_ac:
        reach = text_of("cwn.any") if weapon.shock_ac >= gear.ANY_AC else str(weapon.shock_ac)
        found.append(text_of("cwn.shock_of", amount=weapon.shock, reach=reach))
    if weapon.trauma is not None:
        die = weapon.trauma.text.removeprefix("1")
        found.append(text_of("cwn.trauma_of", die=die, rating=weapon.rating))
    return tuple(found)


def magazine_note(combatant: Combatant, item: Item) -> str:
    """Returns what is left of a magazine, or of a number of things; empty for what needs none."""
    return ammo_text(combatant, item) or ("1" if number(item.values.get("count")) else "")


def plus(bonus: int) -> str:
    """Returns what is added to a die, e.g. ``+ 14`` or ``− 2``; empty for nothing."""
    if not bonus:
        return ""
    return f" {'−' if bonus < 0 else '+'} {abs(bonus)}"


def dice_fields(selection: Selection, key: str, dice: DiceSum) -> Iterator[DiceField]:
    """Yields a place to type dice into for each kind or term; flat numbers are added by the rules."""
    for name, count, sides, lowest in numbered(key, dice):
        notation = f"{count}{'d' if lowest else 'z'}{sides}"
        yield form.dice_field(selection, name, notation, of=key, needs_faces=bool(dice.notation))


ACTOR: _Field = FieldSpec("who", lambda selection: selection.actor.id, _actors)
TARGET = target_field(_targets)
WEAPON: _Field = FieldSpec("weapon", lambda selection: selection.item.key, _weapons, compared="way")
MODE: _Field = FieldSpec(
    "mode", lambda selection: selection.mode, _modes, fewest=2, look="segments", compared="way"
)
HOW: _Field = FieldSpec(
    "how", lambda selection: selection.how, _hows, look="segments", compared="way"
)
REACH: _Field = FieldSpec(
    "reach",
    lambda selection: selection.reach,
    _reaches,
    place="left",
    needs="plan",
    fewest=2,
    look="segments",
    of_target=True,
    by_plan=True,
)


class _OverrulingField:
    """The range where the plan says that it is too far: the game master may say another. Source: CWN-25, CWN-28."""

    needs: Needs = "target"

    def fields(self, selection: Selection) -> Iterator[FormField]:
        """Yields the ranges there are, none of them chosen, as long as the plan alone decides."""
        is_by_plan = selection.by_plan("reach") == "plan"
        is_shown = len(selection.reaches) >= REACH.fewest and not is_by_plan  # by the field itself
        if selection.is_out_of_range and not is_shown:
            for each in replace(REACH, fewest=1).fields(selection):
                yield replace(each, chosen="") if is_by_plan else each


SITUATION: SituationFields[Selection] = SituationFields(lambda selection: selection.kind)
CROWD: _Field = crowd_field()
GM: _Field = gm_field("cwn.gm", GM_POINTS)
HEAD: tuple[FieldSource[Selection], ...] = (ACTOR, TARGET, WEAPON, MODE, HOW)
LEFT: tuple[FieldSource[Selection], ...] = (
    _AlsoFields(),
    REACH,
    _OverrulingField(),
    SITUATION,
    GM,
)
