"""API=http://127.0.0.1:8003/api/v1 TOKEN=… python examples/follow_tickers.py <tickers> binance:BTC/USDT [<symbol>…]

Prints the tickers of symbols as they change; connects again when the connection breaks. Needs the package websockets.
"""

import json
import os
import sys
from decimal import Decimal

from websockets.sync.client import connect

left, symbols = int(sys.argv[1]), sys.argv[2:]
address = os.environ["API"].replace("http", "ws", 1) + "/streams/ws"
headers = {"Authorization": f"Bearer {os.environ['TOKEN']}"}

while left > 0:
    with connect(address, additional_headers=headers, compression=None) as socket:
        socket.send(json.dumps({"action": "subscribe", "symbols": symbols, "channels": ["ticker"]}))
        for text in socket:
            message = json.loads(text)
            if message["event"] == "error":
                sys.exit(message["detail"])
            if message["event"] != "ticker":
                continue
            data = message["data"]
            change = Decimal(data["change_24h"]) / Decimal(data["open_24h"])
            print(message["symbol"], data["last"], f"{change:+.2%}")
            left -= 1
            if left == 0:
                break
