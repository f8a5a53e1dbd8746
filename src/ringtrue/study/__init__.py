"""A study is a folder: what people write, what the program records, what comes out."""
