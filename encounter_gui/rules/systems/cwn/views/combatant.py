"""The panel of one combatant of a CWN fight."""

from collections.abc import Iterator
from dataclasses import replace

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.modifiers import total
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model.ruleset import FieldDef
from encounter_gui.rules.model.text_format import plain, signed
from encounter_gui.rules.systems.cwn.attack_form.fields import attack_words, magazine_note
from encounter_gui.rules.systems.cwn.combat import attack_plan
from encounter_gui.rules.systems.cwn.sheet import character, gear, scene_uses
from encounter_gui.rules.systems.cwn.views.chips import chips
from encounter_gui.rules.systems.cwn.views.table import hp_cell
from encounter_gui.rules.view import Fact, GaugeCell, QuickAction, Section, Sheet

_SAVES = ("physical", "evasion", "mental", "luck")
_SORTS = ("edge", "focus", "cyber", "mod", "drug", "tool")


def sheet(scene: Scene, who: CombatantId, possible: tuple[QuickAction, ...]) -> Sheet:
    """Returns the panel of one combatant; ``possible`` is what it may still do."""
    one = scene.one(who)
    return Sheet(
        who=who,
        number=one.number,
        name=one.name,
        side=one.side,
        role=_role(scene, one),
        chips=chips(scene, one),
        sections=tuple(_sections(scene, one, possible)),
        note=one.note,
    )


def _role(scene: Scene, one: Combatant) -> str:
    kind = character.kind(one)
    return scene.words.word(f"cwn.sheet.role.{kind}", level=character.level(scene, one))


def _sections(scene: Scene, one: Combatant, possible: tuple[QuickAction, ...]) -> Iterator[Section]:
    words = scene.words
    yield Section(title="", gauges=_gauges(scene, one))
    yield Section(title="", stats=_defences(scene, one))
    if character.is_pc(one):
        yield Section(title="", stats=_attributes(scene, one))
        yield Section(title=words.word("cwn.sheet.saves"), stats=_saves(scene, one))
    else:
        yield Section(title="", stats=_printed(scene, one))
    if possible:
        yield Section(title=words.word("cwn.sheet.possible"), offers=possible)
    yield from _weapons(scene, one)
    armor = tuple(_armor_fact(scene, item) for item in gear.worn(one))
    if armor:
        yield Section(title=words.word("cwn.sheet.armor"), facts=armor)
    if character.is_pc(one):
        yield Section(title=words.word("cwn.sheet.skills"), facts=_skills(scene, one))
    yield from _things(scene, one)


def _gauges(scene: Scene, one: Combatant) -> tuple[GaugeCell, ...]:
    """Hit points, soak and System Strain. Source: CWN-05, CWN-07, CWN-62."""
    words = scene.words
    found = [hp_cell(scene, one)]
    soak, most = character.soak_now(one), character.most_soak(scene, one)
    if soak or most:
        found.append(
            GaugeCell(
                name=words.word("cwn.column.soak"),
                current=soak,
                low=0,
                high=max(most, soak),
                role="gauge.soak",
            )
        )
    if character.is_pc(one):
        strain = one.gauges.get(character.STRAIN, 0)
        bearable = character.most_strain(scene, one)
        found.append(
            GaugeCell(
                name=words.word("cwn.sheet.strain"),
                current=strain,
                low=0,
                high=max(bearable, strain),
                role="gauge.strain",
            )
        )
    return tuple(found)


def _defences(scene: Scene, one: Combatant) -> tuple[Fact, ...]:
    """Both AC, Trauma Target and Move. Source: CWN-06, CWN-08, CWN-22."""
    word = scene.words.word
    return (
        Fact(name=word("cwn.ac"), value=str(character.armor_class(scene, one, melee=False))),
        Fact(name=word("cwn.ac_melee"), value=str(character.armor_class(scene, one, melee=True))),
        Fact(name=word("cwn.sheet.trauma"), value=str(character.trauma_target(scene, one))),
        Fact(name=word("cwn.sheet.move"), value=str(character.move_rate(scene, one))),
    )


def _attributes(scene: Scene, one: Combatant) -> tuple[Fact, ...]:
    """The modifiers; their scores beside them. Source: CWN-02."""
    return tuple(
        Fact(
            name=known.short or known.name,
            value=_modifier(character.modifier(scene, one, known.key)),
            note=str(character.score(scene, one, known.key)),
        )
        for known in _of_group(scene, "attribute")
    )


def _modifier(amount: int) -> str:
    return signed(amount) if amount else "0"


def _saves(scene: Scene, one: Combatant) -> tuple[Fact, ...]:
    return tuple(
        Fact(
            name=scene.words.word(f"cwn.save.{save}"),
            value=str(character.save_target(scene, one, save)),
        )
        for save in _SAVES
    )


def _printed(scene: Scene, one: Combatant) -> tuple[Fact, ...]:
    """What NPCs have instead of attributes. Source: CWN-04, CWN-09, CWN-10, CWN-66, CWN-67."""
    word = scene.words.word
    dash = word("cwn.dash")
    morale = character.morale(scene, one)
    danger = character.field(scene, one, "danger")
    return (
        Fact(name=word("cwn.sheet.attack"), value=_attacks(scene, one)),
        Fact(name=word("cwn.sheet.skill"), value=plain(character.field(scene, one, "skill"))),
        Fact(name=word("cwn.sheet.save"), value=str(character.save_target(scene, one, "physical"))),
        Fact(name=word("cwn.column.ml"), value=str(morale) if morale else dash),
        Fact(name=word("cwn.sheet.danger"), value=str(danger) if danger else dash),
    )


def _attacks(scene: Scene, one: Combatant) -> str:
    return "/".join(plain(character.field(scene, one, key)) for key in ("attack", "attack_ranged"))


def _skills(scene: Scene, one: Combatant) -> tuple[Fact, ...]:
    return tuple(
        Fact(name=known.name, value=plain(character.skill(scene, one, known.key)))
        for known in _of_group(scene, "skill")
        if known.key in one.sheet
    )


def _of_group(scene: Scene, group: str) -> tuple[FieldDef, ...]:
    return tuple(each for each in scene.ruleset.fields if each.group == group)


def _weapons(scene: Scene, one: Combatant) -> Iterator[Section]:
    """What is in hand or part of the body, then the rest. Source: CWN-12."""
    words, hands = scene.words, gear.in_hands(one)
    ready: list[Fact] = []
    carried: list[Fact] = []
    for item in gear.weapons(one):
        is_ready = item.key in hands or bool(item.values.get("integral"))
        (ready if is_ready else carried).append(weapon_fact(scene, one, item))
    rounds = words.word("cwn.sheet.rounds")
    if ready:
        title = words.word("cwn.sheet.in_hand")
        yield Section(title=title, note=rounds, facts=tuple(ready))
    title = words.word("cwn.sheet.carried")
    yield Section(title=title, note=rounds, facts=tuple(carried))


def weapon_fact(scene: Scene, one: Combatant, item: Item) -> Fact:
    """Returns a weapon as a line: its damage as it would be rolled now, Shock, Trauma, and rounds left."""
    if item.kind == "explosive":
        return _explosive_fact(scene, one, item)
    weapon = gear.weapon_of(item)
    dice = attack_plan.damage_dice(scene, one, weapon)
    more = total(attack_plan.damage_parts(scene, one, weapon, weapon.modes[0]))
    text = replace(dice, flat=dice.flat + more).text
    attacks = f"{weapon.attacks} × " if weapon.attacks > 1 else ""
    value = " · ".join((f"{attacks}{text}", *attack_words(scene, weapon)))
    return Fact(name=item.name, value=value, note=magazine_note(one, item))


def _explosive_fact(scene: Scene, one: Combatant, item: Item) -> Fact:
    explosive = gear.explosive_of(item)
    metres = scene.words.word("cwn.sheet.metres", metres=explosive.radius)
    damage = explosive.damage.text if explosive.damage else ""
    value = " · ".join(part for part in (damage, metres) if part)
    return Fact(name=item.name, value=value, note=magazine_note(one, item))


def _armor_fact(scene: Scene, item: Item) -> Fact:
    values = item.values
    parts = [f"{values.get('ac', 0)}/{values.get('ac_melee', 0)}"]
    if values.get("shield") or values.get("accessory"):
        parts = [f"+{part}" for part in parts]
    if values.get("soak"):
        parts.append(scene.words.word("cwn.sheet.soaks", amount=str(values["soak"])))
    if values.get("trauma_target"):
        parts.append(scene.words.word("cwn.sheet.tt", amount=str(values["trauma_target"])))
    return Fact(name=item.name, value=" · ".join(parts))


def _things(scene: Scene, one: Combatant) -> Iterator[Section]:
    """Edges, Foci, cyberware and the like, each with its line. Source: CWN-45a to CWN-45u."""
    for sort in _SORTS:
        those = [item for item in one.items if item.kind == "gear" and _sort(item) == sort]
        if those:
            yield Section(
                title=scene.words.word(f"cwn.sheet.sort.{sort}"),
                facts=tuple(
                    Fact(
                        name=item.name,
                        value=_used(scene, one, item),
                        note=str(item.values.get("text", "")),
                    )
                    for item in those
                ),
            )


def _used(scene: Scene, one: Combatant, item: Item) -> str:
    """Whether what works so often in a scene has been used. Source: CWN-13, CWN-45a, CWN-45k, CWN-45m, CWN-45p."""
    count = scene_uses.uses(one, str(item.values.get("trait", "")))
    return scene.words.word("cwn.sheet.used") if count else ""


def _sort(item: Item) -> str:
    sort = str(item.values.get("sort", ""))
    return sort if sort in _SORTS else "tool"
