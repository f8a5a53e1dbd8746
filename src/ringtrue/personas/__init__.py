"""The sample person, Oda Brennick, and four other voices: data only, openly fictional, written for this project."""
