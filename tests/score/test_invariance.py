"""The same answers in any order, under any names that keep their order, by any way of writing them: the same result."""

import csv
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import numpy as np
import pytest

from ringtrue.judge.intake import read_judgments
from ringtrue.protocols.loader import load, with_ties
from ringtrue.score.scoring import score
from ringtrue.terms.answer import Rating
from ringtrue.terms.item import Item
from ringtrue.terms.protocol import Protocol
from studies import DIMENSIONS, SCORES, item, picks

ORDERS = range(10)
Study = tuple[Protocol, list[Item], list[Rating]]
Thing = TypeVar("Thing")


def shuffled(things: Sequence[Thing], seed: int) -> list[Thing]:
    return [things[place] for place in np.random.default_rng(seed).permutation(len(things))]


def blind(seed: int = 7, raters: int = 5) -> Study:
    """Twenty-four items, five raters who differ, some answers missing, a generic control."""
    draw = np.random.default_rng(seed)
    items: list[Item] = []
    ratings: list[Rating] = []
    for place in range(9):
        items.append(item("quote", f"q{place}", difficulty=("easy", "medium", "hard")[place % 3]))
        ratings += picks(f"q{place}", "".join(draw.choice(list("0011-="), raters)))
        ratings += picks(f"q{place}", "".join(draw.choice(list("1110"), raters)), speaker="generic")
    for kind, question in (("decision", "criteria"), ("edge", "holds")):
        for place in range(5):
            items.append(item(kind, f"{kind}{place}", layers=[f"L{1 + place % 5}"]))
            ratings += ticked(f"{kind}{place}", question, 3 + place, raters, draw)
    for place in range(5):
        items.append(item("style", f"style{place}", layers=["L4"]))
        for dimension in DIMENSIONS[place % 3 :]:
            ratings += ticked(f"style{place}", dimension, 2 + place, raters, draw)
    return with_ties(load("blind"), allowed=True), items, ratings


def ticked(name: str, question: str, listed: int, raters: int, draw: np.random.Generator) -> list[Rating]:
    return [
        Rating(f"r{rater}", name, question, tuple(bool(draw.random() < 0.8) for _ in range(listed)))
        for rater in range(1, raters + 1)
        if draw.random() < 0.9
    ]


def scenarios(seed: int = 8) -> Study:
    """Twelve scenarios, three judges, scores that are no round numbers; some could not be scored."""
    draw = np.random.default_rng(seed)
    items = [item("scenario", f"STR-{place:03}", type=("strategic", "tactical")[place % 2]) for place in range(12)]
    ratings = [
        Rating(f"j{judge}", one.id, question, float(draw.uniform(50, 100)), judge_kind="model")
        for one in items[:-2]
        for judge in range(3)
        for question in SCORES
    ]
    ratings += [
        Rating("j0", one.id, question, None, judge_kind="model", reason=f"no {question} in the answer")
        for one in items[-2:]
        for question in SCORES
    ]
    return load("scenarios"), items, ratings


def pairs(seed: int = 9) -> Study:
    """Five pairs, seven raters."""
    draw = np.random.default_rng(seed)
    domains = ("TECH", "ANAL", "PHIL", "SELF", "NARR")
    items = [
        Item(
            f"p{place}", "pair", "prompt", tags={"domain": domain}, fields={"pfi_model": float(draw.uniform(0.8, 0.95))}
        )
        for place, domain in enumerate(domains)
    ]
    steps = {"voice": (-2, -1, 0, 1, 2), "vibe": (1, 2, 3), "logic": (1, 2, 3)}
    ratings = [
        Rating(f"r{rater}", one.id, question, float(draw.choice(values)))
        for one in items
        for rater in range(7)
        for question, values in steps.items()
    ]
    return load("pairs"), items, ratings


def recognition(seed: int = 10) -> Study:
    """Three sessions, two judges."""
    draw = np.random.default_rng(seed)
    items = [item("trial", f"{name}-{place:02}", session=name) for name in "abc" for place in range(1, 11)]
    ratings = [
        Rating(judge, one.id, question, float(draw.choice((0.0, 0.25, 0.5, 0.75, 1.0))))
        for one in items
        for judge in ("j1", "j2")
        for question in ("r1", "r2", "r3")
    ]
    ratings += [Rating("j1", one.id, f"f{1 + place % 4}", place % 5 == 0) for place, one in enumerate(items)]
    return load("recognition"), items, ratings


STUDIES = [blind, scenarios, pairs, recognition]


def document(protocol: Protocol, items: Sequence[Item], ratings: Sequence[Rating]) -> str:
    """The whole result as text, every digit of it."""
    return json.dumps(score(protocol, items, ratings, replicates=60).as_dict(), sort_keys=True)


@pytest.mark.parametrize("make", STUDIES)
def test_ten_orders_of_ratings_give_the_same_document(make: Callable[[], Study]) -> None:
    protocol, items, ratings = make()
    expected = document(protocol, items, ratings)
    for seed in ORDERS:
        assert document(protocol, items, shuffled(ratings, seed)) == expected


@pytest.mark.parametrize("make", STUDIES)
def test_ten_orders_of_items_give_the_same_document(make: Callable[[], Study]) -> None:
    protocol, items, ratings = make()
    expected = document(protocol, items, ratings)
    for seed in ORDERS:
        assert document(protocol, shuffled(items, seed), ratings) == expected


@pytest.mark.parametrize("make", STUDIES)
def test_ten_orders_of_raters_give_the_same_document(make: Callable[[], Study]) -> None:
    protocol, items, ratings = make()
    expected = document(protocol, items, ratings)
    raters = sorted({rating.rater for rating in ratings})
    for seed in ORDERS:
        order = shuffled(raters, seed)
        by_rater = sorted(ratings, key=lambda rating: order.index(rating.rater))
        assert document(protocol, items, by_rater) == expected


@pytest.mark.parametrize("make", STUDIES)
def test_names_that_keep_the_order_of_raters_give_the_same_document(make: Callable[[], Study]) -> None:
    protocol, items, ratings = make()
    renamed = [rating._replace(rater=f"rater {rating.rater}") for rating in ratings]
    assert document(protocol, items, renamed) == document(protocol, items, ratings)


@pytest.mark.parametrize("make", STUDIES)
def test_names_that_change_the_order_of_raters_move_resamples_but_no_value_and_no_label(
    make: Callable[[], Study],
) -> None:
    # Raters are drawn by their place among the names, so other names draw other resamples from the same seed.
    protocol, items, ratings = make()
    raters = sorted({rating.rater for rating in ratings})
    turned = dict(zip(raters, reversed(raters), strict=True))
    first = score(protocol, items, ratings, replicates=60)
    second = score(protocol, items, [rating._replace(rater=turned[rating.rater]) for rating in ratings], replicates=60)
    for name, estimate in first.estimates.items():
        assert second.estimates[name].value == pytest.approx(estimate.value, abs=1e-12), name
        assert second.estimates[name].n == estimate.n, name
    assert second.status == first.status
    assert second.verdict.label == first.verdict.label
    assert second.counts == first.counts


def test_a_pick_as_true_or_as_1_is_the_same_rating() -> None:
    protocol, items, ratings = blind()
    as_truths = [
        rating._replace(value=bool(rating.value))
        if rating.question == "found" and rating.value in (0.0, 1.0)
        else rating
        for rating in ratings
    ]
    assert document(protocol, items, as_truths) == document(protocol, items, ratings)


def test_another_seed_changes_intervals_and_nothing_else() -> None:
    protocol, items, ratings = scenarios()
    first, second = (score(protocol, items, ratings, replicates=60, seed=seed) for seed in (1, 2))
    assert {name: e.value for name, e in first.estimates.items()} == {n: e.value for n, e in second.estimates.items()}
    assert first.items == second.items
    assert first.estimates["pass_rate"] != second.estimates["pass_rate"]


def test_what_is_left_out_one_by_one_needs_no_seed() -> None:
    protocol, items, ratings = blind()
    first, second = (score(protocol, items, ratings, replicates=60, seed=seed) for seed in (1, 2))
    assert first.estimates == second.estimates


def rows(ratings: Sequence[Rating], written: Callable[[Rating], Any]) -> list[dict[str, Any]]:
    made = []
    for rating in ratings:
        row = {"rater": rating.rater, "item": rating.item, "question": rating.question, "value": written(rating)}
        made.append(row | ({"speaker": rating.speaker} if rating.speaker else {}))
    return made


def by_name(rating: Rating) -> Any:
    """A pick as the name of the speaker that was taken for the person."""
    if rating.question != "found":
        return list(rating.value) if isinstance(rating.value, tuple) else rating.value
    other = rating.speaker or "clone"
    return {1.0: "real", 0.0: other, 0.5: "tie"}[float(rating.value)]  # type: ignore[arg-type]


def by_number(rating: Rating) -> Any:
    return [int(tick) for tick in rating.value] if isinstance(rating.value, tuple) else rating.value


def by_word(rating: Rating) -> str:
    if isinstance(rating.value, tuple):
        return ";".join("yes" if tick else "no" for tick in rating.value)
    return {1.0: "true", 0.0: "false", 0.5: "tie"}[float(rating.value)]  # type: ignore[arg-type]


def test_judgments_of_a_list_of_lines_and_of_cells_score_alike(tmp_path: Path) -> None:
    # Names of speakers in a JSON list, numbers in JSON Lines in another order, words in CSV.
    protocol, items, ratings = blind()
    listed, lines, cells = tmp_path / "a.json", tmp_path / "b.jsonl", tmp_path / "c.csv"
    listed.write_text(json.dumps(rows(ratings, by_name)), encoding="utf-8")
    backwards = rows(list(reversed(ratings)), by_number)
    lines.write_text("".join(json.dumps(row) + "\n" for row in backwards), encoding="utf-8")
    with cells.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, ["speaker", "item", "value", "rater", "question"])
        writer.writeheader()
        writer.writerows(rows(ratings, by_word))
    expected = document(protocol, items, ratings)
    for path in (listed, lines, cells):
        taken = [answer.rating for answer in read_judgments(path, protocol, items)]
        assert document(protocol, items, taken) == expected, path.name


@pytest.mark.parametrize("seed", range(10))
def test_ten_blindings_of_the_same_judgments_give_the_same_result(seed: int, tmp_path: Path) -> None:
    # Each rater sees real and clone on sides of his own. What he means is fixed; what he clicks is a side; the table of
    # sides turns it back into a speaker, and the speaker's name is what is taken in.
    sides = Random(seed)
    meant = {
        (rater, quote): Random(f"{rater}{quote}").choice(["real", "clone"]) for rater in "abc" for quote in range(6)
    }
    rows = []
    for (rater, quote), speaker in meant.items():
        shown = sides.sample(["real", "clone"], 2)
        clicked = "AB"[shown.index(speaker)]
        unblinded = shown["AB".index(clicked)]
        rows.append({"rater": rater, "item": f"q{quote}", "question": "found", "value": unblinded})
    sides.shuffle(rows)
    path = tmp_path / "answers.json"
    path.write_text(json.dumps(rows), encoding="utf-8")
    protocol = load("blind")
    quotes = [Item(f"q{quote}", "quote", "", fields={"topic": "t", "real": "r"}) for quote in range(6)]
    ratings = [answer.rating for answer in read_judgments(path, protocol, quotes)]
    found = score(protocol, quotes, ratings, replicates=100)
    assert found.estimates["found_share"].value == pytest.approx(list(meant.values()).count("real") / 18)
    direct = [
        Rating(rater, f"q{quote}", "found", float(speaker == "real")) for (rater, quote), speaker in meant.items()
    ]
    assert found.as_dict() == score(protocol, quotes, direct, replicates=100).as_dict()
