"""The combatant table: model, header, view, and changes by hand."""
