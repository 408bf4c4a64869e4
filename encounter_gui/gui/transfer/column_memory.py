"""What the game master said the columns of tables mean, remembered for tables with the same headers."""

import json
from collections.abc import Mapping

from encounter_gui.gui.control.settings import Setting, Settings
from encounter_gui.interchange.import_dispatch import Columns

COLUMNS = Setting(key="import/columns", default="")
"""A JSON list of pairs: the headers of a table, and what each of them means."""

_MOST = 50


def remembered_columns(settings: Settings) -> Columns:
    """Returns what was said of tables before; what was spoilt by hand counts as never said."""
    try:
        pairs = json.loads(settings.get(COLUMNS) or "[]")
        return {
            tuple(str(header) for header in headers): {str(k): str(v) for k, v in meant.items()}
            for headers, meant in pairs
        }
    except (ValueError, TypeError, AttributeError):
        return {}


def remember(settings: Settings, columns: Mapping[tuple[str, ...], Mapping[str, str]]) -> None:
    """Remembers what columns mean, the latest last; the oldest are forgotten."""
    pairs = [[list(headers), dict(meant)] for headers, meant in columns.items()][-_MOST:]
    settings.set(COLUMNS, json.dumps(pairs, ensure_ascii=False))
