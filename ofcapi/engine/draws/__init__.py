"""What the cards to come can make of each row by itself."""
