"""What `ringtrue voice` found, as one JSON document."""

from dataclasses import asdict
from typing import Any

from ringtrue.cli.voice_account import Account


def document(account: Account) -> dict[str, Any]:
    """Estimates by name, then hints, flags, overlaps, usages, advice, content and notes."""
    from ringtrue.voice.explain import advice

    reading = account.reading
    estimates = {"voice": reading.estimate, "spread": reading.spread, "dispersion": account.dispersion.ratio}
    if reading.bare is not None:
        estimates |= {"bare": reading.bare.estimate, "voice_over_bare": reading.bare.anchored}
    if account.coverage is not None:
        estimates["facts_covered"] = account.coverage.share
    return {
        "estimates": {name: estimate.as_dict() for name, estimate in estimates.items()},
        "hints": [asdict(hint) | {"name": account.names[hint.reply]} for hint in reading.hints],
        "flags": [asdict(flag) for flag in reading.flags],
        "overlaps": [asdict(overlap) | _places(account, overlap) for overlap in reading.overlaps],
        "usages": [asdict(row) | {"direction": row.direction} for row in account.explanation.rows],
        "not_told": [asdict(refused) for refused in account.explanation.refused],
        "advice": advice(account.explanation),
        **_content(account),
        "material": _material(account),
        "notes": list(account.notes),
    }


def _places(account: Account, overlap: Any) -> dict[str, str]:
    own = account.request.own.names
    return {"name": account.names[overlap.reply], "source": own[overlap.document]}


def _content(account: Account) -> dict[str, Any]:
    """Facts with the passages nearest to them, and what people should look at; only where facts were given."""
    if account.coverage is None or account.contradictions is None:
        return {}
    return {
        "facts": [asdict(match) for match in account.coverage.matches],
        "possible_contradictions": [asdict(found) for found in account.contradictions.candidates],
        "embedding": {"backend": account.coverage.backend, "licence": account.coverage.licence},
    }


def _material(account: Account) -> dict[str, Any]:
    explained, request = account.explanation, account.request
    return {
        "own": {"place": request.own.place, "texts": explained.own_texts, "words": explained.own_words},
        "replies": {"place": request.replies.place, "texts": explained.reply_texts, "words": explained.reply_words},
        "others": None if request.others is None else len(request.others),
        "language": explained.language,
    }
