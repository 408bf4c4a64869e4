"""Handouts on paper: each begins a page, and nothing in it says what it links to."""

from collections.abc import Iterator

from encounter_gui.reports.document import Flow, Paragraph
from encounter_gui.rules.model.prepared import EncounterPlan


def handout_pages(plan: EncounterPlan) -> Iterator[Flow]:
    """Yields the handouts of an encounter, each with its title and a paragraph for each line of its text."""
    for handout in plan.handouts:
        blocks = tuple(Paragraph(text=line) for line in handout.lines)
        yield Flow(title=handout.title, blocks=blocks)
