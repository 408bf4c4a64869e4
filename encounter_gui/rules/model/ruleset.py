"""A ruleset as typed data: what ``rulesets/<id>/*.toml`` come to once they are read and validated.

Plain frozen values, so that a started fight can pin the ruleset it uses in its campaign file.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from encounter_gui.encounter.values import Item, Side, Value

_STRICT: dict[str, Any] = {"extra": "forbid"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeUnits:
    """What the system calls its time units, in the singular, and how many seconds a round lasts.

    Where what is counted is part of something longer (a phase of a round), ``whole`` is its name, and ``parts`` how
    many of them it has.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    round: str = "round"
    seconds: int = 6
    whole: str = ""
    parts: int = 1

    def place_of(self, number: int) -> tuple[int, int]:
        """Returns which whole something counted from 1 is in, and which part of it it is, both from 1.

        Example:
            >>> TimeUnits(round="phase", whole="round", parts=4).place_of(6)
            (2, 2)
        """
        whole, part = divmod(max(number, 1) - 1, max(self.parts, 1))
        return whole + 1, part + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldDef:
    """A field of the sheet; ``default`` is what a missing one counts as. ``group`` is ``attribute``, ``skill``, say.

    ``options``: the words a text may be; empty: any.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    key: str
    name: str
    short: str = ""
    group: str = ""
    kind: Literal["number", "text", "flag"] = "number"
    default: Value = 0
    least: int | None = None
    most: int | None = None
    options: tuple[str, ...] = ()
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GaugeDef:
    """A running number.

    ``most`` and ``floor`` are formulas in the dice notation over sheet fields (``3 * strength``, ``-health``); empty:
    none. Filling it up stops at the most; nothing takes it below the floor. ``ticks`` divides its bar into that many
    parts; 0: it is drawn whole. ``role`` is a colour role, e.g. ``gauge.health``. ``counts_harm``: a higher number is
    worse, as with Fatigue; unsaid: see ``is_harm``.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    key: str
    name: str
    short: str = ""
    most: str = ""
    floor: str = ""
    ticks: int = 0
    role: str = ""
    is_main: bool = False
    counts_harm: bool | None = None
    rule: str = ""

    @property
    def is_harm(self) -> bool:
        """Whether a higher number is worse: damage raises it, and healing lowers it.

        Rulesets pinned before they could say so are read by what they do say: a main number without a most counts up
        (PHA-18), and so does whatever has the colour of strain (CWN-62).
        """
        if self.counts_harm is not None:
            return self.counts_harm
        return self.role == "gauge.strain" or (self.is_main and not self.most)


@dataclass(frozen=True, slots=True, kw_only=True)
class LocationDef:
    """A place on the body: the rolls that hit it, the penalty to aim at it, and its part of the figure."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    key: str
    name: str
    short: str
    element: str
    rolls: tuple[int, ...] = ()
    penalty: int = 0
    side: Literal["", "left", "right"] = ""
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WoundLevelDef:
    """A wound level from 1 up; ``letter`` is the sign it is drawn with, ``threshold`` a formula, e.g. ``strength``."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    level: int
    name: str
    letter: str
    threshold: str = ""
    penalty: int = 0
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionDef:
    """An entry of the action catalogue: the command it stands for, what it costs, and one line of explanation.

    ``cost`` is what people read, ``spends`` what is charged, one of the game's words for it; empty: what is usual.
    An action that is not ``is_allowed`` is refused and not offered.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    key: str
    name: str
    cost: str = ""
    spends: str = ""
    is_allowed: bool = True
    text: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Number:
    """A number of the rules that a ruleset may change, as the code of a system names it.

    ``default`` counts where a ruleset does not state it: one that an encounter of an earlier version keeps.
    """

    key: str
    default: int


def numbers_of(names: Mapping[str, object]) -> tuple[Number, ...]:
    """Returns the numbers among the names of a module, in the order in which they stand there."""
    return tuple(each for each in names.values() if isinstance(each, Number))


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberDef:
    """A number of the rules: its value, the range it has to stay in, its rule, and what it is in one sentence."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    value: int
    least: int
    most: int
    rule: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What a condition or modifier does: ``amount`` to rolls of the kind ``on`` (``attack``, ``resist`` …)."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    on: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionDef:
    """A condition: how it is shown, what it does, how long it lasts unless said otherwise.

    ``lasts`` is ``round`` (to the end of this one), ``scene`` or empty (until removed); ``rounds`` more than 0 counts
    that many rounds. ``kind`` chooses the colour of its chip. ``by_hand``: offered when adding conditions by hand.
    ``timed_text`` is what it does where the game master puts it on for a time; empty: the same as ever, ``text``.
    ``is_seen``: others at the place see it; what goes on in somebody's head, or is only counted, they do not.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    key: str
    name: str
    kind: Literal["danger", "warn", "good", "info", "neutral"] = "neutral"
    icon: str = ""
    effects: tuple[Effect, ...] = ()
    lasts: Literal["", "round", "scene"] = ""
    rounds: int = 0
    by_hand: bool = True
    is_seen: bool = True
    text: str = ""
    timed_text: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModifierDef:
    """A situational modifier of an attack, as the bench offers it.

    Those of one ``group`` exclude each other. ``on`` says for which kinds of attack it is offered, by item class or
    mode (``ranged``, ``melee``, ``thrown``). ``amount`` is in the system's unit (dice, or points).
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    key: str
    name: str
    amount: int
    group: str = ""
    on: tuple[str, ...] = ()
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchDef:
    """A house-rule switch: its default, what it may be (empty: on or off), and one line of explanation.

    ``words``: what each option is called, in their order; empty: as it is written.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    key: str
    name: str
    default: Value
    options: tuple[Value, ...] = ()
    words: tuple[str, ...] = ()
    text: str = ""
    rule: str = ""

    def words_of(self, option: Value) -> str:
        """Returns what one of its options is called."""
        return dict(zip(self.options, self.words, strict=False)).get(option, str(option))


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemFieldDef:
    """A value that items of the kinds ``on`` may have: what it is called, and what it may be.

    ``row``: numbers, ``length`` of them (0: any number of them), each above the one before if ``ascending``. ``least``
    and ``most`` bound a number, or each of a row. ``options`` empty: anything. ``dice``: the text is dice in
    the notation; ``exploding``: those without a word of their own explode (``d6`` in rulesets of earlier versions);
    ``one_kind``: a sum of equal dice. Empty: it is none.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    key: str
    name: str
    on: tuple[str, ...] = ()
    kind: Literal["number", "text", "flag", "row"] = "number"
    least: int | None = None
    most: int | None = None
    length: int = 0
    ascending: bool = False
    dice: Literal["", "any", "exploding", "one_kind", "d6"] = ""
    options: tuple[Value, ...] = ()
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemDef:
    """A weapon, armour or explosive of the starter library. ``source`` says where its numbers are from."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    key: str
    name: str
    kind: Literal["weapon", "armor", "explosive", "gear"]
    values: Mapping[str, Value] = field(default_factory=dict)
    source: str = ""

    def copy(self, **changes: Value) -> Item:
        """Returns a combatant's own copy, with some values changed."""
        return Item(key=self.key, name=self.name, kind=self.kind, values={**self.values, **changes})


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedDef:
    """An item a creature carries: a library item's key, with some values of its own (``laser = true``).

    With a ``kind`` it is no library item but one of the creature's own, and ``values`` are all there is of it.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    item: str
    name: str = ""
    kind: Literal["", "weapon", "armor", "explosive", "gear"] = ""
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class CreatureDef:
    """A creature of the library: a sheet and what it carries. ``held`` is the item in its hand at the start."""

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    key: str
    name: str
    side: Side = "foe"
    is_named: bool = False
    sheet: Mapping[str, Value] = field(default_factory=dict)
    items: tuple[CarriedDef, ...] = ()
    held: str = ""
    tags: tuple[str, ...] = ()
    note: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """Everything a game master may change about a system.

    ``system`` is the code it is played by; ``numbers`` are the single numbers of its rules, by key; ``tables`` holds
    number rows and ladders by name; ``formulas`` expressions in the dice notation over sheet fields; ``item_fields``
    what items may say of themselves (empty: anything); ``rules`` the ids and short titles of every rule; ``changed``
    the dotted paths in which it differs from what it extends.
    """

    __pydantic_config__: ClassVar[dict[str, Any]] = _STRICT
    id: str
    name: str
    system: str
    version: str = "1"
    extends: str = ""
    text: str = ""
    time: TimeUnits = field(default_factory=TimeUnits)
    fields: tuple[FieldDef, ...] = ()
    gauges: tuple[GaugeDef, ...] = ()
    locations: tuple[LocationDef, ...] = ()
    wound_levels: tuple[WoundLevelDef, ...] = ()
    actions: tuple[ActionDef, ...] = ()
    conditions: tuple[ConditionDef, ...] = ()
    modifiers: tuple[ModifierDef, ...] = ()
    switches: tuple[SwitchDef, ...] = ()
    numbers: Mapping[str, NumberDef] = field(default_factory=dict)
    formulas: Mapping[str, str] = field(default_factory=dict)
    tables: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    item_fields: tuple[ItemFieldDef, ...] = ()
    items: tuple[ItemDef, ...] = ()
    creatures: tuple[CreatureDef, ...] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    changed: tuple[str, ...] = ()

    def item(self, key: str) -> ItemDef | None:
        """Returns the library item with this key, or None."""
        return next((each for each in self.items if each.key == key), None)

    def creature(self, name: str) -> CreatureDef | None:
        """Returns the library creature with this key or name, or None."""
        return next((each for each in self.creatures if name in (each.key, each.name)), None)

    def condition(self, key: str) -> ConditionDef | None:
        """Returns the condition with this key, or None."""
        return next((each for each in self.conditions if each.key == key), None)

    def modifier(self, key: str) -> ModifierDef | None:
        """Returns the situational modifier with this key, or None."""
        return next((each for each in self.modifiers if each.key == key), None)

    def action(self, key: str) -> ActionDef | None:
        """Returns the entry of the action catalogue with this key, or None."""
        return next((each for each in self.actions if each.key == key), None)

    def switch(self, key: str) -> SwitchDef | None:
        """Returns the switch with this key, or None."""
        return next((each for each in self.switches if each.key == key), None)

    def gauge(self, key: str) -> GaugeDef | None:
        """Returns the gauge with this key, or None."""
        return next((each for each in self.gauges if each.key == key), None)

    def field(self, key: str) -> FieldDef | None:
        """Returns the field of the sheet with this key, or None."""
        return next((each for each in self.fields if each.key == key), None)

    def number(self, number: Number) -> int:
        """Returns a number of the rules; its default if this ruleset does not state it."""
        known = self.numbers.get(number.key)
        return number.default if known is None else known.value

    def field_default(self, key: str) -> Value:
        """Returns what a field that is not on a sheet counts as; 0 for a field the ruleset does not know."""
        return next((each.default for each in self.fields if each.key == key), 0)

    @property
    def main_gauge(self) -> GaugeDef | None:
        """The gauge that damage and healing by hand go to."""
        return next((each for each in self.gauges if each.is_main), None)
