"""Documents as HTML, Markdown, CSV."""
