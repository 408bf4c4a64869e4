"""Creatures in plain text: stat blocks of pages, chats and PDFs, and lists of one a line."""
