"""The rules of the game that is played, each by its id with its sentence."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.command_line.finding.source import Found

Sentences = Mapping[str, tuple[str, str]]
"""The title and the sentence of each rule, by its id."""


class Rules:
    """Lists the rules; Enter opens one."""

    def __init__(
        self,
        rules: Callable[[], Sentences],
        show: Callable[[str], object],
        texts: MessageCatalog,
    ) -> None:
        """Takes what returns the rules of the game, and what opens one by its id."""
        self._rules = rules
        self._show = show
        self._texts = texts

    def __call__(self) -> Iterator[Found]:
        """Yields the rules."""
        for rule, (title, sentence) in self._rules().items():
            yield Found(
                key=rule,
                title=f"{rule}  {title}",
                note=sentence,
                icon="ruleset",
                says=self._texts.text_of("gui.palette.opens"),
                ways={"do": partial(self._show, rule), "show": partial(self._show, rule)},
            )
