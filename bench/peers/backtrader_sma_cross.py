"""Row 1 in backtrader: an SMA cross, filled at the next open, with the analyzers that come nearest to all metrics.

    backtrader_sma_cross.py <file> <bars> <first bars> <fast> <slow> <capital> <fee rate> <lot size>

Runs over the first so many of the file's bars.
"""

import math
import sys

import backtrader

from column_file import answer, read_bars

path, bars, first_bars, fast, slow = sys.argv[1], *map(int, sys.argv[2:6])
capital, fee, lot_size = map(float, sys.argv[6:9])
frame = read_bars(path, bars).head(first_bars)
frame["High"] = frame[["Open", "Close"]].max(axis=1)
frame["Low"] = frame[["Open", "Close"]].min(axis=1)
frame["Volume"] = 1.0


class SmaCross(backtrader.Strategy):
    def __init__(self):
        close = self.data.close
        averages = (backtrader.indicators.SMA(close, period=period) for period in (fast, slow))
        self.cross = backtrader.indicators.CrossOver(*averages)
        self.wanted = 0
        self.fills = []

    def next(self):
        self.wanted = self.cross[0]

    def next_open(self):
        """Orders of the close before, sized at the open that fills them."""
        if self.wanted > 0 and not self.position:
            affordable = self.broker.get_cash() / (self.data.open[0] * (1 + fee))
            self.buy(size=math.floor(affordable / lot_size) * lot_size)
        elif self.wanted < 0 and self.position:
            self.close()
        self.wanted = 0

    def notify_order(self, order):
        if order.status == order.Completed:
            fill = order.executed
            self.fills.append((backtrader.num2date(fill.dt), fill.size, fill.price, fill.comm))


def run():
    cerebro = backtrader.Cerebro(cheat_on_open=True)
    cerebro.adddata(backtrader.feeds.PandasData(dataname=frame, openinterest=None))
    cerebro.addstrategy(SmaCross)
    cerebro.broker.set_cash(capital)
    cerebro.broker.setcommission(commission=fee)
    cerebro.broker.set_checksubmit(False)
    days = backtrader.TimeFrame.Days
    cerebro.addanalyzer(backtrader.analyzers.SharpeRatio, timeframe=days, factor=365)
    for analyzer in (backtrader.analyzers.DrawDown, backtrader.analyzers.TradeAnalyzer):
        cerebro.addanalyzer(analyzer)
    return cerebro.run()[0]


def describe(strategy):
    """Its closed trades: what is open at the end it leaves open."""
    positions = {time: position for position, time in enumerate(frame.index)}
    trades = []
    for entry, exit_fill in zip(strategy.fills[::2], strategy.fills[1::2]):
        (entered, quantity, entry_price, entry_fee), (left, _, exit_price, exit_fee) = entry, exit_fill
        trades.append(
            {
                "entryIndex": positions[at_second(entered)],
                "exitIndex": positions[at_second(left)],
                "quantity": quantity,
                "entryPrice": entry_price,
                "exitPrice": exit_price,
                "pnl": quantity * (exit_price - entry_price) - entry_fee - exit_fee,
            }
        )
    return {"trades": trades}


def at_second(time):
    """backtrader counts days in doubles, which are some microseconds off."""
    return frame.index[0].__class__(time).round("s")


answer(run, describe)
