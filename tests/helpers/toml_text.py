"""Plain data as TOML text, for tests that spoil a file in one place."""

import json
from typing import Any


def toml_text(data: dict[str, Any]) -> str:
    """Returns a text that reads back as this data."""
    return "".join(f"{json.dumps(key)} = {_value(value)}\n" for key, value in data.items())


def _value(value: Any) -> str:
    match value:
        case dict():
            pairs = (f"{json.dumps(key)} = {_value(each)}" for key, each in value.items())
            return f"{{ {', '.join(pairs)} }}"
        case list():
            return f"[{', '.join(_value(each) for each in value)}]"
        case str():
            # TOML knows the escapes of JSON, but not DEL as it is.
            return json.dumps(value).replace("\x7f", "\\u007f")
        case bool():
            return str(value).lower()
        case _:
            return str(value)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Returns the paths of everything inside plain data."""
    found = [path] if path else []
    pairs = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    for key, value in pairs:
        found += places(value, (*path, key))
    return found


def spoilt(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    """Returns data with another value in one place."""
    if not path:
        return value
    if isinstance(data, dict):
        return {**data, path[0]: spoilt(data[path[0]], path[1:], value)}
    return [
        spoilt(each, path[1:], value) if number == path[0] else each
        for number, each in enumerate(data)
    ]
