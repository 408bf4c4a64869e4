"""What can be set in the program: each setting with each of its values; Enter sets it at once."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from msgspec import Struct

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.command_line.finding.source import Found


class SettingChoice(Struct, frozen=True, kw_only=True):
    """A value of a setting, both by key and in words.

    ``is_set``: it is so now. ``is_switch``: choosing it turns it on or off; else it takes the place of another value.
    """

    name: str
    value: str
    setting: str
    text: str
    is_set: bool = False
    is_switch: bool = False


class SettingChoices:
    """Lists settings and their values; themes stand among the menus."""

    def __init__(
        self,
        choices: Callable[[], Iterable[SettingChoice]],
        choose: Callable[[str, str], object],
        texts: MessageCatalog,
    ) -> None:
        """Takes what returns all values of all settings, and what sets a setting, by its name, to a value."""
        self._choices = choices
        self._choose = choose
        self._texts = texts

    def __call__(self) -> Iterator[Found]:
        """Yields the values that can be chosen."""
        words = self._texts.text_of
        for each in self._choices():
            state = ""
            if each.is_switch:
                state = words("gui.palette.on" if each.is_set else "gui.palette.off")
            elif each.is_set:
                state = words("gui.palette.chosen")
            yield Found(
                key=f"setting.{each.name}.{each.value}",
                title=f"{each.setting}: {each.text}",
                note=" · ".join(part for part in (words("gui.settings.title"), state) if part),
                also=words("gui.palette.note.settings"),
                icon="settings",
                ways={"do": partial(self._choose, each.name, each.value)},
            )
