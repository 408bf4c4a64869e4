"""What the files of other tools have of one of our games: the only place in this folder that lists games."""

from collections.abc import Callable, Mapping

from msgspec import Struct, field

from encounter_gui.interchange.formats import cwn_defaults, foundry_cwn
from encounter_gui.interchange.formats.foundry import Actor
from encounter_gui.interchange.imported import Flat


class GameFormat(Struct, frozen=True, kw_only=True):
    """How files show that they are for a game, and what they mean then.

    ``layouts`` are names of stat block layouts, in lower case. ``signs`` are sets of values: a roster that has all of
    one set is for this game. ``with_defaults`` adds the values a file may leave out. ``actor_systems`` are the ids of
    Foundry VTT systems, ``actor_types`` its types of actors with ours, ``read_actor`` reads one.
    """

    ruleset: str
    layouts: frozenset[str] = frozenset()
    signs: tuple[frozenset[str], ...] = ()
    with_defaults: Callable[[dict[str, Flat]], dict[str, Flat]] = dict
    actor_systems: frozenset[str] = frozenset()
    actor_types: Mapping[str, str] = field(default_factory=dict)
    read_actor: Callable[[Actor], foundry_cwn.Sheet]
    unknown_keys: Callable[[Actor], tuple[str, ...]]


GAMES = (
    GameFormat(
        ruleset="cwn",
        layouts=frozenset({"cwn", "cities without number"}),
        signs=(frozenset({"trauma_target"}), frozenset({"morale", "attack_bonus", "skill"})),
        with_defaults=cwn_defaults.with_defaults,
        actor_systems=frozenset(foundry_cwn.SYSTEMS),
        actor_types=foundry_cwn.TYPES,
        read_actor=foundry_cwn.read_actor,
        unknown_keys=foundry_cwn.unknown_keys,
    ),
)

FALLBACK = GAMES[0].ruleset
"""The ruleset for files that are for no game of ours, where no encounter says what is played."""


def of_actor_system(system: str) -> GameFormat | None:
    """Returns the game of a Foundry VTT system; None if it is none of ours."""
    return next((each for each in GAMES if system in each.actor_systems), None)


def ruleset_of_layout(layout: str) -> str:
    """Returns the ruleset of a stat block's layout; "" if that says nothing."""
    return next((each.ruleset for each in GAMES if layout.casefold() in each.layouts), "")


def ruleset_of_values(values: Mapping[str, object]) -> str:
    """Returns the ruleset that values show; "" if they show none."""
    for each in GAMES:
        if any(sign <= set(values) for sign in each.signs):
            return each.ruleset
    return ""


def with_defaults(ruleset: str, values: dict[str, Flat]) -> dict[str, Flat]:
    """Returns values with those a file for this ruleset may leave out."""
    game = next((each for each in GAMES if each.ruleset == ruleset), None)
    return game.with_defaults(values) if game is not None else values
