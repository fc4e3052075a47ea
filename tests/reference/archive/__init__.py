"""Statistics of shuffles straight from their definitions: over all permutations, all hands, all sequences."""
