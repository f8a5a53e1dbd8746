"""Does the instrument know when the background is of another genre, and does it read that genre once others are given?

Run: python benchmarks/voice_genres.py [--speakers tune|report]
     python benchmarks/voice_genres.py --fiction     novels with other novelists given
The data are read from the folder in RINGTRUE_DATA, or from ../shared/data beside the project.

Background only: debate speakers (a background of the other set's speakers stands in, as the shipped one holds them
all), novelists, what characters say in their novels, the sample person and the other letter-writers, and four personas
of language models, all against the shipped background. Counted are persons accepted, own sets of eight 100-word replies
with a likelihood over .5, and sets of others of the same genre with one. Of the limit itself (5.0 from the background)
the tuning speakers say: 38 references lie at most 4.1 away; that foreign genres lie 6.5 and more away was looked at on
the same novels and samples as are reported here, so these are not held out.
Novels: one book of each author is the reference, in passages of 700 words; own replies are from *another* book. All
authors with two books are candidates, the other authors their others; sets of strangers are from authors left out of
the others one at a time.
"""

import argparse
import gzip
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from importlib.resources import files
from pathlib import Path

import numpy as np

from ringtrue.sources.person_texts import read_person_texts, read_text_groups
from ringtrue.voice.background.background import Background
from ringtrue.voice.voice import Voice
from voice_backgrounds import background_of
from voice_debates import EIGHT, data_folder, read_turns, split_of, two_sides
from voice_ranking import as_pairs, auc

SETS = 3  # of one writer
Case = tuple[str, str, list[str], list[list[str]], list[list[str]], Background | None]
SPOKEN = re.compile(r'["\u201c]([^"\u201d]{15,}?)["\u201d]')


def main() -> None:
    """Print one table or the other."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--speakers", choices=("tune", "report"), default="report")
    parser.add_argument("--fiction", action="store_true")
    asked = parser.parse_args()
    folder = data_folder()
    if asked.fiction:
        return with_others(novels(folder))
    cases = [*debates(folder, asked.speakers), *fiction(novels(folder)), *sample(), *personas(folder)]
    with ProcessPoolExecutor() as pool:
        rows = list(pool.map(told, cases))
    print(f"{'genre':22s}{'persons':>9s}{'accepted':>10s}{'own sets > .5':>15s}{'others > .5':>13s}{'sets':>7s}")
    for genre in dict.fromkeys(row[0] for row in rows):
        mine = [row for row in rows if row[0] == genre]
        own = np.array([over for row in mine for over in row[2]], float)
        foreign = np.array([over for row in mine for over in row[3]], float)
        accepted = sum(row[1] for row in mine)
        shown = f"{own.mean():15.3f}" if own.size else f"{'':15s}"
        print(f"{genre:22s}{len(mine):9d}{accepted:10d}{shown}{foreign.mean():13.3f}{foreign.size:7d}")
    return None


def told(case: Case) -> tuple[str, bool, list[bool], list[bool]]:
    """Whether the person was accepted, and which sets have a likelihood over .5; the gate is on, as for users."""
    genre, _, documents, own, foreign, background = case
    voice = Voice.fit(documents, background=background)
    found = [[voice.score(replies, replicates=20) for replies in sets] for sets in (own, foreign)]
    accepted = not any("another genre" in (one.reason or "") for one in (*found[0], *found[1]))
    likely = [[(one.likelihood or 0.0) > 0.5 for one in sets] for sets in found]
    return genre, accepted, likely[0], likely[1]


def sets_of(text: str, most: int = SETS) -> list[list[str]]:
    """Sets of eight replies of 100 words, one after the other."""
    words = text.split()
    replies = [" ".join(words[start : start + 100]) for start in range(0, len(words) - 99, 100)]
    return [replies[start : start + 8] for start in range(0, len(replies) - 7, 8)][:most]


def debates(folder: Path, speakers: str) -> Iterator[Case]:
    """Speakers of one set, with a background of the other."""
    turns = read_turns(folder / "debates-dev.csv.gz")
    sides = two_sides(turns)
    chosen = split_of(sides, speakers)
    background = background_of(turns, sides, chosen)
    for side in sides:
        sets = {name: found for name, found in side.sets[EIGHT].items() if name in chosen}
        for name in sets.keys() & side.references.keys():
            foreign = [one for other, found in sorted(sets.items()) if other != name for one in found[:1]]
            yield "debate speakers", name, side.references[name], sets[name], foreign, background


def novels(folder: Path) -> dict[str, dict[str, list[str]]]:
    """Passages by author and book."""
    path = folder / "fiction-dev.jsonl.gz"
    if not path.is_file():
        print("skipped: no fiction-dev.jsonl.gz; set RINGTRUE_DATA to the folder that holds it")
        sys.exit(0)
    found: dict[str, dict[str, list[str]]] = {}
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for row in map(json.loads, file):
            found.setdefault(row["author"], {}).setdefault(row["book"], []).append(row["text"])
    return found


def fiction(authors: dict[str, dict[str, list[str]]]) -> Iterator[Case]:
    """Each author by one book; then what is said between quotation marks, where there is enough of it."""
    said = {
        name: " ".join(SPOKEN.findall(" ".join(text for book in books.values() for text in book)))
        for name, books in authors.items()
    }
    for name, books in authors.items():
        first, *more = sorted(books)
        own = [one for book in more for one in sets_of(books[book][2])]
        foreign = [one for other, theirs in authors.items() if other != name for one in sets_of(any_text(theirs))]
        documents = [" ".join(passage.split()[:700]) for passage in books[first]]
        yield "novelists", name, documents, own, foreign, None
    talkers = {name: text.split() for name, text in said.items() if len(text.split()) >= 4500}
    for name, words in talkers.items():
        documents = [" ".join(words[start : start + 500]) for start in range(0, 3000, 500)]
        foreign = [one for other, text in talkers.items() if other != name for one in sets_of(" ".join(text))]
        yield "dialogue in novels", name, documents, sets_of(" ".join(words[3000:])), foreign, None


def any_text(books: dict[str, list[str]]) -> str:
    """A passage of one book."""
    return books[max(books)][1]


def sample() -> Iterator[Case]:
    """The sample person and the other letter-writers, each against all others."""
    root = Path(str(files("ringtrue.personas")))
    people, _ = read_text_groups(root / "impostors")
    people = {**people, "oda": read_person_texts(root / "oda-brennick" / "inbox").texts}
    for name, texts in people.items():
        foreign = [one for other, theirs in people.items() if other != name for one in sets_of(" ".join(theirs))]
        held = len(texts) - len(texts) // 3
        yield "sample and impostors", name, list(texts[:held]), sets_of(" ".join(texts[held:])), foreign, None


def personas(folder: Path) -> Iterator[Case]:
    """Model-written answers under four personas: two runs are the person's, the third the replies."""
    said: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for path in sorted((folder / "compression").glob("*_run*_FULL.txt")):
        persona, _, _, run, _ = path.stem.split("_")
        said[persona][run].append(path.read_text(encoding="utf-8"))
    for name, runs in said.items():
        foreign = [one for other, theirs in said.items() if other != name for one in sets_of(" ".join(theirs["run3"]))]
        yield "model personas", name, runs["run1"] + runs["run2"], sets_of(" ".join(runs["run3"])), foreign, None


def with_others(authors: dict[str, dict[str, list[str]]]) -> None:
    """Pooled and within-author AUC of novels, the true author's sets from another book."""
    candidates = [name for name, books in authors.items() if len(books) > 1]
    with ProcessPoolExecutor() as pool:
        tables = list(pool.map(partial(by_candidate, authors), candidates))
    pairs = as_pairs([row for table in tables for row in table])
    within = [auc(as_pairs(table)) for table in tables]
    own = pairs.place[pairs.same & np.isfinite(pairs.place)]
    print(
        f"{len(candidates)} authors, {pairs.same.sum()} own sets from another book, {(~pairs.same).sum()} foreign sets"
    )
    print(f"AUC pooled {auc(pairs):.3f}, within an author {np.mean(within):.3f}; place of own sets {np.mean(own):.2f}")


def by_candidate(authors: dict[str, dict[str, list[str]]], name: str) -> list[tuple]:
    """Scores of own and foreign sets; a foreign author is left out of the others when their sets are scored."""
    first, *more = sorted(authors[name])
    documents = [" ".join(passage.split()[:700]) for passage in authors[name][first]]
    others = {
        other: [" ".join(passage.split()[:700]) for passage in books[min(books)]]
        for other, books in authors.items()
        if other != name
    }
    voice = Voice.fit(documents, others)
    own = [one for book in more for passage in authors[name][book][:3] for one in sets_of(passage, 1)]
    rows = [scored(voice, replies, name, name) for replies in own]
    for other in others:
        without = Voice.fit(documents, {who: texts for who, texts in others.items() if who != other})
        sets = [one for passage in authors[other][max(authors[other])][:3] for one in sets_of(passage, 1)]
        rows += [scored(without, replies, other, name) for replies in sets]
    return rows


def scored(voice: Voice, replies: list[str], writer: str, candidate: str) -> tuple:
    """One set against one candidate."""
    found = voice.score(replies, gate=False, replicates=20)
    return found.raw, writer, candidate, np.nan if found.value is None else found.value


if __name__ == "__main__":
    main()
