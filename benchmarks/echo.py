"""A minimal JSON echo in Flask, to compare the service with."""

from flask import Flask, Response, jsonify, request

app = Flask("echo")


@app.post("/echo")
def echo() -> Response:
    """The body as it was received."""
    return jsonify(request.get_json())
