"""What the help says of the line: every phrase of the table with its examples and a sentence."""

from collections.abc import Iterator

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.command_line.grammar.phrase import Phrase
from encounter_gui.gui.command_line.grammar.phrases.table import PHRASES

MARKER = "<!-- phrases -->"
"""Stands in a page of help where the table belongs."""


def shown_phrases() -> Iterator[Phrase]:
    """Yields the phrases that the help shows: those with examples."""
    return (each for each in PHRASES if each.examples)


def with_phrases(page: str, texts: MessageCatalog) -> str:
    """Returns a page of help in Markdown with the table of phrases in the place of its marker."""
    return page.replace(MARKER, "\n".join(_rows(texts))) if MARKER in page else page


def _rows(texts: MessageCatalog) -> Iterator[str]:
    yield f"| {texts.text_of('gui.phrase.typed')} | {texts.text_of('gui.phrase.does')} |"
    yield "|---|---|"
    for phrase in shown_phrases():
        typed = ", ".join(f"`{each}`" for each in phrase.examples)
        yield f"| {typed} | {texts.text_of(f'gui.phrase.{phrase.key}')} |"
