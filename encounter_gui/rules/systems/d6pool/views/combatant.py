"""The panel, the figure and the notices of a D6-pool fight, and what else somebody may do."""

from collections.abc import Iterator

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant, Item
from encounter_gui.rules.engine.system import Scene
from encounter_gui.rules.model import items
from encounter_gui.rules.model.commands import Command, Flag
from encounter_gui.rules.model.items import ammo_text
from encounter_gui.rules.systems.d6pool import commands as do
from encounter_gui.rules.systems.d6pool.sheet import character, gear
from encounter_gui.rules.systems.d6pool.turns import turns
from encounter_gui.rules.systems.d6pool.views.chips import chips
from encounter_gui.rules.systems.d6pool.views.table import dodge_cell, health_cell
from encounter_gui.rules.view import BodyView, Fact, Notice, Section, Sheet


def sheet(scene: Scene, who: CombatantId) -> Sheet:
    """Returns the panel of one combatant."""
    one = scene.one(who)
    return Sheet(
        who=who,
        number=one.number,
        name=one.name,
        side=one.side,
        role=one.memo.get("role", ""),
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


def body(scene: Scene, who: CombatantId) -> BodyView:
    """Returns the figure: D6 pools know no locations, so it shows the state of the whole body."""
    one = scene.one(who)
    level, key = _body_state(one)
    left, full = character.health_now(one), character.health(one)
    return BodyView(
        who=who,
        name=one.name,
        level=level,
        letter=scene.words.word(f"d6pool.body.{key}.letter"),
        text=scene.words.word(f"d6pool.body.{key}"),
        armor=scene.words.word("d6pool.body.armor", level=gear.armor_level(one)),
        facts=(
            Fact(
                name=scene.words.word("d6pool.column.th"), value=f"{left}/{full}".replace("-", "−")
            ),
            Fact(name=scene.words.word("d6pool.body.down_in"), value=str(max(left, 0))),
            Fact(name=scene.words.word("d6pool.body.dead_in"), value=str(max(left + full, 0))),
        ),
    )


def _body_state(one: Combatant) -> tuple[int, str]:
    if character.is_dead(one):
        return 6, "dead"
    if character.is_down(one):
        return 5, "down"
    if character.is_wounded(one):
        return 3, "wounded"
    return (1, "stunned") if one.has("stunned") else (0, "unhurt")


def notices(scene: Scene) -> tuple[Notice, ...]:
    """Returns what waits: explosives in the air, ties, bleeding PCs, and the declaring of intents."""
    return (*_in_air(scene), *_tie(scene), *_declaring(scene))


def _in_air(scene: Scene) -> Iterator[Notice]:
    for one in scene.state.combatants.values():
        if one.has("in_air"):
            yield Notice(
                title=scene.words.word("d6pool.notice.blast"),
                text=scene.words.word("d6pool.notice.blast.text", who=one.name),
                kind="warn",
                button=scene.words.word("d6pool.notice.blast.button"),
                command=do.Blast(who=one.id),
            )


def _tie(scene: Scene) -> Iterator[Notice]:
    state = scene.state
    if not turns.is_tied(state):
        return
    slots = [
        slot
        for slot in state.slots
        if slot.group == state.group
        and (slot.is_done or turns.takes_part(scene.one(slot.who), slot))
    ]
    done = sum(slot.is_done for slot in slots)
    names = f" {scene.words.word('d6pool.and')} ".join(scene.one(slot.who).name for slot in slots)
    waiting = scene.words.word(
        "d6pool.notice.tie.note", done=done, all=len(slots), held=len(state.held)
    )
    yield Notice(
        title=scene.words.word("d6pool.notice.tie", score=slots[0].score if slots else 0),
        text=scene.words.word("d6pool.notice.tie.text", who=names),
        kind="info",
        note=waiting,
        button=scene.words.word("d6pool.notice.tie.button") if state.held else "",
        command=do.Apply() if state.held else None,
    )


def _declaring(scene: Scene) -> Iterator[Notice]:
    state = scene.state
    if state.stage == "running" and not state.slots:
        said = sum(1 for one in state.combatants.values() if one.memo.get("intent"))
        yield Notice(
            title=scene.words.word("d6pool.notice.declare", turn=state.round),
            text=scene.words.word("d6pool.notice.declare.text"),
            note=scene.words.word(
                "d6pool.notice.declare.note", said=said, all=len(state.combatants)
            ),
        )


def offered(scene: Scene, one: Combatant) -> Iterator[tuple[str, Command]]:
    """Yields what somebody might do besides attacking, as (words, command), whether or not it may now."""
    words = scene.words
    name = words.word
    yield name("d6pool.do.aim"), do.Aim(who=one.id)
    yield name("d6pool.do.reload"), do.Reload(who=one.id)
    for item in one.items:
        if item.kind in ("weapon", "explosive") and item.key != one.memo.get("held"):
            yield (
                name("d6pool.do.draw", weapon=item.name),
                do.Draw(who=one.id, weapon=item.key),
            )
            yield (
                name("d6pool.do.fast_draw", weapon=item.name),
                do.FastDraw(who=one.id, weapon=item.key),
            )
    yield name("d6pool.do.run"), do.Move(who=one.id, gait="run")
    yield name("d6pool.do.crawl"), do.Move(who=one.id, gait="crawl")
    up = "stand" if one.has("prone") else "prone"
    yield name(f"d6pool.do.{up}"), do.Move(who=one.id, gait=up)  # type: ignore[arg-type]  # one of two gaits
    for patient in scene.state.combatants.values():
        if patient.has("bleeding") and patient.id != one.id:
            yield (
                name("d6pool.do.first_aid", patient=patient.name),
                do.FirstAid(who=one.id, patient=patient.id),
            )
    if one.gauges.get("hero"):
        yield name("d6pool.do.hero"), do.Hero(who=one.id)
    if one.has("bleeding"):
        yield name("d6pool.do.stabilize"), do.Stabilize(who=one.id)
    yield name("d6pool.do.wait"), do.Wait(who=one.id)
    if "left" in one.flags:
        yield name("d6pool.do.return"), Flag(who=(one.id,), flag="left", on=False)
    else:
        yield name("d6pool.do.leave"), do.Leave(who=one.id)
