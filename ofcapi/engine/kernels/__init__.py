"""The compiled loops, in one place. They work on ``HandTables`` and ``RuleArrays`` alone."""
