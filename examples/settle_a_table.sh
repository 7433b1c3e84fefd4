#!/bin/sh
# Settles a hand of three players at half a euro per point: sh settle_a_table.sh [ADDRESS]
# Nobody pays more than their stack. The response says who pays whom, and why.
set -eu
address=${1:-http://127.0.0.1:8000}

curl --silent --show-error --fail-with-body "$address/v1/settlement" \
  -H 'Content-Type: application/json' -d '{
  "rules": "classic",
  "players": [
    {"name": "Ana", "board": "QhQd2s/KhKdKs4c3d/9cTcJcQcKc", "stack": 20},
    {"name": "Bo", "board": "Js8c3s/JhJd9h5d2c/AhAsQs7c4d", "stack": 10},
    {"name": "Cy", "board": "AcAd3c/TdTh9s8h2d/7d7h6c5c4h", "stack": 40}
  ],
  "button": 2,
  "point_value": 0.5,
  "stakes": "pay_what_you_have"
}'
echo
