"""What the cards to come can make of each row on its own."""
