"""The library list: lines, model, delegate, view, drag and drop."""
