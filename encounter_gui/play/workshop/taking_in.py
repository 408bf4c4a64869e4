"""Own rules of a file on their way into a campaign: what they are to those it has, before anything is changed."""

from collections.abc import Callable

from msgspec import Struct

from encounter_gui.core.errors import RuleError, refuse
from encounter_gui.play.rulesets.differences import Difference, differences
from encounter_gui.play.rulesets.installed import Arrival, Texts, ruleset_in, version_numbers
from encounter_gui.play.rulesets.layer_files import layer_in
from encounter_gui.play.rulesets.pack import Manifest, Pack
from encounter_gui.play.workshop.sharing import travelling_version
from encounter_gui.play.workshop.workshop import DraftView
from encounter_gui.rules.files.layers import Base
from encounter_gui.rules.model.own_rules import OwnRules
from encounter_gui.rules.model.ruleset import Ruleset

Versions = Callable[[str], tuple[OwnRules, ...]]
"""Returns the versions of a campaign's own rules for a game, newest first."""


class Arriving(Struct, frozen=True, kw_only=True):
    """Own rules that could be taken into a campaign.

    ``game`` is the id of the ruleset that they change, ``there`` the newest version that the campaign has for it.
    ``rules`` has the version that it would get; where it is there already (``same``), the one that it has.
    ``differences`` are those between what holds now and what would hold.
    """

    game: str
    game_name: str
    pack: Pack
    rules: OwnRules
    arrival: Arrival
    there: OwnRules | None = None
    differences: tuple[Difference, ...] = ()
    before: Ruleset
    """The game as it is in the campaign now."""
    ruleset: Ruleset
    """The game with these rules over it."""

    @property
    def asks(self) -> bool:
        """Whether somebody has to say that it is meant: it would hold in place of rules that it does not follow on."""
        return self.arrival in ("other", "older") or (
            self.arrival == "new" and self.there is not None
        )

    @property
    def refusal(self) -> RuleError:
        """What is said where it is not taken in unless somebody says that it is meant."""
        there = self.there
        return refuse(
            f"ruleset.pack.{'instead' if self.arrival == 'new' else self.arrival}",
            name=self.rules.name,
            version=self.rules.pack_version,
            there=travelling_version(there) if there is not None else "",
            other=there.name if there is not None else "",
            count=len(self.differences),
        )


def look_at(pack: Pack, texts: Texts, versions: Versions, game: str = "") -> Arriving:
    """Returns what taking the rules of a pack into a campaign would do; nothing is written.

    ``texts`` returns the files of a ruleset. With ``game`` they have to be for that one.

    Raises:
        RuleError: it extends nothing, what is not there, or another game.
        RulesetError: something is wrong with it; says everything that is, by file and place.
    """
    manifest = pack.manifest
    if not manifest.extends:
        raise refuse("ruleset.pack.stands_alone", name=manifest.name)
    ruleset_in(pack, texts)  # what is wrong with it is told by its files and places
    base = Base(manifest.extends, texts)
    if game and game != manifest.extends:
        raise refuse(
            "ruleset.pack.other_game", name=manifest.name, extends=base.ruleset.name, game=game
        )
    known = versions(manifest.extends)
    there = next(iter(known), None)
    layer = layer_in(manifest.id, pack.texts)
    arrival = _arrival(manifest, layer.data, known)
    number = there.version if there is not None else 0
    rules = OwnRules(
        name=manifest.name,
        version=number if arrival == "same" else number + 1,
        source="file",
        author=manifest.author,
        note=manifest.text,
        pack=manifest.id,
        pack_version=manifest.version,
        licence=manifest.licence,
    )
    before = base.ruleset if there is None else DraftView(base, there).ruleset
    draft = DraftView(base, DraftView(base, rules).with_layer(layer))
    return Arriving(
        game=manifest.extends,
        game_name=base.ruleset.name,
        pack=pack,
        rules=draft.rules,
        before=before,
        ruleset=draft.ruleset,
        arrival=arrival,
        there=there,
        differences=differences(before, draft.ruleset),
    )


def _arrival(manifest: Manifest, data: object, known: tuple[OwnRules, ...]) -> Arrival:
    """Returns what rules of a file are to those that a campaign has, newest first."""
    if known and known[0].data == data:
        return "same"
    akin = next((each for each in known if _is_akin(each, manifest)), None)
    if akin is None:
        return "new"
    new, old = (version_numbers(each) for each in (manifest.version, travelling_version(akin)))
    return "newer" if new > old else "older" if new < old else "other"


def _is_akin(rules: OwnRules, manifest: Manifest) -> bool:
    """Returns whether rules are a version of what a file holds: by its id, those made here by their name."""
    return rules.pack == manifest.id if rules.pack else rules.name == manifest.name
