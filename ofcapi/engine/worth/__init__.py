"""What outcomes are worth: objectives, points, tickets to Fantasyland."""
