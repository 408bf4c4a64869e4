"""The own rules for one game as they are being changed: a draft on the newest version, its values and its mistakes."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, Literal

from msgspec import structs

from encounter_gui.core.errors import DataError
from encounter_gui.core.free_keys import FreeKeys
from encounter_gui.play.workshop.cells import cell_text, read_cell
from encounter_gui.play.workshop.own_rules_repository import OwnRulesRepository
from encounter_gui.rules.files.custom_entries import wanted_key
from encounter_gui.rules.files.layers import (
    Base,
    Draft,
    Layer,
    Place,
    own_value,
    place_of,
    places,
    value_at,
    with_value,
    without,
)
from encounter_gui.rules.files.tables import Column, Row, TableDef, rows_of, tables_of
from encounter_gui.rules.model.own_rules import DRAFT, OwnRules
from encounter_gui.rules.model.ruleset import Ruleset

_TAB = "\t"


class DraftView:
    """One draft as it stands; it never changes, so that undo can go back to it."""

    def __init__(self, base: Base, rules: OwnRules) -> None:
        """Takes the game's own files, and the draft."""
        self.base = base
        self.rules = rules

    @cached_property
    def layer(self) -> Layer:
        """What differs from the game, without what cannot be read."""
        return Layer(data=self.rules.data)

    @cached_property
    def result(self) -> Draft:
        """The ruleset with all that can be used; where a text cannot be read, the value before it counts on."""
        return self.base.draft(self.layer)

    @property
    def ruleset(self) -> Ruleset:
        """The rules with all of the draft that can be used, by the draft's own name."""
        return named(self.result.ruleset, self.rules)

    @cached_property
    def tables(self) -> tuple[TableDef, ...]:
        """The tables there are."""
        return tables_of(self.result.ruleset)

    def rows(self, table: TableDef) -> tuple[Row, ...]:
        """Returns the entries of a table; those that cannot be used yet among them, at the end."""
        rows = rows_of(self.result.ruleset, table)
        known = {each.place for each in rows}
        own = self.rules.data.get(table.section)
        new = (
            Row(place=(table.section, key), name=str(entry.get("name", key)))
            for key, entry in (own.items() if isinstance(own, Mapping) else ())
            if table.can_grow
            and isinstance(entry, Mapping)
            and (not table.kinds or entry.get("kind") in table.kinds)
        )
        return (*rows, *(each for each in new if each.place not in known))

    def text(self, row: Row, column: Column) -> str:
        """Returns a cell as it is shown: what was typed, else the value, else what counts where nothing is said."""
        place = (*row.place, *column.path)
        typed = self.rules.typed.get(_TAB.join(place))
        return typed if typed is not None else self.cell(column, self.value(place, column.default))

    def column_at(self, place: Place, column: Column) -> Column:
        """Returns a column as it is at a place: where it holds values of several kinds, of the kind that stands there.

        A house-rule switch may be what its ruleset names.
        """
        if not column.is_open:
            return column
        kind = _kind_of(self.value(place, column.default))
        switch = self.base.ruleset.switch(place[1]) if place[0] == "switches" else None
        options = switch.options if switch is not None else ()
        return structs.replace(column, field=replace(column.field, kind=kind, options=options))

    def cell(self, column: Column, value: object) -> str:
        """Returns a value of a column, as files hold it, as it is shown and typed."""
        return cell_text(column, value, self._items if column.shape == "carried" else {})

    @cached_property
    def _items(self) -> Mapping[str, str]:
        """The names of the things there are, by their keys."""
        return {each.key: each.name for each in self.result.ruleset.items}

    def value(self, place: Place, default: object = None) -> object:
        """Returns the value at a place as files hold it: the own one, else that of the game, else ``default``."""
        for found in (own_value(self.layer, place), self.base.value(place)):
            if found is not None:
                return found
        return default

    def is_own(self, place: Place) -> bool:
        """Returns whether something at or below a place is the campaign's own."""
        named_place = _TAB.join(place)
        typed = (
            each == named_place or each.startswith(f"{named_place}{_TAB}")
            for each in self.rules.typed
        )
        return own_value(self.layer, place) is not None or any(typed)

    def is_new(self, place: Place) -> bool:
        """Returns whether an entry is not in the game at all."""
        return self.base.value(place[:2]) is None

    def own_places(self) -> tuple[Place, ...]:
        """Returns every place at which something is the campaign's own, what cannot be read among it."""
        typed = (place_of(self.layer, each, _TAB) for each in self.rules.typed)
        return tuple(dict.fromkeys((*places(self.layer), *typed)))

    @cached_property
    def problems(self) -> tuple[DataError, ...]:
        """What is wrong with the values that cannot be used, in the words of the file reader.

        Of what cannot be read it is what the reader says of a file with that in it. It is worked out apart from what
        the draft comes to, as the odds of a change wait for that alone.
        """
        if not self.unread:
            return self.result.problems
        layer = self.layer
        for place, text in self.unread:
            layer = with_value(layer, place, _as_written(text))
        return self.base.draft(layer).problems

    @property
    def unread(self) -> tuple[tuple[Place, str], ...]:
        """What was typed and cannot be read, by its place."""
        return tuple(
            (place_of(self.layer, each, _TAB), text) for each, text in self.rules.typed.items()
        )

    # ---- changes: each returns the draft after it

    def typed(self, places: Iterable[Place], column: Column, text: str) -> "DraftView":
        """Returns the draft after a text was typed at some places, ``column`` below each entry.

        One that cannot be read is kept as it was typed, and the value that counted before counts on. The game's own
        value, typed, is no own one.
        """
        rules = self.rules
        for place in places:
            rules = DraftView(self.base, rules)._typed(place, column, text)  # noqa: SLF001 - one of us
        return DraftView(self.base, rules)

    def _typed(self, place: Place, column: Column, text: str) -> OwnRules:
        typed = {key: each for key, each in self.rules.typed.items() if key != _TAB.join(place)}
        book, column = self.base.value(place), self.column_at(place, column)
        try:
            items = self._items if column.shape == "carried" else {}
            value = read_cell(column, text, self.value(place), items)
        except ValueError:
            return structs.replace(self.rules, typed={**typed, _TAB.join(place): text})
        if value is None and column.shape != "value":
            value = []
        if value in (None, book) or (book is None and value == _as_in_files(column.default)):
            layer = without(self.layer, place)
        else:
            layer = with_value(self.layer, place, value)
        return self.with_layer(layer, typed=typed)

    def with_value(self, place: Place, value: object) -> "DraftView":
        """Returns the draft with a value, as files hold it, at a place; the game's own value is no own one."""
        draft = self.back(place)
        if value == self.base.value(place):
            return draft
        return DraftView(self.base, draft.with_layer(with_value(draft.layer, place, value)))

    def back(self, place: Place) -> "DraftView":
        """Returns the draft with nothing own at or below a place; an empty place: nothing own at all."""
        named_place = _TAB.join(place)
        typed = {
            key: each
            for key, each in self.rules.typed.items()
            if place and key != named_place and not key.startswith(f"{named_place}{_TAB}")
        }
        layer = without(self.layer, place) if place else Layer()
        return DraftView(self.base, self.with_layer(layer, typed=typed))

    def kept(self, place: Place) -> "DraftView":
        """Returns the draft after it was seen that the game has changed at or below a place; own values stay.

        ``changed_in_the_book`` does not name them any more.
        """
        book = {
            key: self.base.value(tuple(key.split(_TAB)))
            if tuple(key.split(_TAB))[: len(place)] == place
            else was
            for key, was in self.rules.book.items()
        }
        return DraftView(self.base, structs.replace(self.rules, book=book))

    def added(
        self, table: TableDef, name: str, like: Row | None = None
    ) -> tuple["DraftView", Place]:
        """Returns the draft with a new entry in a table, as another one with this name, and its place."""
        section = self.base.value((table.section,))
        own = own_value(self.layer, (table.section,))
        taken = (
            *(section if isinstance(section, Mapping) else ()),
            *(own if isinstance(own, Mapping) else ()),
            *self.base.keys_beside(),
        )
        key = FreeKeys(taken).take(wanted_key(name))
        entry: dict[str, Any] = {"name": name}
        if table.kinds:
            entry["kind"] = table.kinds[0]
        if like is not None:
            entry = {**self._whole(like.place), "name": name}
        place = (table.section, key)
        return DraftView(self.base, self.with_layer(with_value(self.layer, place, entry))), place

    def _whole(self, place: Place) -> dict[str, Any]:
        whole = _merged(self.base.value(place), own_value(self.layer, place))
        return dict(whole) if isinstance(whole, Mapping) else {}

    def renamed(self, name: str) -> "DraftView":
        """Returns the draft of rules with another name."""
        return DraftView(self.base, structs.replace(self.rules, name=name))

    def with_layer(self, layer: Layer, typed: Mapping[str, str] | None = None) -> OwnRules:
        """Returns the draft's rules with another layer, and what the game says now where that is new."""
        book = {
            _TAB.join(place): self.rules.book.get(_TAB.join(place), self.base.value(place))
            for place in places(layer)
        }
        return structs.replace(
            self.rules,
            data=layer.data,
            book=book,
            typed=self.rules.typed if typed is None else typed,
        )

    @property
    def changed_in_the_book(self) -> tuple[tuple[Place, Any], ...]:
        """Where the game has changed under an own value: the place, and what it said when it was changed."""
        found = ((place_of(self.layer, each, _TAB), was) for each, was in self.rules.book.items())
        return tuple((place, was) for place, was in found if self.base.value(place) != was)


class Workshop:
    """The own rules of a campaign for one game: its versions, and the draft that is worked on."""

    def __init__(self, ruleset: str, base: Base, repository: OwnRulesRepository, name: str) -> None:
        """Takes the id of the game, its files, where own rules are kept, and what the first are called."""
        self.ruleset = ruleset
        self.base = base
        self.repository = repository
        self._name = name
        self.draft = DraftView(base, repository.draft(ruleset) or self.start)

    def again(self) -> "Workshop":
        """Returns the same rules as they are kept now, with versions that have come or gone elsewhere."""
        return Workshop(self.ruleset, self.base, self.repository, self._name)

    @property
    def versions(self) -> tuple[OwnRules, ...]:
        """The versions, newest first."""
        return self.repository.versions(self.ruleset)

    @property
    def start(self) -> OwnRules:
        """What a draft begins with: the newest version, or nothing own."""
        newest = self.repository.newest(self.ruleset)
        if newest is None:
            return OwnRules(name=self._name)
        return structs.replace(newest, version=DRAFT, at="", source="me", author="", note="")

    @property
    def saved(self) -> DraftView:
        """The newest version as a draft would show it: what changes are compared with."""
        return DraftView(self.base, self.start)

    @property
    def is_changed(self) -> bool:
        """Whether the draft differs from the newest version."""
        return self.draft.rules != self.start

    def put(self, draft: DraftView) -> None:
        """Makes another draft the one that is worked on, and keeps it.

        Raises:
            SaveError: it cannot be kept; the one before still is.
        """
        kept = None if draft.rules == self.start else draft.rules
        self.repository.keep_draft(self.ruleset, kept)
        self.draft = draft

    def save(self, note: str = "") -> OwnRules:
        """Keeps what can be used of the draft as the next version; what cannot stays in the draft.

        Raises:
            SaveError: it cannot be kept; nothing has changed.
        """
        draft = self.draft
        usable = draft.result.usable
        rules = structs.replace(draft.rules, data=usable.data, note=note)
        version = self.repository.add(self.ruleset, rules)
        rest = DraftView(self.base, structs.replace(draft.rules, version=DRAFT, at="", note=""))
        self.put(rest)
        return version

    def restore(self, version: OwnRules) -> OwnRules:
        """Makes an earlier version the newest again, as a version of its own; nothing is lost.

        Raises:
            SaveError: it cannot be kept; nothing has changed.
        """
        return self.repository.add(self.ruleset, version, "restored")


def _kind_of(value: object) -> Literal["number", "text", "flag", "row"]:
    match value:
        case bool():
            return "flag"
        case int():
            return "number"
        case list() | tuple():
            return "row"
        case _:
            return "text"


def _as_in_files(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def _as_written(text: str) -> str | float | list[int]:
    """Returns what a file would hold for a text that is no value of its column: a number, a row of some, or words."""
    said = text.strip().replace("−", "-")
    for read in (int, float, _row):
        try:
            return read(said)
        except ValueError:
            continue
    return text


def _row(said: str) -> list[int]:
    return [int(each) for each in said.split("/")]


def named(ruleset: Ruleset, rules: OwnRules) -> Ruleset:
    """Returns a ruleset that says whose own rules are in it, and in which version."""
    return replace(ruleset, own_name=rules.name, own_version=rules.version)


def _merged(below: object, own: object) -> Any:  # noqa: ANN401 - as files hold it
    if isinstance(below, Mapping) and isinstance(own, Mapping):
        return {
            **below,
            **{key: _merged(value_at(below, (key,)), each) for key, each in own.items()},
        }
    return own if own is not None else below
