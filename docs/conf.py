"""How Sphinx builds these pages: `make docs`."""

from allonym import __version__

project = "allonym"
author = "The allonym authors"
copyright = "The allonym authors"
version = release = __version__

extensions = ["myst_parser"]
exclude_patterns = ["_build"]
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]

# Blocks that show the flow or the output of a program are not in any language.
highlight_language = "text"

html_theme = "alabaster"
html_theme_options = {"description": "Another person's name, used as one's own.", "fixed_sidebar": True}
html_show_sourcelink = False
html_static_path = ["_static"]
html_css_files = ["site.css"]
