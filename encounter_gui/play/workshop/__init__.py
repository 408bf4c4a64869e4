"""The own rules of a campaign as they are changed: drafts, versions, and what goes on by them."""
