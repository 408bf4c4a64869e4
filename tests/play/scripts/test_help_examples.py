"""The pages of help about files against the program: every example and every word of their tables is one it takes."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

from encounter_gui import paths
from encounter_gui.play.scripts.script import SYNONYMS
from encounter_gui.play.scripts.script_reader import read_fight
from encounter_gui.play.scripts.script_runner import play_fight
from encounter_gui.play.scripts.sweep import read_sweep
from encounter_gui.rules.systems import SYSTEMS, system_for
from tests.helpers.rulesets import shipped

HELP = Path(__file__).resolve().parents[3] / "resources" / "help"
PAGES = ["fights", *(f"{system}-files" for system in SYSTEMS)]
_NAME = re.compile(r"`([a-z_]+)`")
_OPTIONS = re.compile(r"`([a-z_]+)` \(([^()]*)\)")
_EXAMPLE = re.compile(r"^```toml\n(.*?)^```", re.MULTILINE | re.DOTALL)


def commands(page: str) -> dict[str, list[Any]]:
    """Returns the commands a page may name, each with its kinds: those of every system on the general page."""
    systems = SYSTEMS if page == "fights" else (page.removesuffix("-files"),)
    found: dict[str, list[Any]] = {}
    for system in systems:
        for kind in system_for(system).commands:
            found.setdefault(str(kind.__struct_config__.tag), []).append(kind)
    return found


def rows(page: str) -> Iterator[tuple[list[str], str]]:
    """Yields the rows of the tables of commands as (the names of commands, what is said of them)."""
    text = (HELP / f"{page}.md").read_text(encoding="utf-8")
    for row in text.partition("\n## Commands")[2].partition("\n## What")[0].splitlines():
        if row.startswith("| `") and not row.startswith("| `do`"):
            _, first, said, *_ = row.split("|", 2)
            yield _NAME.findall(first), said


def fields(kind: Any) -> dict[str, Any]:
    """Returns the types of a command's fields, by the names that a file has for them."""
    called = dict(zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True))
    return {called[name]: hint for name, hint in get_type_hints(kind).items() if name in called}


def structs_in(hint: Any) -> Iterator[Any]:
    """Yields the records that stand within the type of a field."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        yield hint
    for each in get_args(hint):
        yield from structs_in(each)


def is_choice(hint: Any) -> bool:
    if get_origin(hint) in (Union, UnionType):
        return any(is_choice(each) for each in get_args(hint))
    return get_origin(hint) is Literal


@pytest.mark.parametrize("page", PAGES)
def test_the_tables_of_commands_name_commands_and_their_fields(page: str) -> None:
    """A name that no command has, or a field that none of a row has, would send somebody astray."""
    known = commands(page)
    wrong = []
    for names, said in rows(page):
        kinds = [kind for name in names for kind in known.get(name, [])]
        wrong += [name for name in names if name not in known]
        kinds += [kind for name in _NAME.findall(said) for kind in known.get(name, [])]
        there = {name for kind in kinds for name in fields(kind)} | set(known)
        outside = re.sub(r"\([^()]*\)", "", re.sub(r"\([^()]*\([^()]*\)[^()]*\)", "", said))
        wrong += [f"{names}: {name}" for name in _NAME.findall(outside) if name not in there]
    assert wrong == []


@pytest.mark.parametrize("page", PAGES)
def test_the_words_that_a_field_may_have_are_taken(page: str) -> None:
    """``automation`` was said to take ``by_the_book``, and wanted ``book``."""
    known = commands(page)
    wrong, tried = [], 0
    for names, said in rows(page):
        for field, options in _OPTIONS.findall(said):
            for name in names:
                hints = [fields(kind)[field] for kind in known[name] if field in fields(kind)]
                inner = [each for hint in hints for each in structs_in(hint)]
                for word in _NAME.findall(options):
                    meant = SYNONYMS.get((name, field), {}).get(word, word)
                    if any(is_choice(hint) for hint in hints):
                        tried += 1
                        wrong += (
                            []
                            if any(takes(hint, meant) for hint in hints)
                            else [f"{name}.{field}: {word}"]
                        )
                    elif inner:
                        tried += 1
                        there = {each for kind in inner for each in fields(kind)}
                        wrong += [] if word in there else [f"{name}.{field}.{word}"]
    assert wrong == []
    assert tried > 5


def takes(hint: Any, word: str) -> bool:
    try:
        msgspec.convert(word, hint)
    except msgspec.ValidationError:
        return False
    return True


def test_every_fight_and_sweep_in_help_is_one() -> None:
    """The fights are played as they expect; the sweeps are read."""
    fights = sweeps = 0
    for page in sorted(HELP.glob("*.md")):
        for example in _EXAMPLE.findall(page.read_text(encoding="utf-8")):
            if "[vary]" in example:
                assert read_sweep(example, page.name).vary
                sweeps += 1
            elif "[fight]" in example:
                report = play_fight(
                    example,
                    page.name,
                    rulesets=shipped,
                    texts=paths.message_catalog(),
                    now=lambda: "2024-01-01T00:00:00Z",
                    seed=1,
                )
                assert report.failures == ()
                fights += 1
    assert fights >= 1
    assert sweeps >= 1


@pytest.mark.parametrize("word", ["book", "by_the_book"])
def test_rules_may_go_by_the_book_in_both_spellings(word: str) -> None:
    """As the screen and help say it, and as files have said it since."""
    text = f'[fight]\nname = "a"\nruleset = "cwn"\n[[steps]]\ndo = "automation"\nto = "{word}"\n'
    (step,) = read_fight(text, "a.toml", shipped).steps
    assert step.command.to == "book"
