"""All rulesets there are, each read once: what the library and imports choose among."""

from collections.abc import Callable, Iterable
from threading import Lock

from encounter_gui.core.errors import AppError
from encounter_gui.rules.model.ruleset import Ruleset


class RulesetRepository:
    """Reads every ruleset that can be used; one with a mistake in it is left out, and said when it is chosen.

    May be filled by another thread while the window is being used.
    """

    def __init__(
        self, build: Callable[[str], Ruleset], ids: Callable[[], Iterable[str]] = tuple
    ) -> None:
        """Takes what reads a ruleset, and what lists the ids of all."""
        self._build = build
        self._ids = ids
        self._lock = Lock()
        self._read: dict[str, Ruleset] | None = None

    def all(self) -> tuple[Ruleset, ...]:
        """Returns all that can be used, in the order of their ids."""
        return tuple(self._fill().values())

    def one(self, ruleset: str) -> Ruleset | None:
        """Returns the ruleset of this id, or None."""
        return self._fill().get(ruleset)

    def forget(self) -> None:
        """Reads them anew when they are next asked for: files of rulesets have come or gone."""
        with self._lock:
            self._read = None

    def _fill(self) -> dict[str, Ruleset]:
        with self._lock:
            if self._read is None:
                built = ((each, self._built(each)) for each in sorted(self._ids()))
                self._read = {each: ruleset for each, ruleset in built if ruleset is not None}
            return self._read

    def _built(self, ruleset: str) -> Ruleset | None:
        try:
            return self._build(ruleset)
        except AppError:
            return None
