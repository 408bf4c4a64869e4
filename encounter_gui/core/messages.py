"""Text for people, kept apart from the code that has something to say.

The core speaks in messages: a key and parameters. Only a catalogue, read from ``resources/i18n/``, turns one into words.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

Param = int | float | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One thing to say: the key of its text and the values the text names.

    Example:
        >>> Catalogue({"hit": "{who} is hit for {wounds}"}).text(say("hit", who="Gang A", wounds=4))
        'Gang A is hit for 4'
    """

    key: str
    params: Mapping[str, Param] = field(default_factory=dict)


def say(key: str, **params: Param) -> Message:
    """Returns the message with this key and these parameters."""
    return Message(key=key, params=params)


class Catalogue:
    """The texts of one language, by message key."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        """Takes the texts, each a ``str.format`` template naming its message's parameters."""
        self._texts = texts

    def text(self, message: Message) -> str:
        """Returns the words of a message; an unknown key shows itself and its parameters instead of failing."""
        template = self._texts.get(message.key)
        if template is None:
            values = " · ".join(f"{name} {value}" for name, value in message.params.items())
            return f"{message.key}: {values}" if values else message.key
        return template.format(**message.params)

    def word(self, key: str) -> str:
        """Returns the text of a key that takes no parameters."""
        return self.text(Message(key=key))
