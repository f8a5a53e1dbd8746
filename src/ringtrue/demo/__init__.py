"""The demo: a sample person taken through every kind of study."""
