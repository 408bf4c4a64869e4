"""Text for people, kept apart from the code that has something to say.

The core speaks in messages: a key and parameters.
Only a catalogue, read from ``resources/i18n/``, turns one into words.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from string import Formatter

from typing_extensions import override

Param = int | float | str

Segment = tuple[str, bool]
"""A piece of a sentence, and whether it is strong: a name, or the arithmetic that decides."""

_STRONG = re.compile(r"\*(\S|\S[^*]*\S)\*")


class _Counted(Formatter):
    """Formats templates such as ``{count} {count:entry|entries}``: the first word for 1, the second for all else."""

    @override
    def format_field(self, value: Param, format_spec: str) -> str:
        one, bar, many = format_spec.partition("|")
        if bar:
            return one if str(value) == "1" else many
        return format(value, format_spec)


_COUNTED = _Counted()


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One thing to say: the key of its text and the values the text names.

    Example:
        >>> MessageCatalog({"hit": "{who} is hit for {wounds}"}).text(say("hit", who="Gang A", wounds=4))
        'Gang A is hit for 4'
    """

    key: str
    params: Mapping[str, Param] = field(default_factory=dict)


def say(key: str, **params: Param) -> Message:
    """Returns the message with this key and these parameters."""
    return Message(key=key, params=params)


def _no_family(family: str) -> Mapping[str, str]:  # noqa: ARG001
    """Returns no texts; a function with a name, so that a catalog without a source can go to another process."""
    return {}


class MessageCatalog:
    """The texts of one language, by message key."""

    def __init__(
        self,
        texts: Mapping[str, str],
        more: Callable[[str], Mapping[str, str]] = _no_family,
    ) -> None:
        """Takes the texts, each a ``str.format`` template naming its message's parameters.

        ``{count:entry|entries}`` is the first word where the parameter is 1, else the second.

        ``more`` gives those of a family, the first part of a key, when one of them is asked for the first time.
        """
        self._texts = dict(texts)
        self._more = more
        self._asked: set[str] = set()

    def text(self, message: Message) -> str:
        """Returns the words of a message; an unknown key shows itself and its parameters instead of failing."""
        template = self._template(message.key)
        if template is None:
            values = " · ".join(f"{name} {value}" for name, value in message.params.items())
            return f"{message.key}: {values}" if values else message.key
        return _fill(template, message.params)

    def segments(self, message: Message) -> tuple[Segment, ...]:
        """Returns the words of a message in pieces: what its template puts between stars is strong.

        Stars in what is filled in are only stars. The pieces together are the sentence, without the marks.

        Example:
            >>> MessageCatalog({"hit": "*{who}* is hit"}).segments(say("hit", who="Gang A"))
            (('Gang A', True), (' is hit', False))
        """
        template = self._template(message.key)
        if template is None:
            return ((self.text(message), False),)
        # The pattern has one group, so what lies between stars stands at the odd places.
        pieces = enumerate(_STRONG.split(template))
        filled = ((_fill(piece, message.params), place % 2 == 1) for place, piece in pieces)
        return tuple((text, is_strong) for text, is_strong in filled if text)

    def sentence(self, message: Message) -> str:
        """Returns the words of a message without the marks of strong pieces: to be spoken, or searched."""
        return "".join(text for text, _ in self.segments(message))

    def _template(self, key: str) -> str | None:
        found = self._texts.get(key)
        if found is not None:
            return found
        family = key.partition(".")[0]
        if family not in self._asked:
            self._asked.add(family)
            self._texts.update(self._more(family))
        return self._texts.get(key)

    def text_of(self, key: str, **params: Param) -> str:
        """Returns the text of a key, with these parameters."""
        template = self._texts.get(key) or self._template(key)
        if template is None:
            return self.text(Message(key=key, params=params))
        return _fill(template, params)

    def text_or(self, key: str, other: str) -> str:
        """Returns the text of a key that the data made, or something else if nobody has written one."""
        return self._template(key) or other


def _fill(template: str, params: Mapping[str, Param]) -> str:
    # str.format is several times faster than Formatter, and few texts count anything.
    if "|" in template:
        return _COUNTED.vformat(template, (), params)
    return template.format(**params)


def figure_text(value: float) -> str:
    """Returns a number as it is written everywhere: with a real minus sign, whole where it can be."""
    return f"{value:g}".replace("-", "−")
