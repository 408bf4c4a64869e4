"""What the window is given by the program."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from encounter_gui.rules.model.games.ruleset_info import ListedRuleset


class AppServices(Struct, frozen=True, kw_only=True):
    """The rulesets there are, texts to read, and where campaign files are."""

    rulesets: Callable[[], Sequence[ListedRuleset]]
    about: str
    help: Callable[[], Mapping[str, str]]
    """The pages of the help in Markdown, by name: a rule system's id, ``prep``, ``fights`` …"""
    rules: Callable[[], Mapping[str, Mapping[str, tuple[str, str]]]]
    """The title and the sentence of each rule by its id, for each game by the id of its system."""
    suffix: str
    folder: Path
    samples: Path
    """Where the fights are that come with the program, as scripts."""
