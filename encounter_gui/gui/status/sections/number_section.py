"""Numbers of a combatant that can be set and stand nowhere else on its sheet: a section of their own at its end."""

from collections.abc import Iterator

from msgspec.structs import replace

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.rules.view import (
    ChangePreview,
    CombatantView,
    Fact,
    GaugeCell,
    Section,
    SettableNumber,
)

_ENDLESS = SettableNumber(key="", name="", value=0).most


def sections_with_numbers(view: CombatantView, texts: MessageCatalog) -> tuple[Section, ...]:
    """Returns the sections of a sheet, and last the numbers to set that they do not show."""
    shown = {key for section in view.sections for key in shown_keys(section)}
    facts = tuple(_fact(texts, each) for each in view.numbers if each.key not in shown)
    if not facts:
        return view.sections
    return (*view.sections, Section(title=texts.text_of("gui.status.numbers"), facts=facts))


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
    """Yields the keys of the numbers that a section shows; empty ones for what is none."""
    if section.slots:
        yield section.slots.number
    yield from (gauge.number for gauge in section.gauges)
    yield from (fact.number for fact in section.facts)


def _fact(texts: MessageCatalog, number: SettableNumber) -> Fact:
    is_endless = number.most >= _ENDLESS
    note = "" if is_endless else texts.text(say("gui.status.number.of", most=number.most))
    value = str(number.value).replace("-", "−")
    return Fact(name=number.name, value=value, note=note, number=number.key)
