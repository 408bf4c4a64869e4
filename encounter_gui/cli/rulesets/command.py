"""``encounter-gui ruleset new|check|show|diff|pack|add|list|remove``: own rules without a window."""

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from encounter_gui.cli.output_option import add_output, extended_campaign
from encounter_gui.cli.rulesets.problem_lines import problem_lines
from encounter_gui.core.errors import AppError, refuse
from encounter_gui.core.messages import MessageCatalog, say
from encounter_gui.rules.files.ruleset_errors import FileError

if TYPE_CHECKING:  # they are loaded when the command runs
    from encounter_gui.play.open_campaign import CampaignServices
    from encounter_gui.play.rulesets.differences import Difference
    from encounter_gui.play.rulesets.installed import InstalledRulesets, Taken
    from encounter_gui.play.rulesets.pack import Pack
    from encounter_gui.play.workshop.taking_in import Arriving
    from encounter_gui.rules.model.ruleset import Ruleset

WRONG = 1
"""Exit code of ``check`` for a ruleset with mistakes in it, and of ``diff`` for two that differ."""

REFUSED = 2
"""Exit code where something cannot be read or done. Nothing has been written."""

_MOST_DIFFERENCES = 40

Texts = Callable[[str], Mapping[str, str]]


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Adds the command ``ruleset``; the parsed arguments are ``act`` and those of what is done."""
    parser = subparsers.add_parser(
        "ruleset", help="make, check, show, compare, pack and take in rulesets"
    )
    acts = parser.add_subparsers(dest="act", required=True)
    new = acts.add_parser("new", help="make a game of your own, ready to be played and changed")
    new.add_argument("id", help="the name of its folder: small letters, digits, _ and -")
    new.add_argument("--name", default="", help="what people call it")
    new.add_argument(
        "--like",
        choices=("number", "opposed", "percent"),
        default="number",
        help="what an attack is: a roll against a number, against a roll, or under a percentage",
    )
    about = "an id, a folder, a file, or a campaign with own rules"
    game = "the game whose own rules are meant, where a campaign has some for several"
    for name, words in (("check", "say what is wrong with it"), ("show", "say what is in it")):
        one = acts.add_parser(name, help=words)
        one.add_argument("ruleset", help=about)
        one.add_argument("--game", default="", metavar="ID", help=game)
    two = acts.add_parser("diff", help="say in what two differ")
    two.add_argument("before", help=about)
    two.add_argument("after", help=about)
    two.add_argument("--game", default="", metavar="ID", help=game)
    pack = acts.add_parser("pack", help="write one into a file that can be given away")
    pack.add_argument("ruleset", help="an id, a folder, or a campaign with own rules")
    pack.add_argument("--game", default="", metavar="ID", help=game)
    add_output(pack, "--out", metavar="FILE.ruleset", help="the file to write")
    pack.add_argument("--author", default="", help="who made it")
    pack.add_argument("--licence", default="", help="what others may do with it, such as CC-BY-4.0")
    add = acts.add_parser("add", help="take some in from files")
    add.add_argument("files", type=Path, nargs="+", metavar="FILE.ruleset")
    add.add_argument(
        "--into",
        type=extended_campaign,
        metavar="CAMPAIGN",
        help="as the next version of this campaign's own rules, and for no other",
    )
    add.add_argument(
        "--replace", action="store_true", help="also in place of one that is not older"
    )
    acts.add_parser("list", help="list the rulesets there are")
    remove = acts.add_parser("remove", help="take away an own one")
    remove.add_argument("ruleset", help="its id")


def run(
    parsed: argparse.Namespace,
    *,
    campaign_services: "CampaignServices",
    folder: Path,
    shipped: Callable[[str], bool],
    out: TextIO,
) -> int:
    """Does what the arguments say and returns the exit code.

    Args:
        parsed: the arguments.
        campaign_services: what campaigns are opened with: the files of rulesets, and the texts.
        folder: where the person's own rulesets are.
        shipped: whether a ruleset of this id comes with the program.
        out: where the answer goes; what is wrong goes to standard error.
    """
    from encounter_gui.play.rulesets.installed import InstalledRulesets

    installed = InstalledRulesets(folder, campaign_services.files, shipped)
    work = _Work(campaign_services, installed, out)
    try:
        return work.act(parsed)
    except AppError as error:
        _complain(error, campaign_services.texts)
        return WRONG if parsed.act == "check" and isinstance(error, FileError) else REFUSED


def _complain(error: AppError, texts: MessageCatalog) -> None:
    for line in problem_lines(error, texts):
        print(line, file=sys.stderr)


class _Work:
    """What the command works with."""

    def __init__(
        self,
        campaign_services: "CampaignServices",
        installed: "InstalledRulesets",
        out: TextIO,
    ) -> None:
        self._services = campaign_services
        self._texts_of: Texts = campaign_services.files
        self._installed = installed
        self._texts = campaign_services.texts
        self._out = out
        self._game = ""

    def act(self, parsed: argparse.Namespace) -> int:
        self._game = getattr(parsed, "game", "")
        match parsed.act:
            case "new":
                self._new(parsed)
            case "check":
                ruleset = self._built(parsed.ruleset)
                self._say("cli.ruleset.right", name=ruleset.name, version=ruleset.version)
            case "show":
                self._show(self._built(parsed.ruleset))
            case "diff":
                return self._differ(parsed.before, parsed.after)
            case "pack":
                self._pack(parsed)
            case "add":
                return self._add_all(parsed.files, parsed.into, replaces=parsed.replace)
            case "list":
                self._list()
            case _:
                self._installed.remove(parsed.ruleset)
                self._say("cli.ruleset.removed", id=parsed.ruleset)
        return 0

    def _say(self, key: str, **params: str | int) -> None:
        print(self._texts.text(say(key, **params)), file=self._out)

    def _new(self, parsed: argparse.Namespace) -> None:
        from encounter_gui.play.rulesets import new_game

        name = parsed.name or parsed.id.replace("_", " ").replace("-", " ").capitalize()
        new_game.install(new_game.like(parsed.like, parsed.id, name), self._installed)
        folder = str(self._installed.folder_of(parsed.id))
        self._say("cli.ruleset.made", name=name, folder=folder, id=parsed.id)

    def _built(self, named: str) -> "Ruleset":
        """Returns the ruleset that is named by its id, its folder, or the file it is packed in."""
        from encounter_gui.rules.files.loader import build

        ruleset_id, own = self._named(named)
        return build(ruleset_id, lambda name: own if name == ruleset_id else self._texts_of(name))

    def _named(self, named: str) -> tuple[str, Mapping[str, str]]:
        """Returns the id of a ruleset that is named somehow, and its files."""
        from encounter_gui.play.rulesets.pack import ENDING, read_pack
        from encounter_gui.storage.file.header import SUFFIX
        from encounter_gui.storage.input_files import read_text

        path = Path(named)
        if path.suffix == SUFFIX:
            pack = self._own_pack(path)
            return pack.manifest.id, pack.texts
        if named.endswith(ENDING) or path.is_file():
            pack = read_pack(path)
            return pack.manifest.id, pack.texts
        if (path / "ruleset.toml").is_file():
            files = (each for each in sorted(path.iterdir()) if each.is_file())
            return path.resolve().name, {
                each.name: read_text(each)
                for each in files
                if each.suffix in (".toml", ".md", ".txt")
            }
        found = self._texts_of(named)
        if not found:
            raise refuse("cli.ruleset.not_there", name=named)
        return named, found

    def _own_pack(self, path: Path, parsed: argparse.Namespace | None = None) -> "Pack":
        """Returns the newest own rules of a campaign; with ``parsed`` as it says, which the campaign remembers.

        Raises:
            AppError: the campaign cannot be opened, or has none, or some for several games and none is said.
        """
        from encounter_gui.play.open_campaign import OpenCampaign
        from encounter_gui.play.workshop.sharing import SharedAs

        campaign = OpenCampaign.open(path, self._services)
        try:
            rules = campaign.own_rules
            games = [each for each in rules.repository.rulesets() if rules.repository.newest(each)]
            if not self._game and len(games) != 1:
                raise refuse(
                    "cli.ruleset.which_game" if games else "cli.ruleset.no_own_rules",
                    file=path.name,
                    games=", ".join(games),
                )
            game = self._game or games[0]
            if not self._texts_of(game):
                raise refuse("cli.ruleset.not_there", name=game)
            if parsed is None:
                return rules.pack(game)
            before = rules.shared_as(game)
            shared = SharedAs(
                id=before.id,
                author=parsed.author or before.author,
                licence=parsed.licence or before.licence,
            )
            made = rules.pack(game, shared)
            if parsed.author or parsed.licence:
                rules.remember_shared(game, made)
            return made
        finally:
            campaign.close()

    def _show(self, ruleset: "Ruleset") -> None:
        from encounter_gui.rules.files.consistency import LISTS

        extends = ruleset.extends
        self._say(
            "cli.ruleset.head_extends" if extends else "cli.ruleset.head",
            name=ruleset.name,
            version=ruleset.version,
            system=ruleset.system,
            extends=extends,
        )
        for name in (*LISTS, "items", "creatures", "numbers", "formulas", "tables", "rules"):
            entries = getattr(ruleset, name)
            if entries:
                own = {
                    each.split(".")[1] for each in ruleset.changed if each.startswith(f"{name}.")
                }
                key = "cli.ruleset.part_own" if own else "cli.ruleset.part"
                self._say(key, part=name, count=len(entries), own=len(own))
        for place in ruleset.changed[:_MOST_DIFFERENCES]:
            print(f"  {place}", file=self._out)
        self._more(len(ruleset.changed))

    def _more(self, count: int) -> None:
        if count > _MOST_DIFFERENCES:
            self._say("cli.ruleset.more", count=count - _MOST_DIFFERENCES)

    def _differ(self, before: str, after: str) -> int:
        from encounter_gui.play.rulesets.differences import differences

        found = differences(self._built(before), self._built(after))
        if not found:
            self._say("cli.ruleset.alike")
            return 0
        for each in found:
            print(each.line, file=self._out)
        return WRONG

    def _pack(self, parsed: argparse.Namespace) -> None:
        from encounter_gui.play.rulesets.installed import ruleset_in
        from encounter_gui.play.rulesets.pack import ENDING, pack_of, packed
        from encounter_gui.play.transfer.atomic_file import save
        from encounter_gui.storage.file.header import SUFFIX

        path = Path(parsed.ruleset)
        if path.suffix == SUFFIX:
            pack = self._own_pack(path, parsed)
        else:
            named, files = self._named(parsed.ruleset)
            pack = pack_of(named, files, author=parsed.author, licence=parsed.licence)
        ruleset_id = pack.manifest.id
        ruleset_in(pack, self._texts_of)  # nothing that is wrong is given away
        path = parsed.out or Path(f"{ruleset_id}{ENDING}")
        if path.exists() and not parsed.force:
            raise refuse("cli.output_exists", file=str(path))
        save(path, packed(pack), overwrite=parsed.force, error="export.unwritable")
        self._say("cli.ruleset.packed", name=pack.manifest.name, file=str(path))

    def _add_all(self, files: list[Path], into: Path | None, *, replaces: bool) -> int:
        """Takes in all that can be: a file that is wrong is told, and keeps no other out."""
        from encounter_gui.play.rulesets.pack import read_pack

        code = 0
        for path in files:
            try:
                pack = read_pack(path)
                if into is None:
                    self._tell(pack, self._installed.take_in(pack, replaces=replaces))
                else:
                    self._add_into(pack, into, replaces=replaces)
            except AppError as error:
                _complain(error, self._texts)
                code = REFUSED
        return code

    def _add_into(self, pack: "Pack", into: Path, *, replaces: bool) -> None:
        """Takes a pack in as the next version of a campaign's own rules.

        Raises:
            AppError: it cannot be; or it would hold in place of rules it does not follow on, and ``replaces`` is not
                said.
        """
        from encounter_gui.play.open_campaign import OpenCampaign

        campaign = OpenCampaign.open(into, self._services)
        try:
            arriving = campaign.own_rules.look_at(pack)
            if arriving.asks and not replaces:
                raise arriving.refusal
            campaign.own_rules.take_in(arriving)
        finally:
            campaign.close()
        self._tell_arrived(arriving, into)

    def _tell_arrived(self, arriving: "Arriving", into: Path) -> None:
        rules = arriving.rules
        self._say(
            "cli.ruleset.into_same" if arriving.arrival == "same" else "cli.ruleset.into",
            name=rules.name,
            version=rules.pack_version,
            number=rules.version,
            game=arriving.game_name,
            campaign=into.stem,
            count=len(arriving.differences),
        )
        self._lines(arriving.differences)

    def _lines(self, differences: "Sequence[Difference]") -> None:
        for each in differences[:_MOST_DIFFERENCES]:
            print(f"  {each.line}", file=self._out)
        self._more(len(differences))

    def _tell(self, pack: "Pack", taken: "Taken") -> None:
        before = taken.before.version if taken.before else ""
        self._say(
            f"cli.ruleset.added_{taken.arrival}",
            name=pack.manifest.name,
            version=taken.ruleset.version,
            before=before,
            count=len(taken.differences),
        )
        self._lines(taken.differences)

    def _list(self) -> None:
        from encounter_gui import paths

        own = set(self._installed.own())
        for each in paths.rulesets():
            mark = self._texts.text_of("cli.ruleset.own") if each.id in own else ""
            print("  ".join(part for part in (each.id, each.name, mark) if part), file=self._out)
