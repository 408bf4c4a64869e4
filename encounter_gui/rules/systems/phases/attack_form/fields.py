"""The questions, toggles and dice fields of the attack bench. Source: PHA-30 to PHA-34, PHA-41, PHA-47 to PHA-52."""

from collections.abc import Iterator

from msgspec import structs

from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine import modifiers
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.modifiers import Modifier
from encounter_gui.rules.model.text_format import plain, signed
from encounter_gui.rules.presenters import modifier_fields
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.attack_form.selection import (
    BANDS,
    GM_MOST,
    TECHNIQUE,
    Selection,
    salvo_most,
)
from encounter_gui.rules.systems.phases.combat import defenses
from encounter_gui.rules.systems.phases.combat.attack_plan import AttackPlan, most_shots
from encounter_gui.rules.systems.phases.sheet import character, gear
from encounter_gui.rules.view import DiceField, FormField, Option, Toggle

_BASE = ("PHA-01", "PHA-02")
"""Characteristic, skill and specialty: on the bench one figure."""

_FEW = 5
"""More modes than this become a list."""


def actor_chooser(context: RulesContext, combatant: Combatant) -> FormField:
    """Returns the question who acts, among those whose turn it is."""
    options = tuple(
        Option(key=who, text=context.combatant(who).name, side=context.combatant(who).side)
        for who in context.state.acting
    )
    return _list(context, "who", options, combatant.id)


def target_chooser(
    context: RulesContext, combatant: Combatant, target: Combatant | None
) -> FormField:
    """Returns the question whom it is aimed at; the dead are left out."""
    options = tuple(
        Option(key=each.id, text=each.name, side=each.side)
        for each in context.state.combatants.values()
        if each.id != combatant.id and not character.is_dead(each)
    )
    return _list(context, "target", options, target.id if target else "")


def weapon_chooser(context: RulesContext, combatant: Combatant, chosen: Item) -> FormField:
    """Returns the question with what; what is not in hand says so. Source: PHA-26."""
    options = tuple(
        Option(
            key=item.key,
            text=item.name,
            note=_weapon_note(context, weapon),
            why_not=""
            if weapon.kind == "unarmed" or character.hand_of(combatant, item.key)
            else context.texts.text_of("phases.form.draw_first"),
        )
        for item in gear.weapons(combatant)
        for weapon in (gear.weapon_of(item),)
    )
    return _list(context, "weapon", options, chosen.key)


def _weapon_note(context: RulesContext, weapon: gear.Weapon) -> str:
    """Returns damage and Recoil in short: ``4d6 · R2``. Source: PHA-33, PHA-38."""
    if not weapon.recoil:
        return weapon.damage.text
    recoil = context.texts.text_of("phases.sheet.recoil", recoil=weapon.recoil)
    return f"{weapon.damage.text} · {recoil}"


def _list(context: RulesContext, key: str, options: tuple[Option, ...], chosen: str) -> FormField:
    label = context.texts.text_of(f"phases.form.{key}")
    return FormField(key=key, label=label, look="list", options=options, chosen=chosen)


def mode_choosers(context: RulesContext, selection: Selection) -> Iterator[FormField]:
    """Yields the question how: fire mode and number of shots, or a technique. Source: PHA-34, PHA-53."""
    options = tuple(_modes(context, selection.weapon))
    picked = f"{selection.mode}:{1 if selection.mode == 'burst' else selection.shots}"
    if selection.technique is not None:
        picked = f"{TECHNIQUE}{selection.technique.key}"
    label = context.texts.text_of("phases.form.mode")
    if len(options) > 1:
        yield FormField(
            key="mode",
            label=label,
            look="segments" if len(options) <= _FEW else "list",
            options=options,
            chosen=picked,
        )
    if selection.technique is None and selection.mode == "burst":
        yield _bursts(context, selection)
    if selection.rounds:
        yield FormField(
            key="rounds",
            label=context.texts.text_of("phases.form.rounds"),
            look="number",
            chosen=str(selection.rounds),
            least=1,
            most=salvo_most(selection.combatant, selection.weapon),
            place="left",
        )


def _bursts(context: RulesContext, selection: Selection) -> FormField:
    options = tuple(
        Option(key=str(count), text=f"×{count}")
        for count in range(1, most_shots(selection.weapon, "burst") + 1)
    )
    return FormField(
        key="bursts",
        label=context.texts.text_of("phases.form.bursts"),
        look="segments",
        options=options,
        chosen=str(selection.shots),
        place="left",
    )


def _modes(context: RulesContext, weapon: gear.Weapon) -> Iterator[Option]:
    texts = context.texts
    for mode in weapon.modes:
        if mode in ("full", "laser", "burst"):
            count = weapon.burst if mode == "burst" else weapon.rof
            yield Option(key=f"{mode}:1", text=texts.text_of(f"phases.mode.{mode}", count=count))
            continue
        for shots in range(1, most_shots(weapon, mode) + 1):
            key = f"phases.mode.{mode}" if shots == 1 else f"phases.mode.times.{min(shots, 3)}"
            yield Option(key=f"{mode}:{shots}", text=texts.text_of(key, shots=shots))
    if weapon.is_melee:
        for each in gear.techniques(context.ruleset):
            if weapon.skill in each.skills:
                note = plain(-each.penalty) if each.penalty else ""
                yield Option(key=f"{TECHNIQUE}{each.key}", text=each.name, note=note)


def place_chooser(context: RulesContext, selection: Selection) -> FormField:
    """Returns the question where to: the d10 says, or aimed at a place. Source: PHA-41."""
    texts = context.texts
    options = (
        Option(key="", text=texts.text_of("phases.form.random")),
        *(
            Option(key=each.key, text=each.name, note=plain(-abs(each.penalty)))
            for each in context.ruleset.locations
        ),
    )
    return _list(context, "place", options, selection.place)


def defense_chooser(
    context: RulesContext, target: Combatant, plan: AttackPlan, chosen: str
) -> tuple[FormField, ...]:
    """Returns the question how the target defends itself, with reasons where it cannot. Source: PHA-25, PHA-32."""
    if plan.passive is not None:
        return ()
    open_to = defenses.options(context, target, plan)
    options = tuple(
        Option(
            key=kind,
            text=defense_name(context, kind),
            note=signed(defenses.defense(context, target, kind).bonus.amount),
            why_not="" if kind in open_to else _why_not(context, target, kind),
        )
        for kind in _kinds(context, plan)
    )
    label = context.texts.text_of("phases.form.defense", who=target.name)
    made = FormField(
        key="defense", label=label, look="list", options=options, chosen=chosen, place="left"
    )
    return (made,)


def _kinds(context: RulesContext, plan: AttackPlan) -> tuple[str, ...]:
    """Returns every defense against this kind of attack. Source: PHA-47 to PHA-52."""
    melee = defenses.MELEE_ONLY if plan.is_melee else ()
    escape = ("escape",) if plan.technique is not None else ()
    turned = [each.key for each in gear.techniques(context.ruleset) if each.defends]
    return (
        defenses.STANDARD,
        "dodge",
        *melee,
        *escape,
        *(turned if plan.is_melee else ()),
        defenses.ALL_OUT,
    )


def _why_not(context: RulesContext, target: Combatant, kind: str) -> str:
    texts = context.texts
    if target.has(defenses.ALL_OUT):
        return texts.text_of("phases.form.dodges_all", who=target.name)
    if not defenses.may_act(context, target):
        return texts.text_of("phases.form.no_action", who=target.name)
    if kind == defenses.ALL_OUT:
        return texts.text_of("phases.form.too_late", who=target.name)
    return texts.text_of("phases.form.cannot_step", who=target.name)


def defense_name(context: RulesContext, kind: str) -> str:
    """Returns what a defense is called. Source: PHA-32, PHA-47 to PHA-52."""
    technique = gear.technique(context.ruleset, kind)
    return technique.name if technique else context.texts.text_of(f"phases.sheet.{kind}")


def left_choosers(context: RulesContext, selection: Selection) -> Iterator[FormField]:
    """Yields the situation: range by switch, other modifiers of which one of many applies, the game master's own."""
    texts = context.texts
    if context.switch("phases.rangeTable") and selection.kind != "melee":
        options = tuple(
            Option(key=band, text=f"{texts.text_of(f'phases.band.{band}')} {plain(amount)}")
            for band in BANDS
            for amount in (character.figure(context, "range", band),)
        )
        yield FormField(
            key="band",
            label=texts.text_of("phases.form.band"),
            look="segments",
            options=options,
            chosen=selection.band,
            place="left",
        )
    hidden = _said_by_state(selection)
    for each in modifier_fields.choosers(context.ruleset, selection.modifiers, selection.kind):
        if each.key.removeprefix(modifier_fields.GROUP) not in hidden:
            yield each
    yield modifier_fields.by_hand(texts.text_of("phases.part.gm"), selection.gm, GM_MOST)
    yield FormField(
        key="defense_gm",
        label=texts.text_of("phases.form.defense_gm"),
        look="number",
        chosen=str(selection.defense_gm),
        least=-GM_MOST,
        most=GM_MOST,
        place="left",
    )


def toggles(
    context: RulesContext, selection: Selection, parts: tuple[Modifier, ...]
) -> tuple[Toggle, ...]:
    """Returns what speaks for and against an attack: locked where the state says so. Source: PHA-31."""
    hidden = _said_by_state(selection)
    free = [
        each
        for each in modifier_fields.toggles(context.ruleset, selection.modifiers, selection.kind)
        if each.group not in hidden
    ]
    base = [modifier for modifier in parts if modifier.rule in _BASE]
    state = [
        modifier
        for modifier in parts
        if modifier not in base and modifier.key not in (*selection.modifiers, "gm")
    ]
    whole = Modifier(name=context.texts.text_of("phases.form.skill"), amount=modifiers.total(base))
    first, *locked = modifier_fields.locked((whole, *state))
    skill = structs.replace(first, tip=modifiers.sum_text(base)) if base else first
    return (skill, *locked, *_straight(context, selection), *free)


def effective(selection: Selection, context: RulesContext) -> tuple[str, ...]:
    """Returns the situational modifiers that are on and not said by the state already."""
    hidden = _said_by_state(selection)
    groups = {each.key: each.group for each in context.ruleset.modifiers}
    return tuple(key for key in selection.modifiers if groups.get(key, "") not in hidden)


def _said_by_state(selection: Selection) -> tuple[str, ...]:
    """Returns the groups of modifiers that the target's own state decides. Source: PHA-28, PHA-31, PHA-76."""
    target = selection.target
    if target is None:
        return ()
    found: list[str] = []
    moves = character.gait(target) in ("jog", "run", "sprint")
    if character.is_helpless(target) or moves:
        found += ["target_moves", "still"]
    if any(target.has(key) for key in character.STANCES):
        found.append("stance")
    return tuple(found)


def _straight(context: RulesContext, selection: Selection) -> tuple[Toggle, ...]:
    """Returns the offer that a moving target comes straight on, or runs straight away. Source: PHA-31."""
    target = selection.target
    if target is None or character.gait(target) not in ("jog", "run", "sprint"):
        return ()
    made = Toggle(
        key="straight", text=context.texts.text_of("phases.form.straight"), is_on=selection.straight
    )
    return (made,)


def dice_fields(context: RulesContext, plan: AttackPlan) -> tuple[DiceField, ...]:
    """Returns the fields for typed dice, in the order in which they are rolled. Source: PHA-78.

    Location and damage are asked for once there is a hit: what is typed before would be for nothing.
    """
    keys = ("attack",) if plan.passive is not None else ("defense", "attack")
    notation = f"{mechanics.TEST_DICE}d6"
    return tuple(
        DiceField(key=key, label=context.texts.text_of(f"phases.roll.{key}"), notation=notation)
        for key in keys
    )
