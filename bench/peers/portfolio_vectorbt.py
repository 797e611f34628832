"""Runs given weights in vectorbt, with one cash for all series and no costs, and prints the trades it closed, as JSON.

    python bench/peers/portfolio_vectorbt.py > libs/engine/src/portfolio/fixtures/vectorbt-given.fixture.json

Weights are reached at the first close and at the first of each month but the last close, or at the opens after those. What is
open in the end counts as closed at the last close. Installed as bench/install-peers.mjs does.
"""

import json

import numpy as np
import pandas as pd
import vectorbt

from portfolio_universe import rebalance_dates, seeded_universe

LONG = [0.3, 0.2, 0.15, 0.1, 0.05, 0.1, 0, 0.1]
BOTH = [0.25, -0.15, 0.2, -0.1, 0.05, -0.05, 0, 0.1]

opens, closes = seeded_universe()


def run(weights, fill):
    size = pd.DataFrame(np.nan, index=closes.index, columns=closes.columns)
    size.loc[rebalance_dates(closes.index)] = weights
    price = closes
    if fill == "next_open":
        size = size.shift(1)
        price = opens
    portfolio = vectorbt.Portfolio.from_orders(
        closes,
        size=size,
        price=price,
        size_type="targetpercent",
        direction="both",
        group_by=True,
        cash_sharing=True,
        call_seq="auto",
        init_cash=10_000.0,
        fees=0.0,
        freq="1D",
    )
    columns = ["col", "entry_idx", "exit_idx", "size", "entry_price", "exit_price", "pnl"]
    records = portfolio.exit_trades.records
    rows = sorted(
        [*map(int, row[:3]), *map(float, row[3:])] for row in records[columns].itertuples(index=False, name=None)
    )
    return {
        "weights": weights,
        "fill": fill,
        "equity": [float(value) for value in portfolio.value().iloc[[100, 500, -1]]],
        "trades": rows,
    }


print(
    json.dumps(
        {
            "command": "python bench/peers/portfolio_vectorbt.py",
            "versions": {"vectorbt": vectorbt.__version__, "numpy": np.__version__, "pandas": pd.__version__},
            "columns": ["series", "entry_bar", "exit_bar", "quantity", "entry_price", "exit_price", "pnl"],
            "runs": [run(weights, fill) for weights in (LONG, BOTH) for fill in ("close", "next_open")],
        }
    )
)
