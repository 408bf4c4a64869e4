"""What can be set in the program: each setting with each of its values; Enter sets it at once."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from msgspec import Struct

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.command_line.finding.source import Found
from encounter_gui.gui.command_line.sources.menu_actions import aliases_of

_SIZE = "size"


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
        choices = tuple(self._choices())
        sizes = tuple(each for each in choices if each.name == _SIZE)
        steps = _size_steps(sizes)
        yield from self._last_sizes(sizes)
        for each in choices:
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
                aliases=aliases_of(
                    self._texts, steps.get(each.value, "") if each.name == _SIZE else ""
                ),
                is_setting=True,
                ways={"do": partial(self._choose, each.name, each.value)},
            )

    def _last_sizes(self, sizes: Sequence[SettingChoice]) -> Iterator[Found]:
        """Yields, for the largest and the smallest text, that there is none beyond it."""
        ends = (("larger", sizes[-1:]), ("smaller", sizes[:1]))
        for name, end in ends:
            if end and end[0].is_set:
                yield Found(
                    key=f"setting.{_SIZE}.{name}",
                    title=self._texts.text_of(f"gui.palette.{name}", setting=end[0].setting),
                    note=self._texts.text_of("gui.settings.title"),
                    icon="settings",
                    why_not=self._texts.text_of(f"gui.palette.no_{name}"),
                    aliases=aliases_of(self._texts, f"{name}_text"),
                    is_setting=True,
                )


def _size_steps(sizes: Sequence[SettingChoice]) -> Mapping[str, str]:
    """Returns which text size is the next larger and which the next smaller one, by value."""
    now = next((at for at, each in enumerate(sizes) if each.is_set), None)
    if now is None:
        return {}
    near = ((now + 1, "larger_text"), (now - 1, "smaller_text"))
    return {sizes[at].value: name for at, name in near if 0 <= at < len(sizes)}
