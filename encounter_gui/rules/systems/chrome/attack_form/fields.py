"""The fields of the attack form. Source: CHR-16, CHR-20, CHR-36, CHR-41, CHR-42."""

from collections.abc import Callable, Iterator

from encounter_gui.encounter.values import Item
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.presenters.form import (
    FieldSource,
    FieldSpec,
    Place,
    actor_field,
    aim_of,
    combatant_options,
    crowd_field,
    number_field,
    point_option,
)
from encounter_gui.rules.systems.chrome.attack_form.selection import (
    EVERYBODY,
    SPECIAL,
    Selection,
    actors,
    most_burn,
)
from encounter_gui.rules.systems.chrome.attack_form.weapon_words import (
    ability_note,
    grenade_note,
    tier_text,
    weapon_note,
)
from encounter_gui.rules.systems.chrome.combat.attack_plan import (
    counter_weapons,
    defences,
    why_unusable,
)
from encounter_gui.rules.systems.chrome.sheet import character, gear
from encounter_gui.rules.systems.chrome.sheet.check_plan import D100Plan
from encounter_gui.rules.systems.chrome.sheet.gear import Weapon
from encounter_gui.rules.view import Option

_Field = FieldSpec[Selection]


EDGES = (("1", "adv"), ("0", "none"), ("-1", "disadv"))
"""What may be chosen for Advantage, and its words."""


RULE_OF_GM = "CHR-16"
"""The rule of the game master's own Advantage, by which it is told from other modifiers."""


def sum_text(context: RulesContext, check: D100Plan) -> str:
    """Returns the arithmetic of a roll: ``d100 < 44 keep the worse of two``."""
    text_of = context.texts.text_of
    text = text_of("chrome.form.sum", target=check.target)
    if not check.edge:
        return text
    return (
        f"{text} {text_of('chrome.form.sum.better' if check.edge > 0 else 'chrome.form.sum.worse')}"
    )


def _targets(selection: Selection) -> Iterator[Option]:
    yield from combatant_options(selection.targets)
    yield from point_option(selection)
    if selection.ability is not None and len(selection.targets) > 1:
        yield Option(key=EVERYBODY, text=selection.text("everybody"))


def _target_of(selection: Selection) -> str:
    if selection.is_everybody:
        return EVERYBODY
    return aim_of(selection, selection.target.id if selection.target else "")


def _weapons(selection: Selection) -> Iterator[Option]:
    """Yields weapons, grenades, and the special abilities of an enemy."""
    context, actor = selection.context, selection.actor
    for item in gear.weapons(actor):
        yield _weapon_option(selection, item)
    for ability in gear.abilities(actor):
        note = ability_note(context, ability)
        yield Option(key=f"{SPECIAL}{ability.key}", text=ability.name, note=note)


def _weapon_of(selection: Selection) -> str:
    if selection.item is not None:
        return selection.item.key
    return f"{SPECIAL}{selection.ability.key}" if selection.ability else ""


def _weapon_option(selection: Selection, item: Item) -> Option:
    context = selection.context
    if item.kind == "explosive":
        return Option(
            key=item.key,
            text=item.name,
            note=grenade_note(context, item),
            why_not=selection.why_spent(item),
        )
    weapon = gear.weapon_of(item)
    times = f" ×{weapon.attacks}" if weapon.attacks > 1 else ""
    return Option(
        key=item.key,
        text=f"{item.name}{times}",
        note=weapon_note(context, weapon),
        why_not=_unusable(selection, weapon),
    )


def _unusable(selection: Selection, weapon: Weapon) -> str:
    """Returns why a weapon cannot be used at any range, in the words of its refusal."""
    if not weapon.bands:
        return ""
    band, name = weapon.bands[0], selection.context.texts.text_of
    why = why_unusable(selection.actor, weapon, band)
    where = name(f"chrome.band.{band}")
    return name(why, who=selection.actor.name, weapon=weapon.name, band=where) if why else ""


def _bands(selection: Selection) -> Iterator[Option]:
    """Yields how far it may be, with the damage at each range; nothing where the plan says it."""
    if selection.seen is None:
        yield from _all_bands(selection)


def _placed_bands(selection: Selection) -> Iterator[Option]:
    """Yields how far it may be where the plan says it; nothing where there is no other choice, and none is needed."""
    weapon = selection.weapon
    if selection.seen is None or weapon is None:
        return
    if len(weapon.bands) > 1 or selection.placed_band not in weapon.bands:
        yield from _all_bands(selection)


def _all_bands(selection: Selection) -> Iterator[Option]:
    context, weapon = selection.context, selection.weapon
    if weapon is not None:
        for band in weapon.bands:
            tier = weapon.tier(band)
            text = f"{context.texts.text_of(f'chrome.band.{band}')} {tier}"
            yield Option(key=band, text=text, note=tier_text(context, tier))


def _defences(selection: Selection) -> Iterator[Option]:
    """Yields what the target may do: Save, strike back, or neither. Source: CHR-41, CHR-42."""
    context, save = selection.context, selection.plan.save
    if save is not None:
        name = character.name_of(context, save.test)
        for each in defences(context, selection.require_target(), selection.plan.band):
            text = context.texts.text_of(f"chrome.defence.{each}", save=name, target=save.target)
            yield Option(key=each, text=text)


def _counters(selection: Selection) -> Iterator[Option]:
    target = selection.target
    if target is not None and selection.defence == "counter":
        for each in counter_weapons(target):
            yield Option(key=each.key, text=each.name, note=weapon_note(selection.context, each))


def _edge_field(
    key: str, is_asked: Callable[[Selection], bool], place: Place = "head"
) -> FieldSpec[Selection]:
    """Returns the Advantage or Disadvantage the game master gives. Source: CHR-16."""

    def options(selection: Selection) -> Iterator[Option]:
        if is_asked(selection):
            for edge, name in EDGES:
                yield Option(key=edge, text=selection.text(f"edge.{name}"))

    return FieldSpec(
        key=key,
        selected=lambda selection: str(selection.edge(key)),
        options=options,
        look="segments",
        place=place,
        needs="plan",
        fewest=1,
    )


def _burn_field(key: str, check: Callable[[Selection], D100Plan | None]) -> FieldSpec[Selection]:
    """Returns the Conviction burned on a roll; nobody is asked who has none. Source: CHR-20."""

    def span(selection: Selection) -> tuple[int, int] | None:
        most = most_burn(selection.context, selection.roller(key)) if check(selection) else 0
        return (0, most) if most else None

    return number_field(key, span)


_BAND: _Field = FieldSpec(
    "band",
    lambda selection: selection.band,
    _bands,
    needs="plan",
    fewest=2,
    look="segments",
    of_target=True,
)
_PLACED_BAND: _Field = FieldSpec(
    "band",
    lambda selection: selection.band if selection.said_band else (selection.placed_band or ""),
    _placed_bands,
    # Asked even where the weapon does not reach so far: the game master may say otherwise.
    needs="target",
    fewest=1,
    look="segments",
    of_target=True,
    by_plan=True,
)
_DEFENCE: _Field = FieldSpec(
    "defence",
    lambda selection: selection.defence,
    _defences,
    needs="plan",
    fewest=1,
    look="segments",
    of_target=True,
)
_COUNTER: _Field = FieldSpec(
    "counter",
    lambda selection: selection.counter,
    _counters,
    place="left",
    needs="plan",
    fewest=2,
    of_target=True,
)
_EDGE = _edge_field("edge", lambda selection: selection.check is not None)
_SAVE_EDGE = _edge_field(
    "save_edge", lambda selection: bool(selection.save and not selection.check)
)
_SECOND_EDGE = _edge_field(
    "save_edge", lambda selection: bool(selection.save and selection.check), "left"
)
_BURN = _burn_field("burn", lambda selection: selection.check)
_SAVE_BURN = _burn_field("save_burn", lambda selection: selection.save)
HEAD: tuple[FieldSource[Selection], ...] = (
    actor_field(lambda selection: actors(selection.context)),
    FieldSpec("target", _target_of, _targets),
    FieldSpec("weapon", _weapon_of, _weapons, compared="way"),
)
_CROWD: _Field = crowd_field()
THROW: tuple[FieldSource[Selection], ...] = (*HEAD, _CROWD, _EDGE, _BURN)
ATTACK: tuple[FieldSource[Selection], ...] = (
    *HEAD,
    _BAND,
    _PLACED_BAND,
    _DEFENCE,
    _COUNTER,
    _EDGE,
    _SAVE_EDGE,
    _SECOND_EDGE,
    _BURN,
    _SAVE_BURN,
)
