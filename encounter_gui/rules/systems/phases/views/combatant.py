"""The panel of the selected combatant of a fight in phases."""

from collections.abc import Iterator

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.items import ammo_text, number
from encounter_gui.rules.model.text_format import plain
from encounter_gui.rules.systems.phases import mechanics
from encounter_gui.rules.systems.phases.actions import movement
from encounter_gui.rules.systems.phases.combat import defenses
from encounter_gui.rules.systems.phases.sheet import character, gear
from encounter_gui.rules.systems.phases.sheet.test_dice import dice_text
from encounter_gui.rules.systems.phases.views.chips import chips
from encounter_gui.rules.view import Fact, Section, Sheet


def sheet(scene: Scene, who: CombatantId) -> Sheet:
    """Returns the panel of one combatant."""
    one = scene.one(who)
    return Sheet(
        who=who,
        number=one.number,
        name=one.name,
        side=one.side,
        role=one.memo_text("role"),
        chips=chips(scene, one),
        sections=tuple(_sections(scene, one)),
        note=one.note,
    )


def _sections(scene: Scene, one: Combatant) -> Iterator[Section]:
    words = scene.words
    yield Section(title="", stats=_stats(scene, one))
    yield Section(
        title=words.word("phases.sheet.weapons"),
        note=words.word("phases.sheet.rounds"),
        facts=tuple(_weapon(scene, one, item) for item in gear.weapons(one)),
    )
    yield Section(title=words.word("phases.sheet.wounds"), facts=_wounds(scene, one))
    yield Section(title=words.word("phases.sheet.defense"), facts=tuple(_defenses(scene, one)))
    yield Section(
        title=words.word("phases.sheet.move"),
        note=words.word("phases.sheet.feet"),
        columns=_moves(scene, one),
        facts=(
            Fact(
                name=words.word("phases.sheet.breath"),
                value=words.word("phases.sheet.breath.rounds", rounds=movement.breath(scene, one)),
            ),
        ),
    )
    yield _armor(scene, one)
    yield Section(
        title=words.word("phases.sheet.thresholds"),
        note=words.word("phases.sheet.past_armor"),
        columns=thresholds(scene, one),
    )
    for group in ("skill", "specialty"):
        facts = _levels(scene, one, group)
        if facts:
            yield Section(title=words.word(f"phases.sheet.{group}"), facts=facts)


def thresholds(scene: Scene, one: Combatant) -> tuple[Fact, ...]:
    """Returns the damage past armour from which each wound level begins, by letter. Source: PHA-60."""
    levels = [each for each in scene.ruleset.wound_levels if each.level <= mechanics.CRITICAL]
    return tuple(
        Fact(name=each.letter, value=str(limit), note=each.name)
        for each, limit in zip(levels, character.thresholds(scene, one), strict=False)
    )


def _wounds(scene: Scene, one: Combatant) -> tuple[Fact, ...]:
    words = scene.words
    worst = character.worst(one)
    facts = [
        Fact(
            name=words.word("phases.sheet.worst"),
            value=character.level_name(scene, worst) if worst else words.word("phases.dash"),
            note=words.word("phases.sheet.dn", dn=character.wound_dn(scene, worst))
            if worst
            else "",
        ),
        Fact(
            name=words.word("phases.sheet.penalty"),
            value=plain(character.wound_penalty(scene, one)),
            note=words.word("phases.sheet.all_tests"),
        ),
    ]
    tired = character.fatigue(one)
    load = number(one.sheet.get("load"))
    if tired:
        facts.append(Fact(name=words.word("phases.part.fatigue"), value=plain(-tired)))
    if load:
        capacity = 5 * (
            character.level(scene, one, "strength") + character.level(scene, one, "athletics")
        )
        facts.append(
            Fact(
                name=words.word("phases.part.encumbrance"),
                value=plain(-character.burden(scene, one)),
                note=words.word("phases.sheet.load", load=load, capacity=capacity),
            )
        )
    return tuple(facts)


def _defenses(scene: Scene, one: Combatant) -> Iterator[Fact]:
    """Yields the totals of the defenses as they would be rolled now. Source: PHA-32, PHA-47, PHA-48, PHA-49."""
    for kind in (defenses.STANDARD, "dodge", "block", "parry", defenses.ALL_OUT):
        bonus = defenses.defense(scene, one, kind).bonus
        yield Fact(
            name=scene.words.word(f"phases.sheet.{kind}"),
            value=dice_text(bonus.amount),
            note=bonus.text if kind == defenses.STANDARD else "",
        )


def _moves(scene: Scene, one: Combatant) -> tuple[Fact, ...]:
    """Returns feet in a phase: on foot, climbing, in the water. Source: PHA-12, PHA-14, PHA-16."""
    feet = {gait: character.move(scene, one, gait) for gait in ("jog", "run", "sprint")}
    feet["climb"] = movement.climb_speed(scene, one)
    feet["swim"] = movement.swim_speed(scene, one)
    return tuple(
        Fact(name=scene.words.word(f"phases.sheet.{way}"), value=str(each))
        for way, each in feet.items()
    )


def _stats(scene: Scene, one: Combatant) -> tuple[Fact, ...]:
    return tuple(
        Fact(name=each.short or each.name, value=str(character.level(scene, one, each.key)))
        for each in scene.ruleset.fields
        if each.group == "attribute"
    )


def _levels(scene: Scene, one: Combatant, group: str) -> tuple[Fact, ...]:
    return tuple(
        Fact(name=each.name, value=str(value))
        for each in scene.ruleset.fields
        if each.group == group and (value := character.level(scene, one, each.key))
    )


def _armor(scene: Scene, one: Combatant) -> Section:
    return Section(
        title=scene.words.word("phases.sheet.armor"),
        columns=tuple(
            Fact(name=each.short, value=str(gear.armor_value(one, each.key)), note=each.name)
            for each in scene.ruleset.locations
        ),
    )


def _weapon(scene: Scene, one: Combatant, item: Item) -> Fact:
    """Returns a weapon in a line: damage, what it does, rounds. Source: PHA-04."""
    held = (scene.words.word("phases.sheet.in_hand"),) if character.hand_of(one, item.key) else ()
    parts = (weapon_text(scene, gear.weapon_of(item)), *held)
    return Fact(name=item.name, value=" · ".join(parts), note=ammo_text(one, item))


def weapon_text(scene: Scene, weapon: gear.Weapon) -> str:
    """Returns damage, fire modes and recoil in short: ``3d6 semi · R2``. Source: PHA-04, PHA-33."""
    words = scene.words
    if not weapon.is_firearm:
        skill = character.field_name(scene.ruleset, weapon.skill)
        short = {each.key: each.short for each in scene.ruleset.fields}
        return f"{weapon.damage.text} · {short.get(weapon.characteristic, '')}/{skill}"
    modes = "/".join(words.word(f"phases.fire.{mode}") for mode in weapon.modes)
    recoil = (words.word("phases.sheet.recoil", recoil=weapon.recoil),) if weapon.recoil else ()
    return " · ".join((f"{weapon.damage.text} {modes}", *recoil))
