"""A ruleset as typed data: what ``rulesets/<id>/*.toml`` come to once they are read and validated.

Plain frozen values, so that a started fight can pin the ruleset it uses in its campaign file.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Literal, Protocol, TypeVar

from encounter_gui.encounter.values import Item, Side, Value
from encounter_gui.rules.model.games.declared_game import AttackDef, TurnsDef


class _Strict:
    """What is read from files: a value that nobody knows is a mistake."""

    __slots__ = ()
    __pydantic_config__: ClassVar[dict[str, Any]] = {"extra": "forbid"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeUnits(_Strict):
    """What the system calls its time units, in the singular, and how many seconds a round lasts.

    Where what is counted is part of something longer (a phase of a round), ``whole`` is its name, and ``parts`` how
    many of them it has.
    """

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
class FieldDef(_Strict):
    """A field of the sheet; ``default`` is what a missing one counts as. ``group`` is ``attribute``, ``skill``, say.

    ``options``: the words a text may be; empty: any.
    """

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
class GaugeDef(_Strict):
    """A running number.

    ``most`` and ``floor`` are formulas in the dice notation over sheet fields (``3 * strength``, ``-health``); empty:
    none. Filling it up stops at the most; nothing takes it below the floor. ``ticks`` divides its bar into that many
    parts; 0: it is drawn whole. ``role`` is a colour role, e.g. ``gauge.health``. ``counts_harm``: a higher number is
    worse, as with Fatigue; unsaid: see ``is_harm``.
    """

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
class LocationDef(_Strict):
    """A place on the body: the rolls that hit it, the penalty to aim at it, and its part of the figure."""

    key: str
    name: str
    short: str
    element: str
    rolls: tuple[int, ...] = ()
    penalty: int = 0
    side: Literal["", "left", "right"] = ""
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WoundLevelDef(_Strict):
    """A wound level from 1 up; ``letter`` is the sign it is drawn with, ``threshold`` a formula, e.g. ``strength``."""

    level: int
    name: str
    letter: str
    threshold: str = ""
    penalty: int = 0
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionDef(_Strict):
    """An entry of the action catalogue: the command it stands for, what it costs, and one line of explanation.

    ``cost`` is what people read, ``spends`` what is charged, one of the game's words for it; empty: what is usual.
    An action that is not ``is_allowed`` is refused and not offered.
    """

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
class NumberDef(_Strict):
    """A number of the rules: its value, the range it has to stay in, its rule, and what it is in one sentence.

    The sentence may say where the value belongs, once: ``{value}``, or ``{value:+}`` for one that is always read with
    its sign.
    """

    value: int
    least: int
    most: int
    rule: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect(_Strict):
    """What a condition or modifier does: ``amount`` to rolls of the kind ``on`` (``attack``, ``resist`` …)."""

    on: str
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ConditionDef(_Strict):
    """A condition: how it is shown, what it does, how long it lasts unless said otherwise.

    ``lasts`` is ``round`` (to the end of this one), ``scene`` or empty (until removed); ``rounds`` more than 0 counts
    that many rounds. ``kind`` chooses the colour of its chip. ``by_hand``: offered when adding conditions by hand.
    ``timed_text`` is what it does where the game master puts it on for a time; empty: the same as ever, ``text``.
    ``is_seen``: others at the place see it; what goes on in somebody's head, or is only counted, they do not.
    """

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
class ModifierDef(_Strict):
    """A situational modifier of an attack, as the bench offers it.

    Those of one ``group`` exclude each other. ``on`` says for which kinds of attack it is offered, by item class or
    mode (``ranged``, ``melee``, ``thrown``). ``amount`` is in the system's unit (dice, or points). ``of_target``: it is
    true of one target, such as its cover, and goes when another is aimed at.
    """

    key: str
    name: str
    amount: int
    group: str = ""
    on: tuple[str, ...] = ()
    rule: str = ""
    of_target: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchDef(_Strict):
    """A house-rule switch: its default, what it may be (empty: on or off), and one line of explanation.

    ``words``: what each option is called, in their order; empty: as it is written.
    """

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
class ItemFieldDef(_Strict):
    """A value that items of the kinds ``on`` may have: what it is called, and what it may be.

    ``row``: numbers, ``length`` of them (0: any number of them), each above the one before if ``ascending``. ``least``
    and ``most`` bound a number, or each of a row. ``options`` empty: anything. ``dice``: the text is dice in
    the notation; ``exploding``: those without a word of their own explode (``d6`` in rulesets of earlier versions);
    ``one_kind``: a sum of equal dice. Empty: it is none. ``short`` stands above a column of such values; a table
    without room for all shows those that have one first.
    """

    key: str
    name: str
    short: str = ""
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
class ItemDef(_Strict):
    """A weapon, armour or explosive of the starter library. ``source`` says where its numbers are from."""

    key: str
    name: str
    kind: Literal["weapon", "armor", "explosive", "gear"]
    values: Mapping[str, Value] = field(default_factory=dict)
    source: str = ""

    def copy(self, **changes: Value) -> Item:
        """Returns a combatant's own copy, with some values changed."""
        return Item(key=self.key, name=self.name, kind=self.kind, values={**self.values, **changes})


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedDef(_Strict):
    """An item a creature carries: a library item's key, with some values of its own (``laser = true``).

    With a ``kind`` it is no library item but one of the creature's own, and ``values`` are all there is of it.
    ``key`` is what this one is called among all that the creature carries; empty: as ``rules.model.items.keys_of``
    says.
    """

    item: str
    key: str = ""
    name: str = ""
    kind: Literal["", "weapon", "armor", "explosive", "gear"] = ""
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class CreatureDef(_Strict):
    """A creature of the library: a sheet and what it carries.

    ``held`` is the item in its hand at the start, ``off`` that in its other hand, each by key, name or library item.
    """

    key: str
    name: str
    side: Side = "foe"
    is_named: bool = False
    sheet: Mapping[str, Value] = field(default_factory=dict)
    items: tuple[CarriedDef, ...] = ()
    held: str = ""
    off: str = ""
    tags: tuple[str, ...] = ()
    note: str = ""
    source: str = ""


class _HasKey(Protocol):
    @property
    def key(self) -> str: ...


_Keyed = TypeVar("_Keyed", bound=_HasKey)


@dataclass(frozen=True, kw_only=True)
class Ruleset(_Strict):
    """Everything a game master may change about a system.

    ``system`` is the code it is played by; ``numbers`` are the single numbers of its rules, by key; ``tables`` holds
    number rows and ladders by name; ``formulas`` expressions in the dice notation over sheet fields; ``item_fields``
    what items may say of themselves (empty: anything); ``turns`` and ``attacks`` a game that is described in full, for
    the system ``declared`` alone; ``is_template`` says that it is there to be copied, and among those of the program in
    no list of games; ``rules`` the ids and short titles of every rule; ``changed`` the dotted paths in which it differs
    from what it extends. ``own_name`` and ``own_version`` say which own rules of a campaign are in it; no file does.
    """

    id: str
    name: str
    system: str
    version: str = "1"
    extends: str = ""
    text: str = ""
    is_template: bool = False
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
    turns: TurnsDef | None = None
    attacks: tuple[AttackDef, ...] = ()
    items: tuple[ItemDef, ...] = ()
    creatures: tuple[CreatureDef, ...] = ()
    rules: Mapping[str, str] = field(default_factory=dict)
    changed: tuple[str, ...] = ()
    own_name: str = ""
    own_version: int = 0

    def item(self, key: str) -> ItemDef | None:
        """Returns the library item with this key, or None."""
        return next((each for each in self.items if each.key == key), None)

    def creature(self, name: str) -> CreatureDef | None:
        """Returns the library creature with this key or name, or None."""
        return next((each for each in self.creatures if name in (each.key, each.name)), None)

    def condition(self, key: str) -> ConditionDef | None:
        """Returns the condition with this key, or None."""
        return self._conditions.get(key)

    def modifier(self, key: str) -> ModifierDef | None:
        """Returns the situational modifier with this key, or None."""
        return self._modifiers.get(key)

    def action(self, key: str) -> ActionDef | None:
        """Returns the entry of the action catalogue with this key, or None."""
        return self._actions.get(key)

    def switch(self, key: str) -> SwitchDef | None:
        """Returns the switch with this key, or None."""
        return self._switches.get(key)

    def gauge(self, key: str) -> GaugeDef | None:
        """Returns the gauge with this key, or None."""
        return self._gauges.get(key)

    def field(self, key: str) -> FieldDef | None:
        """Returns the field of the sheet with this key, or None."""
        return self._fields.get(key)

    def number(self, number: Number) -> int:
        """Returns a number of the rules; its default if this ruleset does not state it."""
        known = self.numbers.get(number.key)
        return number.default if known is None else known.value

    def field_default(self, key: str) -> Value:
        """Returns what a field that is not on a sheet counts as; 0 for a field the ruleset does not know."""
        known = self._fields.get(key)
        return 0 if known is None else known.default

    # ---- by key, found once

    @cached_property
    def floors(self) -> Mapping[str, str]:
        """What gauges are not taken below, by their keys; of those that have a floor."""
        return {each.key: each.floor for each in self.gauges if each.floor}

    @cached_property
    def _conditions(self) -> Mapping[str, ConditionDef]:
        return _by_key(self.conditions)

    @cached_property
    def _modifiers(self) -> Mapping[str, ModifierDef]:
        return _by_key(self.modifiers)

    @cached_property
    def _actions(self) -> Mapping[str, ActionDef]:
        return _by_key(self.actions)

    @cached_property
    def _switches(self) -> Mapping[str, SwitchDef]:
        return _by_key(self.switches)

    @cached_property
    def _gauges(self) -> Mapping[str, GaugeDef]:
        return _by_key(self.gauges)

    @cached_property
    def _fields(self) -> Mapping[str, FieldDef]:
        return _by_key(self.fields)

    @property
    def main_gauge(self) -> GaugeDef | None:
        """The gauge that damage and healing by hand go to."""
        return next((each for each in self.gauges if each.is_main), None)


def _by_key(definitions: Iterable[_Keyed]) -> Mapping[str, _Keyed]:
    """Returns definitions by their keys; of several with one key the first."""
    found: dict[str, _Keyed] = {}
    for each in definitions:
        found.setdefault(each.key, each)
    return found
