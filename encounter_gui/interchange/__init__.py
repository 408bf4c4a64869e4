"""Files of other tools to creatures and back: dispatch, conversion, export."""
