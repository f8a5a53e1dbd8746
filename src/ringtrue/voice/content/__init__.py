"""What replies say: facts covered, contradictions to look at, likeness to another answer, variety."""
