"""Agreement, detection, association, intervals and combination: numbers in, an Estimate or a reason out."""
