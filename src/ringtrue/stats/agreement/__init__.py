"""Agreement between raters: kappas, alphas, intraclass correlations."""
