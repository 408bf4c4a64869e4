"""Files with anything anywhere: read, or refused by file; no other error ever comes of them."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encounter_gui import paths
from encounter_gui.interchange.import_dispatch import ENDINGS, read_files
from encounter_gui.play.transfer.imports import preview_files
from encounter_gui.rules.systems import SYSTEMS
from tests.helpers.examples import examples
from tests.helpers.rulesets import shipped
from tests.helpers.toml_text import places, spoilt
from tests.interchange import files

SOURCES: Mapping[str, Any] = {
    name: value
    for name, value in vars(files).items()
    if name.isupper() and isinstance(value, dict | list)
}
PLACES = [(name, place) for name, value in sorted(SOURCES.items()) for place in places(value)]
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["3d6+2", "1d2+1d8", "+14 to hit", "<b>", "@x[y]{z}", "12/24", "A" * 300]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=5,
)


def read(name: str, content: bytes, target: str = "") -> None:
    """Reads a file and proposes what is in it; whatever is said has words."""
    texts = paths.message_catalog()
    found = preview_files(
        [(name, content)], rulesets=shipped, target=target, fallback=target or "cwn"
    )
    said = [each.error for each in found.files if each.error is not None]
    said += [each.reason for each in found.skipped] + list(found.warnings)
    said += [warning for each in found.candidates for warning in each.proposal.warnings]
    for message in said:
        assert message.key not in texts.text(message)


@examples(150)
@given(st.sampled_from(PLACES), VALUES, st.sampled_from(("", *SYSTEMS)))
def test_a_spoilt_creature_is_read_or_refused(
    where: tuple[str, tuple[object, ...]], value: object, target: str
) -> None:
    """Any value anywhere in a file of another tool, for any game."""
    name, place = where
    content = json.dumps(spoilt(SOURCES[name], place, value), default=str)
    read("a.json", content.encode("utf-8", "surrogatepass"), target)


@examples(100)
@given(st.sampled_from(ENDINGS), st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(ending: str, content: bytes) -> None:
    """Whatever the file is called."""
    read(f"a{ending}", content)


GRAMMAR = st.lists(
    st.sampled_from(
        [
            *(
                "---\n",
                "```statblock\n",
                "```encounter\n",
                "```\n",
                "name: ",
                "creatures:\n",
                "  - ",
            ),
            *("name,hp,damage\n", "A,5,1d6\n", "|", "\n", ";", "\t", '"', ": ", "3: Hound, 9, 13"),
            *("{", "}", "[", "]", ",", '"Name"', '"HP"', ":", "5", "1d6", "null", "ż", "\ufeff"),
            *("hp: 5\n", "ac: 13\n", "actions:\n", "- desc: +5 to hit\n", "&a ", "*a", "!!python"),
        ]
    ),
    max_size=30,
).map("".join)


@examples(200)
@given(st.sampled_from(ENDINGS), GRAMMAR)
def test_pieces_of_every_format_in_any_order_are_read_or_refused(ending: str, text: str) -> None:
    """A file that begins like one thing and goes on like another."""
    read(f"a{ending}", text.encode())


PROSE = st.lists(
    st.sampled_from(
        [
            *(
                "3 gangers: ",
                "Boss: ",
                "three ",
                "x2",
                " (Weak)",
                "\n",
                ", ",
                "; ",
                " | ",
                ". ",
                ": ",
            ),
            *(
                "HP 8",
                "HP 7/10",
                "AC 16/13",
                "STR 5 REF 6",
                "Hand-to-Hand 2",
                "Dodge ≥ 2",
                "Save 14+",
            ),
            *("HD 3 (13 HP)", "HD 99d999", "HP 99999999999999999999", "AC -5", "heavy pistol 1d8"),
            *("trauma d6 x3", "10/100 m", "1d2+1d8", "mag 8", "1 attack pistol Short Standard"),
            *(
                "SMG",
                "armor 2",
                "armor 999999",
                "light vest",
                "+4 to hit",
                "(",
                ")",
                "\u202e",
                "ż",
                "0",
            ),
            *(
                "name,damage,range\n",
                "Gun,1d8,5/10\n",
                "Gun,lots,far\n",
                "armor,ac,cost\n",
                "Coat,99,1\n",
            ),
        ]
    ),
    max_size=30,
).map("".join)


@examples(200)
@given(st.sampled_from((".txt", "", ".csv")), PROSE, st.sampled_from(("", *SYSTEMS)))
def test_pieces_of_stat_blocks_in_any_order_are_read_or_refused(
    ending: str, text: str, target: str
) -> None:
    """Text as it is pasted, for any game."""
    read(f"a{ending}", text.encode(), target)


@pytest.mark.deep
@examples(3000)
@given(st.sampled_from(PLACES), VALUES, st.sampled_from(("", *SYSTEMS)))
def test_many_spoilt_creatures(
    where: tuple[str, tuple[object, ...]], value: object, target: str
) -> None:
    """More of them."""
    name, place = where
    content = json.dumps(spoilt(SOURCES[name], place, value), default=str)
    read("a.json", content.encode("utf-8", "surrogatepass"), target)


def test_the_sources_are_those_of_all_tools() -> None:
    """There is something to spoil."""
    assert len(SOURCES) >= 5
    assert all(isinstance(read_files([]), object) for _ in SOURCES)
