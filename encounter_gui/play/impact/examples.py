"""The worked examples of the rule texts, played again by changed rules."""

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct

from encounter_gui.core.errors import AppError, DataError
from encounter_gui.core.messages import MessageCatalog
from encounter_gui.play.scripts.script_reader import read_fight
from encounter_gui.play.scripts.script_runner import FightReport, play_script
from encounter_gui.rules.files.ruleset_errors import FileError
from encounter_gui.rules.model.ruleset import Ruleset

_NOW = "2000-01-01T00:00:00+00:00"
"""When the examples are played: nothing of them is kept."""

_SEED = 0


class ExampleResult(Struct, frozen=True, kw_only=True):
    """What came of a worked example: its name, its file, and what is not as it says, in words.

    ``differences`` begin with the step they are of, then say the path, what the example expects, and what was found.
    """

    name: str
    file: str
    differences: tuple[str, ...] = ()

    @property
    def is_green(self) -> bool:
        """Whether everything is as the example says."""
        return not self.differences


class ExamplesStoppedError(Exception):
    """The examples were told to stop while one of them was played."""


def examples_played(
    files: Mapping[str, str],
    ruleset: Ruleset,
    texts: MessageCatalog,
    is_stopped: Callable[[], bool],
) -> Iterator[ExampleResult]:
    """Yields what came of each worked example of a game by these rules; ``files`` are their texts by file name.

    Raises:
        ExamplesStoppedError: ``is_stopped`` said so; it is asked before every step.
    """

    def now() -> str:
        if is_stopped():
            raise ExamplesStoppedError
        return _NOW

    for file, text in files.items():
        yield _played(file, text, ruleset, texts, now)


def _played(
    file: str, text: str, ruleset: Ruleset, texts: MessageCatalog, now: Callable[[], str]
) -> ExampleResult:
    name = file
    try:
        fight = read_fight(text, file, lambda _: ruleset)
        name = fight.head.name
        report = play_script(fight, texts=texts, now=now, seed=_SEED)
    except AppError as error:
        return ExampleResult(name=name, file=file, differences=tuple(_problems(error, texts)))
    return ExampleResult(name=name, file=file, differences=tuple(_differences(report, texts)))


def _differences(report: FightReport, texts: MessageCatalog) -> Iterator[str]:
    for each in report.failures:
        said = texts.text(each.message)
        yield texts.text_of("workshop.impact.step", step=each.step, text=said)


def _problems(error: AppError, texts: MessageCatalog) -> Iterator[str]:
    for each in error.problems if isinstance(error, FileError) else (error,):
        pointer = each.place.pointer if isinstance(each, DataError) else ""
        yield ": ".join(part for part in (pointer, texts.text(each.message)) if part)
