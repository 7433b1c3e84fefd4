"""The worth of outcomes: objectives, points, tickets to Fantasyland."""
