"""YAML as people and tools write it, read so that nothing in it can grow without end."""

import json

import yaml

from encounter_gui.interchange.documents import (
    MOST_DEPTH,
    Document,
    Json,
    import_error,
    without_halves,
)

_LOADER: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The quick one where there is one; both make nothing but plain values."""


def read_yaml(name: str, words: str, line: int = 1) -> Json:
    """Returns the data of a text that begins at a line of a file; of several documents in it, a list.

    Raises:
        DataError: it is no YAML, is nested too deep, or uses what could grow without end.
    """
    try:
        _check(name, words, line)
        found = list(yaml.load_all(words, Loader=_LOADER))
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        at_line = line + mark.line if mark is not None else line
        why = getattr(error, "problem", None) or str(error)
        raise import_error(
            name, "import.broken_yaml", f"line {at_line}", line=at_line, reason=why
        ) from error
    return without_halves(found[0] if len(found) == 1 else found)


def with_front_matter(document: Document) -> Document:
    """Returns a file of YAML as if it were JSON, in which keys are texts; others as they are.

    Raises:
        DataError: as ``read_yaml``.
    """
    if document.kind != "yaml":
        return document
    data = read_yaml(document.name, document.data)
    plain = json.loads(json.dumps(data, default=str, skipkeys=True))
    return Document(name=document.name, kind="json", data=plain)


def _check(name: str, words: str, line: int) -> None:
    """An anchor may be named again and again, and so grow to any size: nobody needs them here, so none is read."""
    depth = 0
    for event in yaml.parse(words, Loader=_LOADER):
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise import_error(name, "import.yaml_alias", f"line {line}")
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > MOST_DEPTH:
            raise import_error(name, "import.too_deep", f"line {line}", most=MOST_DEPTH)
