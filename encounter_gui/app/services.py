"""What the program is provided with: rulesets from their files, the time, and what is done once it is there."""

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

from encounter_gui import __version__, paths
from encounter_gui.core.error_text import explained
from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.window.app_services import AppServices
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems import SYSTEMS
from encounter_gui.storage.file.header import SUFFIX


def warmed_up() -> str:
    """Imports what the first odds would otherwise wait for."""
    import numpy as np  # noqa: F401

    return ""


def backed_up(campaign: Path, folder: str) -> str:
    """Makes a backup of a campaign if the newest is an hour old, in a further folder too; empty: in none.

    Returns what was wrong, in words.
    """
    from encounter_gui.storage.file.backups import back_up

    try:
        back_up(campaign, wall_clock(), [Path(folder)] if folder else [])
    except AppError as error:
        return explained(error, paths.message_catalog())
    return ""


def wall_clock() -> datetime:
    """Returns the moment as the clock on the wall has it, without a time zone: what names of files go by."""
    return datetime.now().replace(microsecond=0)  # noqa: DTZ005 - as said


def ruleset_ids() -> tuple[str, ...]:
    """Returns the ids of all rulesets there are, the user's own too."""
    return tuple(each.id for each in paths.rulesets())


def ruleset(ruleset_id: str) -> Ruleset:
    """Returns a ruleset from its files, the user's own before those that come with the program.

    Raises:
        RulesetError: something is wrong with it.
    """
    from encounter_gui.rules.files.loader import (
        build,  # pydantic; an open campaign has its rules in it
    )

    return build(ruleset_id, paths.ruleset_texts)


def now() -> str:
    """Returns the moment in UTC, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def outside(texts: MessageCatalog) -> AppServices:
    """Returns what the window says and asks about the world around it."""
    folder = paths.user_folder()
    return AppServices(
        rulesets=paths.rulesets,
        about=texts.text_of("gui.about.text", version=__version__, folder=str(folder)),
        help=help_pages,
        rules=rule_texts,
        suffix=SUFFIX,
        folder=folder,
        samples=paths.data_folder("resources") / "samples",
    )


@lru_cache(maxsize=1)
def games_found() -> tuple[tuple[str, str], ...]:
    """Returns id and name of each ruleset there was when they were first asked for: reading them takes a while."""
    return tuple((each.id, each.name) for each in paths.rulesets())


@lru_cache(maxsize=1)
def help_pages() -> Mapping[str, str]:
    """Returns the pages of the help in Markdown, by name; what can be said in the line is told by its own table."""
    from encounter_gui.gui.command_line.grammar.help_table import with_phrases

    texts = paths.message_catalog()
    pages = sorted((paths.data_folder("resources") / "help").glob("*.md"))
    return {each.stem: with_phrases(each.read_text(encoding="utf-8"), texts) for each in pages}


@lru_cache(maxsize=1)
def rule_texts() -> Mapping[str, Mapping[str, tuple[str, str]]]:
    """Returns the title and the sentence of each rule by its id, for each game by the id of its system."""
    texts = paths.message_catalog()
    return {
        system: {
            rule: (title, texts.text_or(f"{system}.rule.{rule}", ""))
            for rule, title in paths.rule_titles(system).items()
        }
        for system in SYSTEMS
    }
