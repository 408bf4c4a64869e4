"""Combatants one by one: body sheets, cards, tents, and a roster in a list."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from msgspec import structs

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.values import Combatant
from encounter_gui.reports.content.table_cells import (
    combatant_table,
    gauge_boxes,
    is_hidden,
)
from encounter_gui.reports.document import BodySheet, Boxes, Card, Flow, Grid, Tent
from encounter_gui.rules.engine.context import RulesContext
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.items import ammo_gauge, most_ammo
from encounter_gui.rules.view import BodyView, CombatantView, Section, Threshold

_MANY, _SHORT = 3, 6
_BACK = 40
_DICE = re.compile(r"\d+d\d")
_WRITTEN = ("armour", "notes", "hits", "hits_note", "more")


def body_sheets(
    system: System,
    context: RulesContext,
    who: Iterable[CombatantId],
    *,
    per_page: int = 2,
) -> Grid:
    """Returns the figures of combatants with their sheets, 1, 2 or 4 on a page."""
    scores = _scores(system, context)
    cells = tuple(
        BodySheet(
            body=_with_all_levels(context, system.body(context, each)),
            sheet=_with_score(
                on_paper(
                    system.combatant_view(context, each),
                    system.body(context, each),
                    context.combatant(each),
                ),
                scores.get(each, ""),
            ),
            ammunition=tuple(ammunition(context, each)),
            words=tuple((key, context.texts.text_of(f"report.sheet.{key}")) for key in _WRITTEN),
        )
        for each in who
    )
    return Grid(
        title=context.texts.text_of("report.body_sheets"),
        cells=cells,
        per_page=per_page,
        note=context.texts.text_of("report.body_sheets.note"),
    )


def _scores(system: System, context: RulesContext) -> dict[CombatantId, str]:
    """Returns the initiative that has been rolled, in words."""
    title = next((each.title for each in system.columns(context) if each.key == "init"), "")
    scores = {
        row.who: str(getattr(row.cells.get("init"), "text", "")) for row in system.rows(context)
    }
    return {
        who: f"{title} {score}"
        for who, score in scores.items()
        if title and any(sign.isdecimal() for sign in score)
    }


def _with_score(view: CombatantView, score: str) -> CombatantView:
    return structs.replace(view, role=" · ".join(each for each in (view.role, score) if each))


def _with_all_levels(context: RulesContext, body: BodyView) -> BodyView:
    """Returns a figure whose tracks also have the wounds that need no damage of their own, such as Destroyed."""
    if not body.levels:
        return body
    known = {each.level for each in body.levels}
    more = tuple(
        Threshold(value=0, text=each.letter, level=each.level)
        for each in context.ruleset.wound_levels
        if each.level not in known
    )
    return structs.replace(body, levels=(*body.levels, *more))


def cards(
    system: System,
    context: RulesContext,
    who: Iterable[CombatantId],
    *,
    per_page: int = 8,
    has_backs: bool = False,
) -> Grid:
    """Returns a card for each combatant, 4, 8 or 9 on a page; their backs on a page of their own behind."""
    return Grid(
        title=context.texts.text_of("report.cards"),
        cells=tuple(card(system, context, each) for each in who),
        per_page=per_page,
        has_backs=has_backs,
    )


def card(system: System, context: RulesContext, who: CombatantId) -> Card:
    """Returns a combatant as a card: boxes to tick, figures, weapons with their rounds, what else counts."""
    body = system.body(context, who)
    view = on_paper(system.combatant_view(context, who), body, context.combatant(who))
    sections = view.sections
    lines = tuple(_lines(view, context.combatant(who)))
    lists = tuple(_lists(view, context.combatant(who)))
    return Card(
        name=view.name,
        side=view.side,
        number=view.number,
        role=view.role,
        gauges=tuple(pair for part in sections for pair in section_boxes(part)),
        stats=tuple((fact.name, fact.value) for part in sections for fact in part.stats),
        lines=lines,
        lists=lists,
        chips=tuple(chip.words() for chip in view.chips),
        back=tuple(_back(view, lines, lists))[:_BACK],
        places=tuple((p.name, p.armor, p.level, p.letter) for p in body.parts),
        levels=tuple((x.level, x.text, str(x.value or "")) for x in body.levels if x.level),
        ammunition=tuple(ammunition(context, who)),
    )


def section_boxes(section: Section) -> Iterator[tuple[str, Boxes]]:
    """Yields everything of a section that runs down, as boxes."""
    if section.slots is not None:
        total, left = section.slots.total, section.slots.left
        yield section.slots.name, Boxes(total=total, used=total - left, text=f"{left}/{total}")
    for gauge in section.gauges:
        yield gauge.name, gauge_boxes(gauge)
    if section.dice is not None:
        total, left = section.dice.total, section.dice.left
        yield section.dice.name, Boxes(total=total, used=total - left, text=f"{left}/{total}")


def on_paper(view: CombatantView, body: BodyView, combatant: Combatant) -> CombatantView:
    """Returns a sheet as paper shows it: gauges, figures, weapons, the rest; without what stands beside the figure."""
    beside = {part.short for part in body.parts}, {each.text for each in body.levels}
    carried = {item.name for item in combatant.items if item.kind in ("weapon", "explosive")}

    def place(section: Section) -> int:
        if any(section_boxes(section)):
            return 0
        if section.stats:
            return 1
        names = (section.title, *(fact.name for fact in section.facts))
        return 2 if any(is_of(name, item) for name in names for item in carried) else 3

    kept = [
        section
        for section in view.sections
        if not section.offers
        and not (section.columns and {fact.name for fact in section.columns} in beside)
    ]
    return structs.replace(view, sections=tuple(sorted(kept, key=place)))


def is_of(name: str, item: str) -> bool:
    """Returns whether a line of a sheet speaks of an item: ``Shotgun``, or ``Shotgun, in hand``."""
    return name == item or name.startswith(f"{item},")


def _lines(view: CombatantView, combatant: Combatant) -> Iterator[tuple[str, str, str]]:
    """Yields name, value and note of what a sheet says line by line."""
    for section in view.sections:
        if _is_weapon(view, section, combatant):
            # A weapon with a section of its own: all of it stands in a line under its name.
            yield section.title, " · ".join(_section_lines(section)), _columns(section)
        elif not (_is_mere_names(section) or is_short(section)):
            yield from ((fact.name, fact.value, fact.note) for fact in section.facts)
            if section.note and not (
                section.facts or section.columns or any(section_boxes(section))
            ):
                yield section.title, section.note, ""


def _lists(view: CombatantView, combatant: Combatant) -> Iterator[tuple[str, str]]:
    """Yields what is a mere list, such as skills and distances, each in one line under its title."""
    for section in view.sections:
        if _is_weapon(view, section, combatant):
            continue
        if _is_mere_names(section):
            yield section.title, ", ".join(fact.name for fact in section.facts)
        elif is_short(section):
            yield section.title, ", ".join(f"{f.name} {f.value}" for f in section.facts)
        if section.columns:
            yield section.title, _columns(section)


def _columns(section: Section) -> str:
    return ", ".join(f"{each.name} {each.value}" for each in section.columns)


def _is_weapon(view: CombatantView, section: Section, combatant: Combatant) -> bool:
    """Returns whether a section of its own tells of one weapon."""
    common = Counter(fact.name for each in view.sections for fact in each.facts)
    is_common = any(common[fact.name] > 1 for fact in section.facts)
    is_weapon = is_common or _is_bare_handed(section, combatant)
    return bool(section.title) and is_weapon and not is_short(section)


def _is_mere_names(section: Section) -> bool:
    return bool(section.facts) and not any(fact.value or fact.note for fact in section.facts)


def _is_bare_handed(section: Section, combatant: Combatant) -> bool:
    """Returns whether a section tells the dice of something that is no thing, such as fists."""
    names = {item.name for item in combatant.items}
    facts = section.facts
    return len(facts) == 1 and facts[0].name not in names and bool(_DICE.match(facts[0].value))


def _section_lines(section: Section) -> Iterator[str]:
    for fact in section.facts:
        yield from (part for part in (f"{fact.name} {fact.value}".rstrip(), fact.note) if part)


def is_short(section: Section) -> bool:
    """Returns whether the facts of a section are mere numbers, so that several stand in a line (skills, say)."""
    facts = section.facts
    return len(facts) >= _MANY and all(not f.note and len(f.value) <= _SHORT for f in facts)


def _back(
    view: CombatantView,
    lines: Iterable[tuple[str, str, str]],
    lists: Iterable[tuple[str, str]],
) -> Iterator[str]:
    yield from view.note.splitlines()
    yield from (chip.words() for chip in view.chips)
    for name, value, note in lines:
        yield f"{name}: {' · '.join(part for part in (value, note) if part)}"
    yield from (f"{name}: {value}" for name, value in lists)


def ammunition(context: RulesContext, who: CombatantId) -> Iterator[tuple[str, Boxes]]:
    """Yields the rounds of what somebody carries as boxes, by the item's name."""
    combatant = context.combatant(who)
    for item in combatant.items:
        most = most_ammo(item)
        if most:
            left = combatant.gauges.get(ammo_gauge(item.key), most)
            used = min(max(most - left, 0), most)
            yield item.name, Boxes(total=most, used=used, text=f"{left}/{most}")


def tents(system: System, context: RulesContext) -> Grid:
    """Returns a folded name card for everybody who is not hidden, in turn order."""
    score = next((c.key for c in system.columns(context) if c.key in ("init", "speed")), "")
    made = []
    for row in system.rows(context):
        if is_hidden(context, row.who) or row.is_out:
            continue
        combatant = context.combatant(row.who)
        text = str(getattr(row.cells.get(score), "text", ""))
        made.append(
            Tent(name=combatant.name, side=combatant.side, score=text, number=combatant.number)
        )
    return Grid(title=context.texts.text_of("report.tents"), cells=tuple(made), per_page=4)


def roster(
    system: System, context: RulesContext, *, for_players: bool = False, keys: Collection[str] = ()
) -> Flow:
    """Returns everybody in a list, with the columns that are chosen."""
    title = context.texts.text_of("report.roster")
    return Flow(
        title=title,
        subtitle=context.state.name,
        blocks=(combatant_table(system, context, for_players=for_players, keys=keys),),
    )
