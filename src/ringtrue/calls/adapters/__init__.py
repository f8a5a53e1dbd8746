"""One module per kind of speaker, found by its name.

Each has two functions: `spelled(text)` gives the settings meant by what stands behind `kind:` on the command line, and
`adapter(speaker, folder)` the way to the speaker.
"""
