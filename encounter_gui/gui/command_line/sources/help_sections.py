"""The help, section by section."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.command_line.finding.source import Found

_LONGEST_NOTE = 90
_LINKS = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_RULES = re.compile(r"\|[\s:|-]*\|")
_MARKS = re.compile(r"[*`]|^#+ ", re.MULTILINE)


class HelpSections:
    """Lists the headings of all pages; the words below a heading are searched with it."""

    def __init__(
        self,
        pages: Callable[[], Mapping[str, str]],
        show: Callable[[str, str], object],
        texts: MessageCatalog,
    ) -> None:
        """Takes what returns the pages (Markdown by name), and what shows a page at one of its headings."""
        self._pages = pages
        self._show = show
        self._texts = texts
        self._made: tuple[Found, ...] = ()

    def __call__(self) -> Iterator[Found]:
        """Yields the sections; they are read once."""
        if not self._made:
            self._made = tuple(
                found
                for name, text in self._pages().items()
                for found in self._sections(name, text)
            )
        yield from self._made

    def _sections(self, name: str, text: str) -> Iterator[Found]:
        page = ""
        for heading, body in sections_of(text):
            page = page or heading
            words = plain_text(body)
            where = page if page != heading else ""
            yield Found(
                key=f"{name}#{heading}",
                title=plain_text(heading),
                note=" · ".join(each for each in (where, words[:_LONGEST_NOTE]) if each),
                also=words,
                icon="help",
                says=self._texts.text_of("gui.palette.opens"),
                ways={"do": partial(self._show, name, plain_text(heading))},
            )


def plain_text(text: str) -> str:
    """Returns Markdown as words: without tables' lines, links' targets and the marks of code and stress."""
    return " ".join(
        _MARKS.sub("", _LINKS.sub(r"\1", _RULES.sub(" ", text))).replace("|", " ").split()
    )


def sections_of(text: str) -> Iterator[tuple[str, str]]:
    """Yields the headings of a page in Markdown, each with what stands below it; examples of code have none."""
    heading, is_code = "", False
    body: list[str] = []
    for line in text.splitlines():
        is_code = is_code != line.startswith("```")
        if line.startswith("#") and not is_code:
            if heading:
                yield heading, "\n".join(body)
            heading, body = line.lstrip("# ").strip(), []
        else:
            body.append(line)
    if heading:
        yield heading, "\n".join(body)
