"""What a game of the program brings along: the one place that says it; a check looks whether all is there."""

from typing import Literal

from msgspec import Struct


class Card(Struct, frozen=True, kw_only=True):
    """The card of a game on the welcome screen; its words are the texts ``welcome.<ruleset>.*``.

    ``place`` is its place among the cards, from 1. ``picture`` is one of those that the window paints, ``die`` tells
    the game where there is little room, ``sample`` is a fight among the samples, by its name without the ending. The
    tour is played on the sample of the card that says so.
    """

    place: int
    picture: Literal["grid", "sides", "figure", "dice"]
    die: str
    sample: str
    has_tour: bool = False


class Manifest(Struct, frozen=True, kw_only=True):
    """What belongs to a rule system.

    ``card`` None: it has no ruleset of its name, and stands on no welcome screen; its rulesets are made by people.
    ``help`` are the pages that tell of it. ``texts`` are the ends of the keys it must have words for, behind
    ``<id>.``, besides those that every game needs, its columns, and what its code names. ``layers`` is the name of the
    import contract that its modules keep.
    """

    id: str
    card: Card | None
    help: tuple[str, ...]
    texts: tuple[str, ...] = ()
    layers: str


EVERY_GAME = (
    "dash",
    "no_such_modifier",
    "stage.ready",
    "stage.running",
    "stage.ended",
    "heading.ready",
    "heading.ended",
    "next.start",
    "next.resume",
    "log.resumed",
    "do.leave",
    "do.return",
    "form.who",
    "form.target",
    "form.no_target",
    "form.resolve",
    "damage.rules",
    "damage.stopped",
    "damage.all_stopped",
    "damage.lost",
)
"""The ends of the keys that every game has words for, because what all games share asks for them."""

CARD_TEXTS = ("title", "dice", "text", "sample", "standing", "picture")
"""The ends of the keys of a card's words, behind ``welcome.<ruleset>.``."""
