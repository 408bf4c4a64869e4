"""A new game from a sheet of paper: a few words and formulas become the files of a ruleset that can be played at once.

Who asks for the words (a command, a dialog of the window) gets the files, or what is wrong with which of the words.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from encounter_gui.core.errors import AppError, DataError, RuleError, refuse
from encounter_gui.core.messages import Message, say
from encounter_gui.dice.notation import parse
from encounter_gui.dice.tree import Name
from encounter_gui.play.rulesets.installed import InstalledRulesets
from encounter_gui.play.rulesets.pack import pack_of
from encounter_gui.rules.files.loader import build
from encounter_gui.rules.files.ruleset_errors import RulesetError
from encounter_gui.rules.model.games.declared_game import MARGIN

_ID = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_LONGEST_NAME = 60
_MOST_ATTRIBUTES = 12
_TAKEN = frozenset({MARGIN, "harm", "armor", "min", "max", "floor", "ceil"})
"""Words that mean something else in a formula of the skeleton."""

Kind = Literal["number", "opposed", "percent"]


class NewGame(msgspec.Struct, frozen=True, kw_only=True):
    """What a new game is made from.

    ``attributes`` are names as people read them; formulas use their ``key_of``. ``harm`` in ``damage`` is a number of
    the weapon, ``armor`` in ``soak`` one of what the target wears, ``margin`` how much higher the roll was.
    ``wins_draw``: an equal roll hits. ``condition`` is what a hit that does harm puts on, to the end of the round;
    empty: nothing.
    """

    id: str
    name: str
    attributes: tuple[str, ...] = ("Fight", "Speed", "Tough")
    health: str = "8 + tough"
    initiative: str = "1d6 + speed"
    by_side: bool = False
    attack: str = "Strike"
    roll: str = "2d6 + fight"
    against: str = "8"
    wins_draw: bool = True
    damage: str = "1d6 + harm"
    soak: str = "armor"
    condition: str = "Shaken"


class Problem(msgspec.Struct, frozen=True):
    """What is wrong with one of the words: the name of its field in ``NewGame``; empty: with all of them together."""

    field: str
    message: Message


_KINDS: Mapping[Kind, Mapping[str, str | bool | tuple[str, ...]]] = {
    "number": {},
    "opposed": {"against": "2d6 + fight", "wins_draw": False},
    "percent": {
        "attributes": ("Fighting", "Speed", "Tough"),
        "roll": "40 + 5 * fighting - 1d100",
        "against": "0",
        "initiative": "1d10 + speed",
    },
}
"""What the usual small games have otherwise than ``NewGame``: a roll against a number, against a roll, under one."""

KINDS: tuple[Kind, ...] = tuple(_KINDS)


def like(kind: Kind, game_id: str, name: str) -> NewGame:
    """Returns a new game of one of the usual kinds, to be changed word by word."""
    return replace(NewGame(id=game_id, name=name), **_KINDS[kind])


def key_of(name: str) -> str:
    """Returns what a formula calls an attribute: ``Close combat`` is ``close_combat``; empty: no letter is left."""
    return re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")


def files(game: NewGame) -> Mapping[str, str]:
    """Returns the files of a new game by name, with comments that say what each part is for.

    Whether it can be played so, ``problems`` says.
    """
    return {
        "ruleset.toml": _ruleset(game),
        "creatures.toml": _creatures(game),
        "SOURCES.md": f"# {game.name}\n\nMade by ourselves.\n",
    }


def problems(game: NewGame) -> tuple[Problem, ...]:
    """Returns all that is wrong with a new game, each with the word it is about; none: it can be played."""
    found = tuple(_wrong_words(game))
    if found:
        return found
    texts = files(game)
    try:
        build(game.id, lambda _: texts)
    except RulesetError as error:
        return tuple(_problem(each) for each in error.problems)
    return ()


def install(game: NewGame, installed: InstalledRulesets) -> None:
    """Writes the files of a new game among the rulesets of a person.

    Raises:
        RuleError: one of its words is wrong, or there is a ruleset of this id.
        DataError: its files cannot be written.
    """
    found = problems(game)
    if found:
        raise RuleError(found[0].message)
    if installed.is_there(game.id):
        raise refuse("ruleset.new.there", id=game.id)
    installed.take_in(pack_of(game.id, files(game)))


def _wrong_words(game: NewGame) -> Iterator[Problem]:
    if not _ID.fullmatch(game.id):
        yield Problem("id", say("ruleset.pack.bad_id", found=game.id))
    for field in ("name", "attack", "condition"):
        text = getattr(game, field)
        if not text.strip() and field != "condition":
            yield Problem(field, say("ruleset.no_name"))
        elif len(text) > _LONGEST_NAME or not text.isprintable():
            yield Problem(field, say("ruleset.pack.too_long", most=_LONGEST_NAME))
    yield from _wrong_attributes(game.attributes)


def _wrong_attributes(names: tuple[str, ...]) -> Iterator[Problem]:
    if not 1 <= len(names) <= _MOST_ATTRIBUTES:
        yield Problem("attributes", say("ruleset.new.attributes", most=_MOST_ATTRIBUTES))
    known: set[str] = set()
    for name in names:
        key = key_of(name)
        if not _is_word(key) or not name.isprintable() or len(name) > _LONGEST_NAME:
            yield Problem("attributes", say("ruleset.new.attribute", name=name))
        elif key in known or key in _TAKEN:
            yield Problem("attributes", say("ruleset.name_taken", name=name))
        known.add(key)


def _is_word(key: str) -> bool:
    """Returns whether a formula reads a key as a name: ``d6`` it reads as a die."""
    try:
        return isinstance(parse(key), Name)
    except AppError:
        return False


def _problem(error: DataError) -> Problem:
    """Returns what a file says is wrong as a problem of the word it was made from."""
    pointer = error.place.pointer
    for start, field in _FIELD_OF.items():
        if pointer.startswith(start):
            return Problem(field or pointer.rpartition(".")[2], error.message)
    return Problem("", error.message)


_FIELD_OF = {"turns.initiative": "initiative", "gauges.health": "health", "attacks.": ""}
"""Which word a place of the files was made from; empty: the one that is called as its last part."""


# ---- the files


def _text(value: str) -> str:
    """Returns a text as TOML writes it."""
    return json.dumps(value, ensure_ascii=False)


def _attribute(name: str) -> str:
    return f"""
[[fields]]
key = {_text(key_of(name))}
name = {_text(name)}
group = "attribute"
default = 2
least = 0
most = 20
"""


def _condition(key: str, name: str) -> str:
    if not key:
        return ""
    return f"""\
[[conditions]]
key = {_text(key)}
name = {_text(name)}
kind = "warn"
icon = "stunned"
lasts = "round"
effects = [{{ on = "attack", amount = -1 }}]
text = "1 less on attacks to the end of the round."

"""


def _ruleset(game: NewGame) -> str:
    attack = key_of(game.attack) or "attack"
    condition = (key_of(game.condition) or "condition") if game.condition.strip() else ""
    attributes = "".join(_attribute(each) for each in game.attributes)
    return f"""\
# {game.name}: a game that is all in these files. The help page "Rulesets" lists every key and its values.
# encounter-gui ruleset check {game.id}    says what is wrong, with file and place.
id = {_text(game.id)}
name = {_text(game.name)}
system = "declared"
version = "1"

[time]
round = "round"
seconds = 6

# ---- who acts when
# initiative: one roll of dice with numbers added. by = "side": a side rolls once. rolled = "round": anew every round.
# attacks: how many a turn has. idle: conditions that keep somebody from doing anything.
[turns]
initiative = {_text(game.initiative)}
by = {_text("side" if game.by_side else "each")}
rolled = "once"
attacks = 1
idle = []

# ---- the sheet: a formula calls a field by its key
{attributes}
# ---- health: whoever has none left is out. most is a formula over fields
[[gauges]]
key = "health"
name = "Health"
short = "HP"
most = {_text(game.health)}
floor = "0"
role = "gauge.health"
is_main = true

# ---- attacks
# roll and damage are worked out from the attacker and its weapon; against and soak from the target and its armour.
# against: a number, a formula, or dice of its own. draw: who wins an equal roll, "attacker" or "target".
# margin, in damage: how much higher the roll was. on_hit, on_harm: a condition that the target gets.
[[attacks]]
key = {_text(attack)}
name = {_text(game.attack)}
roll = {_text(game.roll)}
against = {_text(game.against)}
draw = {_text("attacker" if game.wins_draw else "target")}
damage = {_text(game.damage)}
soak = {_text(game.soak)}
on_harm = {_text(condition)}

# ---- conditions: effects on "attack", "defense", "damage" and "soak". lasts = "round", or rounds = 3, or neither
{_condition(condition, game.condition)}\
# Whoever is out has this one by itself: the program needs it.
[[conditions]]
key = "out"
name = "Out"
kind = "danger"
icon = "skull"
by_hand = false
text = "Nothing left."

# ---- situations that are chosen before an attack; of those of one group only one can be on
[[modifiers]]
key = "cover"
name = "Behind cover"
group = "cover"
amount = -2
of_target = true

# ---- what items say of themselves: a formula calls these numbers by their key
[[item_fields]]
key = "harm"
name = "Harm"
on = ["weapon"]
least = 0
most = 20

[[item_fields]]
key = "armor"
name = "Armour"
on = ["armor"]
least = 0
most = 20

[[items]]
key = "knife"
name = "Knife"
kind = "weapon"
values = {{ harm = 1 }}

[[items]]
key = "pistol"
name = "Pistol"
kind = "weapon"
values = {{ harm = 3 }}

[[items]]
key = "jacket"
name = "Padded jacket"
kind = "armor"
values = {{ armor = 1 }}
"""


def _creatures(game: NewGame) -> str:
    keys = [key_of(each) for each in game.attributes]
    first = ", ".join(f"{key} = {4 if place == 0 else 3}" for place, key in enumerate(keys))
    second = ", ".join(f"{key} = 2" for key in keys)
    return f"""\
# The library: who can be brought into a fight. What a sheet does not say counts as its field's default.

[[creatures]]
key = "hero"
name = "Hero"
side = "pc"
is_named = true
sheet = {{ {first} }}
items = [{{ item = "pistol" }}, {{ item = "jacket" }}]

[[creatures]]
key = "thug"
name = "Thug"
side = "foe"
sheet = {{ {second} }}
items = [{{ item = "knife" }}]
"""
