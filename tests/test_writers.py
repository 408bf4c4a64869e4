"""What a person names is written by one function; whatever else writes a file is listed here, with what it writes."""

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "encounter_gui"

WRITERS = {
    "play/transfer/atomic_file.py": "what a person names: refused over a campaign, and over a file unless agreed",
    "play/rulesets/installed.py": "a person's own rulesets, in a folder of the program's, each as a whole",
    "cli/sweep.py": "further lines of a sweep whose file is found to be its own",
    "app/trouble/crash_reports.py": "reports of crashes, in a folder of the program's own",
    "storage/parsed_files.py": "what texts and theme were read as, in the program's cache folder",
    "storage/file/copies.py": "the disk is waited for",
}


def writes(path: Path) -> Iterator[str]:
    """Every call in a module that opens a file to write it, or has Qt do so."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = (
            node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        )
        words = [str(each.value) for each in node.args if isinstance(each, ast.Constant)]
        is_for_writing = any(
            set(each) & set("wax+") and set(each) <= set("rwaxbt+") for each in words
        )
        if name in (
            "write_text",
            "write_bytes",
            "QSaveFile",
            "QFile",
            "setFileName",
            "setOutputFileName",
        ):
            yield name
        if name == "open" and is_for_writing:
            yield name


def test_files_are_written_in_one_place() -> None:
    """A dialog or a command that opened a file by itself could write over a campaign."""
    found = {str(path.relative_to(PACKAGE)) for path in PACKAGE.rglob("*.py") if any(writes(path))}
    assert found == set(WRITERS)
