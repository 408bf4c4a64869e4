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


MOST_VALUES = 150_000
"""Most keys and values that are read of one file. A stat block of the fifth edition has about 100."""

_OF_A_PIECE = 10
"""As how many values a piece of YAML counts by itself: it takes as long as these."""


class YamlReader:
    """Reads the pieces of YAML in one file, and counts what is in all of them together."""

    def __init__(self, name: str) -> None:
        """Takes the name of the file, for what is wrong with it."""
        self._name = name
        self._count = 0

    def read(self, words: str, line: int = 1) -> Json:
        """Returns the data of a text that begins at a line of the file; of several documents in it, a list.

        Of a text of blanks it is None.

        Raises:
            DataError: it is no YAML, is nested too deep, uses what could grow without end, or there is too much of it.
        """
        if not words.strip():
            return None
        self._count += _OF_A_PIECE
        try:
            self._check(words, line)
            found = list(yaml.load_all(words, Loader=_LOADER))
        except (yaml.YAMLError, RecursionError, ValueError) as error:
            mark = getattr(error, "problem_mark", None)
            at_line = line + mark.line if mark is not None else line
            why = getattr(error, "problem", None) or str(error)
            raise import_error(
                self._name, "import.broken_yaml", f"line {at_line}", line=at_line, reason=why
            ) from error
        return without_halves(found[0] if len(found) == 1 else found)

    def _check(self, words: str, line: int) -> None:
        """An anchor may be named again and again, and so grow to any size: nobody needs them here, so none is read."""
        depth = 0
        for event in yaml.parse(words, Loader=_LOADER):
            if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
                raise import_error(self._name, "import.yaml_alias", f"line {line}")
            is_end = isinstance(event, yaml.CollectionEndEvent | yaml.DocumentEndEvent)
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            self._count += not is_end
            if depth > MOST_DEPTH:
                raise import_error(self._name, "import.too_deep", f"line {line}", most=MOST_DEPTH)
            if self._count > MOST_VALUES:
                raise import_error(self._name, "import.yaml_too_long", most=MOST_VALUES)


def with_front_matter(document: Document) -> Document:
    """Returns a file of YAML as if it were JSON, in which keys are texts; others as they are.

    Raises:
        DataError: as ``YamlReader.read``.
    """
    if document.kind != "yaml":
        return document
    data = YamlReader(document.name).read(document.data)
    plain = json.loads(json.dumps(data, default=str, skipkeys=True))
    return Document(name=document.name, kind="json", data=plain)
