"""Combatants one by one: body sheets, cards, tents, and a roster in a list."""

from collections.abc import Collection, Iterable, Iterator

from encounter_gui.core.ids import CombatantId
from encounter_gui.reports.cells import chip_text, combatant_table, gauge_boxes, is_hidden
from encounter_gui.reports.document import Boxes, Card, Figure, Flow, Grid, Tent
from encounter_gui.rules.carried import ammo_gauge, most_ammo
from encounter_gui.rules.system import Scene, System
from encounter_gui.rules.view import Sheet

_STATS = 8
_LINES = 6
_BACK = 40
_WRITTEN = ("armour", "notes", "hits", "hits_note", "more")


def body_sheets(
    system: System,
    scene: Scene,
    who: Iterable[CombatantId],
    *,
    per_page: int = 2,
    is_blank: bool = False,
) -> Grid:
    """Returns the figures of combatants with their sheets, 1, 2 or 4 on a page."""
    cells = tuple(
        Figure(
            body=system.body(scene, each),
            sheet=system.sheet(scene, each),
            is_blank=is_blank,
            ammunition=tuple(ammunition(scene, each)),
            words=tuple((key, scene.words.word(f"report.sheet.{key}")) for key in _WRITTEN),
        )
        for each in who
    )
    return Grid(
        title=scene.words.word("report.body_sheets"),
        cells=cells,
        per_page=per_page,
        note=scene.words.word("report.body_sheets.note"),
    )


def cards(
    system: System,
    scene: Scene,
    who: Iterable[CombatantId],
    *,
    per_page: int = 8,
    has_backs: bool = False,
) -> Grid:
    """Returns a card for each combatant, 4, 8 or 9 on a page; their backs on a page of their own behind."""
    return Grid(
        title=scene.words.word("report.cards"),
        cells=tuple(card(system, scene, each) for each in who),
        per_page=per_page,
        has_backs=has_backs,
    )


def card(sheet: Sheet) -> Card:
    """Returns a sheet as a card: gauges to tick, the first figures, weapons and what else has a value."""
    sections = sheet.sections
    gauges = tuple((gauge.name, gauge_boxes(gauge)) for part in sections for gauge in part.gauges)
    slots = tuple(
        (part.slots.name, Boxes(total=part.slots.total, used=part.slots.total - part.slots.left))
        for part in sections
        if part.slots is not None
    )
    stats = tuple((fact.name, fact.value) for part in sections for fact in part.stats)
    return Card(
        name=sheet.name,
        side=sheet.side,
        number=sheet.number,
        role=sheet.role,
        gauges=(*slots, *gauges),
        stats=stats[:_STATS],
        lines=tuple(_lines(sheet))[:_LINES],
        chips=tuple(chip_text(chip) for chip in sheet.chips),
        back=tuple(_back(sheet))[:_BACK],
        places=tuple((p.name, p.armor, p.level, p.letter) for p in body.parts),
        levels=tuple((each.level, each.text, str(each.value or "")) for each in levels),
        ammunition=tuple(ammunition(scene, who)),
    )


def ammunition(scene: Scene, who: CombatantId) -> Iterator[tuple[str, Boxes]]:
    """Yields the rounds of what somebody carries as boxes, by the item's name."""
    one = scene.one(who)
    for item in one.items:
        most = most_ammo(item)
        if most:
            left = one.gauges.get(ammo_gauge(item.key), most)
            used = min(max(most - left, 0), most)
            yield item.name, Boxes(total=most, used=used, text=f"{left}/{most}")


def _lines(sheet: Sheet) -> Iterator[tuple[str, str, str]]:
    for section in sheet.sections:
        if section.facts and not section.offers:
            for fact in section.facts:
                name = fact.name if len(section.facts) > 1 else section.title or fact.name
                yield name, fact.value, fact.note or section.note


def _back(sheet: Sheet) -> Iterator[str]:
    yield from sheet.note.splitlines()
    for section in sheet.sections:
        for fact in section.columns:
            yield f"{section.title}: {fact.name} {fact.value} {fact.note}".strip()


def tents(system: System, scene: Scene) -> Grid:
    """Returns a folded name card for everybody who is not hidden, in turn order."""
    score = next((c.key for c in system.columns(scene) if c.key in ("init", "speed")), "")
    made = []
    for row in system.rows(scene):
        if is_hidden(scene, row.who) or row.is_out:
            continue
        one = scene.one(row.who)
        text = str(getattr(row.cells.get(score), "text", ""))
        made.append(Tent(name=one.name, side=one.side, score=text, number=one.number))
    return Grid(title=scene.words.word("report.tents"), cells=tuple(made), per_page=4)


def roster(
    system: System, scene: Scene, *, for_players: bool = False, keys: Collection[str] = ()
) -> Flow:
    """Returns everybody in a list, with the columns that are chosen."""
    title = scene.words.word("report.roster")
    return Flow(
        title=title,
        subtitle=scene.state.name,
        blocks=(combatant_table(system, scene, for_players=for_players, keys=keys),),
    )
