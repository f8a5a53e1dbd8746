"""What a page leaves behind when the two texts of every card change sides: nothing but the texts' own order differs."""

from dataclasses import replace
from typing import Any

from page.packets import document, pair_cards
from page.rater import LITE, Rater, Visit, through_lite

TIMES = ("seconds", "visible_seconds", "started", "finished", "checksum", "at", "after", "order", "sitting/started")
CHANCE = ("holder",)  # a random name of the window that may write
_STORED = """async () => {
  const found = {};
  for (const { name, version } of await indexedDB.databases()) {
    const base = await new Promise((resolve, reject) => {
      const asked = indexedDB.open(name, version);
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
    for (const store of base.objectStoreNames) {
      const all = base.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([all.getAllKeys(), all.getAll()].map((asked) =>
        new Promise((resolve, reject) => { asked.onsuccess = () => resolve(asked.result); asked.onerror = reject; })));
      found[`${name}/${store}`] = Object.fromEntries(keys.map((key, i) => [String(key), values[i]]));
    }
    base.close();
  }
  return { found, local: { ...localStorage }, session: { ...sessionStorage }, cookies: document.cookie };
}"""


def without_times(value: Any) -> Any:
    """The data without what a clock or a lot decides, and every list of hashes of texts sorted."""
    if isinstance(value, dict):
        return {
            key: sorted(inner) if key == "shown" else without_times(inner)
            for key, inner in value.items()
            if key not in TIMES + CHANCE
        }
    return [without_times(one) for one in value] if isinstance(value, list) else value


def left_behind(visit: Visit, *, turned: bool) -> tuple[Any, Any]:
    """Everything stored in the browser in the middle of a packet, and the result file at its end."""
    cards = [replace(card, texts=card.texts[::-1]) if turned else card for card in pair_cards(2)]
    rater: Rater = through_lite(visit.open(document(cards))).rate(1, LITE["card1"]).on_card(2)
    stored = rater.page.evaluate(_STORED)
    result = rater.rate(2, LITE["card3"]).sees("thanks.title").download()
    return stored, result


def test_storage_and_result_file_do_not_tell_the_sides(visit: Visit) -> None:
    stored, result = left_behind(visit, turned=False)
    stored_turned, result_turned = left_behind(visit, turned=True)
    assert without_times(stored) == without_times(stored_turned)
    assert without_times(result) == without_times(result_turned)
    assert [one["shown"][::-1] for one in result["answers"]] == [one["shown"] for one in result_turned["answers"]]
    assert stored["found"]
    assert (stored["cookies"], stored["session"]) == ("", {})


def test_order_and_number_of_fields_are_the_same_for_every_card(visit: Visit) -> None:
    _, result = left_behind(visit, turned=False)
    assert len({tuple(answer) for answer in result["answers"]}) == 1
