"""What every layer shares: ids, messages and errors. Standard library only."""
