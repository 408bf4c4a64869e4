"""Own rules as the files of a ruleset that extends a game, and back: nothing is lost either way."""

from collections.abc import Iterator, Mapping
from typing import Any

import tomli_w

from encounter_gui.rules.files.layers import Layer, file_data, layer_of
from encounter_gui.rules.files.loader import LISTS_BY_KEY, own_data

_ORDER = (
    "switches", "numbers", "actions", "modifiers", "conditions", "gauges", "locations", "wound_levels", "fields",
    "items", "creatures", "names", "scales", "lists", "tables",
)  # fmt: skip
"""What a game master changes most comes first; the rest follows by its name."""


def layer_text(layer: Layer, head: Mapping[str, str]) -> str:
    """Returns a layer as ``ruleset.toml``: ``head`` (name, version, extends …) first, then one table an entry."""
    data = file_data(layer)
    plain = {key: data[key] for key in sorted(data) if not _is_table(key, data[key])}
    tables = sorted((key for key in data if key not in plain), key=_place)
    return "\n".join(
        (
            tomli_w.dumps({**{key: said for key, said in head.items() if said}, **plain}),
            *(part for key in tables for part in _parts(key, data[key])),
        )
    )


def layer_in(ruleset: str, texts: Mapping[str, str]) -> Layer:
    """Returns the layer that the files of a ruleset are which extends another; ``ruleset`` is its id.

    Raises:
        RulesetError: they cannot be read; says everything that is wrong.
    """
    return layer_of(own_data(ruleset, texts))


def _is_table(key: str, value: object) -> bool:
    """Returns whether something is written under a heading of its own: it stands behind all that is not."""
    return isinstance(value, Mapping) or (key in LISTS_BY_KEY and bool(value))


def _place(key: str) -> tuple[int, str]:
    return _ORDER.index(key) if key in _ORDER else len(_ORDER), key


def _parts(key: str, value: Any) -> Iterator[str]:  # noqa: ANN401 - files hold anything
    if isinstance(value, Mapping):
        yield tomli_w.dumps({key: value})
        return
    for entry in value:
        # The writer puts short entries into one line of one list: a table each is what people can read and compare.
        yield tomli_w.dumps({key: entry}).replace(f"[{key}]", f"[[{key}]]", 1)
