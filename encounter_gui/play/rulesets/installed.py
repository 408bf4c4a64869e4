"""The rulesets of a person: taken in from files, replaced by newer ones, taken away; never half of one.

A ruleset is a folder. A new one is written beside it and takes its place in one step, so that whatever happens there
is the old one or the new one. Fights and campaigns keep the ruleset they were begun with: none of this reaches them.
"""

import re
import secrets
import shutil
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec

from encounter_gui.core.errors import DataError, Place, refuse
from encounter_gui.core.messages import say
from encounter_gui.play.rulesets.differences import Difference, differences
from encounter_gui.play.rulesets.pack import Pack
from encounter_gui.rules.files.loader import build, own_data, source_of
from encounter_gui.rules.files.ruleset_errors import RulesetError, value_text
from encounter_gui.rules.files.toml_text import parse
from encounter_gui.rules.model.ruleset import Ruleset

Texts = Callable[[str], Mapping[str, str]]
"""Returns the files of the ruleset with this id, as name to text; empty if there is none."""

_NEW, _OLD = ".new", ".old"
_MINUTE = 60
"""Seconds after which what is half written has been left: another program may be writing until then."""

_NUMBERS = re.compile(r"\d+")

Arrival = Literal["new", "newer", "same", "other", "older"]
"""What a ruleset that is taken in is to the one of its id that is there: none is there, it has a higher version, it is
the very same, it has the same version but says something else, or it has a lower version."""


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    """A ruleset that could be taken in: what it is to the one that is there, and in what they differ."""

    ruleset: Ruleset
    arrival: Arrival
    before: Ruleset | None = None
    differences: tuple[Difference, ...] = ()


class Installed(msgspec.Struct, frozen=True, kw_only=True):
    """One of a person's own rulesets; ``trouble`` says why it cannot be used, None: it can."""

    id: str
    name: str
    version: str = ""
    extends: str = ""
    trouble: DataError | None = None


def ruleset_in(pack: Pack, texts: Texts) -> Ruleset:
    """Returns the ruleset that a pack holds.

    Raises:
        RuleError: what it extends is not there, or is another game than it says it is itself.
        RulesetError: something is wrong with it; says everything that is, by file and place.
    """
    manifest = pack.manifest
    if manifest.extends and not texts(manifest.extends):
        raise refuse("ruleset.pack.needs", name=manifest.name, extends=manifest.extends)

    def read(name: str) -> Mapping[str, str]:
        return pack.texts if name == manifest.id else texts(name)

    said = own_data(manifest.id, pack.texts).get("system")
    if manifest.extends and said is not None:
        system = source_of(manifest.extends, texts).data.get("system")
        if said != system:
            raise refuse(
                "ruleset.pack.other_system",
                name=manifest.name,
                extends=manifest.extends,
                game=str(system),
                said=value_text(said),
            )
    return build(manifest.id, read)


class InstalledRulesets:
    """The folder of a person's own rulesets."""

    def __init__(self, folder: Path, texts: Texts, shipped: Callable[[str], bool]) -> None:
        """Takes the folder, what reads any ruleset there is, and what says whether an id comes with the program."""
        self._folder = folder
        self._texts = texts
        self._is_shipped = shipped

    def is_there(self, ruleset: str) -> bool:
        """Returns whether there is a ruleset of this id, the person's own or one of the program."""
        return bool(self._texts(ruleset))

    def look_at(self, pack: Pack) -> Taken:
        """Returns what taking a pack in would do; nothing is written.

        Raises:
            RuleError: its id belongs to a ruleset of the program, or what it extends is not there.
            RulesetError: something is wrong with it; says everything that is.
        """
        manifest = pack.manifest
        if self._is_shipped(manifest.id):
            raise refuse("ruleset.pack.shipped", id=manifest.id)
        ruleset = ruleset_in(pack, self._texts)
        there = self._texts(manifest.id)
        if not there:
            return Taken(ruleset=ruleset, arrival="new")
        if dict(there) == _toml(pack.texts):
            return Taken(ruleset=ruleset, arrival="same", before=ruleset)
        before = self._known(manifest.id)
        old, new = (
            version_numbers(each) for each in (before.version if before else "", ruleset.version)
        )
        arrival: Arrival = "newer" if new > old else "older" if new < old else "other"
        return Taken(
            ruleset=ruleset,
            arrival=arrival,
            before=before,
            differences=differences(before, ruleset) if before is not None else (),
        )

    def take_in(self, pack: Pack, *, replaces: bool = False) -> Taken:
        """Takes a ruleset in; one that is newer replaces what is there, any other only if it is said to.

        Raises:
            RuleError: as ``look_at``; or another of its id is there that is not older, and ``replaces`` is not said.
            RulesetError: as ``look_at``.
            DataError: it cannot be written; what was there is untouched.
        """
        taken = self.look_at(pack)
        if taken.arrival in ("other", "older") and not replaces:
            raise refuse(
                f"ruleset.pack.{taken.arrival}",
                name=pack.manifest.name,
                version=taken.ruleset.version,
                there=taken.before.version if taken.before else "",
                count=len(taken.differences),
            )
        if taken.arrival != "same":
            self._write(pack)
        return taken

    def folder_of(self, ruleset: str) -> Path:
        """Returns the folder of an own ruleset; it need not be there."""
        return self._folder / ruleset

    def remove(self, ruleset: str) -> None:
        """Takes an own ruleset away; what was begun with it goes on with the copy that it keeps.

        Raises:
            RuleError: there is no own ruleset of this id, or others of the person's extend it.
            DataError: its folder cannot be taken away.
        """
        folder = self._folder / ruleset
        if not _is_plain(ruleset) or not (folder / "ruleset.toml").is_file():
            raise refuse("ruleset.pack.not_own", id=ruleset)
        heirs = [each for each in self.own() if each != ruleset and self._extends(each) == ruleset]
        if heirs:
            raise refuse("ruleset.pack.extended", id=ruleset, heirs=", ".join(heirs))
        gone = self._half(ruleset)
        try:
            folder.rename(gone)  # in one step: what is left, should this end here, is dropped later
        except OSError as error:
            raise _unwritable(folder, error) from error
        _drop(gone)

    def _extends(self, ruleset: str) -> str:
        """Returns the id of what an own ruleset extends; empty: nothing, or it cannot be read."""
        try:
            head = parse(ruleset, self._texts(ruleset).get("ruleset.toml", ""))
        except DataError:
            return ""
        return str(head.get("extends", ""))

    def _half(self, ruleset: str) -> Path:
        """Returns a folder for what is not whole, which no other program uses."""
        return self._folder / f".{ruleset}.{secrets.token_hex(4)}{_NEW}"

    def own(self) -> tuple[str, ...]:
        """Returns the ids of the person's own rulesets, those that are broken among them."""
        self.recover()
        found = (path.parent.name for path in self._folder.glob("*/ruleset.toml"))
        return tuple(sorted(filter(_is_plain, found)))

    def listed(self) -> tuple[Installed, ...]:
        """Returns the person's own rulesets by name; one that is wrong keeps no other out."""
        return tuple(sorted(map(self._listed, self.own()), key=lambda each: each.name.casefold()))

    def _listed(self, ruleset: str) -> Installed:
        try:
            head = parse(f"{ruleset}/ruleset.toml", self._texts(ruleset).get("ruleset.toml", ""))
        except DataError as error:
            return Installed(id=ruleset, name=ruleset, trouble=error)
        name, version, extends = (str(head.get(key, "")) for key in ("name", "version", "extends"))
        trouble: DataError | None = None
        try:
            build(ruleset, self._texts)
        except DataError as error:
            trouble = error
        return Installed(
            id=ruleset,
            name=name or ruleset,
            version=version or "1",
            extends=extends,
            trouble=trouble,
        )

    def recover(self) -> None:
        """Puts back what was replaced when the program was ended between two steps; drops what was half written."""
        if not self._folder.is_dir():
            return
        for old in sorted(self._folder.glob(f".*{_OLD}")):
            place = self._folder / old.name.removeprefix(".").removesuffix(_OLD)
            if place.exists():
                _drop(old)
            else:
                with suppress(OSError):  # it may only be read, or another program was faster
                    old.rename(place)
        for new in sorted(self._folder.glob(f".*{_NEW}")):
            if _is_left(new):
                _drop(new)

    def _known(self, ruleset: str) -> Ruleset | None:
        try:
            return build(ruleset, self._texts)
        except RulesetError:
            return None  # what is there is broken: anything is better

    def _write(self, pack: Pack) -> None:
        place = self._folder / pack.manifest.id
        new, old = self._half(pack.manifest.id), self._folder / f".{pack.manifest.id}{_OLD}"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self.recover()
            new.mkdir()
            for name, text in pack.texts.items():
                (new / name).write_text(text, encoding="utf-8", newline="")
            if place.exists():
                place.rename(old)
            new.rename(place)
            _drop(old)
        except OSError as error:
            _drop(new)
            if old.exists() and not place.exists():
                with suppress(OSError):  # another program has put it back
                    old.rename(place)
            raise _unwritable(place, error) from error


def _drop(folder: Path) -> None:
    """Takes a folder away as far as that can be done; of one that is linked the link alone."""
    if folder.is_symlink():
        with suppress(OSError):
            folder.unlink()
    else:
        shutil.rmtree(folder, ignore_errors=True)


def _is_left(folder: Path) -> bool:
    """Returns whether nobody has written into a folder for a minute."""
    try:
        return time.time() - folder.lstat().st_mtime > _MINUTE
    except OSError:  # it is gone already
        return False


def _toml(texts: Mapping[str, str]) -> dict[str, str]:
    return {name: text for name, text in texts.items() if name.endswith(".toml")}


def version_numbers(text: str) -> tuple[int, ...]:
    """Returns a version as numbers to be compared: ``1.10`` is above ``1.9``."""
    return tuple(int(each) for each in _NUMBERS.findall(text)[:8])


def _is_plain(name: str) -> bool:
    return bool(name) and not name.startswith(".") and "/" not in name and "\\" not in name


def _unwritable(path: Path, error: OSError) -> DataError:
    reason = error.strerror or str(error)
    return DataError(Place(file=str(path)), say("export.unwritable", file=path.name, reason=reason))
