"""Runs vectorbt's from_signals with stops and prints the trades it closed, as JSON.

    python bench/peers/vectorbt_stops.py > libs/engine/src/backtest/fixtures/vectorbt-stops.fixture.json

vectorbt fills at the very close that decides. The small cases are those of its own tests/test_portfolio.py (a price that
falls from 5 to 1, or rises from 1 to 5, entered at the first close; test_sl_stop, test_ts_stop, test_tp_stop); the large
one is an SMA cross on 100,000 seeded bars. Installed as bench/install-peers.mjs does.
"""

import json

import numpy as np
import pandas as pd
import vectorbt

from seeded_bars import seeded_bars

SEEDED_BARS, SEED, SHOWN_TRADES = 100_000, 20, 300
SMALL_STOPS = {
    "sl_stop": [0.1, 0.15, 0.2],
    "ts_stop": [0.1, 0.15, 0.2],
    "tp_stop": [0.1, 0.15, 0.2],
}


def small_bars(closes, gap):
    close = pd.Series(closes, index=pd.date_range("2020-01-01", periods=len(closes)))
    return pd.DataFrame({"Open": close + gap, "High": close + 0.5, "Low": close - 0.5, "Close": close})


def trade(bars, entries, exits, direction, stop, fee=0.0, **stops):
    portfolio = vectorbt.Portfolio.from_signals(
        bars["Close"],
        entries,
        exits,
        open=bars["Open"],
        high=bars["High"],
        low=bars["Low"],
        direction=direction,
        init_cash=10_000.0,
        fees=fee,
        freq="1h",
        **stops,
    )
    records = portfolio.trades.records
    closed = records[records["status"] == 1]
    return [
        [int(row.entry_idx), int(row.exit_idx), float(row.entry_price), float(row.exit_price), float(row.pnl)]
        for row in closed.itertuples()
    ]


def small_cases():
    for name, closes, gap in [("falling", [5, 4, 3, 2, 1], 0.25), ("rising", [1, 2, 3, 4, 5], -0.25)]:
        bars = small_bars([float(close) for close in closes], gap)
        entries = pd.Series([True, *[False] * 4], index=bars.index)
        for kind, values in SMALL_STOPS.items():
            for value in values:
                for direction in ("longonly", "shortonly"):
                    stops = {"sl_stop": value, "sl_trail": True} if kind == "ts_stop" else {kind: value}
                    yield {
                        "bars": {column: bars[column].tolist() for column in bars},
                        "title": f"{name} {direction} {kind} {value}",
                        "direction": direction,
                        "stop": {kind: value},
                        "fee": 0.0,
                        "trades": trade(bars, entries, ~entries & False, direction, value, **stops),
                    }


def seeded_case(direction, fee, kinds, **stops):
    bars = seeded_bars(SEEDED_BARS, SEED)
    fast, slow = (vectorbt.MA.run(bars["Close"], period) for period in (10, 30))
    up, down = fast.ma_crossed_above(slow), fast.ma_crossed_below(slow)
    up, down = (down, up) if direction == "shortonly" else (up, down)
    # What is entered at the last close is not closed by it.
    up.iloc[-1] = False
    trades = trade(bars, up, down, direction, None, fee, **stops)
    return {
        "title": f"seeded {direction} fee {fee} {kinds}",
        "direction": direction,
        "stop": kinds,
        "fee": fee,
        "count": len(trades),
        "sums": [float(np.sum([row[column] for row in trades])) for column in range(5)],
        "trades": trades[:SHOWN_TRADES],
    }


print(
    json.dumps(
        {
            "command": "python bench/peers/vectorbt_stops.py",
            "versions": {"vectorbt": vectorbt.__version__, "numpy": np.__version__, "pandas": pd.__version__},
            "columns": ["entry_bar", "exit_bar", "entry_price", "exit_price", "pnl"],
            "small": list(small_cases()),
            "seeded": [
                seeded_case("longonly", 0.001, {"sl_stop": 0.01, "tp_stop": 0.02}, sl_stop=0.01, tp_stop=0.02),
                seeded_case("shortonly", 0.0, {"sl_stop": 0.01, "tp_stop": 0.02}, sl_stop=0.01, tp_stop=0.02),
                seeded_case("longonly", 0.001, {"ts_stop": 0.015}, sl_stop=0.015, sl_trail=True),
            ],
        }
    )
)
