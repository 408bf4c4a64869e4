"""The text formats of documents."""

from collections.abc import Callable, Mapping

from encounter_gui.reports.document import Document
from encounter_gui.reports.render.csv_tables import csv_tables
from encounter_gui.reports.render.html import html
from encounter_gui.reports.render.markdown import markdown

TEXTS: Mapping[str, Callable[[Document], str]] = {
    ".md": markdown,
    ".html": html,
    ".csv": csv_tables,
}
"""What writes a document as text, by the ending of the file."""
