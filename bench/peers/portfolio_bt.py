"""Runs portfolios in bt, filled at the closes that decide, without costs, and prints their equity as JSON.

    python bench/peers/portfolio_bt.py seeded > libs/engine/src/portfolio/fixtures/bt-seeded.fixture.json
    python bench/peers/portfolio_bt.py stocks

The second is of skfolio's 20 stocks from 2010-01-01 on, whose prices are printed as well: bench/portfolio-figures.mjs compares
it with Candelabra. bt's look backs are offsets of dates: a business day of the index's own holidays makes them count bars.
Installed as bench/install-peers.mjs does.
"""

import json
import sys
import warnings

warnings.simplefilter("ignore")

import bt
import pandas as pd

from portfolio_universe import rebalance_dates, seeded_universe, stocks


def bars_before(index, bars):
    holidays = pd.bdate_range(index[0], index[-1]).difference(index)
    return pd.offsets.CustomBusinessDay(bars, holidays=list(holidays))


def run(name, prices, start, select, weigh):
    dates = rebalance_dates(prices.index[prices.index >= start])
    algos = [bt.algos.RunOnDate(*dates), *select, weigh, bt.algos.Rebalance()]
    backtest = bt.Backtest(bt.Strategy(name, algos), prices, integer_positions=False, progress_bar=False)
    result = bt.run(backtest)
    equity = result.prices[name].loc[dates[0] :]
    equity = equity / equity.iloc[0]
    drawdown = float((1 - equity / equity.cummax()).max())
    return {"total_return": float(equity.iloc[-1] - 1), "max_drawdown": drawdown, "equity": equity.tolist()}


def run_all(prices, start, lookback, top):
    offset = bars_before(prices.index, lookback)
    everything = bt.algos.SelectAll()
    momentum = bt.algos.SelectMomentum(top, lookback=offset, lag=pd.DateOffset(days=0))
    inverse = bt.algos.WeighInvVol(lookback=offset)
    return {
        "equal": run("equal", prices, start, [everything], bt.algos.WeighEqually()),
        "inverse_volatility": run("inverse_volatility", prices, start, [everything], inverse),
        "momentum": run("momentum", prices, start, [everything, momentum], bt.algos.WeighEqually()),
    }


source = sys.argv[1]
if source == "seeded":
    _, close = seeded_universe()
    settings = {"start": str(close.index[100].date()), "lookback": 60, "top": 3}
else:
    close = stocks()
    settings = {"start": "2010-01-01", "lookback": 252, "top": 5}
answer = {
    "command": f"python bench/peers/portfolio_bt.py {source}",
    "versions": {"bt": bt.__version__, "pandas": pd.__version__},
    **settings,
    "runs": run_all(close, settings["start"], settings["lookback"], settings["top"]),
}
if source == "stocks":
    answer["prices"] = {
        "days": [str(day.date()) for day in close.index],
        "closes": {symbol: close[symbol].tolist() for symbol in close},
    }
print(json.dumps(answer))
