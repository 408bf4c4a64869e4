"""The rule systems: an explicit list, no discovery. A system is imported when the first fight asks for it."""

from collections.abc import Iterator

from encounter_gui.core.errors import refuse
from encounter_gui.rules.facade import System
from encounter_gui.rules.model.games.manifest import Manifest

SYSTEMS = ("d6pool", "cwn", "phases", "chrome")
"""The games that come with the program: each a rule system, and a ruleset of the same name."""

EVERY_SYSTEM = (*SYSTEMS, "declared")
"""Every rule system there is, by the name under which rulesets ask for it; the last plays what rulesets declare."""


FIRST_RULESET = "d6pool"
"""The ruleset of the first encounter in a new campaign."""


def system_for(name: str) -> System:
    """Returns the system a ruleset asks for.

    Raises:
        RuleError: this program has no such system.
    """
    match name:
        case "d6pool":
            from encounter_gui.rules.systems.d6pool.system import D6Pool

            return D6Pool()
        case "cwn":
            from encounter_gui.rules.systems.cwn.system import CitiesWithoutNumber

            return CitiesWithoutNumber()
        case "phases":
            from encounter_gui.rules.systems.phases.system import Phases

            return Phases()
        case "chrome":
            from encounter_gui.rules.systems.chrome.system import Chrome

            return Chrome()
        case "declared":
            from encounter_gui.rules.systems.declared.system import Declared

            return Declared()
        case _:
            raise refuse("rules.no_such_system", system=name)


def manifests() -> Iterator[Manifest]:
    """Yields what each rule system brings along, in the order of ``EVERY_SYSTEM``; nothing else of it is imported."""
    from encounter_gui.rules.systems.chrome.manifest import MANIFEST as CHROME
    from encounter_gui.rules.systems.cwn.manifest import MANIFEST as CWN
    from encounter_gui.rules.systems.d6pool.manifest import MANIFEST as D6POOL
    from encounter_gui.rules.systems.declared.manifest import MANIFEST as DECLARED
    from encounter_gui.rules.systems.phases.manifest import MANIFEST as PHASES

    yield from (D6POOL, CWN, PHASES, CHROME, DECLARED)
