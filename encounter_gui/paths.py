"""Where the data that comes with the program is, and where the user's own is. Only the roots ask."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal

from encounter_gui.core.errors import DataError, Place
from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.rules.files.toml_text import parse
from encounter_gui.rules.model.games.ruleset_info import ListedRuleset
from encounter_gui.rules.systems import EVERY_SYSTEM
from encounter_gui.storage.input_files import read_text
from encounter_gui.storage.parsed_files import Table, read_parsed

DataKind = Literal["resources", "rulesets"]

_APP = "encounter-gui"


def data_folder(kind: DataKind) -> Path:
    """Returns a folder of the data that comes with the program: inside an installed copy, else beside the checkout."""
    # Not importlib.resources: what it imports costs 5 ms of every start, and nobody runs this from a zip file.
    package = Path(__file__).resolve().parent
    inside = package / "_data" / kind
    return inside if inside.is_dir() else package.parent / kind


def user_folder() -> Path:
    """Returns the folder of the user's campaigns, rulesets and backups; made if it is not there."""
    import platformdirs

    return _make_folder(platformdirs.user_data_path(_APP, appauthor=False))


def crash_folder() -> Path:
    """Returns the folder of the reports of crashes; it need not be there."""
    return user_folder() / "crashes"


def settings_file() -> Path:
    """Returns the file of the window's settings; its folder is made if it is not there."""
    import platformdirs

    return _make_folder(platformdirs.user_config_path(_APP, appauthor=False)) / "settings.ini"


def ruleset_texts(ruleset: str) -> Mapping[str, str]:
    """Returns the texts of a ruleset's TOML files by file name; the user's own folder of that name comes first.

    Empty if there is no such ruleset.

    Raises:
        DataError: a file is not UTF-8, or cannot be read.
    """
    if not _is_name(ruleset):
        return {}
    for root in (user_folder() / "rulesets", data_folder("rulesets")):
        folder = root / ruleset
        if _is_file(folder / "ruleset.toml"):
            return {path.name: read_text(path) for path in sorted(folder.glob("*.toml"))}
    return {}


def is_shipped_ruleset(ruleset: str) -> bool:
    """Returns whether a ruleset of this id comes with the program."""
    return _is_name(ruleset) and _is_file(data_folder("rulesets") / ruleset / "ruleset.toml")


def rulesets() -> tuple[ListedRuleset, ...]:
    """Returns all rulesets that can be chosen, the user's own included, by name; none that is there to be copied."""
    roots = (user_folder() / "rulesets", data_folder("rulesets"))
    folders = {path.parent.name for root in roots for path in root.glob("*/ruleset.toml")}
    found = filter(_is_name, folders)
    listed = (_list_folder(each) for each in found)
    chosen = (each for each in listed if not each.is_template)
    return tuple(sorted(chosen, key=lambda each: each.name.casefold()))


def _list_folder(ruleset: str) -> ListedRuleset:
    try:
        said = parse(ruleset, ruleset_texts(ruleset).get("ruleset.toml", ""))
    except DataError:  # what is wrong with it is said when it is chosen
        return ListedRuleset(id=ruleset, name=ruleset)
    return ListedRuleset(
        id=ruleset,
        name=str(said.get("name", ruleset)),
        text=str(said.get("text", "")),
        # Whoever has copied the template has made a game of it, whatever it still says.
        is_template=said.get("is_template") is True and is_shipped_ruleset(ruleset),
    )


def rule_titles(system: str) -> Mapping[str, str]:
    """Returns the titles of the rules of a game that comes with the program, by their ids.

    Raises:
        DataError: the file cannot be read.
    """
    titles: Mapping[str, str] = _table(data_folder("rulesets") / system / "rules.toml").get(
        "rules", {}
    )
    return titles


def samples() -> tuple[Path, ...]:
    """Returns the fight scripts of the sample campaign."""
    return tuple(sorted((data_folder("resources") / "samples").glob("*.toml")))


def sample(name: str) -> Path:
    """Returns the fight script of a sample by its name without the ending."""
    return data_folder("resources") / "samples" / f"{name}.toml"


def worked_examples(system: str) -> Mapping[str, str]:
    """Returns the worked examples of the rule texts of a game, as fight scripts: their texts by file name.

    Raises:
        DataError: a file cannot be read.
    """
    folder = data_folder("resources") / "examples"
    return {path.name: read_text(path) for path in sorted(folder.glob(f"{system}-*.toml"))}


def languages() -> tuple[str, ...]:
    """Returns the languages there are texts in, as ISO 639 codes."""
    folder = data_folder("resources") / "i18n"
    return tuple(sorted(path.name for path in folder.iterdir() if path.is_dir()))


@lru_cache(maxsize=4)
def message_catalog(language: str = "en") -> MessageCatalog:
    """Returns all texts of a language; those of a rule system are read when they are first needed.

    Raises:
        DataError: a file is not TOML.
    """
    paths = sorted((data_folder("resources") / "i18n" / language).glob("*.toml"))
    by_system = {each: [path for path in paths if _family(path) == each] for each in EVERY_SYSTEM}
    general = [path for path in paths if _family(path) not in EVERY_SYSTEM]
    return MessageCatalog(
        _texts(f"texts-{language}", general),
        lambda system: _texts(f"texts-{language}-{system}", by_system.get(system, [])),
    )


def _family(path: Path) -> str:
    """``cwn`` of ``cwn.toml`` and of ``cwn_views.toml``."""
    return path.stem.partition("_")[0]


def theme_tables(name: str, read: Callable[[Path], Table]) -> tuple[Table, ...]:
    """Returns what a theme that comes with the program is made of: the look that all share, and its own file.

    ``read`` reads a file that is not kept as it was read before.

    Raises:
        DataError: what it raises.
    """
    folder = data_folder("resources") / "themes"
    return read_parsed(
        [folder / f"{each}.toml" for each in ("look", name)], read, _kept(f"theme-{name}")
    )


def _texts(name: str, files: Sequence[Path]) -> dict[str, str]:
    texts: dict[str, str] = {}
    if files:
        for table in read_parsed(files, _table, _kept(name)):
            texts.update(table)
    return texts


def _kept(name: str) -> Path:
    """Returns where is kept what files of that name came to; its folder need not be there."""
    import platformdirs

    return platformdirs.user_cache_path(_APP, appauthor=False) / f"{name}.json"


def _table(path: Path) -> Table:
    import tomllib  # not where all texts are kept as they were read before

    try:
        return tomllib.loads(_text(path))
    except tomllib.TOMLDecodeError as error:
        place = Place(file=path.name)
        raise DataError(place, say("file.not_toml", reason=str(error))) from error


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(path, error) from error


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError as error:  # a folder that may not be looked into
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: Exception) -> DataError:
    return DataError(Place(file=str(path)), say("file.unreadable", reason=str(error)))


def _is_name(text: str) -> bool:
    """Whether a name stays inside its folder: ids come from files that a stranger may have written."""
    return bool(text) and not text.startswith(".") and Path(text).name == text and "\\" not in text


def _make_folder(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder
