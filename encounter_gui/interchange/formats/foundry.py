"""Foundry VTT: every envelope its actors come in, taken apart to single actors."""

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.messages import Message, say
from encounter_gui.interchange.documents import Document, Json, at, mapping, rows
from encounter_gui.interchange.formats.value_parsing import text

_ACTOR_KEYS = ("system", "data")
_FOLDER_KEY = "!folders!"
_LOOKED_AT = 1_000
"""In how many records of a list something of this program's has to show."""

_NO_ACTORS = {"scenes", "walls", "tokens", "grid", "background"}


class Actor(Struct, frozen=True, kw_only=True):
    """One actor of any version: ``data`` holds what its game says of it, whatever that was called then.

    ``items`` is what it carries. ``system`` is the game's id as far as the file says or shows it; ``version`` that of
    the program that wrote it.
    """

    name: str
    type: str
    data: Mapping[str, Json]
    items: tuple[Mapping[str, Json], ...]
    system: str
    version: str
    source: Mapping[str, Json]


class LoneItem(Struct, frozen=True, kw_only=True):
    """A weapon or armour that was exported by itself. ``holder`` is nobody, who carries it and nothing else."""

    kind: Literal["weapon", "armor"]
    holder: Actor


class NoActor(Struct, frozen=True, kw_only=True):
    """Something among actors that is none: a folder, a scene, an item that is neither weapon nor armour."""

    name: str
    reason: Message


def is_foundry(document: Document) -> bool:
    """Returns whether a document is an export or a pack of Foundry VTT."""
    if document.kind not in ("json", "lines"):
        return False
    data = document.data
    some = Document(
        name=document.name,
        kind=document.kind,
        data=data[:_LOOKED_AT] if isinstance(data, list) else data,
    )
    return next(iter(_unwrap(some)), None) is not None


def actors(document: Document) -> Iterator[Actor | LoneItem | NoActor]:
    """Yields what stands in a document, in order; of lines with the same id the last counts."""
    for source in _unwrap(document):
        kind = _kind_of_item(source)
        if kind is not None:
            holder = replace(_actor(source), data={}, items=(source,))
            yield LoneItem(kind=kind, holder=holder)
        elif _is_actor(source):
            yield _actor(source)
        else:
            yield _no_actor(source)


def _unwrap(document: Document) -> Iterator[Mapping[str, Json]]:
    if document.kind == "lines":
        yield from _latest(document.data)
        return
    data = document.data
    for each in data if isinstance(data, list) else [data]:
        yield from _open(mapping(each))


def _open(value: Mapping[str, Json]) -> Iterator[Mapping[str, Json]]:
    """A compendium calls its actors items, an actor its gear: the compendium says what it is about."""
    if "metadata" in value and isinstance(value.get("items"), list):
        kind = value.get("type") or at(value, "metadata.type") or "Actor"
        for each in value["items"]:
            yield {"documentType": kind, **mapping(each)}
    elif value.get("exportType") == "foundry-asset-export":
        for each in rows(value.get("documents")):
            yield from _open(mapping(each))
    elif "documentType" in value and isinstance(value.get("data"), Mapping):
        yield {**value["data"], "documentType": value["documentType"]}
    elif isinstance(value.get("actor"), Mapping):
        inner = value["actor"]
        yield {**inner, "items": inner.get("items") or value.get("items") or []}
    elif _looks_like_foundry(value):
        yield value


def _looks_like_foundry(value: Mapping[str, Json]) -> bool:
    is_item = _kind_of_item(value) is not None
    return is_item or _is_actor(value) or _is_folder(value) or _is_scene(value)


def _kind_of_item(value: Mapping[str, Json]) -> Literal["weapon", "armor"] | None:
    """Returns what a thing is that was exported by itself; None: it is neither weapon nor armour."""
    if not _is_actor({**value, "documentType": "Actor"}):
        return None
    if value.get("documentType", "Item") not in ("Item", "Actor"):
        return None
    return "weapon" if value["type"] == "weapon" else "armor" if value["type"] == "armor" else None


def _latest(lines: list[Json]) -> Iterator[Mapping[str, Json]]:
    kept: dict[str, Mapping[str, Json]] = {}
    for place, line in enumerate(lines):
        value = mapping(line)
        key = str(value.get("_id", place))
        if value.get("$$deleted"):
            kept.pop(key, None)
        elif _looks_like_foundry(value):
            kept[key] = value
    yield from kept.values()


def _is_actor(value: Mapping[str, Json]) -> bool:
    named = isinstance(value.get("name"), str) and isinstance(value.get("type"), str)
    is_other = value.get("documentType", "Actor") != "Actor"
    return (
        named and not is_other and any(isinstance(value.get(key), Mapping) for key in _ACTOR_KEYS)
    )


def _is_folder(value: Mapping[str, Json]) -> bool:
    return str(value.get("_key", "")).startswith(_FOLDER_KEY)


def _is_scene(value: Mapping[str, Json]) -> bool:
    return isinstance(value.get("name"), str) and bool(_NO_ACTORS & set(value))


def _actor(source: Mapping[str, Json]) -> Actor:
    data = next(mapping(source[key]) for key in _ACTOR_KEYS if isinstance(source.get(key), Mapping))
    core = at(source, "_stats.coreVersion") or at(source, "flags.exportSource.coreVersion") or ""
    return Actor(
        name=source["name"].strip(),
        type=source["type"],
        data=data,
        items=tuple(mapping(each) for each in rows(source.get("items"))),
        system=_system(source, data),
        version=str(core),
        source=source,
    )


def _system(source: Mapping[str, Json], data: Mapping[str, Json]) -> str:
    said = at(source, "_stats.systemId") or at(source, "flags.exportSource.system")
    if isinstance(said, str):
        return said
    return next((system for system, keys in _SIGNS.items() if all(key in data for key in keys)), "")


_SIGNS: Mapping[str, tuple[str, ...]] = {
    "cities-without-number": ("armorClass", "traumaTarget"),
    "swnr": ("baseAc", "hitDice"),
    "wwn": ("aac", "hp"),
    "cyberpunk-red-core": ("derivedStats", "stats"),
    "cyberpunk2020": ("stats", "hitLocations"),
}
"""The keys of its data by which a system is known where the file does not name it."""


def _no_actor(source: Mapping[str, Json]) -> NoActor:
    name = str(source.get("name", ""))
    if _is_folder(source):
        return NoActor(name=name, reason=say("import.is_folder", name=name))
    kind = str(source.get("documentType", ""))
    if not kind or kind == "Actor":
        kind = "Scene" if _is_scene(source) else str(source.get("type", "?"))
    return NoActor(name=name, reason=say("import.no_actor", name=name, kind=kind))


def gear(actor: Actor, kind: str) -> Iterator[tuple[str, Mapping[str, Json]]]:
    """Yields what an actor carries of a kind (``weapon``, ``armor``, ``cyberware``), as (name, its data)."""
    for item in actor.items:
        if item.get("type") == kind:
            data = next((mapping(item[key]) for key in _ACTOR_KEYS if key in item), {})
            yield str(item.get("name", "")).strip(), data


def notes(actor: Actor) -> str:
    """Returns the prose about an actor, as plain text."""
    words = [
        text(at(actor.data, path))
        for path in ("biography", "notes.public", "notes.left", "notes.right")
    ]
    return "\n".join(word for word in words if word)
