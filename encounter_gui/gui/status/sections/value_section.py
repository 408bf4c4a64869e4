"""Values of a combatant that can be set and stand nowhere else on its sheet: sections of their own at its end."""

from collections.abc import Iterator

from msgspec.structs import replace

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.status.sections.sheet_layout import Rest
from encounter_gui.rules.model.value_text import value_text
from encounter_gui.rules.view import (
    ChangePreview,
    CombatantView,
    Fact,
    GaugeCell,
    Section,
    SettableValue,
)

_ENDLESS = SettableValue(key="", name="", value=0).most


def sections_with_values(view: CombatantView, texts: MessageCatalog) -> tuple[Section, ...]:
    """Returns the sections of a sheet, and last the running numbers to set that they do not show."""
    facts = tuple(_fact(texts, each) for each in _unseen(view) if not each.heading)
    if not facts:
        return view.sections
    return (*view.sections, Section(title=texts.text_of("gui.status.numbers"), facts=facts))


def rest_of_sheet(view: CombatantView, texts: MessageCatalog) -> Rest:
    """Returns what else of a sheet can be set and is shown nowhere: by groups, and thing by thing."""
    groups: dict[str, list[Fact]] = {}
    for value in _unseen(view):
        if value.heading:
            name = value.name.removeprefix(f"{value.heading}, ")
            fact = Fact(name=name, value=value_text(value.value), number=value.key)
            groups.setdefault(value.heading, []).append(fact)
    count = sum(map(len, groups.values()))
    sections = (Section(title=title, facts=tuple(facts)) for title, facts in groups.items())
    return Rest(sections=tuple(sections), text=texts.text_of("gui.status.rest", count=count))


def _unseen(view: CombatantView) -> Iterator[SettableValue]:
    shown = {key for section in view.sections for key in shown_keys(section)}
    return (each for each in view.values if each.key not in shown)


def with_changes(view: CombatantView, change: ChangePreview) -> CombatantView:
    """Returns a sheet whose gauges stand where a change would take them, and remember where they were."""
    moved = {
        each.before.name: each
        for each in change.gauges
        if each.before.current != each.after.current
    }

    def changed(gauge: GaugeCell) -> GaugeCell:
        found = moved.get(gauge.name)
        if found is None:
            return gauge
        return replace(gauge, current=found.after.current, before=found.before.current)

    sections = tuple(
        replace(section, gauges=tuple(changed(gauge) for gauge in section.gauges))
        for section in view.sections
    )
    return replace(view, sections=sections)


def shown_keys(section: Section) -> Iterator[str]:
    """Yields the keys of the values that a section shows; empty ones for what is none."""
    if section.slots:
        yield section.slots.number
    yield from (gauge.number for gauge in section.gauges)
    yield from (fact.number for fact in (*section.stats, *section.facts, *section.columns))


def _fact(texts: MessageCatalog, number: SettableValue) -> Fact:
    is_endless = number.most >= _ENDLESS
    note = "" if is_endless else texts.text(say("gui.status.number.of", most=number.most))
    return Fact(name=number.name, value=value_text(number.value), note=note, number=number.key)
