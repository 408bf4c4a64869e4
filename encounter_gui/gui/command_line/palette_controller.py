"""Joins the palette with what reads its line and what finds things: text in, preview and results out."""

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal, Slot

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.gui.command_line.finding.finder import Finder, Results
from encounter_gui.gui.command_line.finding.ranking import folded
from encounter_gui.gui.command_line.finding.source import Found, Group, Hit, Wanted, Way
from encounter_gui.gui.command_line.grammar.completion import examples, ghost
from encounter_gui.gui.command_line.grammar.tokens import tokens_of
from encounter_gui.gui.command_line.palette.panel import CommandPanel
from encounter_gui.gui.command_line.palette.result_list import Row
from encounter_gui.gui.command_line.preview import Reading
from encounter_gui.gui.command_line.runner import CommandRunner
from encounter_gui.gui.command_line.terms.change_line import CHANGE
from encounter_gui.gui.command_line.terms.targets import Targets, target_words
from encounter_gui.gui.control.encounter_controller import EncounterController

_RECENT = 4
_IN_TITLE = 0.7
"""What is found in the title scores more than this."""
_SCOPES = {">": "actions", "?": "rules"}
_NOT_SEARCHED = ("note",)
_HEADS = ("c", "add", "set")


class PaletteController(QObject):
    """Follows the line of the palette; does what is chosen once the palette is closed."""

    read = Signal(object)
    """``Reading``: of the line as it stands."""

    def __init__(
        self,
        panel: CommandPanel,
        runner: CommandRunner,
        controller: EncounterController,
        texts: MessageCatalog,
        parent: QObject | None = None,
    ) -> None:
        """Takes the panel, what reads lines, the controller of the encounter, and the texts."""
        super().__init__(parent)
        self._panel = panel
        self._runner = runner
        self._controller = controller
        self._texts = texts
        self._finder = Finder()
        panel.opened.connect(self._begin)
        panel.edited.connect(self._follow)
        panel.submitted.connect(self._run)
        panel.chosen.connect(self._do)
        panel.closed.connect(self._clear)
        panel.left.connect(self._clear)

    @Slot()
    def open(self) -> None:
        """Opens the palette, with an empty line."""
        self._panel.open()

    def use(self, finder: Finder) -> None:
        """Takes what finds things; before, nothing is found. A line that is open already is looked for anew."""
        self._finder = finder
        if self._panel.isVisible():
            self._begin()
            self._follow(self._panel.line.text())

    @Slot()
    def _begin(self) -> None:
        self._finder.begin()

    @Slot()
    def _clear(self) -> None:
        self.read.emit(Reading())

    @Slot(str)
    def _follow(self, text: str) -> None:
        targets = self._targets(text)
        wanted = wanted_of(text, targets)
        reading = Reading() if wanted.scope else self._runner.reading(text)
        self._show_words(text, is_searched=bool(wanted.scope))
        self._panel.show_reading(reading)
        results = self._finder.find(wanted)
        if not results.rows and len(wanted.words) > 1:
            wanted = _last(wanted)
            results = self._finder.find(wanted)
        if reading.button:
            results = _without_chance_help(results)
        elif reading.is_bound or targets.count:
            results = _with_general_last(results)
        best = results.best(partial(self._is_meant, text, targets, reading, wanted))
        rows = results.rows or (() if text.strip() else self._suggested())
        named = " ".join(text.split()[: targets.count])
        self._panel.show_results(rows, best, self._count(results), named)
        self.read.emit(reading)

    def _targets(self, text: str) -> Targets:
        """Returns whom a line names at its beginning; one that is refused for it names nobody."""
        words = text.split()
        if not self._controller.is_open or text.lstrip()[:1] in _SCOPES:
            return Targets()
        found = target_words(words, self._runner.line_context)
        who = dict.fromkeys(each.id for _, combatants in found for each in combatants)
        return Targets(who=tuple(who), count=sum(count for count, _ in found))

    def _is_meant(
        self, text: str, targets: Targets, reading: Reading, wanted: Wanted, group: Group, hit: Hit
    ) -> bool:
        """Returns whether Enter may do what was found.

        All words of the line are found in it. A line about somebody, or with a number or a condition in it, is a
        command: it selects the one it names, does what it is the whole name of, or writes a line. A line that is wrong,
        or only begun, is mended.
        """
        if targets.count and targets.count == len(text.split()):
            return group == "fight" and targets.who == (hit.found.key,)
        if reading.error or reading.hint or not wanted.is_whole:
            return False
        is_begun = bool(hit.found.line) and folded(hit.found.title).startswith(folded(wanted.text))
        return not reading.is_bound or hit.is_exact or is_begun

    def _show_words(self, text: str, *, is_searched: bool) -> None:
        if is_searched or not self._controller.is_open:
            self._panel.line.show_tokens(())
            self._panel.show_ghost("")
            return
        line = self._runner.line_context
        self._panel.line.show_tokens(tokens_of(text, line))
        self._panel.show_ghost(ghost(text, line))

    def _count(self, results: Results) -> str:
        """Returns how many were found; where a group shows fewer than it has, of which there are more."""
        if not results.rows:
            return ""
        most = max(results.left_out, key=lambda each: each[1], default=None)
        if most is None:
            return self._texts.text_of("gui.palette.found", count=results.total)
        group = self._texts.text_of(f"gui.palette.group.{most[0]}")
        return self._texts.text_of(
            "gui.palette.found_more", count=results.total, of=most[1], group=group
        )

    def _suggested(self) -> tuple[Row, ...]:
        """Returns the lines carried out last, and lines that can be typed in this fight."""
        if not self._controller.is_open:
            return ()
        recent = dict.fromkeys(reversed(self._panel.history))
        earlier = self._texts.text_of("gui.palette.earlier")
        lines: Sequence[tuple[str, str]] = [
            *((line, earlier) for line in list(recent)[:_RECENT]),
            *((each.line, each.says) for each in examples(self._controller.context)),
        ]
        found = (
            Found(key=line, title=line, note=says, icon="command", line=line)
            for line, says in dict(reversed(lines)).items()
        )
        return tuple(("command", Hit(found=each)) for each in reversed(list(found)))

    @Slot(str)
    def _run(self, text: str) -> None:
        if self._runner.reading(text) != self._panel.reading:
            self._follow(text)  # the fight is no longer what the preview was made of: shown first
        elif self._runner.run(text):
            self._panel.accepted()
            self._controller.await_table()
            self._runner.follow_up()

    @Slot(object, str)
    def _do(self, found: Found, way: Way) -> None:
        """Does something once the palette is closed: what opens then has the keyboard."""
        self._panel.leave()
        found.ways[way]()


def wanted_of(text: str, targets: Targets | None = None) -> Wanted:
    """Returns what a line looks for: its words without those of its targets and the word of a command."""
    scope = _SCOPES.get(text.lstrip()[:1], "")
    if scope:
        words = text.lstrip()[1:].split()
        return Wanted(words=tuple(words), scope=scope)  # type: ignore[arg-type]  # one of its words
    words = text.split()
    all_words = len(words)
    targets = targets if targets is not None and targets.count < all_words else Targets()
    words = words[targets.count :]
    if words and words[0] in _NOT_SEARCHED:
        return Wanted()
    if len(words) > 1 and words[0] in _HEADS:
        is_counted = words[0] == "add" and len(words) > 2 and words[1].isdecimal()
        words = words[2:] if is_counted else words[1:]
    words = [word for word in words if not CHANGE.fullmatch(word)]
    return Wanted(words=tuple(words), who=targets.who, is_whole=len(words) == all_words)


def _without_chance_help(results: Results) -> Results:
    """Returns results without help that only has the words somewhere in it: the line itself does something."""
    rows = tuple(
        (group, hit) for group, hit in results.rows if group != "help" or hit.score > _IN_TITLE
    )
    return replace(results, rows=rows)


def _with_general_last(results: Results) -> Results:
    """Returns results with the actions that are nobody's in particular behind all others, settings last."""
    own = [row for row in results.rows if row[0] == "actions" and row[1].found.whose is not None]
    general = [row for row in results.rows if row[0] == "actions" and row[1].found.whose is None]
    others = [row for row in results.rows if row[0] != "actions"]
    general.sort(key=lambda row: row[1].found.is_setting)
    return replace(results, rows=(*own, *others, *general))


def _last(wanted: Wanted) -> Wanted:
    return Wanted(words=wanted.words[-1:], who=wanted.who, is_whole=False, scope=wanted.scope)
