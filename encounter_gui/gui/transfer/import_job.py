"""Reading files and proposing creatures, in another thread: the window answers meanwhile, and can call it off."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from threading import Event

from msgspec import Struct, field
from msgspec.structs import replace
from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal
from typing_extensions import override

from encounter_gui.core.errors import DataError
from encounter_gui.interchange.import_dispatch import Columns
from encounter_gui.interchange.imported import ReadFile
from encounter_gui.play.transfer.imports import Preview, contents, preview_files
from encounter_gui.play.transfer.own_rules_merge import LookAt
from encounter_gui.rules.model.ruleset import Ruleset

Content = tuple[str, bytes]
"""A file's name and all that is in it."""


class ImportOptions(Struct, frozen=True, kw_only=True):
    """How creatures are to be taken over.

    ``target`` is the ruleset all are to be for; empty: what each file is meant for. ``fallback`` is that of creatures
    whose file does not say. ``columns`` are tables whose columns mean something else than they seem to.
    """

    fallback: str
    target: str = ""
    columns: Columns = field(default_factory=dict)


class ImportResult(Struct, frozen=True, kw_only=True):
    """The preview of an import, and the contents of its files, so that other options need no second reading."""

    preview: Preview
    contents: tuple[Content, ...]
    options: ImportOptions
    columns: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    """The headers of tables among the files, and the name of the first file that has them."""


class _CancelledError(Exception):
    pass


class ImportJob(QObject):
    """Reads files in another thread. It has no parent: that thread keeps a reference to it."""

    progressed = Signal(int, int)
    """How many files have been read, and of how many."""
    done = Signal(object)
    """``ImportResult``."""
    failed = Signal(object)
    """``Exception``: nothing at all could be read; anything but an ``AppError`` is a mistake of the program."""

    def __init__(
        self,
        rulesets: Callable[[str], Ruleset],
        known: Sequence[object],
        look_at: LookAt,
    ) -> None:
        """Takes what returns a ruleset by its id, what the library holds, and what says what own rules would do.

        All of it is used in the other thread: none of it may read the campaign's file.
        """
        super().__init__()
        self._rulesets = rulesets
        self._known = known
        self._look_at = look_at
        self._is_cancelled = Event()

    def read(self, paths: Sequence[Path], options: ImportOptions) -> None:
        """Starts reading files and folders, and emits ``done`` or ``failed``."""
        self._begin(lambda: self._read_paths(paths, options))

    def propose(self, those: Sequence[Content], options: ImportOptions) -> None:
        """Starts with contents that have been read already, or were pasted."""
        self._begin(lambda: self._propose(tuple(those), options))

    def cancel(self) -> None:
        """Cancels the reading: no signal is emitted any more."""
        self._is_cancelled.set()

    @property
    def is_cancelled(self) -> bool:
        """Whether the reading was cancelled."""
        return self._is_cancelled.is_set()

    def _begin(self, work: Callable[[], ImportResult]) -> None:
        QThreadPool.globalInstance().start(_Work(self, work))

    # ---- in the other thread

    def _read_paths(self, paths: Sequence[Path], options: ImportOptions) -> ImportResult:
        read: list[Content] = []
        refused: list[ReadFile] = []
        for place, path in enumerate(paths):
            self._tell(place, len(paths))
            try:
                read += [self._content_to_keep(each) for each in contents((path,))]
            except DataError as error:
                refused.append(ReadFile(file=path.name, error=error.message))
        return self._propose(tuple(read), options, refused)

    def _content_to_keep(self, content: Content) -> Content:
        if self.is_cancelled:
            raise _CancelledError
        return content

    def _propose(
        self, those: tuple[Content, ...], options: ImportOptions, refused: Sequence[ReadFile] = ()
    ) -> ImportResult:
        preview = preview_files(
            self._follow(those),
            rulesets=self._rulesets,
            known=self._known,  # type: ignore[arg-type]  # storage's rows, which a widget does not know
            target=options.target,
            fallback=options.fallback,
            columns=options.columns,
            look_at=self._look_at,
        )
        tables: dict[tuple[str, ...], str] = {}
        for each in preview.files:
            if each.headers:
                tables.setdefault(each.headers, each.file)
        whole = replace(preview, files=(*refused, *preview.files))
        return ImportResult(preview=whole, contents=those, options=options, columns=tables)

    def _follow(self, those: Sequence[Content]) -> Iterator[Content]:
        for place, content in enumerate(those):
            self._tell(place, len(those))
            yield content
        self._tell(len(those), len(those))

    def _tell(self, done: int, total: int) -> None:
        if self.is_cancelled:
            raise _CancelledError
        self.progressed.emit(done, total)


class _Work(QRunnable):
    def __init__(self, job: ImportJob, work: Callable[[], ImportResult]) -> None:
        super().__init__()
        self._job = job
        self._work = work

    @override
    def run(self) -> None:
        try:
            found = self._work()
        except _CancelledError:
            return
        except Exception as error:  # noqa: BLE001 - the window's thread says it, or raises it there
            self._job.failed.emit(error)
            return
        if not self._job.is_cancelled:
            self._job.done.emit(found)
