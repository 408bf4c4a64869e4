"""What goes out of a campaign: a creature, the library, an encounter, or all of it, in any format there is."""

from collections.abc import Callable, Iterable

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from encounter_gui.core.errors import AppError, refuse
from encounter_gui.encounter.values import Combatant
from encounter_gui.interchange.documents import MOST_BYTES
from encounter_gui.interchange.exporting import FORMATS, Exported, foundry_system
from encounter_gui.interchange.formats import own_format
from encounter_gui.interchange.imported import OwnEncounter, OwnExtra, OwnRuleset, own_extra
from encounter_gui.play.open_campaign import OpenCampaign
from encounter_gui.play.prep.creature_repository import kind_of
from encounter_gui.rules.files.custom_entries import beside
from encounter_gui.rules.model.items import other_hand_of
from encounter_gui.rules.model.prepared import LibraryCreature
from encounter_gui.rules.model.ruleset import CarriedDef, CreatureDef, Ruleset
from encounter_gui.storage.prepared_store import Stored

RulesetRepository = Callable[[str], Ruleset]

_MEGABYTE = 1024 * 1024


class Parcel(Struct, frozen=True, kw_only=True):
    """What is to be written: creatures, a title, and for our own format encounters and what is the campaign's own.

    That are its items and conditions, and its rules for the games of all of these.
    """

    title: str
    creatures: tuple[Exported, ...] = ()
    encounters: tuple[OwnEncounter, ...] = ()
    extras: tuple[OwnExtra, ...] = ()
    rules: tuple[OwnRuleset, ...] = ()


def with_rules(parcel: Parcel, campaign: OpenCampaign) -> Parcel:
    """Returns a parcel with the newest own rules that a campaign has for the games in it."""
    games = dict.fromkeys(
        (
            *(each.ruleset.id for each in parcel.creatures),
            *(each.ruleset for each in parcel.encounters),
            *(each.ruleset for each in parcel.extras),
        )
    )
    return replace(parcel, rules=_own_rules(campaign, games))


def _own_rules(campaign: OpenCampaign, games: Iterable[str]) -> tuple[OwnRuleset, ...]:
    if not campaign.has_own_rules:
        return ()
    own = campaign.own_rules
    packs = (own.pack(each) for each in games if own.repository.newest(each) is not None)
    return tuple(
        OwnRuleset(manifest=to_builtins(each.manifest), texts=each.texts) for each in packs
    )


def parcel_of(campaign: OpenCampaign, what: str, rulesets: RulesetRepository) -> Parcel:
    """Returns what ``library``, ``campaign``, ``creature:NAME`` or ``encounter:NAME`` stands for.

    Raises:
        AppError: there is no such thing, or its ruleset cannot be used.
    """
    if (
        what == "campaign"
    ):  # its rules for a game are its own even where nothing is prepared for that game yet
        games = campaign.own_rules.repository.rulesets() if campaign.has_own_rules else ()
        return replace(_parcel(campaign, what, rulesets), rules=_own_rules(campaign, games))
    return with_rules(_parcel(campaign, what, rulesets), campaign)


def _parcel(campaign: OpenCampaign, what: str, rulesets: RulesetRepository) -> Parcel:
    kind, _, name = what.partition(":")
    match kind:
        case "library":
            return Parcel(
                title=campaign.path.stem,
                creatures=_library(campaign, rulesets),
                extras=all_extras(campaign),
            )
        case "campaign":
            every = tuple(
                campaign.own_encounter(each.id, each.name) for each in campaign.encounters()
            )
            return Parcel(
                title=campaign.path.stem,
                creatures=_library(campaign, rulesets),
                encounters=every,
                extras=all_extras(campaign),
            )
        case "creature":
            found = _library(campaign, rulesets, name)
            if not found:
                raise refuse("export.no_such_creature", name=name)
            return Parcel(title=name, creatures=found, extras=extras_for(campaign, found))
        case "encounter":
            listed = next((each for each in campaign.encounters() if each.name == name), None)
            if listed is None:
                raise refuse("export.no_such_encounter", name=name)
            own = campaign.own_encounter(listed.id, listed.name)
            parcel = of_encounter(own, rulesets)
            return replace(parcel, extras=extras_for(campaign, parcel.creatures, (own,)))
        case _:
            raise refuse("export.no_such_thing", what=what)


def of_encounter(encounter: OwnEncounter, rulesets: RulesetRepository) -> Parcel:
    """Returns an encounter with its combatants as creatures, like ones counted together."""
    ruleset = usable_or_waiting(rulesets, encounter.ruleset)
    counts: dict[str, list[Combatant]] = {}
    for combatant in encounter.combatants:
        counts.setdefault(combatant.origin or combatant.id, []).append(combatant)
    creatures = tuple(
        Exported(ruleset=ruleset, entry=_entry(same[0]), count=len(same))
        for same in counts.values()
    )
    return Parcel(title=encounter.name, creatures=creatures, encounters=(encounter,))


def usable_or_waiting(rulesets: RulesetRepository, ruleset: str) -> Ruleset:
    """Returns a ruleset; of one that cannot be used its id alone: what is made with it goes out as it is."""
    try:
        return rulesets(ruleset)
    except AppError:
        return Ruleset(id=ruleset, name=ruleset, system="")


def all_extras(campaign: OpenCampaign) -> tuple[OwnExtra, ...]:
    """Returns every item and condition of a campaign's own."""
    return tuple(
        own_extra(kept.ruleset, kept.value) for kept in campaign.prepared.custom_entries.all()
    )


def extras_for(
    campaign: OpenCampaign, creatures: Iterable[Exported], encounters: Iterable[OwnEncounter] = ()
) -> tuple[OwnExtra, ...]:
    """Returns the own items that creatures carry, and the own conditions that somebody in an encounter has."""
    wanted = {
        (each.ruleset.id, carried.item)
        for each in creatures
        for carried in each.entry.creature.items
        if not carried.kind
    }
    for encounter in encounters:
        planned = (*encounter.plan.recruits, *(r for w in encounter.plan.waves for r in w.recruits))
        wanted |= {
            (encounter.ruleset, condition.key)
            for combatants in (encounter.combatants, planned)
            for each in combatants
            for condition in each.conditions
        }
    return tuple(
        each
        for each in all_extras(campaign)
        if each.extra is not None and (each.ruleset, each.extra.key) in wanted
    )


def _library(
    campaign: OpenCampaign, rulesets: RulesetRepository, name: str = ""
) -> tuple[Exported, ...]:
    found = (each for each in campaign.prepared.creatures.all() if name in ("", each.value.name))
    return exported_creatures(found, campaign, rulesets)


def exported_creatures(
    stored: Iterable[Stored[LibraryCreature]], campaign: OpenCampaign, rulesets: RulesetRepository
) -> tuple[Exported, ...]:
    """Returns creatures of a campaign with their rulesets and sources, ready to be written."""
    made: dict[str, Ruleset] = {}
    out: list[Exported] = []
    for kept in stored:
        if kept.ruleset not in made:
            own = campaign.prepared.definitions(kept.ruleset)
            made[kept.ruleset] = beside(usable_or_waiting(rulesets, kept.ruleset), *own)
        raw = campaign.prepared.source(kept.row)
        picture = campaign.prepared.portrait(kept.value.portrait)
        out.append(Exported(ruleset=made[kept.ruleset], entry=kept.value, raw=raw, picture=picture))
    return tuple(out)


def _entry(combatant: Combatant) -> LibraryCreature:
    creature = CreatureDef(
        key=combatant.origin or combatant.id,
        name=combatant.name,
        side=combatant.side,
        is_named="named" in combatant.flags,
        sheet=combatant.sheet,
        items=tuple(
            CarriedDef(
                item=item.sort,
                key="" if item.key == item.sort else item.key,
                name=item.name,
                kind=item.kind,
                values=item.values,
            )
            for item in combatant.items
        ),
        held=combatant.memo_text("held"),
        off=other_hand_of(combatant),
        note=combatant.note,
    )
    return LibraryCreature(creature=creature, kind=kind_of(creature))


def text_of(parcel: Parcel, kind: str) -> str:
    """Returns a parcel written in a format.

    Raises:
        RuleError: there is no such format, it cannot hold these creatures, there is nothing to write, or a file of
            ours would be larger than one that is read again.
    """
    if kind not in FORMATS:
        raise refuse("export.no_such_format", kind=kind, all=", ".join(FORMATS))
    if kind == "json":
        creatures = [each.own for each in parcel.creatures]
        text = own_format.own_file_text(creatures, parcel.encounters, parcel.extras, parcel.rules)
        return _readable_again(text, parcel)
    if not parcel.creatures:
        raise refuse("export.nothing", what=parcel.title)
    if kind == "foundry":
        _check_foundry(parcel.creatures)
    writer, _ = FORMATS[kind]
    return writer(parcel.creatures, parcel.title)


def _readable_again(text: str, parcel: Parcel) -> str:
    """Returns the text of a file of ours, if it is small enough to be imported again.

    Raises:
        RuleError: it is not: most of it are pictures.
    """
    size = len(text.encode())
    if size > MOST_BYTES:
        raise refuse(
            "export.too_large",
            what=parcel.title,
            size=-(-size // _MEGABYTE),
            most=MOST_BYTES // _MEGABYTE,
            pictures=len({each.picture for each in parcel.encounters if each.picture}),
        )
    return text


def _check_foundry(creatures: Iterable[Exported]) -> None:
    for each in creatures:
        if not foundry_system(each.ruleset):
            raise refuse("export.not_for_foundry", name=each.entry.name, ruleset=each.ruleset.name)
