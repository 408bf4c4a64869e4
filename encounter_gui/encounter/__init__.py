"""What happened in a fight: events, the state they fold to, and the tree of entries. No rules, no Qt, no SQL."""
