"""The pages and dialogs of encounter preparation."""
