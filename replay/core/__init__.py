"""What every game needs and none defines: the engine, events, cards, tricks, rule sets, rulings, the narrative."""
