"""Do raters agree: kappas, alphas and intraclass correlations, each an Estimate over items."""
