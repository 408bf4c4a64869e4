"""What comes out of a file: creatures in flat values of our own names, and what could not be taken over."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from encounter_gui.core.messages import Message
from encounter_gui.encounter.plan import Plan
from encounter_gui.encounter.values import Combatant, Value
from encounter_gui.rules.files.custom_entries import CustomEntry
from encounter_gui.rules.model.prepared import EncounterPlan, LibraryCreature
from encounter_gui.rules.model.ruleset import ConditionDef, CreatureDef, ItemDef

Flat = int | str | bool | tuple[int, ...] | tuple["Mapping[str, Flat]", ...]
"""A value of an imported creature: a number, a text, numbers, or a list of small records such as weapons."""

Values = Mapping[str, Flat]


class OwnEncounter(msgspec.Struct, frozen=True, kw_only=True):
    """An encounter in a file of ours.

    ``field`` is the plan of its ground, ``picture`` the PNG or JPEG that is drawn on: in the file it stands once among
    its pictures, however many encounters use it. Empty: it is drawn on none, or the file does not hold it.
    """

    name: str
    ruleset: str
    switches: Mapping[str, Value] = {}
    combatants: tuple[Combatant, ...] = ()
    plan: EncounterPlan = EncounterPlan()
    field: Plan | None = None
    picture: bytes = b""


class OwnExtra(msgspec.Struct, frozen=True, kw_only=True):
    """An own item or condition in a file of ours, and the ruleset it is for; one of the two is None."""

    ruleset: str
    item: ItemDef | None = None
    condition: ConditionDef | None = None

    @property
    def extra(self) -> CustomEntry | None:
        """The item or condition; None: the file says neither."""
        return self.item or self.condition


class OwnRuleset(msgspec.Struct, frozen=True, kw_only=True):
    """Own rules in a file of ours: what they say of themselves, and their texts by file name."""

    manifest: Mapping[str, Any]
    texts: Mapping[str, str]


def own_extra(ruleset: str, extra: CustomEntry) -> OwnExtra:
    """Returns an item or condition as a file of ours holds it."""
    if isinstance(extra, ItemDef):
        return OwnExtra(ruleset=ruleset, item=extra)
    return OwnExtra(ruleset=ruleset, condition=extra)


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """Where a creature comes from: file, which reader, the other program's name for its system, and its version.

    ``sha256`` is that of the raw source, in hexadecimal digits.
    """

    file: str
    adapter: str
    system: str = ""
    version: str = ""
    sha256: str = ""


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """A creature found in a file.

    ``type`` is ``npc``, ``pc``, ``drone``, ``vehicle`` or ``creature``; ``ruleset`` the id of the ruleset its values
    are meant for, empty where the file does not say. ``values`` have our own names (``hp``, ``ac`` …). ``unknown`` are
    the keys of the source nothing was made of; ``raw`` the source itself. ``count``: how many of it, a number or dice;
    ``encounter`` the name of the encounter it stands in there, empty: in none.
    ``exact`` is the creature itself where the file is one of ours, ``entry`` all the library knew of it, ``picture``
    its portrait as PNG; empty: it has none. ``assumed`` are the values that do not stand in the file: they are marked.
    """

    name: str
    type: str
    ruleset: str
    values: Values
    origin: Origin
    raw: str
    notes: str = ""
    tags: tuple[str, ...] = ()
    count: str = "1"
    side: str = ""
    is_hidden: bool = False
    encounter: str = ""
    unknown: tuple[str, ...] = ()
    warnings: tuple[Message, ...] = ()
    exact: CreatureDef | None = None
    entry: LibraryCreature | None = None
    picture: bytes = b""
    assumed: frozenset[str] = frozenset()

    @property
    def without_assumed(self) -> "Found":
        """Itself with only the values that stand in the file."""
        values = {key: value for key, value in self.values.items() if key not in self.assumed}
        return replace(self, values=values) if self.assumed else self

    def records(self, name: str) -> tuple[Mapping[str, Flat], ...]:
        """Returns the small records of a value such as ``weapons``; none where it is no list of them."""
        value = self.values.get(name, ())
        those = value if isinstance(value, tuple) else ()
        return tuple(each for each in those if isinstance(each, Mapping))


class FoundEncounter(msgspec.Struct, frozen=True, kw_only=True):
    """A whole encounter in a file of ours: everybody in it as they stood, its switches, and its plan."""

    file: str
    encounter: OwnEncounter


class FoundExtra(msgspec.Struct, frozen=True, kw_only=True):
    """An own item or condition in a file of ours."""

    file: str
    ruleset: str
    extra: CustomEntry


class FoundRules(msgspec.Struct, frozen=True, kw_only=True):
    """Own rules in a file of ours; what they are is looked at before they are taken in."""

    file: str
    rules: OwnRuleset


class FoundGear(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon or armour of a table: ``values`` under our names, as those of what a creature carries."""

    file: str
    kind: Literal["weapon", "armor"]
    values: Values


class Skipped(msgspec.Struct, frozen=True, kw_only=True):
    """Something in a file that is no creature, or cannot be one here, and why."""

    file: str
    name: str
    reason: Message


class ReadFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file and how it went: which reader, and ``error`` where nothing could be read of it.

    ``headers`` are those of a table, whether it could be read or not; empty for other files.
    """

    file: str
    adapter: str = ""
    error: Message | None = None
    pointer: str = ""
    headers: tuple[str, ...] = ()


class Imported(msgspec.Struct, frozen=True, kw_only=True):
    """All that was read, before anything is written. ``warnings`` concern files as a whole, each once."""

    files: tuple[ReadFile, ...] = ()
    creatures: tuple[Found, ...] = ()
    encounters: tuple[FoundEncounter, ...] = ()
    extras: tuple[FoundExtra, ...] = ()
    rules: tuple[FoundRules, ...] = ()
    gear: tuple[FoundGear, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    warnings: tuple[Message, ...] = msgspec.field(default=())
