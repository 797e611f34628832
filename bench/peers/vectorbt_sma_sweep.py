"""Row 2 in vectorbt: a grid of SMA crosses, filled at the next open, with the four figures that a sweep keeps of each.

    vectorbt_sma_sweep.py <file> <bars> <capital> <fee rate> <fast first> <step> <count> <slow first> <step> <count>

The combinations go through in parts of 100: with all at once, each of vectorbt's arrays (value, cash, returns, …) would
take bars × combinations × 8 bytes, 0.8 GB here. A portfolio's caches refer to each other: without a collection after
each part they would stay, and fill the memory all the same.
"""

import gc
import itertools
import sys

import numpy as np
import vectorbt

from column_file import answer, read_bars

COLUMNS_AT_ONCE = 100

path, bars = sys.argv[1], int(sys.argv[2])
capital, fee = map(float, sys.argv[3:5])
fast_periods, slow_periods = (
    [first + index * step for index in range(count)]
    for first, step, count in (map(int, sys.argv[5:8]), map(int, sys.argv[8:11]))
)
frame = read_bars(path, bars)
combinations = list(itertools.product(fast_periods, slow_periods))


def run():
    close = frame["Close"]
    averages = vectorbt.MA.run(close, fast_periods + slow_periods).ma.to_numpy()
    column_of = {period: column for column, period in enumerate(fast_periods + slow_periods)}
    price = frame["Open"].copy()
    # What is open at the end is closed at the last close.
    price.iloc[-1] = close.iloc[-1]
    # The first bar, then the last of each day.
    days = frame.index.floor("D")
    day_bars = np.concatenate([[0], np.flatnonzero(days[1:] != days[:-1]), [bars - 1]])
    parts = []
    for first in range(0, len(combinations), COLUMNS_AT_ONCE):
        part = combinations[first : first + COLUMNS_AT_ONCE]
        fast, slow = (averages[:, [column_of[pair[side]] for pair in part]] for side in (0, 1))
        parts.append(run_part(fast, slow, close, price, day_bars))
        gc.collect()
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def run_part(fast, slow, close, price, day_bars):
    # A signal of one close is filled at the next open.
    entries = vectorbt.generic.nb.fshift_nb(vectorbt.generic.nb.crossed_above_nb(fast, slow), 1, False)
    exits = vectorbt.generic.nb.fshift_nb(vectorbt.generic.nb.crossed_above_nb(slow, fast), 1, False)
    entries[-1] = False
    exits[-1] = True
    portfolio = vectorbt.Portfolio.from_signals(
        close, entries, exits, price=price, init_cash=capital, fees=fee, freq="1h"
    )
    daily = portfolio.value().iloc[day_bars].vbt.pct_change().iloc[1:]
    sharpe_ratios = daily.vbt.returns(freq="1d", year_freq="365 days").sharpe_ratio()
    return {
        "totalReturns": portfolio.total_return().to_numpy(),
        "sharpeRatios": sharpe_ratios.to_numpy(),
        "maxDrawdowns": -portfolio.max_drawdown().to_numpy(),
        "trades": portfolio.trades.count().to_numpy(),
    }


def describe(figures):
    return {name: values.tolist() for name, values in figures.items()}


answer(run, describe)
