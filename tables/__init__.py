"""Scripts that make the tables the package ships, and the pictures drawn from them."""
