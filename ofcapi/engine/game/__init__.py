"""The game: cards, hands, rules, boards, streets, suits, settlement."""
