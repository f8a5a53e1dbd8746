"""Can raters tell the clone from the person: shares, discrimination, the gate, power."""
