"""The panel of the selected combatant under the D6-pool rules."""

from collections.abc import Iterator

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.scene import Scene
from encounter_gui.rules.model import items
from encounter_gui.rules.model.items import ammo_text
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.systems.d6pool.views.chips import chips
from encounter_gui.rules.systems.d6pool.views.table import dodge_cell, health_cell
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
    full = character.health(one)
    yield Section(
        title=words.word("d6pool.column.th"),
        note=words.word("d6pool.sheet.health", health=full),
        gauges=(health_cell(scene, one),),
    )
    yield Section(title="", stats=_stats(scene, one))
    yield _dodge(scene, one)
    yield _resistance(scene, one)
    yield Section(title=words.word("d6pool.sheet.skills"), facts=_skills(scene, one))
    hero = one.gauges.get("hero", 0)
    if hero or items.number(one.sheet.get("hero_points")):
        most = items.number(one.sheet.get("hero_points"))
        yield Section(title=words.word("d6pool.sheet.hero"), note=f"{hero}/{most}")
    yield from (_weapon(scene, one, item) for item in gear.weapons(one))


def _stats(scene: Scene, one: Combatant) -> tuple[Fact, ...]:
    return tuple(
        Fact(name=known.short or known.name, value=str(character.level(scene, one, known.key)))
        for known in scene.ruleset.fields
        if known.group == "attribute"
    )


def _dodge(scene: Scene, one: Combatant) -> Section:
    cell = dodge_cell(scene, one)
    note = scene.words.word("d6pool.sheet.left", left=cell.left, total=cell.total)
    return Section(title=scene.words.word("d6pool.sheet.dodge"), note=note, dice=cell)


def _resistance(scene: Scene, one: Combatant) -> Section:
    words = scene.words
    pool = character.resistance(scene, one)
    armors = [item for item in one.items if item.kind == "armor"]
    facts = [Fact(name=pool.parts[0].name, value=f"{pool.parts[0].amount}d6")]
    facts += [
        Fact(
            name=item.name,
            value=f"+{items.number(item.values.get('level'))}d6",
            note=words.word("d6pool.armor"),
        )
        for item in armors
    ]
    facts.append(
        Fact(
            name=words.word("d6pool.sheet.against"),
            value=f"{pool.dice}d6",
            note=words.word("d6pool.sheet.when_stunned"),
        )
    )
    return Section(title=words.word("d6pool.sheet.resistance"), facts=tuple(facts))


def _skills(scene: Scene, one: Combatant) -> tuple[Fact, ...]:
    return tuple(
        Fact(name=known.name, value=str(value))
        for known in scene.ruleset.fields
        if known.group == "skill" and (value := character.level(scene, one, known.key))
    )


def _weapon(scene: Scene, one: Combatant, item: Item) -> Section:
    words = scene.words
    held = words.word("d6pool.sheet.in_hand") if one.memo.get("held") == item.key else ""
    note = " · ".join(part for part in (held, ammo_text(one, item)) if part)
    if item.kind == "explosive":
        return _explosive(scene, gear.explosive_of(item), note)
    weapon = gear.weapon_of(item)
    level = weapon.damage
    if weapon.adds_strength:
        level += character.level(scene, one, "strength")
    modes = " · ".join(words.word(f"d6pool.mode.{mode}") for mode in weapon.modes)
    facts = (Fact(name=words.word("d6pool.sheet.damage"), value=f"{max(level, 0)}d6", note=modes),)
    return Section(title=weapon.name, note=note, facts=facts, columns=_ranges(scene, weapon.ranges))


def _explosive(scene: Scene, explosive: gear.Explosive, note: str) -> Section:
    words = scene.words
    facts = (
        Fact(name=words.word("d6pool.sheet.throw"), value=_metres(explosive.ranges)),
        Fact(name=words.word("d6pool.sheet.blast"), value=_metres(explosive.blast)),
        Fact(
            name=words.word("d6pool.sheet.damage"),
            value=" · ".join(f"{each}d6" for each in explosive.damage),
        ),
    )
    return Section(title=explosive.name, note=note, facts=facts)


def _metres(limits: tuple[int, ...]) -> str:
    return "/".join(str(limit) for limit in limits) + " m"


def _ranges(scene: Scene, limits: tuple[int, ...]) -> tuple[Fact, ...]:
    chosen = scene.switch("d6pool.rangeLadder")
    table = scene.ruleset.tables.get(f"ladder_{chosen}", {})
    return tuple(
        Fact(
            name=scene.words.word(f"d6pool.band.{band}"),
            value=f"{limit} m",
            note=f"DN {table.get(band)}",
        )
        for band, limit in zip(gear.BANDS, limits, strict=False)
    )
