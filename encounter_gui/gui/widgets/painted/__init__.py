"""Words that are painted in the fonts and colours of the theme, and cut where there is no room for them."""
