"""The schemas: what a request may hold, what an answer holds, and so what openapi.yaml says."""
