"""What the tables of a ruleset and their columns are called."""

import re

from encounter_gui.core.messages import MessageCatalog
from encounter_gui.rules.files.tables import Column, TableDef


def table_name(table: TableDef, texts: MessageCatalog) -> str:
    """Returns what a table is called in lists and headings."""
    return texts.text_of(f"workshop.table.{table.key}")


def column_name(table: TableDef, column: Column, texts: MessageCatalog) -> str:
    """Returns what a column is called, with how its values are written if the ruleset says so."""
    return column.field.name or texts.text_of(
        f"workshop.column.{table.section}.{column.key or 'value'}"
    )


def column_title(table: TableDef, column: Column, texts: MessageCatalog) -> str:
    """Returns what a column is called in a sentence: without how its values are written."""
    return re.split("[,;:]", column_name(table, column, texts))[0]


def column_heading(table: TableDef, column: Column, texts: MessageCatalog) -> str:
    """Returns what stands above a column: its short name, if the ruleset has one for it."""
    return column.field.short or column_title(table, column, texts)
