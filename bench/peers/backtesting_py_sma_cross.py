"""Row 1 in backtesting.py: an SMA cross, filled at the next open, with all of its statistics.

    backtesting_py_sma_cross.py <file> <bars> <fast> <slow> <capital> <fee rate>
"""

import sys

import backtesting
from backtesting import Backtest, Strategy
from backtesting.lib import crossover

from column_file import answer, read_bars

path, bars, fast, slow = sys.argv[1], *map(int, sys.argv[2:5])
capital, fee = map(float, sys.argv[5:7])
frame = read_bars(path, bars)
frame["High"] = frame[["Open", "Close"]].max(axis=1)
frame["Low"] = frame[["Open", "Close"]].min(axis=1)
backtesting.backtesting._tqdm = lambda bars, **_: bars


def average(close, period):
    return close.s.rolling(period).mean()


class SmaCross(Strategy):
    def init(self):
        self.fast = self.I(average, self.data.Close, fast)
        self.slow = self.I(average, self.data.Close, slow)

    def next(self):
        if crossover(self.fast, self.slow):
            self.buy()
        elif self.position and crossover(self.slow, self.fast):
            self.position.close()


def run():
    return Backtest(frame, SmaCross, cash=capital, commission=fee, finalize_trades=True).run()


def describe(stats):
    return {
        "trades": [
            {
                "entryIndex": int(trade.EntryBar),
                "exitIndex": int(trade.ExitBar),
                "quantity": float(trade.Size),
                "entryPrice": float(trade.EntryPrice),
                "exitPrice": float(trade.ExitPrice),
                "pnl": float(trade.PnL),
            }
            for trade in stats["_trades"].sort_values("EntryBar").itertuples()
        ]
    }


answer(run, describe)
