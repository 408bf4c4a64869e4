"""From the TOML files of a ruleset, and of those it extends, to the typed ruleset."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeGuard

from msgspec import Struct, field

from encounter_gui.core.errors import DataError, Place
from encounter_gui.core.messages import say
from encounter_gui.rules.files.consistency import LISTS, inconsistencies
from encounter_gui.rules.files.ruleset_errors import (
    LARGEST,
    RulesetError,
    Source,
    key_of,
    too_large,
    unknown,
    value_text,
    without,
    without_values,
)
from encounter_gui.rules.files.schema import validate
from encounter_gui.rules.files.toml_lines import with_lines
from encounter_gui.rules.files.toml_text import parse
from encounter_gui.rules.model.ruleset import Ruleset

Read = Callable[[str], Mapping[str, str]]
"""Returns the files of the ruleset with this id, as name → text; empty if there is no such ruleset."""

_IDENTITY = {"wound_levels": "level"}
_MOST_EXTENDING = 20

OWN_NAMES = frozenset({"id", "name", "version", "text", "extends"})
"""What a ruleset that extends another says of itself."""

LISTS_BY_KEY = frozenset((*LISTS, "items", "creatures"))
"""The lists whose entries are told apart by their keys: one that extends them changes entries, or adds some."""


def build(ruleset_id: str, read: Read) -> Ruleset:
    """Returns a ruleset from its files.

    All ``*.toml`` files of its folder are read together. ``extends`` takes over everything from another ruleset, except
    what is said anew; list items are told apart by their ``key``.

    Raises:
        RulesetError: something is wrong with it, or with what it extends; says everything that is.
    """
    known: dict[str, str] = {}

    def noted(name: str) -> Mapping[str, str]:
        texts = read(name)
        known.update({f"{name}/{file}": text for file, text in texts.items()})
        return texts

    try:
        return ruleset_of(source_of(ruleset_id, noted))
    except RulesetError as error:
        raise RulesetError(tuple(with_lines(error.problems, known))) from None


def source_of(ruleset_id: str, read: Read) -> Source:
    """Returns what the files of a ruleset, and of those it extends, say together.

    Raises:
        RulesetError: they cannot be read, or what is extended is not there.
    """
    return _source(ruleset_id, read, ())


def own_data(ruleset_id: str, texts: Mapping[str, str]) -> dict[str, Any]:
    """Returns what the files of a ruleset say themselves, without what they extend.

    Raises:
        RulesetError: they cannot be read; says everything that is wrong.
    """
    return _read(ruleset_id, texts).data


def laid_over(base: Source, data: Mapping[str, Any]) -> Source:
    """Returns a ruleset with own values over it, as the files of one that extends it would say them.

    Raises:
        RulesetError: an entry is changed that is not there.
    """
    own = _Gathered(id=base.id, data=dict(data))
    return _extend(base, own)


def ruleset_of(source: Source) -> Ruleset:
    """Returns the ruleset that a source says.

    Raises:
        RulesetError: something is wrong with it; says everything that is.
    """
    try:
        ruleset = validate(source)
    except RulesetError as error:
        raise RulesetError((*error.problems, *_also_wrong(source, error.problems))) from None
    problems = tuple(inconsistencies(ruleset, source))
    if problems:
        raise RulesetError(problems)
    return ruleset


def _also_wrong(source: Source, problems: Sequence[DataError]) -> Iterator[DataError]:
    """Yields what is inconsistent in the rest of a ruleset of which some entries have the wrong shape.

    What names an entry that is left out for its shape is not told: it may be right.
    """
    pointers = [each.place.pointer for each in problems]
    for rest, left_out in (without_values(source, pointers), without(source, pointers)):
        try:
            ruleset = validate(rest)
        except RulesetError:
            continue  # an entry is wrong without it, or it cannot be left out, such as the name of the ruleset
        for problem in inconsistencies(ruleset, rest):
            name = problem.message.params.get("name")
            if name not in left_out and not problem.message.key.startswith("ruleset.system_needs"):
                yield problem
        return


class _Gathered(Struct):
    """What is collected while files are read one after the other."""

    id: str
    data: dict[str, Any] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    changed: list[str] = field(default_factory=list)
    problems: list[DataError] = field(default_factory=list)

    def problem(self, file: str, pointer: str, key: str, **params: str | int) -> None:
        self.problems.append(DataError(Place(file=file, pointer=pointer), say(key, **params)))


def _source(ruleset_id: str, read: Read, extending: tuple[str, ...]) -> Source:
    own = _read(ruleset_id, read(ruleset_id))
    base_id = own.data.get("extends", "")
    if not base_id or not isinstance(base_id, str):
        return Source(id=ruleset_id, data=own.data, files=own.files)
    chain = (*extending, ruleset_id)
    if base_id in chain:
        names = " → ".join((*chain, base_id))
        _refuse(own, "extends", "ruleset.extends_circle", chain=names)
    if len(chain) > _MOST_EXTENDING:
        _refuse(own, "extends", "ruleset.extends_too_often", most=_MOST_EXTENDING)
    if not read(base_id):
        _refuse(own, "extends", "ruleset.extends_nothing", name=base_id)
    return _extend(_source(base_id, read, chain), own)


def _refuse(own: _Gathered, pointer: str, key: str, **params: str | int) -> None:
    own.problem(own.files[pointer], pointer, key, **params)
    raise RulesetError(own.problems)


def _read(ruleset_id: str, texts: Mapping[str, str]) -> _Gathered:
    """Reads the files of one folder together; ``ruleset.toml`` first, then by name."""
    gathered = _Gathered(id=ruleset_id)
    names = sorted((name for name in texts if name.endswith(".toml")), key=_order)
    if not names:
        gathered.problem(f"{ruleset_id}/ruleset.toml", "", "ruleset.not_there", name=ruleset_id)
    for name in names:
        _gather(gathered, f"{ruleset_id}/{name}", texts[name])
    if gathered.problems:
        raise RulesetError(gathered.problems)
    stated = gathered.data.setdefault("id", ruleset_id)
    if stated != ruleset_id:
        _refuse(gathered, "id", "ruleset.other_id", name=ruleset_id, found=value_text(stated))
    return gathered


def _order(name: str) -> tuple[bool, str]:
    return name != "ruleset.toml", name


def _gather(gathered: _Gathered, file: str, text: str) -> None:
    try:
        content = parse(file, text)
    except DataError as error:
        gathered.problems.append(error)
        return
    for pointer in too_large(content):
        gathered.problem(file, pointer, "ruleset.too_large", most=LARGEST)
    for name, value in content.items():
        _take(gathered, file, name, value)


def _take(gathered: _Gathered, file: str, name: str, value: object) -> None:
    """Adds what one file says under one name; lists and tables go on over several files."""
    known = gathered.data.get(name)
    if _is_tables(value) and (known is None or _is_tables(known)):
        gathered.files.setdefault(name, file)
        items = gathered.data.setdefault(name, [])
        for item in value:
            _take_item(gathered, file, name, items, item)
    elif isinstance(value, dict) and isinstance(known, dict | None):
        gathered.files.setdefault(name, file)
        table = gathered.data.setdefault(name, {})
        for key, each in value.items():
            _put(gathered, file, table, f"{name}.{key}", key, each)
    else:
        _put(gathered, file, gathered.data, name, name, value)


def _put(
    gathered: _Gathered, file: str, table: dict[str, Any], pointer: str, key: str, value: object
) -> None:
    if key in table:
        gathered.problem(file, pointer, "ruleset.said_twice", first=gathered.files[pointer])
        return
    table[key] = value
    gathered.files[pointer] = file


def _take_item(
    gathered: _Gathered, file: str, name: str, items: list[Any], item: dict[str, Any]
) -> None:
    pointer = f"{name}.{key_of(item, len(items))}"
    if identity_of(name) in item and pointer in gathered.files:
        gathered.problem(file, pointer, "ruleset.said_twice", first=gathered.files[pointer])
        return
    items.append(item)
    gathered.files[pointer] = file


def _is_tables(value: object) -> TypeGuard[list[dict[str, Any]]]:
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)


def identity_of(name: str) -> str:
    """Returns what entries of a list are told apart by: ``key``, wound levels by ``level``."""
    return _IDENTITY.get(name, "key")


def _extend(base: Source, own: _Gathered) -> Source:
    """Lays one ruleset over another."""
    data = {name: value for name, value in base.data.items() if name != "is_template"}
    merge = _Merge(files=dict(base.files), own=own.files)
    _refuse_slips(base, own)
    for name, value in own.data.items():
        if name in OWN_NAMES:
            data[name] = value
            merge.files[name] = own.files.get(name, "")
        else:
            data[name] = merge.over(data.get(name), value, name)
    files = {pointer: file for pointer, file in merge.files.items() if file}
    return Source(id=own.id, data=data, files=files, changed=tuple(merge.changed))


def _refuse_slips(base: Source, own: _Gathered) -> None:
    """Refuses changes of entries that are not there: a slip in the key would make a new one without a name.

    Raises:
        RulesetError: there are some; says the nearest key of each.
    """
    for name, items in own.data.items():
        known = base.data.get(name)
        if not (_is_tables(items) and _is_tables(known)) or name in _IDENTITY:
            continue
        keys = [str(each.get("key")) for each in known]
        for item in items:
            key = item.get("key")
            if isinstance(key, str) and key not in keys and "name" not in item:
                pointer = f"{name}.{key}"
                message = unknown("ruleset.no_such_entry", key, keys)
                own.problems.append(
                    DataError(Place(file=own.files.get(pointer, ""), pointer=pointer), message)
                )
    if own.problems:
        raise RulesetError(own.problems)


class _Merge(Struct):
    """Lays values over others and notes which pointers changed."""

    files: dict[str, str]
    own: Mapping[str, str]
    changed: list[str] = field(default_factory=list)

    def over(self, old: object, new: object, pointer: str) -> object:
        """Returns a value with another laid over it: tables by name, lists of tables by key, anything else whole."""
        if isinstance(old, dict) and isinstance(new, dict):
            return {
                **old,
                **{
                    key: self.over(old.get(key), value, f"{pointer}.{key}")
                    for key, value in new.items()
                },
            }
        if _is_tables(old) and _is_tables(new) and "." not in pointer:
            return self._by_key(old, new, pointer)
        if type(old) is not type(new) or old != new:
            self.changed.append(pointer)
            self.files[pointer] = self._file(pointer)
        return new

    def _by_key(self, old: list[Any], new: list[Any], name: str) -> list[Any]:
        identity = identity_of(name)
        merged = {str(each.get(identity)): each for each in old}
        for number, item in enumerate(new):
            key = key_of(item, number)
            merged[key] = self.over(merged.get(key), item, f"{name}.{key}")
        return list(merged.values())

    def _file(self, pointer: str) -> str:
        rest = pointer
        while rest and rest not in self.own:
            rest = rest.rpartition(".")[0]
        return self.own.get(rest, "")
