"""Own rules of a file on their way into a campaign, beside those it has."""

from collections.abc import Callable, Iterable

import msgspec

from encounter_gui.core.errors import AppError
from encounter_gui.core.messages import say
from encounter_gui.interchange.imported import FoundRules, Skipped
from encounter_gui.play.rulesets.pack import MANIFEST, Manifest, Pack, checked
from encounter_gui.play.workshop.taking_in import Arriving
from encounter_gui.rules.model.ruleset import Ruleset

LookAt = Callable[[Pack], Arriving]
"""Returns what taking a pack in would do, or says what is wrong with it."""


def split_arriving(
    found: Iterable[FoundRules], look_at: LookAt
) -> tuple[tuple[Arriving, ...], tuple[Skipped, ...]]:
    """Returns the own rules that could be taken in, one for each game, and what is wrong with the others."""
    arriving: dict[str, Arriving] = {}
    skipped: list[Skipped] = []
    for each in found:
        name = str(each.rules.manifest.get("name", MANIFEST))
        try:
            manifest = msgspec.convert(each.rules.manifest, Manifest)
            seen = look_at(checked(manifest, each.rules.texts, each.file))
        except msgspec.ValidationError as error:
            reason = say("ruleset.pack.bad_manifest", reason=str(error))
        except AppError as error:
            reason = error.message
        else:
            if arriving.setdefault(seen.game, seen) is seen:
                continue
            reason = say("import.rules_twice", name=name, game=seen.game_name)
        skipped.append(Skipped(file=each.file, name=name, reason=reason))
    return tuple(arriving.values()), tuple(skipped)


def over(
    rulesets: Callable[[str], Ruleset], arriving: Iterable[Arriving]
) -> Callable[[str], Ruleset]:
    """Returns rulesets with the own rules over them that will hold; those that have to be asked about do not count."""
    own = {each.game: each.ruleset for each in arriving if not each.asks}

    def one(ruleset: str) -> Ruleset:
        return own.get(ruleset) or rulesets(ruleset)

    return one
