"""The file itself: header, lock, opening, schema, migrations, copies."""
