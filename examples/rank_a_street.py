"""Ranks the ways to place a street of Pineapple: ``python3 rank_a_street.py [ADDRESS]``.

The board has a queen on top and three streets to go. A second queen is dealt: should it go on top?
"""

import json
import sys
import urllib.error
import urllib.request
from typing import Any

QUESTION = {
    "rules": "pineapple",
    "board": "Qh/7c7d9s/AhKh5h",
    "dealt": "Qs2h9h",
    "dead": "3c",
    "budget_ms": 10_000,
    "limit": 3,
}


def ask(address: str, path: str, question: dict[str, Any]) -> Any:
    """The response of the service; if it is an error, print every error and exit."""
    request = urllib.request.Request(
        address + path,
        data=json.dumps(question).encode(),
        headers={"Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        for fault in json.load(error)["errors"]:
            print(f"{fault['pointer']}: {fault['detail']}", file=sys.stderr)
        sys.exit(1)


def main() -> None:
    """Print the best placements, one per line."""
    address = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"
    answer = ask(address, "/v1/placements", QUESTION)
    print(f"{' '.join(answer['dealt'])} for {answer['board']} ({answer['method']})")
    for placement in answer["placements"]:
        rows = ", ".join(f"{' '.join(cards)} {row}" for row, cards in placement["place"].items())
        points, foul = placement["points"]["value"], placement["foul"]["value"]
        enters = placement["fantasyland"]["enters"]["value"]
        print(f"{points:+6.2f} points  {foul:6.1%} foul  {enters:6.1%} Fantasyland  {rows}")


if __name__ == "__main__":
    main()
