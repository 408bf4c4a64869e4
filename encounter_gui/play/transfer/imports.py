"""Files on their way into a campaign: read, proposed for a ruleset, looked at, then kept in one transaction."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct, field, structs
from msgspec.structs import replace

from encounter_gui.core.errors import AppError, DataError, Place, RuleError
from encounter_gui.core.ids import RulesetId
from encounter_gui.core.messages import Message, say
from encounter_gui.interchange.converting import gear_item, propose
from encounter_gui.interchange.documents import MOST_BYTES
from encounter_gui.interchange.import_dispatch import ENDINGS, Columns, is_mere_note, read_files
from encounter_gui.interchange.imported import (
    Found,
    FoundEncounter,
    FoundExtra,
    FoundGear,
    OwnEncounter,
    ReadFile,
    Skipped,
)
from encounter_gui.play.open_campaign import OpenCampaign
from encounter_gui.play.prep.creature_repository import CreatureItem, CreatureRepository
from encounter_gui.play.transfer.candidate import Candidate
from encounter_gui.play.transfer.custom_entry_merge import Adopted, adopt, split_fitting
from encounter_gui.play.transfer.own_rules_merge import LookAt, over, split_arriving
from encounter_gui.play.transfer.planned_encounters import (
    Mark,
    PlannedEncounter,
    counted_together,
    planned_encounters,
)
from encounter_gui.play.workshop.taking_in import Arriving
from encounter_gui.rules.engine.field.laying import is_length, plan_in, require_sound
from encounter_gui.rules.engine.field.plan_commands import LARGEST, SMALLEST
from encounter_gui.rules.files.custom_entries import kind_of
from encounter_gui.rules.model.metres import metres_text
from encounter_gui.rules.model.prepared import LibraryCreature
from encounter_gui.rules.model.ruleset import Ruleset
from encounter_gui.rules.systems import system_for
from encounter_gui.storage.campaign import Listed
from encounter_gui.storage.input_files import read_file
from encounter_gui.storage.prepared_store import New, PreparedStore, Stored

MOST_FILES = 2_000
"""Most files of a folder that are read at once."""


class Preview(Struct, frozen=True, kw_only=True):
    """All that would be kept, and what would not be. Nothing has been written.

    ``planned`` are encounters made of the candidates, ``gear`` things of tables: both are kept if they are wanted.
    """

    files: tuple[ReadFile, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    encounters: tuple[FoundEncounter, ...] = ()
    planned: tuple[PlannedEncounter, ...] = ()
    rules: tuple[Arriving, ...] = ()
    extras: tuple[FoundExtra, ...] = ()
    gear: tuple[FoundExtra, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    warnings: tuple[Message, ...] = ()

    @property
    def is_known(self) -> bool:
        """Whether all creatures are there already."""
        return not any(each.is_wanted for each in self.candidates)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to keep."""
        return self.is_known and not (
            self.encounters or self.extras or self.gear or self.arriving_rules
        )

    @property
    def arriving_rules(self) -> tuple[Arriving, ...]:
        """The own rules that are taken in unless somebody says otherwise: not what is there, nor what is asked."""
        return tuple(each for each in self.rules if each.arrival != "same" and not each.asks)


RulesetRepository = Callable[[str], Ruleset]


def contents(paths: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    """Yields name and content of files, and of everything readable in folders, less notes about nobody.

    Raises:
        DataError: as ``read_in``.
    """
    return ((path.name, content) for path, content in read_paths(paths))


def read_paths(paths: Iterable[Path]) -> Iterator[tuple[Path, bytes]]:
    """Yields files with their content, and everything readable in folders, less notes about nobody.

    Raises:
        DataError: a file is not there, no plain file, too large or cannot be read; or a folder holds too many.
    """
    for path in paths:
        for each in _inside(path):
            content = read_file(each, MOST_BYTES)
            if each == path or not is_mere_note(each.name, content):
                yield each, content


def _inside(path: Path) -> Sequence[Path]:
    if not path.is_dir():
        return (path,)
    if (path / "CURRENT").exists() and any(path.glob("MANIFEST-*")):
        raise DataError(Place(file=str(path)), say("import.leveldb"))
    found = sorted(
        each for each in path.rglob("*") if each.is_file() and each.suffix.lower() in ENDINGS
    )
    if len(found) > MOST_FILES:
        raise DataError(Place(file=str(path)), say("import.too_many_files", most=MOST_FILES))
    return found


def preview_files(
    files: Iterable[tuple[str, bytes]],
    *,
    rulesets: RulesetRepository,
    known: Iterable[Stored[LibraryCreature]] = (),
    target: str = "",
    fallback: str,
    columns: Columns | None = None,
    look_at: LookAt | None = None,
) -> Preview:
    """Returns what files would bring into a campaign.

    Args:
        files: names and contents.
        rulesets: returns a ruleset by its id.
        known: what the campaign's library holds.
        target: the ruleset everything is to be for; empty: what each file is meant for.
        fallback: the ruleset for what is meant for none we have.
        columns: what the columns of tables mean, where that is not what they seem to mean.
        look_at: says what own rules in the files are to those of the campaign; None: own rules are passed over.
    """
    imported = read_files(files, columns)
    library = _Known(known)
    rules, unfit = split_arriving(imported.rules, look_at) if look_at is not None else ((), ())
    rulesets = over(rulesets, rules)
    chosen = _Chosen(rulesets, fallback)
    candidates = counted_together(
        _candidate(found, chosen.for_found(found, target), library) for found in imported.creatures
    )
    encounters, waiting = _split_playable(imported.encounters, chosen)
    extras, misfits = split_fitting(imported.extras, rulesets)
    gear, said = _gear(imported.gear, chosen.one(target), rulesets)
    planned = [_with_fitting_plan(each, chosen) for each in encounters]
    return Preview(
        files=imported.files,
        candidates=tuple(_told_apart(candidates)),
        encounters=tuple(each for each, _ in planned),
        planned=planned_encounters(candidates),
        rules=rules,
        extras=extras,
        gear=gear,
        skipped=(*imported.skipped, *unfit, *waiting, *misfits),
        warnings=(*imported.warnings, *said, *(why for _, why in planned if why is not None)),
    )


def _split_playable(
    encounters: Iterable[FoundEncounter], chosen: "_Chosen"
) -> tuple[tuple[FoundEncounter, ...], tuple[Skipped, ...]]:
    """Returns the encounters whose ruleset is there, and those that wait for theirs."""
    listed = tuple(encounters)
    there = tuple(each for each in listed if chosen.is_there(each.encounter.ruleset))
    return there, tuple(
        Skipped(
            file=each.file,
            name=each.encounter.name,
            reason=say(
                "import.encounter_waits",
                name=each.encounter.name,
                ruleset=each.encounter.ruleset,
            ),
        )
        for each in listed
        if each not in there
    )


def _with_fitting_plan(
    found: FoundEncounter, chosen: "_Chosen"
) -> tuple[FoundEncounter, Message | None]:
    """Returns an encounter without its plan, and why, where in the unit of its game the plan is too small or large."""
    own, plan = found.encounter, found.encounter.field
    if plan is None:
        return found, None
    unit = system_for(chosen.one(own.ruleset).system).rules().field.unit
    there = plan_in(plan, unit)
    try:
        require_sound(there)
    except RuleError:
        is_storey = is_length(there.width) and is_length(there.height)
        why = say(
            "import.plan_storey" if is_storey else "import.plan_size",
            name=own.name,
            width=metres_text(round(there.width, 2)),
            height=metres_text(round(there.storey if is_storey else there.height, 2)),
            unit=unit,
            least=SMALLEST,
            most=LARGEST,
        )
        without = replace(own, field=None, picture=b"")
        return replace(found, encounter=without), why
    return found, None


def _gear(
    found: Iterable[FoundGear], ruleset: Ruleset, rulesets: RulesetRepository
) -> tuple[tuple[FoundExtra, ...], tuple[Message, ...]]:
    """Returns things of tables as own items of a ruleset, and what is to be said of them."""
    made = [(each.file, *gear_item(each, ruleset)) for each in found]
    extras = (FoundExtra(file=file, ruleset=ruleset.id, extra=item) for file, item, _ in made)
    fitting, misfits = split_fitting(extras, rulesets)
    said = [message for *_, messages in made for message in messages]
    return fitting, (*said, *(each.reason for each in misfits))


class _Chosen:
    """Rulesets by id, each read once; one that is not there is the fallback."""

    def __init__(self, rulesets: RulesetRepository, fallback: str) -> None:
        self._rulesets = rulesets
        self._fallback = fallback
        self._made: dict[str, Ruleset] = {}

    def is_there(self, ruleset: str) -> bool:
        return self.one(ruleset).id == ruleset

    def for_found(self, found: Found, target: str) -> Ruleset:
        """Returns the ruleset for a creature; one of ours waits for its own where that is not there."""
        if not target and found.exact is not None and not self.is_there(found.ruleset):
            return Ruleset(id=found.ruleset, name=found.ruleset, system="")
        return self.one(target or found.ruleset)

    def one(self, ruleset: str) -> Ruleset:
        wanted = ruleset or self._fallback
        if wanted not in self._made:
            try:
                self._made[wanted] = self._rulesets(wanted)
            except AppError:
                if wanted == self._fallback:
                    raise
                self._made[wanted] = self.one(self._fallback)
        return self._made[wanted]


class _Known:
    """The rows of a library, by the source they were made of and by name; of several the first counts."""

    def __init__(self, library: Iterable[Stored[LibraryCreature]]) -> None:
        self._by_source: dict[tuple[str, str], int] = {}
        self._by_name: dict[tuple[str, str], int] = {}
        for kept in library:
            self._by_name.setdefault((kept.ruleset, kept.value.name), kept.row)
            if kept.value.source:
                self._by_source.setdefault((kept.ruleset, kept.value.source.sha256), kept.row)

    def twin(self, found: Found, ruleset: str) -> int | None:
        """Returns the row of what was made of the very same source; None: there is none."""
        return self._by_source.get((ruleset, found.origin.sha256))

    def namesake(self, found: Found, ruleset: str) -> int | None:
        """Returns the row of one of this name; None: there is none."""
        return self._by_name.get((ruleset, found.name))


def _candidate(found: Found, ruleset: Ruleset, library: _Known) -> Candidate:
    return Candidate(
        proposal=propose(found, ruleset),
        ruleset=RulesetId(ruleset.id),
        twin=library.twin(found, ruleset.id),
        namesake=library.namesake(found, ruleset.id),
    )


def _told_apart(candidates: Iterable[Candidate]) -> Iterator[Candidate]:
    """The same source twice among the files counts once."""
    seen: set[tuple[str, str]] = set()
    for each in candidates:
        mark = (each.ruleset, each.proposal.found.origin.sha256)
        yield replace(each, twin=0) if mark in seen and each.twin is None else each
        seen.add(mark)


def store_candidates(
    store: PreparedStore, wanted: Iterable[Candidate], names: Adopted | None = None
) -> tuple[int, ...]:
    """Keeps creatures in a campaign's library, all or none of them; returns their rows.

    ``names`` says what became of the own items they carry.

    Raises:
        SaveError: the file does not let it; nothing has been kept.
    """
    new = [_new(each, names or Adopted(), store.put_portrait) for each in wanted]
    return store.creatures.add(new)


def _new(
    candidate: Candidate, names: Adopted, put_portrait: Callable[[bytes], str]
) -> New[LibraryCreature]:
    proposal = candidate.proposal
    entry = names.creature(candidate.ruleset, proposal.entry)
    if proposal.found.picture:
        entry = structs.replace(entry, portrait=put_portrait(proposal.found.picture))
    return New(ruleset=candidate.ruleset, value=entry, raw=proposal.found.raw)


def library_rows(stored: Iterable[Stored[LibraryCreature]]) -> dict[Mark, int]:
    """Returns the rows of imported creatures by ruleset and source; of several of one source the newest."""
    return {
        (each.ruleset, each.value.source.sha256): each.row
        for each in stored
        if each.value.source is not None
    }


def own_creatures(library: CreatureRepository) -> tuple[Stored[LibraryCreature], ...]:
    """Returns the campaign's own creatures of an open library, for ``previewed``."""
    return tuple(
        Stored(row=each.row, ruleset=each.ruleset, value=each.value)
        for each in library.items
        if each.row is not None
    )


class TakenIn(Struct, frozen=True, kw_only=True):
    """What an import has brought into an open campaign: what was added, what was replaced as it was before, fights."""

    added: tuple[CreatureItem, ...] = ()
    before: tuple[CreatureItem, ...] = ()
    encounters: tuple[Listed, ...] = ()
    extras: tuple[int, ...] = ()
    rules: tuple[tuple[str, int], ...] = ()
    """The own rules that were taken in: the game and the version."""


class Wanted(Struct, frozen=True, kw_only=True):
    """What of files is to be kept: creatures, some ``instead`` of own ones by their keys, and what comes with them."""

    creatures: tuple[Candidate, ...] = ()
    instead: Mapping[str, Candidate] = field(default_factory=dict)
    encounters: tuple[OwnEncounter, ...] = ()
    planned: tuple[PlannedEncounter, ...] = ()
    extras: tuple[FoundExtra, ...] = ()
    rules: tuple[Arriving, ...] = ()


def take_in(campaign: OpenCampaign, library: CreatureRepository, wanted: Wanted) -> TakenIn:
    """Takes what is wanted into an open campaign and its library; own rules first: the rest is made by them.

    Raises:
        AppError: the file does not let it, or an encounter's ruleset is not there; nothing has been kept.
    """
    before = tuple(item for key in wanted.instead if (item := library.one(key)) is not None)
    with campaign.together():
        kept = tuple((each.game, campaign.own_rules.take_in(each).version) for each in wanted.rules)
        names = adopt(campaign.prepared.custom_entries, wanted.extras)
        made = {campaign.take_in(names.encounter(each)) for each in wanted.encounters}
        replaced = {
            key: _new(each, names, library.add_portrait) for key, each in wanted.instead.items()
        }
        new = [_new(each, names, library.add_portrait) for each in wanted.creatures]
        added = library.take_in(new, replaced)
        rows = library_rows(own_creatures(library))
        met = (own for each in wanted.planned if (own := each.own(rows)) is not None)
        made |= {campaign.take_in(each) for each in met}
        listed = tuple(each for each in campaign.encounters() if each.id in made)
    if names.rows:
        library.custom_entries.reload()
    return TakenIn(added=added, before=before, encounters=listed, extras=names.rows, rules=kept)


def take_back(campaign: OpenCampaign, library: CreatureRepository, taken: TakenIn) -> None:
    """Undoes an import. What was changed or removed by hand since stays as it is, and so do fights that went on."""
    untouched = set(taken.encounters) & set(campaign.encounters())
    with campaign.together():
        for game, version in taken.rules:
            campaign.own_rules.repository.remove(game, version)
        for each in untouched:
            if each.id != campaign.current():
                campaign.remove_encounter(each.id)
        library.remove(item.key for item in taken.added if library.one(item.key) is not None)
        library.restore(taken.before)
        campaign.prepared.custom_entries.remove(_unused_part(library, taken.extras))
    if taken.extras:
        library.custom_entries.reload()


def _unused_part(library: CreatureRepository, rows: Iterable[int]) -> Iterator[int]:
    """What somebody else uses by now stays."""
    for row in rows:
        for kind in ("item", "condition"):
            thing = library.custom_entries.one(f"{kind}:own:{row}")
            if thing is not None and not library.users(thing):
                yield row


def as_data(
    preview: Preview, words: Callable[[Message], str], paths: Sequence[Path] = ()
) -> dict[str, object]:
    """Returns a preview as plain data, as ``--json`` prints it; ``paths`` are those of its files, in order."""
    known = paths or [Path(each.file) for each in preview.files]
    return {
        "files": [
            {
                "path": str(path),
                "adapter": each.adapter,
                "status": "refused" if each.error else "read",
                "error": words(each.error) if each.error else "",
                "place": each.pointer,
            }
            for path, each in zip(known, preview.files, strict=True)
        ],
        "encounters": [
            {
                "name": each.encounter.name,
                "ruleset": each.encounter.ruleset,
                "combatants": [combatant.name for combatant in each.encounter.combatants],
            }
            for each in preview.encounters
        ],
        "planned": [
            {
                "name": each.name,
                "ruleset": each.ruleset,
                "members": [f"{found.count} × {found.name}" for found in each.members],
            }
            for each in preview.planned
        ],
        "own_rules": [
            {
                "name": each.rules.name,
                "version": each.rules.pack_version,
                "ruleset": each.game,
                "arrival": each.arrival,
                "taken": each in preview.arriving_rules,
                "differences": [difference.line for difference in each.differences],
            }
            for each in preview.rules
        ],
        "extras": [
            {"name": each.extra.name, "kind": kind_of(each.extra), "ruleset": each.ruleset}
            for each in (*preview.extras, *preview.gear)
        ],
        "creatures": [_creature_data(each, words) for each in preview.candidates],
        "skipped": [
            {"file": each.file, "name": each.name, "reason": words(each.reason)}
            for each in preview.skipped
        ],
        "warnings": [words(each) for each in preview.warnings],
    }


def _creature_data(candidate: Candidate, words: Callable[[Message], str]) -> dict[str, object]:
    found, entry = candidate.proposal.found, candidate.proposal.entry
    return {
        "name": found.name,
        "type": found.type,
        "ruleset": candidate.ruleset,
        "file": found.origin.file,
        "adapter": found.origin.adapter,
        "count": found.count,
        "values": dict(found.values),
        "sheet": dict(entry.creature.sheet),
        "guessed": list(candidate.proposal.guessed),
        "unknown": list(found.unknown),
        "tags": list(found.tags),
        "notes": found.notes,
        "duplicate": candidate.twin is not None,
        "warnings": [words(each) for each in candidate.proposal.warnings],
    }
