"""The own rules of a campaign as one file that can be given away."""

import unicodedata

import msgspec

from encounter_gui.play.rulesets.layer_files import layer_text
from encounter_gui.play.rulesets.pack import Pack, pack_of
from encounter_gui.rules.files.layers import Layer
from encounter_gui.rules.model.own_rules import OwnRules

_LONGEST_ID = 40


class SharedAs(msgspec.Struct, frozen=True, kw_only=True):
    """How own rules are given away: the id that stays theirs in all versions, by whom, and what others may do.

    Empty: nothing has been said yet.
    """

    id: str = ""
    author: str = ""
    licence: str = ""


def first_id(ruleset: str, name: str, author: str) -> str:
    """Returns the id under which own rules are first given away: by its author, or the game, and its name.

    ``mira-my_redlines``; what is neither a Latin letter nor a digit is left out.
    """
    return f"{_plain(author) or ruleset}-{_plain(name) or 'own'}"[:_LONGEST_ID].rstrip("-_")


def _plain(text: str) -> str:
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    words = "".join(mark if mark.isalnum() else " " for mark in ascii_text.casefold()).split()
    return "_".join(words)


def travelling_version(rules: OwnRules) -> str:
    """Returns the version that a file with these rules has.

    Those taken in from a file keep the version of that file; what was made of them comes behind it, as in ``3.2``.
    """
    if not rules.pack_version:
        return str(rules.version)
    if rules.source == "file":
        return rules.pack_version
    return f"{rules.pack_version}.{rules.version}"


def own_pack(ruleset: str, rules: OwnRules, shared: SharedAs) -> Pack:
    """Returns a version of own rules for a game as a pack.

    Raises:
        DataError: its words are too long, or there is too much of it.
    """
    head = {
        "name": rules.name,
        "version": travelling_version(rules),
        "extends": ruleset,
        "text": rules.note,
    }
    text = layer_text(Layer(data=rules.data), head)
    return pack_of(
        shared.id or rules.pack or first_id(ruleset, rules.name, shared.author),
        {"ruleset.toml": text},
        author=shared.author or rules.author,
        licence=shared.licence or rules.licence,
    )
