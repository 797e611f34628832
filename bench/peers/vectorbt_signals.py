"""Runs vectorbt's from_orders with target shares of the equity, and from_signals with entries, decided at a close and filled at the next
open, as JSON.

    python bench/peers/vectorbt_signals.py > libs/engine/src/signals/fixtures/vectorbt-targets.fixture.json
    python bench/peers/vectorbt_signals.py GOOG     # or EURUSD, with its bars: bench/signals-figures.mjs compares them

The targets are a square wave, a short one too, on multiples of 1/8, and none where they do not change. Without a name the bars
are seeded ones; GOOG and EURUSD are those of the package backtesting. Installed as bench/install-peers.mjs does.
"""

import json
import sys

import numpy as np
import pandas as pd
import vectorbt

from seeded_bars import seeded_bars

BARS, SEED = 2_000, 20
FEES = (0.0, 0.001)


def targets_of(bars):
    """Of what is known at each close: how far it is above its average of 20 bars, in eighths, at most 1."""
    average = bars["Close"].rolling(20).mean()
    distance = (bars["Close"] / average - 1) / (bars["Close"].pct_change().rolling(20).std() * 4)
    target = (distance.clip(-1, 1) * 8).round() / 8
    return target.where(target.ne(target.shift(1)))


def entries_of(target):
    """Of the last target: 1 is long above a quarter, 0 is out of it at or below nothing, none in between."""
    last = target.ffill()
    return pd.Series(np.select([last > 0.25, last <= 0], [1.0, 0.0], np.nan), index=target.index)


def enter(bars, entry, fee):
    portfolio = vectorbt.Portfolio.from_signals(
        bars["Close"],
        (entry == 1).vbt.signals.fshift(1),
        (entry == 0).vbt.signals.fshift(1),
        price=bars["Open"],
        init_cash=10_000.0,
        fees=fee,
        freq="1h",
    )
    return figures(portfolio, len(bars), fee)


def trade(bars, target, fee):
    portfolio = vectorbt.Portfolio.from_orders(
        bars["Close"],
        size=target.shift(1),
        price=bars["Open"],
        size_type="targetpercent",
        direction="both",
        init_cash=10_000.0,
        fees=fee,
        freq="1h",
    )
    return figures(portfolio, len(bars), fee)


def figures(portfolio, bars, fee):
    records = portfolio.trades.records
    closed = records[records["status"] == 1]
    return {
        "fee": fee,
        "trades": [
            [
                int(row.entry_idx),
                int(row.exit_idx),
                float(row.size) * (1 if row.direction == 0 else -1),
                float(row.entry_price),
                float(row.exit_price),
                float(row.entry_fees + row.exit_fees),
                float(row.pnl),
            ]
            for row in closed.itertuples()
        ],
        "equity": [float(value) for value in portfolio.value().iloc[[0, bars // 2, -2]]],
    }


def bars_named(name):
    if name is None:
        return seeded_bars(BARS, SEED)
    from backtesting import test

    return getattr(test, name)[["Open", "High", "Low", "Close", "Volume"]]


name = sys.argv[1] if len(sys.argv) > 1 else None
bars = bars_named(name)
target = targets_of(bars)
entry = entries_of(target)
print(
    json.dumps(
        {
            "command": "python bench/peers/vectorbt_signals.py",
            "versions": {"vectorbt": vectorbt.__version__, "numpy": np.__version__, "pandas": pd.__version__},
            "columns": ["entry_bar", "exit_bar", "size", "entry_price", "exit_price", "fees", "pnl"],
            "targets": [None if np.isnan(value) else float(value) for value in target],
            "runs": [trade(bars, target, fee) for fee in FEES],
            "entries": [None if np.isnan(value) else float(value) for value in entry],
            "entry_runs": [enter(bars, entry, fee) for fee in FEES],
            **({} if name is None else {"bars": bars.to_numpy().tolist()}),
        }
    )
)
