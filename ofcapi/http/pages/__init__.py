"""What browsers are shown: the table and the documentation."""
