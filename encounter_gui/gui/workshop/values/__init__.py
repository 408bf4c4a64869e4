"""The middle of the workshop: tables that are typed over, and numbers of the rules as sentences."""
