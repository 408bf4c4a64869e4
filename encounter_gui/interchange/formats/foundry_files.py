"""Foundry VTT: actors to creatures, by the game they were made for, or by what every game has."""

from collections.abc import Iterator, Mapping

from encounter_gui.core.messages import say
from encounter_gui.interchange.adapter import Adapter, Piece, origin_of, raw_text
from encounter_gui.interchange.documents import Document
from encounter_gui.interchange.formats import foundry, foundry_other, games
from encounter_gui.interchange.imported import Found, FoundGear, Skipped

_TOLD = {"weapon": ("damage",), "armor": ("ac", "ac_melee", "soak", "trauma_target")}
"""Of what something has to be said; a thing of which there is nothing is left out."""

_OF_A_COPY = ("ammo", "stowed")
"""What is said of the one thing somebody carries, not of things like it."""


def _creatures(document: Document) -> Iterator[Piece]:
    has_variables = False
    for each in foundry.actors(document):
        if isinstance(each, foundry.NoActor):
            yield Skipped(file=document.name, name=each.name, reason=each.reason)
        elif isinstance(each, foundry.LoneItem):
            yield _lone_item(document, each)
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
    raw = raw_text(actor.source)
    found = Found(
        name=actor.name,
        type=game.actor_types[actor.type],
        ruleset=game.ruleset,
        values=sheet.values,
        origin=origin_of(document, f"foundry-{actor.system}", raw, actor.system, actor.version),
        raw=raw,
        notes=foundry.notes(actor),
        unknown=game.unknown_keys(actor),
        warnings=tuple(sheet.warnings),
        assumed=frozenset(sheet.assumed),
    )
    return sheet.has_variables, found


def _lone_item(document: Document, item: foundry.LoneItem) -> Piece:
    """Returns a thing under the names it would have among those of somebody who carries it."""
    holder, game = item.holder, games.of_actor_system(item.holder.system)
    values = game.read_actor(holder).values if game else foundry_other.read_actor(holder)[0]
    pieces = values.get("weapons" if item.kind == "weapon" else "armor", ())
    for each in pieces if isinstance(pieces, tuple) else ():
        if isinstance(each, Mapping) and any(each.get(key) for key in _TOLD[item.kind]):
            known = {key: value for key, value in each.items() if key not in _OF_A_COPY}
            return FoundGear(file=document.name, kind=item.kind, values=known)
    reason = say("import.no_actor", name=holder.name, kind=holder.type)
    return Skipped(file=document.name, name=holder.name, reason=reason)


def _other_actor(document: Document, actor: foundry.Actor) -> Piece:
    if actor.type.casefold() in foundry_other.NO_ACTORS:
        reason = say("import.no_actor", name=actor.name, kind=actor.type)
        return Skipped(file=document.name, name=actor.name, reason=reason)
    values, warnings = foundry_other.read_actor(actor)
    if not any(key in values for key in ("hp", "ac", "initiative")) and not values.get("weapons"):
        reason = say("import.nothing_known", name=actor.name, system=actor.system or "?")
        return Skipped(file=document.name, name=actor.name, reason=reason)
    raw = raw_text(actor.source)
    named = actor.system in ("cyberpunk2020", "cyberpunk-red-core")
    return Found(
        name=actor.name,
        type="pc" if actor.type == "character" else "npc",
        ruleset="",
        values=values,
        origin=origin_of(
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


ADAPTER = Adapter(id="foundry", endings=(".json", ".db"), knows=foundry.is_foundry, read=_creatures)
