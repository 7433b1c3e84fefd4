"""Scripts that make the tables in the package, and the plot that is drawn from them."""
