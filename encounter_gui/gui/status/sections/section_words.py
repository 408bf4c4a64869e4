"""A sheet in words, for whoever cannot see it."""

from collections.abc import Iterable, Iterator

from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.gui.theme.painting.marks import figure_text
from encounter_gui.rules.view import ActionOption, Fact, GaugeCell, Section


def sheet_words(texts: MessageCatalog, sections: Iterable[Section]) -> str:
    """Returns all that sections show, one behind the other."""
    lines = ((section.title, "; ".join(_section_words(texts, section))) for section in sections)
    return ". ".join(f"{title}: {words}" if title else words for title, words in lines)


def _section_words(texts: MessageCatalog, section: Section) -> Iterator[str]:
    """Yields all that a section shows, a piece at a time."""
    if section.note:
        yield section.note
    if section.slots:
        slots = {"current": str(section.slots.left), "high": str(section.slots.total)}
        yield texts.text(say("gui.status.gauge", name=section.slots.name, **slots))
    yield from (_gauge_words(texts, gauge) for gauge in section.gauges)
    yield from (_fact_words(fact) for fact in section.stats)
    if section.dice:
        dice = section.dice
        yield texts.text(say("gui.status.dice", name=dice.name, left=dice.left, total=dice.total))
    yield from (_fact_words(fact) for fact in (*section.facts, *section.columns))
    yield from (_offer_words(offer) for offer in section.offers)


def _gauge_words(catalogue: MessageCatalog, gauge: GaugeCell) -> str:
    key = "gui.status.gauge_low" if gauge.low < 0 else "gui.status.gauge"
    values = {"current": gauge.current, "low": gauge.low, "high": gauge.high}
    texts = {name: figure_text(value) for name, value in values.items()}
    words = catalogue.text(say(key, name=gauge.name, **texts))
    marks = ", ".join(f"{figure_text(value)} {word}" for value, word in gauge.marks)
    return f"{words} ({marks})" if marks else words


def _fact_words(fact: Fact) -> str:
    words = f"{fact.name} {fact.value}".strip()
    return f"{words}, {fact.note}" if fact.note else words


def _offer_words(offer: ActionOption) -> str:
    return ", ".join(part for part in (offer.text, offer.note, offer.why_not) if part)
