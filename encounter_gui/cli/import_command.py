"""``encounter-gui import FILE… --into CAMPAIGN``: creatures of other tools into a campaign, without a window."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from msgspec.structs import replace

from encounter_gui.cli.output_option import extended_campaign
from encounter_gui.core.error_text import explained
from encounter_gui.core.errors import AppError, DataError
from encounter_gui.core.messages import MessageCatalog, say

if TYPE_CHECKING:  # loaded when the command runs
    from encounter_gui.interchange.imported import ReadFile
    from encounter_gui.play.open_campaign import CampaignServices, OpenCampaign
    from encounter_gui.play.transfer.imports import Preview
    from encounter_gui.play.workshop.taking_in import Arriving

INCOMPLETE = 1
"""Exit code when some of the files could not be read; what could be is kept."""

REFUSED = 2
"""Exit code when nothing could be read, or the campaign not be written. Nothing has been kept."""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command ``import``."""
    parser = subparsers.add_parser("import", help="bring creatures of other tools into a campaign")
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="files, or folders of them"
    )
    parser.add_argument(
        "--into",
        type=extended_campaign,
        required=True,
        metavar="CAMPAIGN",
        help="the campaign file",
    )
    parser.add_argument(
        "--ruleset", default="", metavar="ID", help="what the creatures are to be for"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(
    files: list[Path],
    *,
    into: Path,
    ruleset: str,
    as_json: bool,
    campaign_services: "CampaignServices",
    out: TextIO,
) -> int:
    """Reads files and keeps the creatures in them; a campaign that is not there is made.

    Returns:
        The exit code: 0; 1 if some files could not be read; 2 if there was nothing in any that could be kept, or the
        campaign could not be written.
    """
    texts = campaign_services.texts
    try:
        if ruleset:
            campaign_services.rulesets(
                ruleset
            )  # a slip in its name is said before anything is read
        read, unread = _read(files)
        preview = _import_into(
            [(path.name, content) for path, content in read], into, ruleset, campaign_services
        )
    except AppError as error:
        print(explained(error, texts), file=sys.stderr)
        return REFUSED
    preview = replace(preview, files=(*preview.files, *unread))
    paths = [*(path for path, _ in read), *(Path(each.file) for each in unread)]
    _print(preview, paths, as_json=as_json, texts=texts, out=out)
    broken = sum(each.error is not None for each in preview.files)
    if broken == len(preview.files) or not _has_anything(preview):
        return REFUSED
    return INCOMPLETE if broken else 0


def _has_anything(preview: "Preview") -> bool:
    """Whether anything was found, be it there already."""
    return bool(
        preview.candidates or preview.encounters or preview.extras or preview.gear or preview.rules
    )


def _read(files: list[Path]) -> tuple[list[tuple[Path, bytes]], list["ReadFile"]]:
    """Returns what could be opened, and what could not: one of them does not keep the others out."""
    from encounter_gui.interchange.imported import ReadFile
    from encounter_gui.play.transfer.imports import read_paths

    read: list[tuple[Path, bytes]] = []
    unread: list[ReadFile] = []
    for path in files:
        try:
            read += read_paths([path])
        except DataError as error:
            unread.append(ReadFile(file=error.place.file or str(path), error=error.message))
    return read, unread


def _import_into(
    read: list[tuple[str, bytes]], into: Path, ruleset: str, campaign_services: "CampaignServices"
) -> "Preview":
    """An existing campaign says what is there already; one that is not is made only if there is something to keep."""
    from encounter_gui.interchange.formats.games import FALLBACK
    from encounter_gui.play.open_campaign import OpenCampaign
    from encounter_gui.play.transfer.imports import preview_files
    from encounter_gui.play.workshop.taking_in import look_at
    from encounter_gui.storage.campaign import Campaign

    rulesets = campaign_services.rulesets
    if not into.exists():
        preview = preview_files(
            read,
            rulesets=rulesets,
            target=ruleset,
            fallback=FALLBACK,
            look_at=lambda pack: look_at(pack, campaign_services.files, lambda _: ()),
        )
        if not preview.is_empty:
            campaign = OpenCampaign(Campaign.create(into, into.stem), campaign_services)
            try:
                _keep(campaign, preview)
            except AppError:
                into.unlink()  # nothing is in it
                raise
        return preview
    campaign = OpenCampaign.open(into, campaign_services)
    played = next((each.ruleset for each in reversed(campaign.encounters())), FALLBACK)
    known = campaign.prepared.creatures.all()
    preview = preview_files(
        read,
        rulesets=lambda name: campaign.laid_over(rulesets(name)),
        known=known,
        target=ruleset,
        fallback=played,
        look_at=campaign.own_rules.look_at,
    )
    _keep(campaign, preview)
    return preview


def _keep(campaign: "OpenCampaign", preview: "Preview") -> None:
    from encounter_gui.play.transfer.custom_entry_merge import adopt
    from encounter_gui.play.transfer.imports import library_rows, store_candidates

    try:
        with campaign.together():
            for arriving in preview.arriving_rules:
                campaign.own_rules.take_in(arriving)
            extras = (*preview.extras, *preview.gear)
            names = adopt(campaign.prepared.custom_entries, extras)
            wanted = (each for each in preview.candidates if each.is_wanted)
            store_candidates(campaign.prepared, wanted, names)
            for each in preview.encounters:
                campaign.take_in(names.encounter(each.encounter))
            rows = library_rows(campaign.prepared.creatures.all())
            for planned in preview.planned:
                own = planned.own(rows)
                if own is not None and own.name not in {
                    each.name for each in campaign.encounters()
                }:
                    campaign.take_in(own)
    finally:
        campaign.close()


def _print(
    preview: "Preview", paths: list[Path], *, as_json: bool, texts: MessageCatalog, out: TextIO
) -> None:
    from encounter_gui.play.transfer.imports import as_data

    if as_json:
        print(json.dumps(as_data(preview, texts.text, paths), ensure_ascii=False), file=out)
    else:
        for line in _lines(preview, texts):
            print(line, file=out)
    for each in preview.files:
        if each.error is not None:
            place = [part for part in (each.file, each.pointer) if part]
            print(": ".join([*place, texts.text(each.error)]), file=sys.stderr)


def _rules_line(arriving: "Arriving", texts: MessageCatalog) -> str:
    if arriving.asks:
        return texts.text(arriving.refusal.message)
    key = "cli.import.rules_same" if arriving.arrival == "same" else "cli.import.rules"
    rules = arriving.rules
    return texts.text(
        say(
            key,
            name=rules.name,
            version=rules.pack_version,
            number=rules.version,
            game=arriving.game_name,
            count=len(arriving.differences),
        )
    )


def _lines(preview: "Preview", texts: MessageCatalog) -> Iterator[str]:
    for each in preview.candidates:
        found = each.proposal.found
        key = "cli.import.kept" if each.is_wanted else "cli.import.there"
        yield texts.text(say(key, name=found.name, ruleset=each.ruleset, file=found.origin.file))
        if each.proposal.guessed:
            fields = ", ".join(each.proposal.guessed)
            yield "  " + texts.text(say("cli.import.guessed", fields=fields))
        if found.unknown:
            yield "  " + texts.text(say("cli.import.unknown", keys=", ".join(found.unknown)))
        yield from ("  " + texts.text(warning) for warning in each.proposal.warnings)
    for skipped in preview.skipped:
        yield texts.text(skipped.reason)
    yield from (texts.text(warning) for warning in preview.warnings)
    for own in preview.rules:
        yield _rules_line(own, texts)
    for thing in (*preview.extras, *preview.gear):
        yield texts.text(say("cli.import.extra", name=thing.extra.name, ruleset=thing.ruleset))
    for met in preview.encounters:
        yield texts.text(say("cli.import.encounter", name=met.encounter.name))
    for planned in preview.planned:
        yield texts.text(say("cli.import.encounter", name=planned.name))
    kept = sum(each.is_wanted for each in preview.candidates)
    yield texts.text(say("cli.import.sum", kept=kept, skipped=len(preview.skipped)))
