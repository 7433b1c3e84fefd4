"""The least that Flask can do with JSON, to measure the service beside it."""

from flask import Flask, Response, jsonify, request

app = Flask("echo")


@app.post("/echo")
def echo() -> Response:
    """The body as it came."""
    return jsonify(request.get_json())
