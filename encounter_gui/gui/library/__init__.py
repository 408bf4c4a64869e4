"""The library and the editor of its creatures."""
