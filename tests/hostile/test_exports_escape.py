"""What is written for others says names as they are: none of them becomes mark-up there."""

from html.parser import HTMLParser

import pytest
import yaml
from typing_extensions import override

from encounter_gui.interchange.exporting import FORMATS, Exported
from encounter_gui.interchange.import_dispatch import read_files
from encounter_gui.reports.document import Document, Flow, Heading, Paragraph
from encounter_gui.reports.render.text_formats import TEXTS
from encounter_gui.rules.model.prepared import LibraryCreature
from encounter_gui.rules.model.ruleset import CreatureDef
from encounter_gui.rules.systems import SYSTEMS
from tests.helpers.rulesets import shipped

NAME = "<img src=x onerror=alert(1)> [a](javascript:b) **bold** `code` | # ~~x~~ &lt;"
DOCUMENT = Document(
    campaign=NAME,
    fight=NAME,
    ruleset=NAME,
    date="2026-11-22",
    parts=(
        Flow(
            title=NAME,
            blocks=(Heading(text=NAME), Paragraph(text=NAME), Paragraph(text="- " + NAME)),
        ),
    ),
)


class Seen(HTMLParser):
    """Which tags a page has, and what it says."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.words = ""
        self.feed(page)

    @override
    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.add(tag)

    @override
    def handle_data(self, data: str) -> None:
        self.words += data


def test_a_page_has_no_tag_of_a_name() -> None:
    """The name stands in it letter for letter."""
    seen = Seen(TEXTS[".html"](DOCUMENT))
    assert "img" not in seen.tags
    assert seen.words.count(NAME) >= 3


def test_no_mark_of_a_name_is_one_in_markdown() -> None:
    """Every mark has a backslash before it, in the last line too; a list stays a sentence."""
    written = TEXTS[".md"](DOCUMENT)
    for line in written.splitlines():
        bare = line.removeprefix("# ").removeprefix("## ").strip("*").replace("\\\\", "")
        for mark in "<>[]`|#~&":
            assert bare.count(mark) == bare.count(f"\\{mark}"), line
    assert "\n\\- " in written


@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_note_with_fences_in_it_ends_no_block(ruleset: str) -> None:
    """What is read back is what was written, and the blocks are YAML."""
    note = "one\n```\n# two\n```statblock\nname: nobody\n```"
    creature = CreatureDef(key="x", name=NAME, note=note)
    write, suffix = FORMATS["markdown"]
    exported = Exported(entry=LibraryCreature(creature=creature), ruleset=shipped(ruleset), count=1)
    written = write([exported], NAME)
    blocks = written.split("```statblock\n")
    assert len(blocks) == 2
    assert yaml.safe_load(blocks[1].partition("\n```")[0])["name"] == NAME
    read = read_files([(f"a{suffix}", written.encode())])
    assert [(each.name, each.exact and each.exact.note) for each in read.creatures] == [
        (NAME, note)
    ]
