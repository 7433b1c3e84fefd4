"""A client of the service that uses only the standard library."""

import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message
from typing import Any


@dataclass(frozen=True)
class Reply:
    """A response: ``body`` is its JSON, or None if it has none."""

    status: int
    headers: Message
    body: Any


@dataclass(frozen=True)
class Service:
    """An instance by its address, such as ``http://127.0.0.1:8000``."""

    address: str

    def post(self, path: str, body: Any) -> Reply:
        """Send a POST with a JSON body."""
        headers = {"Content-Type": "application/json"}
        return self.send(path, headers, json.dumps(body).encode())

    def get(self, path: str, query: Mapping[str, Any] | None = None, **headers: str) -> Reply:
        """Send a GET with query parameters: text as it is, everything else as JSON text."""
        parameters = {
            name: value if isinstance(value, str) else json.dumps(value)
            for name, value in (query or {}).items()
        }
        text = urllib.parse.urlencode(parameters)
        return self.send(f"{path}?{text}" if text else path, headers)

    def send(self, path: str, headers: Mapping[str, str], body: bytes | None = None) -> Reply:
        """Send a request; after a 429 wait as long as the instance says and send it again."""
        request = urllib.request.Request(self.address + path, body, dict(headers))
        while True:
            try:
                with urllib.request.urlopen(request, timeout=60) as response:
                    return _reply(response.status, response.headers, response.read())
            except urllib.error.HTTPError as error:
                with error:
                    if error.code != 429:
                        return _reply(error.code, error.headers, error.read())
                time.sleep(float(error.headers.get("Retry-After", "1")))

    def answer(self, path: str, body: Mapping[str, Any]) -> Any:
        """The body of the response to a POST; asserts that the status is 200."""
        reply = self.post(path, body)
        assert reply.status == 200, reply.body
        return reply.body

    def answer_by_query(self, path: str, query: Mapping[str, Any]) -> Any:
        """The body of the response to a GET; asserts that the status is 200."""
        reply = self.get(path, query)
        assert reply.status == 200, reply.body
        return reply.body


def _reply(status: int, headers: Message, content: bytes) -> Reply:
    is_json = headers.get_content_type() in ("application/json", "application/problem+json")
    return Reply(status, headers, json.loads(content) if is_json and content else None)
