"""API=http://127.0.0.1:8003/api/v1 TOKEN=… python3 examples/send_fills.py <file of NDJSON>

Sends fills, a hundred at a time, until each is stored or refused. Sending one again does no harm: a fill counts once.
"""

import json
import os
import sys
import time
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen

FILLS_AT_A_TIME = 100
PAUSE_SECONDS = 1
TIMEOUT_SECONDS = 60

ADDRESS = f"{os.environ.get('API', 'http://127.0.0.1:8003/api/v1')}/trade-journal/fills"


def send(lines):
    headers = {"Authorization": f"Bearer {os.environ['TOKEN']}", "Content-Type": "application/x-ndjson"}
    request = Request(ADDRESS, "\n".join(lines).encode(), headers, method="POST")
    while True:
        try:
            with urlopen(request, timeout=TIMEOUT_SECONDS) as response:
                return json.load(response)
        except HTTPError as error:
            # 429 and 503 pass; an expired token or a wrong body do not.
            if error.code not in (429, 503):
                sys.exit(error.read().decode())
        except (OSError, HTTPException) as error:
            print(error, file=sys.stderr)
        time.sleep(PAUSE_SECONDS)


with open(sys.argv[1], encoding="utf-8") as file:
    fills = file.read().splitlines()
for start in range(0, len(fills), FILLS_AT_A_TIME):
    outcome = send(fills[start : start + FILLS_AT_A_TIME])
    refused = outcome["errors"]
    print(f"{outcome['inserted']} inserted, {outcome['updated']} updated, {outcome['unchanged']} unchanged, {len(refused)} refused")
    for line in refused:
        problems = "; ".join(f"{error['field']} {error['message']}" for error in line["errors"])
        print(f"line {start + line['line']}: {problems}", file=sys.stderr)
