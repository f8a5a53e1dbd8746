"""What the document of a results file asks for, for the tests of its rows and of the whole."""

KEYS = [
    "scenario_id",
    "scenario_type",
    "clone_response",
    "scores",
    "weighted_score",
    "passed",
    "failure_classification",
]  # of one result, in their order
