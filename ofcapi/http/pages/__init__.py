"""The pages for browsers: the table and the documentation."""
