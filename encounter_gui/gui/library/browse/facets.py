"""Facets of a filter: what is on, what could be, and a filter with one of them switched."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.play.prep.creature_repository import OWN, SHIPPED, CreatureItem, Facets, Filter

FacetName = Literal["rulesets", "sides", "kinds", "tags", "roles", "threat", "origins"]
FACETS: tuple[FacetName, ...] = ("rulesets", "sides", "kinds", "tags", "roles", "threat", "origins")
"""In the order in which they are offered."""

THREATS: tuple[tuple[int, int], ...] = ((0, 0), (1, 2), (3, 5), (6, 10), (11, 1000))
"""The ranges of threat that are offered; the first is what nobody knows."""


class Facet(Struct, frozen=True, kw_only=True):
    """One value of a facet; ``count`` is how many creatures have it (0: not counted)."""

    name: FacetName
    value: str
    text: str
    is_on: bool = False
    count: int = 0


def with_value_switched(wanted: Filter, facet: FacetName, value: str) -> Filter:
    """Returns a filter with one value put in, or taken out if it was there."""
    if facet == "threat":
        low, _, high = value.partition("-")
        span = (int(low), int(high))
        return replace(wanted, threat=None if wanted.threat == span else span)
    return replace(wanted, **{facet: getattr(wanted, facet) ^ {value}})


def is_empty(wanted: Filter) -> bool:
    """Returns whether a filter lets everything through."""
    return wanted == Filter()


def tags_of(found: Iterable[CreatureItem]) -> Facets:
    """Returns how many of these have each tag, most first: what is suggested while somebody types."""
    counted = Counter(chain.from_iterable(item.value.creature.tags for item in found))
    return Facets(tags=dict(counted.most_common()))


class FacetWords:
    """The names of facets' values in words."""

    def __init__(self, texts: MessageCatalog) -> None:
        """Takes the texts; rulesets are called by their ids until their names are known."""
        self._texts = texts
        self._rulesets: Mapping[str, str] = {}

    def know(self, rulesets: Mapping[str, str]) -> None:
        """Takes the names of rulesets by id."""
        self._rulesets = rulesets

    def text(self, facet: FacetName, value: str) -> str:
        """Returns what a value is called."""
        match facet:
            case "rulesets":
                return self._rulesets.get(value, value)
            case "sides":
                return self._texts.text_of(f"gui.side.{value}")
            case "kinds":
                return self._texts.text_of(f"gui.kind.{value}")
            case "origins":
                known = value in (SHIPPED, OWN)
                return self._texts.text_of(f"gui.library.origin.{value}") if known else value
            case "threat":
                return self._threat(value)
            case _:
                return value

    def _threat(self, value: str) -> str:
        low, _, high = value.partition("-")
        if high == "0":
            return self._texts.text_of("gui.library.threat_unknown")
        if int(high) >= THREATS[-1][1]:
            return self._texts.text_of("gui.library.threat_from", low=low)
        return self._texts.text_of("gui.library.threat", low=low, high=high)

    def active(self, wanted: Filter) -> Iterator[Facet]:
        """Yields what is on."""
        for name in FACETS:
            if name == "threat":
                if wanted.threat is not None:
                    value = f"{wanted.threat[0]}-{wanted.threat[1]}"
                    yield Facet(name=name, value=value, text=self.text(name, value), is_on=True)
                continue
            for value in sorted(getattr(wanted, name)):
                yield Facet(name=name, value=value, text=self.text(name, value), is_on=True)

    def offered(self, wanted: Filter, facets: Facets, name: FacetName) -> Iterator[Facet]:
        """Yields what could be on of one facet, most frequent first."""
        if name == "threat":
            for low, high in THREATS:
                value = f"{low}-{high}"
                yield Facet(
                    name=name,
                    value=value,
                    text=self.text(name, value),
                    is_on=wanted.threat == (low, high),
                )
            return
        for value, count in getattr(facets, name).items():
            is_on = value in getattr(wanted, name)
            yield Facet(
                name=name, value=value, text=self.text(name, value), is_on=is_on, count=count
            )
