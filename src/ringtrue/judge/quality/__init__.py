"""How raters answered: completion, time, monotony, attention, sensitivity, fatigue. Shown, never applied."""
