"""API=http://127.0.0.1:8003/api/v1 TOKEN=… python3 examples/follow_events.py <parameters> [<events>] [<last id>]

Prints events as they are committed. When the connection breaks it goes on after the last id, and drops what comes again.
"""

import json
import os
import sys
import time
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen

PAUSE_SECONDS = 1
# A comment comes every 15 s: a connection on which nothing comes for so long is dead.
SILENCE_SECONDS = 45

parameters = sys.argv[1]
left = float(sys.argv[2]) if len(sys.argv) > 2 else float("inf")
# Where to go on: a client that keeps it, with what it made of the events, goes on there after its own restart, too.
position = sys.argv[3] if len(sys.argv) > 3 else None
# Since that position. A commit that was cut comes again from its first event on, with the same ids.
seen = set()


def connect():
    headers = {"Authorization": f"Bearer {os.environ['TOKEN']}"}
    if position is not None:
        headers["Last-Event-ID"] = position
    address = f"{os.environ.get('API', 'http://127.0.0.1:8003/api/v1')}/events?{parameters}"
    return urlopen(Request(address, headers=headers), timeout=SILENCE_SECONDS)


def blocks(stream):
    """The fields of each block; one that is cut before its empty line is none."""
    fields = {}
    for line in stream:
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if line == b"\n":
            yield fields
            fields = {}
        elif name:
            fields[name] = value


def read(fields):
    global left, position
    name = fields.get("event", "")
    if name == "reset":
        print("More was missed than is kept: read again what you keep", file=sys.stderr)
    elif "." in name:
        event = json.loads(fields["data"])
        if event["id"] not in seen:
            seen.add(event["id"])
            print(event["type"], event["subject"], event["id"], flush=True)
            left -= 1
    # A stream begins with the id that was requested.
    if fields.get("id", position) != position:
        position = fields["id"]
        seen.clear()


while left > 0:
    try:
        with connect() as stream:
            for fields in blocks(stream):
                read(fields)
                if left == 0:
                    break
    except HTTPError as error:
        # 429 and 503 pass; a wrong parameter, an expired token or EVENTS=off do not.
        if error.code not in (429, 503):
            sys.exit(error.read().decode())
    except (OSError, HTTPException) as error:
        print(error, file=sys.stderr)
    if left > 0:
        time.sleep(PAUSE_SECONDS)
