"""A printed page to Markdown: pure geometry of lines of text and ruled lines, whatever file they come from.

page        a line of text, a rule, a page of them
rows        lines side by side
rules       the drawings of a page to rules
ruled       tables inside rules
columns     the columns of a page, and the order in which they are read
cells       lines that hold several cells of a table
aligned     tables without rules, by what stands below what
reading     a page in reading order, its tables in their places
furniture   running heads and page numbers
typewriter  which text in typewriter faces is code
headings    which lines are headings, and of which level
compounds   words that have a hyphen wherever they stand
linking     words that lead somewhere
paragraphs  lines to paragraphs, lists and code
"""
