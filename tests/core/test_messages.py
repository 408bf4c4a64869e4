"""Messages become words: whole, or in pieces with the strong ones marked."""

import pytest

from encounter_gui.core.messages import MessageCatalog, say


def test_segments_mark_what_stands_between_stars() -> None:
    """A template's stars become strong pieces, in order."""
    texts = MessageCatalog({"hit": "*{who}* hits *{target}*: *{a} − {b} = {c}* wounds"})
    message = say("hit", who="Brandt", target="Lem", a=20, b=16, c=4)
    assert texts.segments(message) == (
        ("Brandt", True),
        (" hits ", False),
        ("Lem", True),
        (": ", False),
        ("20 − 16 = 4", True),
        (" wounds", False),
    )


def test_stars_in_a_name_are_only_stars() -> None:
    """What is filled in cannot start or end a strong piece."""
    texts = MessageCatalog({"aims": "*{who}* aims at {target}"})
    segments = texts.segments(say("aims", who="K*t*", target="*all*"))
    assert segments == (("K*t*", True), (" aims at *all*", False))


def test_a_star_with_space_around_it_is_a_star() -> None:
    """Notation such as ``2 * 3`` stays as it is."""
    texts = MessageCatalog({"dice": "Roll 2 * 3 or 4 * 5"})
    assert texts.segments(say("dice")) == (("Roll 2 * 3 or 4 * 5", False),)


def test_an_unknown_key_is_one_piece_that_shows_itself() -> None:
    """A missing text never fails."""
    assert MessageCatalog({}).segments(say("gone", who="Lem")) == (("gone: who Lem", False),)


def test_the_sentence_has_no_marks() -> None:
    """Spoken words carry no stars."""
    assert MessageCatalog({"aims": "*{who}* aims"}).sentence(say("aims", who="Lem")) == "Lem aims"


@pytest.mark.parametrize(
    ("count", "words"), [(1, "1 entry"), ("1", "1 entry"), (0, "0 entries"), ("1–2", "1–2 entries")]
)
def test_a_text_counts_in_the_singular_and_the_plural(count: int | str, words: str) -> None:
    """The list of backups said "1 entries"."""
    catalog = MessageCatalog({"count": "*{count}* {count:entry|entries}"})
    assert catalog.sentence(say("count", count=count)) == words
    assert catalog.text_of("count", count=count) == f"*{count}* {words.split()[1]}"
