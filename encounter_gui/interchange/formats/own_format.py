"""Our own files: creatures and rosters as JSON, lossless, with a version."""

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import structs

from encounter_gui.core.messages import say
from encounter_gui.encounter.lifts.events import lift_prepared
from encounter_gui.interchange.adapter import Adapter, Piece
from encounter_gui.interchange.documents import Document, Json, at, import_error, mapping, rows
from encounter_gui.interchange.imported import (
    Found,
    FoundEncounter,
    FoundExtra,
    FoundRules,
    Origin,
    OwnEncounter,
    OwnExtra,
    OwnRuleset,
    Skipped,
)
from encounter_gui.interchange.own_fields import (
    PICTURES,
    Pictures,
    as_data,
    pictures_of,
    take_field,
    with_field,
)
from encounter_gui.rules.files.ruleset_errors import LARGEST, too_large
from encounter_gui.rules.model.prepared import LibraryCreature

FORMAT = "encounter-gui"
_RULES = "own_rules"
_MOST_RULES = 20
"""Most own rules of one file: there are one for each game at most."""

_PNG = b"\x89PNG\r\n\x1a\n"
VERSION = 2
"""Version 2: what the rules remember about a combatant has types; files of version 1 are lifted."""


class OwnCreature(msgspec.Struct, frozen=True, kw_only=True):
    """A creature in a file of ours: for which ruleset, everything about it, and the source it once came from.

    ``picture`` is its portrait as PNG, in base64 in the file; empty: it has none.
    """

    ruleset: str
    entry: LibraryCreature
    raw: str = ""
    picture: bytes = b""


def is_own(document: Document) -> bool:
    """Returns whether a document is a file of ours, of whatever version."""
    return document.kind == "json" and mapping(document.data).get("format") == FORMAT


def contents(document: Document) -> Iterator[Piece]:
    """Yields the creatures, encounters, items and conditions of a file of ours, exactly as they were.

    Raises:
        DataError: the file is of a newer version, or has no list of creatures.
    """
    data = mapping(document.data)
    version = data.get("version")
    if not isinstance(version, int) or version > VERSION:
        raise import_error(document.name, "import.newer", version=str(version), known=VERSION)
    if version == 1:
        data = mapping(lift_prepared(data))
    if not isinstance(data.get("creatures"), list):
        raise import_error(document.name, "import.no_creatures", "creatures")
    for place, each in enumerate(rows(data["creatures"])):
        try:
            own = msgspec.convert(_kept_values(each), OwnCreature)
        except msgspec.ValidationError as error:
            name = str(at(each, "entry.creature.name") or f"creatures.{place}")
            reason = say("import.own_damaged", name=name, reason=str(error))
            yield Skipped(file=document.name, name=name, reason=reason)
        else:
            yield _find(document, own, each)
    yield from _rules(document, rows(data.get(_RULES)))
    yield from _extras(document, rows(data.get("extras")))
    yield from _encounters(document, data)


def _encounters(document: Document, data: Mapping[str, Json]) -> Iterator[Piece]:
    pictures = Pictures(data.get(PICTURES))
    for place, each in enumerate(rows(data.get("encounters"))):
        rest, field, told = take_field(each)
        try:
            encounter = msgspec.convert(_kept_values(rest), OwnEncounter)
        except msgspec.ValidationError as error:
            name = str(at(each, "name") or f"encounters.{place}")
            reason = say("import.own_damaged", name=name, reason=str(error))
            yield Skipped(file=document.name, name=name, reason=reason)
        else:
            yield from (told,) if told is not None else ()
            for found in with_field(encounter, field, pictures):
                if isinstance(found, OwnEncounter):
                    yield FoundEncounter(file=document.name, encounter=found)
                else:
                    yield found


def _kept_values(data: Json) -> Json:
    """Returns data if its numbers can be kept.

    Raises:
        ValidationError: one of them cannot.
    """
    for pointer in too_large(data):
        raise msgspec.ValidationError(f"a number beyond {LARGEST} - at `$.{pointer}`")
    return data


def _rules(document: Document, those: Sequence[Json]) -> Iterator[FoundRules | Skipped]:
    for place, each in enumerate(those):
        name = str(at(each, "manifest.name") or f"{_RULES}.{place}")
        if place >= _MOST_RULES:
            reason = say("import.too_many_rules", most=_MOST_RULES)
            yield Skipped(file=document.name, name=name, reason=reason)
            return
        try:
            own = msgspec.convert(each, OwnRuleset)
        except msgspec.ValidationError as error:
            reason = say("import.own_damaged", name=name, reason=str(error))
            yield Skipped(file=document.name, name=name, reason=reason)
        else:
            yield FoundRules(file=document.name, rules=own)


def _extras(document: Document, those: Sequence[Json]) -> Iterator[FoundExtra | Skipped]:
    for place, each in enumerate(those):
        name = str(at(each, "item.name") or at(each, "condition.name") or f"extras.{place}")
        try:
            own = msgspec.convert(_kept_values(each), OwnExtra)
        except msgspec.ValidationError as error:
            reason = say("import.own_damaged", name=name, reason=str(error))
            yield Skipped(file=document.name, name=name, reason=reason)
            continue
        if own.extra is not None:
            yield FoundExtra(file=document.name, ruleset=own.ruleset, extra=own.extra)


def _find(document: Document, own: OwnCreature, raw: Json) -> Found:
    words = own.raw or json.dumps(
        {key: value for key, value in mapping(raw).items() if key != "picture"},
        ensure_ascii=False,
        separators=(",", ":"),
    )
    creature = own.entry.creature
    is_picture = own.picture.startswith(_PNG)
    entry = own.entry if is_picture else structs.replace(own.entry, portrait="")
    warnings = () if is_picture or not own.picture else (say("import.no_png", name=creature.name),)
    return Found(
        name=creature.name,
        type=str(creature.sheet.get("kind", "npc")),
        ruleset=own.ruleset,
        values=dict(creature.sheet),
        origin=Origin(
            file=document.name,
            adapter="own",
            version=str(VERSION),
            sha256=sha256(words.encode()).hexdigest(),
        ),
        raw=words,
        notes=creature.note,
        tags=creature.tags,
        side=creature.side,
        exact=creature,
        entry=entry,
        picture=own.picture if is_picture else b"",
        warnings=warnings,
    )


def own_file_text(
    those: Sequence[OwnCreature],
    encounters: Sequence[OwnEncounter] = (),
    extras: Sequence[OwnExtra] = (),
    rules: Sequence[OwnRuleset] = (),
) -> str:
    """Returns a file of ours with these creatures and encounters, own items and conditions, and own rules."""
    data: Mapping[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "creatures": [msgspec.to_builtins(each) for each in those],
        "encounters": [as_data(each) for each in encounters],
        "extras": [msgspec.to_builtins(each) for each in extras],
    }
    if rules:
        data = {**data, _RULES: [msgspec.to_builtins(each) for each in rules]}
    pictures = pictures_of(encounters)
    if pictures:
        data = {**data, PICTURES: pictures}
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


ADAPTER = Adapter(id="own", endings=(".json",), knows=is_own, read=contents)
