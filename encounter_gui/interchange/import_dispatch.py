"""The one dispatcher: files to creatures, each by the reader that knows its shape. Nothing is written here."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256

from encounter_gui.core.errors import DataError
from encounter_gui.core.messages import Message, say
from encounter_gui.interchange.documents import Document, Json, import_error, mapping, read
from encounter_gui.interchange.exact_records import EXACT, creature_of, parse_record
from encounter_gui.interchange.formats import (
    csv_rosters,
    fifth_edition_lists,
    foundry,
    foundry_other,
    games,
    improved_initiative,
    obsidian,
    own_format,
)
from encounter_gui.interchange.formats.value_parsing import text, whole
from encounter_gui.interchange.formats.yaml_text import with_front_matter
from encounter_gui.interchange.imported import (
    Found,
    FoundEncounter,
    FoundExtra,
    Imported,
    Origin,
    ReadFile,
    Skipped,
)

Piece = Found | FoundEncounter | FoundExtra | Skipped | Message
"""What a reader yields: a creature, an encounter, an item or condition, something left out, or a warning."""

Reader = Callable[[Document], Iterator[Piece]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Adapter:
    """A reader, how it is called, and how it knows its documents."""

    id: str
    knows: Callable[[Document], bool]
    read: Reader


Columns = Mapping[tuple[str, ...], csv_rosters.Mapped]
"""What the columns of tables mean, by their headers; a table of other headers is read as it seems to be meant."""


def read_files(files: Iterable[tuple[str, bytes]], columns: Columns | None = None) -> Imported:
    """Returns everything that can be read of these files, given by name and content.

    What is wrong with one of them stands with it; it does not keep the others from being read.
    """
    done: list[ReadFile] = []
    pieces: list[Piece] = []
    for name, content in files:
        headers: tuple[str, ...] = ()
        try:
            document = with_front_matter(read(name, content))
            headers = csv_rosters.headers_of(document)
            meanings = (columns or {}).get(headers)
            adapter = _TABLE if meanings is not None else _adapter(document)
            found = list(adapter.read(document) if meanings is None else _rows(document, meanings))
            if not found:
                raise import_error(name, "import.nobody_in_it")
            pieces += found
            done.append(ReadFile(file=name, adapter=adapter.id, headers=headers))
        except DataError as error:
            done.append(
                ReadFile(
                    file=name, error=error.message, pointer=error.place.pointer, headers=headers
                )
            )
    warnings = [piece for piece in pieces if isinstance(piece, Message)]
    return Imported(
        files=tuple(done),
        creatures=tuple(piece for piece in pieces if isinstance(piece, Found)),
        encounters=tuple(piece for piece in pieces if isinstance(piece, FoundEncounter)),
        extras=tuple(piece for piece in pieces if isinstance(piece, FoundExtra)),
        skipped=tuple(piece for piece in pieces if isinstance(piece, Skipped)),
        warnings=_unique(warnings),
    )


def is_mere_note(name: str, content: bytes) -> bool:
    """Tells whether this is a note about nobody, as most of a folder of notes are."""
    try:
        document = read(name, content)
        return document.kind == "markdown" and not obsidian.is_note(document)
    except DataError:
        return False  # it is to be read, and what is wrong with it said


def _unique(messages: Iterable[Message]) -> tuple[Message, ...]:
    """Returns each message once, in order."""
    seen: dict[str, Message] = {}
    for each in messages:
        seen.setdefault(repr(each), each)
    return tuple(seen.values())


def _adapter(document: Document) -> Adapter:
    for adapter in ADAPTERS:
        if adapter.knows(document):
            return adapter
    if document.kind == "json" and isinstance(document.data, Mapping):
        kind = document.data.get("documentType") or document.data.get("type")
        if isinstance(kind, str):
            raise import_error(document.name, "import.other_document", kind=kind)
    raise import_error(document.name, f"import.unknown_{document.kind}")


def _origin(
    document: Document, adapter: str, raw: str, system: str = "", version: str = ""
) -> Origin:
    return Origin(
        file=document.name,
        adapter=adapter,
        system=system,
        version=version,
        sha256=sha256(raw.encode()).hexdigest(),
    )


def _raw(source: Json) -> str:
    return json.dumps(source, ensure_ascii=False, separators=(",", ":"), default=str)


# ------------------------------------------------------------------ readers


def _foundry(document: Document) -> Iterator[Piece]:
    has_variables = False
    for each in foundry.actors(document):
        if isinstance(each, foundry.NoActor):
            yield Skipped(file=document.name, name=each.name, reason=each.reason)
        elif (game := games.of_actor_system(each.system)) is not None:
            sheet, piece = _known_actor(document, each, game)
            has_variables |= sheet
            yield piece
        else:
            yield _other_actor(document, each)
    if has_variables:
        yield say("import.variables", file=document.name)


def _known_actor(
    document: Document, actor: foundry.Actor, game: games.GameFormat
) -> tuple[bool, Piece]:
    if actor.type not in game.actor_types:
        reason = say("import.no_creature", name=actor.name, kind=actor.type)
        return False, Skipped(file=document.name, name=actor.name, reason=reason)
    sheet = game.read_actor(actor)
    raw = _raw(actor.source)
    found = Found(
        name=actor.name,
        type=game.actor_types[actor.type],
        ruleset=game.ruleset,
        values=sheet.values,
        origin=_origin(document, f"foundry-{actor.system}", raw, actor.system, actor.version),
        raw=raw,
        notes=foundry.notes(actor),
        unknown=game.unknown_keys(actor),
        warnings=tuple(sheet.warnings),
    )
    return sheet.has_variables, found


def _other_actor(document: Document, actor: foundry.Actor) -> Piece:
    if actor.type.casefold() in foundry_other.NO_ACTORS:
        reason = say("import.no_actor", name=actor.name, kind=actor.type)
        return Skipped(file=document.name, name=actor.name, reason=reason)
    values, warnings = foundry_other.read_actor(actor)
    if not any(key in values for key in ("hp", "ac", "initiative")) and not values.get("weapons"):
        reason = say("import.nothing_known", name=actor.name, system=actor.system or "?")
        return Skipped(file=document.name, name=actor.name, reason=reason)
    raw = _raw(actor.source)
    named = actor.system in ("cyberpunk2020", "cyberpunk-red-core")
    return Found(
        name=actor.name,
        type="pc" if actor.type == "character" else "npc",
        ruleset="",
        values=values,
        origin=_origin(
            document,
            f"foundry-{actor.system}" if named else "foundry-generic",
            raw,
            actor.system,
            actor.version,
        ),
        raw=raw,
        notes=foundry.notes(actor),
        warnings=warnings,
    )


def _improved(document: Document) -> Iterator[Piece]:
    for block, where in improved_initiative.blocks(document):
        name = improved_initiative.name_of(block)
        if not name:
            yield Skipped(
                file=document.name, name="", reason=say("import.nameless", file=document.name)
            )
            continue
        raw = _raw(block)
        values = improved_initiative.read_block(block)
        yield Found(
            name=name,
            type="pc" if text(block.get("Player")).casefold() not in ("", "npc") else "npc",
            ruleset="",
            values=values,
            origin=_origin(
                document, "improved-initiative", raw, version=text(block.get("Version"))
            ),
            raw=raw,
            notes=improved_initiative.notes_of(block),
            tags=(where,) if where else (),
            is_hidden=block.get("Hidden") is True,
            unknown=improved_initiative.unknown_keys(block),
            warnings=_without_health(name, values),
        )


def _list_creatures(document: Document) -> Iterator[Piece]:
    for block in fifth_edition_lists.blocks(document):
        raw = _raw(block)
        values = fifth_edition_lists.read_block(block)
        name = text(block.get("name"))
        yield Found(
            name=name,
            type="npc",
            ruleset="",
            values=values,
            origin=_origin(document, "list", raw),
            raw=raw,
            notes=fifth_edition_lists.notes_of(block),
            warnings=_without_health(name, values),
        )


def _note(document: Document) -> Iterator[Piece]:
    """A creature of an encounter that has a stat block in the same note takes its values from there."""
    blocks = {text(block.get("name")): block for block in obsidian.stat_blocks(document)}
    met: set[str] = set()
    for entry in obsidian.entries(document):
        met.add(entry.name)
        yield _note_creature(document, entry, blocks.get(entry.name))
    for name, block in blocks.items():
        if name not in met:
            yield _note_creature(document, obsidian.Entry(name=name), block)


def _note_creature(
    document: Document, entry: obsidian.Entry, block: Mapping[str, Json] | None
) -> Found:
    block = mapping(block)
    said = mapping(parse_record(block.get(EXACT)))
    exact = creature_of(said)
    values = {**obsidian.read_block(block), **dict(entry.values)}
    if "hp_max" in values:
        values = {**values, "hp": values["hp_max"]}
    ruleset = text(said.get("ruleset")) or games.ruleset_of_layout(text(block.get("layout")))
    line = {"name": entry.name, "count": entry.count, **dict(entry.values)}
    raw = _raw({"entry": line, "statblock": block})
    return Found(
        name=entry.alias or (exact.name if exact else entry.name),
        type="npc",
        ruleset=ruleset,
        values=games.with_defaults(ruleset, values),
        origin=_origin(document, "obsidian", raw),
        raw=raw,
        notes=obsidian.notes_of(block),
        tags=(entry.encounter,) if entry.encounter else (),
        count=entry.count,
        side="ally" if entry.is_friend else "",
        is_hidden=entry.is_hidden,
        unknown=obsidian.unknown_keys(block),
        warnings=() if exact else _without_health(entry.name, values),
        exact=exact,
    )


def _rows(document: Document, meanings: csv_rosters.Mapped | None = None) -> Iterator[Piece]:
    for row, known, other in csv_rosters.records(document, meanings):
        name = text(known.get("name"))
        if not name:
            reason = say("import.row_nameless", line=row.line)
            yield Skipped(file=document.name, name="", reason=reason)
            continue
        values = csv_rosters.read_row(known)
        exact = creature_of(other.pop(EXACT, None))
        raw = _raw(dict(row.cells))
        notes = [text(known.get("notes")), *(f"{header}: {cell}" for header, cell in other.items())]
        tags = [tag.strip() for tag in known.get("tags", "").replace(";", ",").split(",")]
        ruleset = known.get("ruleset", "").casefold() or games.ruleset_of_values(values)
        yield Found(
            name=exact.name if exact else name,
            type=known.get("type", "npc").casefold(),
            ruleset=ruleset,
            values=games.with_defaults(ruleset, values),
            origin=_origin(document, "table", raw),
            raw=raw,
            notes="\n".join(note for note in notes if note),
            tags=tuple(tag for tag in (*tags, known.get("group", "")) if tag),
            count=known.get("count", "1"),
            side=_side(known.get("side", "")),
            unknown=tuple(other),
            warnings=() if exact else (*_unreadable(known, values), *_without_health(name, values)),
            exact=exact,
        )


_SIDES = {
    "pc": "pc",
    "player": "pc",
    "players": "pc",
    "party": "pc",
    "ally": "ally",
    "friend": "ally",
    "friendly": "ally",
}
_SIDES |= {"foe": "foe", "enemy": "foe", "hostile": "foe", "neutral": "neutral"}


def _side(word: str) -> str:
    return _SIDES.get(word.strip().casefold(), "")


def _unreadable(known: Mapping[str, str], values: Mapping[str, object]) -> tuple[Message, ...]:
    """A cell that should hold a number and does not is said, and counts as empty."""
    wanted = ("hp", "ac", "initiative", "morale", "save", "soak", "move", "trauma_target")
    return tuple(
        say("import.no_number", name=known["name"], column=key, cell=known[key])
        for key in wanted
        if key in known and key not in values and whole(known[key]) is None
    )


def _without_health(name: str, values: Mapping[str, object]) -> tuple[Message, ...]:
    return () if "hp_max" in values else (say("import.no_health", name=name),)


_TABLE = Adapter(id="table", knows=csv_rosters.is_table, read=_rows)

ADAPTERS: tuple[Adapter, ...] = (
    Adapter(id="own", knows=own_format.is_own, read=own_format.contents),
    Adapter(id="foundry", knows=foundry.is_foundry, read=_foundry),
    Adapter(
        id="improved-initiative", knows=improved_initiative.is_improved_initiative, read=_improved
    ),
    Adapter(id="list", knows=fifth_edition_lists.is_list, read=_list_creatures),
    Adapter(id="obsidian", knows=obsidian.is_note, read=_note),
    _TABLE,
)
"""Every reader, in the order in which they are asked; the first that knows a document reads it."""
