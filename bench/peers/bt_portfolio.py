"""Row 17 in bt: equal weights at the first close of each month, with its statistics.

    bt_portfolio.py <file> <series> <bars> <capital>
"""

import sys
import warnings

warnings.simplefilter("ignore")

import bt

from column_file import answer
from portfolio_file import monthly, read_closes

path, series, bars, capital = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
closes = read_closes(path, series, bars)
dates = monthly(closes)


def run():
    algos = [bt.algos.RunOnDate(*dates), bt.algos.SelectAll(), bt.algos.WeighEqually(), bt.algos.Rebalance()]
    strategy = bt.Strategy("equal", algos)
    backtest = bt.Backtest(
        strategy, closes, initial_capital=capital, integer_positions=False, progress_bar=False
    )
    return bt.run(backtest)


def describe(result):
    equity = result.prices["equal"].loc[dates[0] :]
    return {
        "totalReturn": float(equity.iloc[-1] / equity.iloc[0] - 1),
        "maxDrawdown": float((1 - equity / equity.cummax()).max()),
    }


answer(run, describe)
