"""Events, the state they fold to, and the tree of entries. Knows no rules, no Qt and no SQL."""
