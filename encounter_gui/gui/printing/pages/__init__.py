"""Drawing of documents on pages; no widgets."""
