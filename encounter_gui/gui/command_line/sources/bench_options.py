"""What can be set on the attack bench, and Resolve: the same choices as by its own fields."""

from collections.abc import Callable, Iterator
from functools import partial

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.command_line.finding.source import Found
from encounter_gui.rules.model.text_format import with_sign
from encounter_gui.rules.view import AttackForm, FormChoices, FormField, Option, Toggle

_MOST_NUMBERS = 41


class BenchOptions:
    """Lists the options, modifiers and dice of the bench as it stands."""

    def __init__(
        self,
        form: Callable[[], AttackForm],
        choose: Callable[[FormChoices], object],
        resolve: Callable[[], object],
        go_to: Callable[[str], object],
        texts: MessageCatalog,
    ) -> None:
        """Takes the bench's parts.

        Args:
            form: returns the form as it is shown.
            choose: takes choices, by the keys of fields and modifiers.
            resolve: carries out what is on it.
            go_to: takes the keyboard to the dice field with this key.
            texts: the texts.
        """
        self._form = form
        self._choose = choose
        self._resolve = resolve
        self._go_to = go_to
        self._texts = texts

    def __call__(self) -> Iterator[Found]:
        """Yields what can be set, then what can be done."""
        form = self._form()
        if form.actor is None and not form.fields:
            return
        yield self._resolving(form)
        for field in form.fields:
            yield from self._numbers(field) if field.look == "number" else self._options(field)
        for toggle in form.toggles:
            yield self._toggle(toggle)
        for dice in form.dice:
            yield Found(
                key=f"bench.dice.{dice.key}",
                title=self._texts.text_of(
                    "gui.palette.bench.dice", label=dice.label, dice=dice.notation
                ),
                note=self._bench,
                icon="dice",
                ways={"do": partial(self._go_to, dice.key)},
            )

    @property
    def _bench(self) -> str:
        return self._texts.text_of("gui.part.bench")

    def _resolving(self, form: AttackForm) -> Found:
        words = form.resolve or self._texts.text_of("gui.attack.resolve")
        return Found(
            key="bench.resolve",
            title=words,
            note=self._bench,
            also=self._texts.text_of("gui.palette.words.resolve"),
            icon="target",
            why_not=form.why_not,
            ways={"do": self._resolve},
        )

    def _options(self, field: FormField) -> Iterator[Found]:
        for option in field.options:
            yield self._option(field, option, option.key)

    def _numbers(self, field: FormField) -> Iterator[Found]:
        if field.most - field.least < _MOST_NUMBERS:
            for number in range(field.least, field.most + 1):
                text = with_sign(number) if field.least < 0 else str(number)
                yield self._option(field, Option(key=str(number), text=text), str(number))

    def _option(self, field: FormField, option: Option, value: str) -> Found:
        is_chosen = field.chosen == value
        state = self._texts.text_of("gui.palette.chosen") if is_chosen else ""
        return Found(
            key=f"bench.{field.key}.{value}",
            title=f"{field.label}: {option.text}" if field.label else option.text,
            note=" · ".join(each for each in (option.note, self._bench, state) if each),
            icon="" if option.side else "target",
            side=option.side,
            why_not=option.why_not,
            ways={"do": partial(self._take, field.key, value)},
        )

    def _toggle(self, toggle: Toggle) -> Found:
        state = "gui.palette.on" if toggle.is_on else "gui.palette.off"
        return Found(
            key=f"bench.{toggle.key}",
            title=" ".join(each for each in (toggle.text, toggle.amount) if each),
            note=f"{self._bench} · {self._texts.text_of(state)}",
            also=f"{toggle.group} {toggle.tip}",
            icon="lock" if toggle.is_locked else "sliders",
            why_not=self._texts.text_of("gui.palette.why.locked") if toggle.is_locked else "",
            ways={"do": partial(self._take, toggle.key, "off" if toggle.is_on else "on")},
        )

    def _take(self, key: str, value: str) -> None:
        self._choose({key: value})
