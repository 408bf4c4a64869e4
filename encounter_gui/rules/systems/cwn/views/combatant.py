"""The panel of one combatant of a CWN fight."""

from collections.abc import Iterator

from msgspec.structs import replace

from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.by_hand.corrections import OF_SHEET
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.engine.dry_run import DryRun
from encounter_gui.rules.engine.modifiers import total
from encounter_gui.rules.model.items import ammo_gauge
from encounter_gui.rules.model.text_format import plain, with_sign
from encounter_gui.rules.presenters.gauge_cells import gauge_cell
from encounter_gui.rules.presenters.words.facts import fact, fields_of
from encounter_gui.rules.systems.cwn.attack_form.fields import attack_words, magazine_note
from encounter_gui.rules.systems.cwn.combat import attack_plan
from encounter_gui.rules.systems.cwn.sheet import character, gear, scene_uses
from encounter_gui.rules.systems.cwn.views.action_options import still_possible
from encounter_gui.rules.systems.cwn.views.table import hp_cell, soak_cell
from encounter_gui.rules.view import Fact, GaugeCell, Section

_SAVES = ("physical", "evasion", "mental", "luck")
_SORTS = ("edge", "focus", "cyber", "mod", "drug", "tool")


def role(context: RulesContext, combatant: Combatant) -> str:
    """Returns ``level 3``, ``2 HD``, or what else fights."""
    kind = character.kind(combatant)
    return context.texts.text_of(
        f"cwn.sheet.role.{kind}", level=character.level(context, combatant)
    )


def sections(dry_run: DryRun, combatant: Combatant) -> Iterator[Section]:
    """Yields the sections of the panel, with what may still be done."""
    context, possible = dry_run.context, still_possible(dry_run, combatant.id)
    texts = context.texts
    yield Section(title="", gauges=_gauges(context, combatant))
    yield Section(title="", stats=_defences(context, combatant))
    if character.is_pc(combatant):
        yield Section(title="", stats=_attributes(context, combatant))
        yield Section(title=texts.text_of("cwn.sheet.saves"), stats=_saves(context, combatant))
    else:
        yield Section(title="", stats=_printed_facts(context, combatant))
    if possible:
        yield Section(title=texts.text_of("cwn.sheet.possible"), offers=possible)
    yield from _weapons(context, combatant)
    armor = tuple(_armor_fact(context, item) for item in gear.worn_items(combatant))
    if armor:
        yield Section(title=texts.text_of("cwn.sheet.armor"), facts=armor)
    if character.is_pc(combatant):
        yield Section(title=texts.text_of("cwn.sheet.skills"), facts=_skills(context, combatant))
    yield from _things(context, combatant)


def _gauges(context: RulesContext, combatant: Combatant) -> tuple[GaugeCell, ...]:
    """Hit points, soak and System Strain. Source: CWN-05, CWN-07, CWN-62."""
    found = [hp_cell(context, combatant), soak_cell(context, combatant)]
    if character.is_pc(combatant):
        name = context.texts.text_of("cwn.sheet.strain")
        strain = gauge_cell(context, combatant, character.STRAIN, name, role="gauge.strain")
        found.append(strain)
    return tuple(each for each in found if isinstance(each, GaugeCell))


def _defences(context: RulesContext, combatant: Combatant) -> tuple[Fact, ...]:
    """Both AC, Trauma Target and Move. Source: CWN-06, CWN-08, CWN-22."""
    return (
        _stated(context, "ac", "ac", character.armor_class(context, combatant, melee=False)),
        _stated(
            context, "ac_melee", "ac_melee", character.armor_class(context, combatant, melee=True)
        ),
        _stated(
            context, "sheet.trauma", "trauma_target", character.trauma_target(context, combatant)
        ),
        _stated(context, "sheet.move", "move", character.move_rate(context, combatant)),
    )


def _stated(context: RulesContext, key: str, field: str, value: str | int) -> Fact:
    """Returns a fact that is set by a field of the sheet."""
    return fact(context, key, value, number=f"{OF_SHEET}{field}")


def _attributes(context: RulesContext, combatant: Combatant) -> tuple[Fact, ...]:
    """The modifiers; their scores beside them. Source: CWN-02."""
    return tuple(
        Fact(
            name=known.short or known.name,
            value=_modifier(character.modifier(context, combatant, known.key)),
            note=str(character.score(context, combatant, known.key)),
            number=f"{OF_SHEET}{known.key}",
        )
        for known in fields_of(context, "attribute")
    )


def _modifier(amount: int) -> str:
    return with_sign(amount) if amount else "0"


def _saves(context: RulesContext, combatant: Combatant) -> tuple[Fact, ...]:
    return tuple(
        fact(context, f"save.{save}", character.save_target(context, combatant, save))
        for save in _SAVES
    )


def _printed_facts(context: RulesContext, combatant: Combatant) -> tuple[Fact, ...]:
    """What NPCs have instead of attributes. Source: CWN-04, CWN-09, CWN-10, CWN-66, CWN-67."""
    dash = context.texts.text_of("cwn.dash")
    morale = character.morale(context, combatant)
    danger = character.field(context, combatant, "danger")
    return (
        _stated(context, "sheet.attack", "attack", _attacks(context, combatant)),
        _stated(
            context, "sheet.skill", "skill", plain(character.field(context, combatant, "skill"))
        ),
        _stated(
            context, "sheet.save", "save", character.save_target(context, combatant, "physical")
        ),
        _stated(context, "column.ml", "morale", str(morale) if morale else dash),
        _stated(context, "sheet.danger", "danger", str(danger) if danger else dash),
    )


def _attacks(context: RulesContext, combatant: Combatant) -> str:
    return "/".join(
        plain(character.field(context, combatant, key)) for key in ("attack", "attack_ranged")
    )


def _skills(context: RulesContext, combatant: Combatant) -> tuple[Fact, ...]:
    return tuple(
        Fact(
            name=known.name,
            value=plain(character.skill(context, combatant, known.key)),
            number=f"{OF_SHEET}{known.key}",
        )
        for known in fields_of(context, "skill")
        if known.key in combatant.sheet
    )


def _weapons(context: RulesContext, combatant: Combatant) -> Iterator[Section]:
    """What is in hand or part of the body, then the rest. Source: CWN-12."""
    texts, hands = context.texts, gear.in_hands(combatant)
    ready: list[Fact] = []
    carried: list[Fact] = []
    for item in gear.weapons(combatant):
        is_ready = item.key in hands or bool(item.values.get("integral"))
        (ready if is_ready else carried).append(weapon_fact(context, combatant, item))
    rounds = texts.text_of("cwn.sheet.rounds")
    if ready:
        title = texts.text_of("cwn.sheet.in_hand")
        yield Section(title=title, note=rounds, facts=tuple(ready))
    title = texts.text_of("cwn.sheet.carried")
    yield Section(title=title, note=rounds, facts=tuple(carried))


def weapon_fact(context: RulesContext, combatant: Combatant, item: Item) -> Fact:
    """Returns a weapon as a line: its damage as it would be rolled now, Shock, Trauma, and rounds left."""
    if item.kind == "explosive":
        return _explosive_fact(context, combatant, item)
    weapon = gear.weapon_of(item)
    dice = attack_plan.damage_dice(context, combatant, weapon)
    more = total(attack_plan.damage_parts(context, combatant, weapon, weapon.modes[0]))
    text = replace(dice, flat=dice.flat + more).text
    attacks = f"{weapon.attacks} × " if weapon.attacks > 1 else ""
    value = " · ".join((f"{attacks}{text}", *attack_words(context, weapon)))
    return Fact(
        name=item.name,
        value=value,
        note=magazine_note(combatant, item),
        number=ammo_gauge(item.key),
    )


def _explosive_fact(context: RulesContext, combatant: Combatant, item: Item) -> Fact:
    explosive = gear.explosive_of(item)
    metres = context.texts.text_of("cwn.sheet.metres", metres=explosive.radius)
    damage = explosive.damage.text if explosive.damage else ""
    value = " · ".join(part for part in (damage, metres) if part)
    return Fact(
        name=item.name,
        value=value,
        note=magazine_note(combatant, item),
        number=ammo_gauge(item.key),
    )


def _armor_fact(context: RulesContext, item: Item) -> Fact:
    values = item.values
    parts = [f"{values.get('ac', 0)}/{values.get('ac_melee', 0)}"]
    if values.get("shield") or values.get("accessory"):
        parts = [f"+{part}" for part in parts]
    if values.get("soak"):
        parts.append(context.texts.text_of("cwn.sheet.soaks", amount=str(values["soak"])))
    if values.get("trauma_target"):
        parts.append(context.texts.text_of("cwn.sheet.tt", amount=str(values["trauma_target"])))
    return Fact(name=item.name, value=" · ".join(parts), number=f"{item.key}.ac")


def _things(context: RulesContext, combatant: Combatant) -> Iterator[Section]:
    """Edges, Foci, cyberware and the like, each with its line. Source: CWN-45a to CWN-45u."""
    for sort in _SORTS:
        items = [item for item in combatant.items if item.kind == "gear" and _sort(item) == sort]
        if items:
            yield Section(
                title=context.texts.text_of(f"cwn.sheet.sort.{sort}"),
                facts=tuple(
                    Fact(
                        name=item.name,
                        value=_used_text(context, combatant, item),
                        note=str(item.values.get("text", "")),
                    )
                    for item in items
                ),
            )


def _used_text(context: RulesContext, combatant: Combatant, item: Item) -> str:
    """Whether what works so often in a scene has been used. Source: CWN-13, CWN-45a, CWN-45k, CWN-45m, CWN-45p."""
    count = scene_uses.uses(combatant, str(item.values.get("trait", "")))
    return context.texts.text_of("cwn.sheet.used") if count else ""


def _sort(item: Item) -> str:
    sort = str(item.values.get("sort", ""))
    return sort if sort in _SORTS else "tool"
