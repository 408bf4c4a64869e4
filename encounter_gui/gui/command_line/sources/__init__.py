"""What the palette finds: one module for each kind of thing, all behind one small interface."""
