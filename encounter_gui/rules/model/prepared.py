"""What a game master prepares: creatures with what is known of them, parties, and plans of encounters."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

import msgspec
from msgspec import structs

from encounter_gui.core.ids import CombatantId
from encounter_gui.encounter.place import Place
from encounter_gui.encounter.values import Combatant, Condition, Side, Value
from encounter_gui.rules.model.ruleset import CreatureDef

LINK = re.compile(r"\[\[([^\[\]|\n]{1,80})(?:\|([^\[\]\n]*))?\]\]")
"""A link in a text: ``[[Name]]`` or ``[[Name|other words]]``."""

CreatureKind = Literal["pc", "named", "npc", "drone", "hazard"]
CREATURE_KINDS: tuple[CreatureKind, ...] = ("pc", "named", "npc", "drone", "hazard")


class SourceNote(msgspec.Struct, frozen=True, kw_only=True):
    """Where a creature was imported from; the raw source itself is kept beside it, by its sha256 in hexadecimal."""

    file: str
    adapter: str
    system: str = ""
    version: str = ""
    sha256: str = ""


Total = Literal["sheet", "rolled", "typed"]
"""Where the most of a copy's main gauge comes from."""


class LibraryCreature(msgspec.Struct, frozen=True, kw_only=True):
    """A creature of a campaign's library, and what is known of it beyond its sheet.

    ``public_name`` is what the players may read; empty: its name. ``threat`` counts as the ruleset counts it (Danger
    Value, say); 0: unknown. ``base`` is the key of the creature this is a variant of. ``portrait`` is the sha256 of a
    picture kept in the campaign. ``guessed`` are sheet fields a converter proposed; ``unknown`` keys of the source
    nothing was made of. ``total``: how much each copy that joins a fight can take is as on the sheet, rolled with its
    hit dice, or asked for.
    """

    creature: CreatureDef
    kind: CreatureKind = "npc"
    role: str = ""
    threat: int = 0
    folder: str = ""
    public_name: str = ""
    base: str = ""
    portrait: str = ""
    source: SourceNote | None = None
    guessed: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    total: Total = "sheet"

    @property
    def is_character(self) -> bool:
        """Whether it is a player character: by its kind, or by the side it fights on."""
        return self.kind == "pc" or self.creature.side == "pc"

    @property
    def name(self) -> str:
        """Its name."""
        return self.creature.name

    def renamed(self, name: str) -> "LibraryCreature":
        """Returns it under another name."""
        return structs.replace(self, creature=replace(self.creature, name=name))


class Overlay(msgspec.Struct, frozen=True, kw_only=True):
    """A variant as what differs: ``elite`` and ``wounded`` are such; amounts are added to sheet fields, gauges set.

    ``gauges`` are shares of their most, from 0 to 1.
    """

    key: str
    name: str
    sheet: Mapping[str, int] = {}
    gauges: Mapping[str, float] = {}
    conditions: tuple[str, ...] = ()


class Recruit(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a roster: which creature (``own`` its row, else a key of the ruleset), how many, and as what.

    ``count`` is a number or dice, e.g. ``1d4+1``. ``name`` ``?`` makes up a name for each, ``draws_gear`` draws what
    each carries from the ruleset's loadouts. ``sheet`` holds what differs for this encounter alone. ``places`` are
    where its copies stand on the plan at first; None, and past the last: nowhere, or where they come in.
    """

    creature: str
    own: int | None = None
    count: str = "1"
    name: str = ""
    side: Side | None = None
    group: str = ""
    overlay: str = ""
    is_hidden: bool = False
    draws_gear: bool = False
    sheet: Mapping[str, Value] = {}
    conditions: tuple[Condition, ...] = ()
    places: tuple[Place | None, ...] = ()


class Wave(msgspec.Struct, frozen=True, kw_only=True):
    """Reinforcements that wait: who, and when they come (a round from 1, or in words for the game master)."""

    name: str
    recruits: tuple[Recruit, ...] = ()
    round: int | None = None
    when: str = ""
    has_come: bool = False


class Reminder(msgspec.Struct, frozen=True, kw_only=True):
    """Something to be said in play: at the start of a round (from 1), or when somebody of this name falls."""

    text: str
    round: int | None = None
    falls: str = ""
    has_fired: bool = False


class Handout(msgspec.Struct, frozen=True, kw_only=True):
    """A text for the players, such as a letter, a mail or a piece of news."""

    title: str
    text: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """What the players read, line by line: of a link its other words, else the name."""
        shown = LINK.sub(lambda match: (match[2] or match[1]).strip(), self.text)
        return tuple(line.strip() for line in shown.splitlines() if line.strip())


class EncounterPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What an encounter is prepared with.

    ``places`` are where members of the party stand on the plan at first, by their ids. The plan of the ground itself
    is among the events of the encounter.
    """

    folder: str = ""
    read_aloud: str = ""
    notes: str = ""
    recruits: tuple[Recruit, ...] = ()
    waves: tuple[Wave, ...] = ()
    reminders: tuple[Reminder, ...] = ()
    handouts: tuple[Handout, ...] = ()
    party: int | None = None
    places: Mapping[CombatantId, Place] = {}


class Party(msgspec.Struct, frozen=True, kw_only=True):
    """Combatants who go from fight to fight, with what they have suffered."""

    name: str
    members: tuple[Combatant, ...] = ()
