"""A sample of items is fixed by its seed, and as large as the answers on each allow."""

from ringtrue.study.item_sample import item_sample

ITEMS = [f"SC-{n:05}" for n in range(5000)]


def test_the_same_items_are_drawn_in_whatever_order_they_come() -> None:
    drawn = item_sample(ITEMS, 20, seed=7)
    assert drawn == item_sample(reversed(ITEMS), 20, seed=7)
    assert drawn != item_sample(ITEMS, 20, seed=8)
    assert len(drawn) == 1000


def test_a_sample_is_from_all_over_the_list() -> None:
    places = [int(item[3:]) for item in item_sample(ITEMS, 20, seed=7)]
    # The mean place of 1,000 drawn from 5,000 without replacement has a standard error of about 41.
    assert abs(sum(places) / len(places) - 2499.5) < 4 * 41


def test_where_each_item_has_very_many_answers_some_items_are_kept_all_the_same() -> None:
    assert len(item_sample(ITEMS, 1e6, seed=7)) == 200
    assert item_sample(ITEMS[:3], 1e6, seed=7) == set(ITEMS[:3])
