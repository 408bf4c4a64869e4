"""The one dispatcher: files to creatures, each by the reader that knows its shape. Nothing is written here."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from encounter_gui.core.errors import DataError
from encounter_gui.core.messages import Message, say
from encounter_gui.interchange.adapter import Adapter, Piece
from encounter_gui.interchange.documents import MOST_PIECES, Document, import_error, read
from encounter_gui.interchange.formats import (
    csv_rosters,
    fifth_edition_lists,
    foundry_files,
    improved_initiative,
    obsidian,
    own_format,
)
from encounter_gui.interchange.formats.prose import gear_tables, plain_text
from encounter_gui.interchange.formats.yaml_text import with_front_matter
from encounter_gui.interchange.imported import (
    Found,
    FoundEncounter,
    FoundExtra,
    FoundGear,
    FoundRules,
    Imported,
    ReadFile,
    Skipped,
)

ADAPTERS: tuple[Adapter, ...] = (
    own_format.ADAPTER,
    foundry_files.ADAPTER,
    improved_initiative.ADAPTER,
    fifth_edition_lists.ADAPTER,
    obsidian.ADAPTER,
    gear_tables.ADAPTER,
    csv_rosters.ADAPTER,
    plain_text.ADAPTER,
)
"""Every reader, in the order in which they are asked; the first that knows a document reads it."""

ENDINGS = tuple(dict.fromkeys(ending for adapter in ADAPTERS for ending in adapter.endings))
"""The endings of all files that may be read, each once."""

LONGEST_NAME = 200
"""Longest name that is kept; what is cut off is said."""

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
            headers = headers if len(headers) <= csv_rosters.MOST_COLUMNS else ()
            meanings = (columns or {}).get(headers)
            adapter = csv_rosters.ADAPTER if meanings is not None else _adapter(document)
            read_pieces = (
                adapter.read(document)
                if meanings is None
                else csv_rosters.creatures(document, meanings)
            )
            found = list(_limited(name, read_pieces))
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
        rules=tuple(piece for piece in pieces if isinstance(piece, FoundRules)),
        gear=tuple(piece for piece in pieces if isinstance(piece, FoundGear)),
        skipped=tuple(piece for piece in pieces if isinstance(piece, Skipped)),
        warnings=_unique(warnings),
    )


def _limited(file: str, pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yields what is read of a file, its names no longer than is kept.

    Raises:
        DataError: there is more than is taken from one file; then nothing of it is.
    """
    for count, piece in enumerate(pieces):
        if count >= MOST_PIECES:
            raise import_error(file, "import.too_many", most=MOST_PIECES)
        match piece:
            case Found():
                yield _shortened(piece)
            case Skipped():
                yield replace(piece, name=_short(piece.name), reason=_said_shortly(piece.reason))
            case Message():
                yield _said_shortly(piece)
            case _:
                yield piece


def _shortened(found: Found) -> Found:
    said = tuple(_said_shortly(each) for each in found.warnings)
    if any(len(each) > LONGEST_NAME for each in found.unknown):
        found = replace(found, unknown=tuple(_short(each) for each in found.unknown))
    if len(found.name) > LONGEST_NAME:
        name = _short(found.name)
        said = (*said, say("import.long_name", name=name, most=LONGEST_NAME))
        return replace(found, name=name, warnings=said)
    return replace(found, warnings=said) if said != found.warnings else found


def _said_shortly(message: Message) -> Message:
    """Returns a message in which nothing that stood in the file is longer than a name."""
    short = {
        key: _short(value) if isinstance(value, str) else value
        for key, value in message.params.items()
    }
    return message if short == message.params else say(message.key, **short)


def _short(words: str) -> str:
    return words if len(words) <= LONGEST_NAME else f"{words[: LONGEST_NAME - 1]}…"


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
