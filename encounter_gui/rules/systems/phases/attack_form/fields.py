"""The questions, toggles and dice fields of the attack bench. Source: PHA-30 to PHA-34, PHA-41, PHA-47 to PHA-52."""

from collections.abc import Iterator

from msgspec import structs

from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine import modifiers
from encounter_gui.rules.engine.modifiers import Part
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.text_format import plain, signed
from encounter_gui.rules.presenters import modifier_fields
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.attack_form.selection import (
    BANDS,
    GM_MOST,
    TECHNIQUE,
    Setting,
    salvo_most,
)
from encounter_gui.rules.systems.phases.combat import defenses
from encounter_gui.rules.systems.phases.combat.attack_plan import AttackPlan, most_shots
from encounter_gui.rules.systems.phases.sheet import character, gear
from encounter_gui.rules.view import Chooser, DiceField, Option, Toggle

_BASE = ("PHA-01", "PHA-02")
"""Characteristic, skill and specialty: on the bench one figure."""

_FEW = 5
"""More modes than this become a list."""


def actor_chooser(scene: Scene, one: Combatant) -> Chooser:
    """Returns the question who acts, among those whose turn it is."""
    options = tuple(
        Option(key=who, text=scene.one(who).name, side=scene.one(who).side)
        for who in scene.state.acting
    )
    return _list(scene, "who", options, one.id)


def target_chooser(scene: Scene, one: Combatant, target: Combatant | None) -> Chooser:
    """Returns the question whom it is aimed at; the dead are left out."""
    options = tuple(
        Option(key=each.id, text=each.name, side=each.side)
        for each in scene.state.combatants.values()
        if each.id != one.id and not character.is_dead(each)
    )
    return _list(scene, "target", options, target.id if target else "")


def weapon_chooser(scene: Scene, one: Combatant, chosen: Item) -> Chooser:
    """Returns the question with what; what is not in hand says so. Source: PHA-26."""
    options = tuple(
        Option(
            key=item.key,
            text=item.name,
            note=_weapon_note(scene, weapon),
            why_not=""
            if weapon.kind == "unarmed" or character.hand_of(one, item.key)
            else scene.words.word("phases.bench.draw_first"),
        )
        for item in gear.weapons(one)
        for weapon in (gear.weapon_of(item),)
    )
    return _list(scene, "weapon", options, chosen.key)


def _weapon_note(scene: Scene, weapon: gear.Weapon) -> str:
    """Returns damage and Recoil in short: ``4d6 · R2``. Source: PHA-33, PHA-38."""
    if not weapon.recoil:
        return weapon.damage.text
    recoil = scene.words.word("phases.sheet.recoil", recoil=weapon.recoil)
    return f"{weapon.damage.text} · {recoil}"


def _list(scene: Scene, key: str, options: tuple[Option, ...], chosen: str) -> Chooser:
    label = scene.words.word(f"phases.bench.{key}")
    return Chooser(key=key, label=label, look="list", options=options, chosen=chosen)


def mode_choosers(scene: Scene, chosen: Setting) -> Iterator[Chooser]:
    """Yields the question how: fire mode and number of shots, or a technique. Source: PHA-34, PHA-53."""
    options = tuple(_modes(scene, chosen.weapon))
    picked = f"{chosen.mode}:{1 if chosen.mode == 'burst' else chosen.shots}"
    if chosen.technique is not None:
        picked = f"{TECHNIQUE}{chosen.technique.key}"
    label = scene.words.word("phases.bench.mode")
    if len(options) > 1:
        yield Chooser(
            key="mode",
            label=label,
            look="segments" if len(options) <= _FEW else "list",
            options=options,
            chosen=picked,
        )
    if chosen.technique is None and chosen.mode == "burst":
        yield _bursts(scene, chosen)
    if chosen.rounds:
        yield Chooser(
            key="rounds",
            label=scene.words.word("phases.bench.rounds"),
            look="number",
            chosen=str(chosen.rounds),
            least=1,
            most=salvo_most(chosen.one, chosen.weapon),
            place="left",
        )


def _bursts(scene: Scene, chosen: Setting) -> Chooser:
    options = tuple(
        Option(key=str(count), text=f"×{count}")
        for count in range(1, most_shots(chosen.weapon, "burst") + 1)
    )
    return Chooser(
        key="bursts",
        label=scene.words.word("phases.bench.bursts"),
        look="segments",
        options=options,
        chosen=str(chosen.shots),
        place="left",
    )


def _modes(scene: Scene, weapon: gear.Weapon) -> Iterator[Option]:
    words = scene.words
    for mode in weapon.modes:
        if mode in ("full", "laser", "burst"):
            count = weapon.burst if mode == "burst" else weapon.rof
            yield Option(key=f"{mode}:1", text=words.word(f"phases.mode.{mode}", count=count))
            continue
        for shots in range(1, most_shots(weapon, mode) + 1):
            key = f"phases.mode.{mode}" if shots == 1 else f"phases.mode.times.{min(shots, 3)}"
            yield Option(key=f"{mode}:{shots}", text=words.word(key, shots=shots))
    if weapon.is_melee:
        for each in gear.techniques(scene.ruleset):
            if weapon.skill in each.skills:
                note = plain(-each.penalty) if each.penalty else ""
                yield Option(key=f"{TECHNIQUE}{each.key}", text=each.name, note=note)


def place_chooser(scene: Scene, chosen: Setting) -> Chooser:
    """Returns the question where to: the d10 says, or aimed at a place. Source: PHA-41."""
    words = scene.words
    options = (
        Option(key="", text=words.word("phases.bench.random")),
        *(
            Option(key=each.key, text=each.name, note=plain(-abs(each.penalty)))
            for each in scene.ruleset.locations
        ),
    )
    return _list(scene, "place", options, chosen.place)


def defense_chooser(
    scene: Scene, target: Combatant, plan: AttackPlan, chosen: str
) -> tuple[Chooser, ...]:
    """Returns the question how the target defends itself, with reasons where it cannot. Source: PHA-25, PHA-32."""
    if plan.passive is not None:
        return ()
    open_to = defenses.options(scene, target, plan)
    options = tuple(
        Option(
            key=kind,
            text=defense_name(scene, kind),
            note=signed(defenses.defense(scene, target, kind).bonus.amount),
            why_not="" if kind in open_to else _why_not(scene, target, kind),
        )
        for kind in _kinds(scene, plan)
    )
    label = scene.words.word("phases.bench.defense", who=target.name)
    made = Chooser(
        key="defense", label=label, look="list", options=options, chosen=chosen, place="left"
    )
    return (made,)


def _kinds(scene: Scene, plan: AttackPlan) -> tuple[str, ...]:
    """Returns every defense against this kind of attack. Source: PHA-47 to PHA-52."""
    melee = defenses.MELEE_ONLY if plan.is_melee else ()
    escape = ("escape",) if plan.technique is not None else ()
    turned = [each.key for each in gear.techniques(scene.ruleset) if each.defends]
    return (
        defenses.STANDARD,
        "dodge",
        *melee,
        *escape,
        *(turned if plan.is_melee else ()),
        defenses.ALL_OUT,
    )


def _why_not(scene: Scene, target: Combatant, kind: str) -> str:
    words = scene.words
    if target.has(defenses.ALL_OUT):
        return words.word("phases.bench.dodges_all", who=target.name)
    if not defenses.may_act(scene, target):
        return words.word("phases.bench.no_action", who=target.name)
    if kind == defenses.ALL_OUT:
        return words.word("phases.bench.too_late", who=target.name)
    return words.word("phases.bench.cannot_step", who=target.name)


def defense_name(scene: Scene, kind: str) -> str:
    """Returns what a defense is called. Source: PHA-32, PHA-47 to PHA-52."""
    technique = gear.technique(scene.ruleset, kind)
    return technique.name if technique else scene.words.word(f"phases.sheet.{kind}")


def left_choosers(scene: Scene, chosen: Setting) -> Iterator[Chooser]:
    """Yields the situation: range by switch, other modifiers of which one of many applies, the game master's own."""
    words = scene.words
    if scene.switch("phases.rangeTable") and chosen.kind != "melee":
        options = tuple(
            Option(key=band, text=f"{words.word(f'phases.band.{band}')} {plain(amount)}")
            for band in BANDS
            for amount in (character.figure(scene, "range", band),)
        )
        yield Chooser(
            key="band",
            label=words.word("phases.bench.band"),
            look="segments",
            options=options,
            chosen=chosen.band,
            place="left",
        )
    hidden = _said_by_state(chosen)
    for each in modifier_fields.choosers(scene.ruleset, chosen.modifiers, chosen.kind):
        if each.key.removeprefix(modifier_fields.GROUP) not in hidden:
            yield each
    yield modifier_fields.by_hand(words.word("phases.part.gm"), chosen.gm, GM_MOST)
    yield Chooser(
        key="defense_gm",
        label=words.word("phases.bench.defense_gm"),
        look="number",
        chosen=str(chosen.defense_gm),
        least=-GM_MOST,
        most=GM_MOST,
        place="left",
    )


def toggles(scene: Scene, chosen: Setting, parts: tuple[Part, ...]) -> tuple[Toggle, ...]:
    """Returns what speaks for and against an attack: locked where the state says so. Source: PHA-31."""
    hidden = _said_by_state(chosen)
    free = [
        each
        for each in modifier_fields.toggles(scene.ruleset, chosen.modifiers, chosen.kind)
        if each.group not in hidden
    ]
    base = [part for part in parts if part.rule in _BASE]
    state = [
        part for part in parts if part not in base and part.key not in (*chosen.modifiers, "gm")
    ]
    whole = Part(name=scene.words.word("phases.bench.skill"), amount=modifiers.total(base))
    first, *locked = modifier_fields.locked((whole, *state))
    skill = structs.replace(first, tip=modifiers.sum_text(base)) if base else first
    return (skill, *locked, *_straight(scene, chosen), *free)


def effective(chosen: Setting, scene: Scene) -> tuple[str, ...]:
    """Returns the situational modifiers that are on and not said by the state already."""
    hidden = _said_by_state(chosen)
    groups = {each.key: each.group for each in scene.ruleset.modifiers}
    return tuple(key for key in chosen.modifiers if groups.get(key, "") not in hidden)


def _said_by_state(chosen: Setting) -> tuple[str, ...]:
    """Returns the groups of modifiers that the target's own state decides. Source: PHA-28, PHA-31, PHA-76."""
    target = chosen.target
    if target is None:
        return ()
    found: list[str] = []
    moves = character.gait(target) in ("jog", "run", "sprint")
    if character.is_helpless(target) or moves:
        found += ["target_moves", "still"]
    if any(target.has(key) for key in character.STANCES):
        found.append("stance")
    return tuple(found)


def _straight(scene: Scene, chosen: Setting) -> tuple[Toggle, ...]:
    """Returns the offer that a moving target comes straight on, or runs straight away. Source: PHA-31."""
    target = chosen.target
    if target is None or character.gait(target) not in ("jog", "run", "sprint"):
        return ()
    made = Toggle(
        key="straight", text=scene.words.word("phases.bench.straight"), is_on=chosen.straight
    )
    return (made,)


def dice_fields(scene: Scene, plan: AttackPlan) -> tuple[DiceField, ...]:
    """Returns the fields for typed dice, in the order in which they are rolled. Source: PHA-78.

    Location and damage are asked for once there is a hit: what is typed before would be for nothing.
    """
    keys = ("attack",) if plan.passive is not None else ("defense", "attack")
    notation = f"{mechanics.TEST_DICE}d6"
    return tuple(
        DiceField(key=key, label=scene.words.word(f"phases.roll.{key}"), notation=notation)
        for key in keys
    )
