"""Runs backtesting.py with stops, targets and trailing stops, and prints the trades it made, as JSON.

The trades are what the engine's own are compared with (libs/engine/src/backtest/protective-exits.spec.ts). Versions and
installation are those of backtesting_py_spx.py, whose strategies these are.

    python bench/peers/backtesting_py_stops.py spx sma_cross long_short --fee 0.001 --stop-loss 0.03 --take-profit 0.06
    python bench/peers/backtesting_py_stops.py all     (writes every committed fixture)

A distance such as 0.03 is a fraction of the entry's price, 2atr a multiple of the ATR(14) of the deciding bar. The level
is set with the order, from the next open: the price at which backtesting.py is going to fill it.
"""

import argparse
import hashlib
import json
import subprocess
import sys

import backtesting
import numpy as np
import pandas as pd
from backtesting import Backtest

from backtesting_py_spx import CAPITAL, FIXTURES, SERIES, STRATEGIES
from seeded_bars import seeded_bars

SEEDED_BARS, SEED = 100_000, 20
SHOWN_TRADES = 400
FIXTURE_RUNS = [
    ("spx", "sma_cross", "long", "--fee 0.001 --stop-loss 0.03 --take-profit 0.06"),
    ("spx", "sma_cross", "long_short", "--stop-loss 0.03 --take-profit 0.06"),
    ("spx", "sma_cross", "long_short", "--fee 0.001 --stop-loss 2atr --take-profit 3atr"),
    ("spx", "sma_cross", "long_short", "--trailing-stop 0.04"),
    ("spx", "donchian_breakout", "long_short", "--stop-loss 0.02 --trailing-stop 0.05"),
    ("spx", "rsi_reversion", "long", "--fee 0.001 --stop-loss 0.05 --take-profit 3atr"),
    ("spx", "sma_cross", "long_short", "--leverage 3 --stop-loss 0.03"),
    ("seeded", "sma_cross", "long_short", "--fee 0.001 --stop-loss 0.01 --take-profit 0.02"),
    ("seeded", "sma_cross", "long_short", "--take-profit 2atr --trailing-stop 2atr"),
]


def wilder_atr(bars, period=14):
    high, low, before = bars["High"].to_numpy(), bars["Low"].to_numpy(), bars["Close"].shift().to_numpy()
    ranges = np.maximum(high - low, np.maximum(np.abs(high - before), np.abs(low - before)))
    averages = np.full(len(bars), np.nan)
    averages[period] = ranges[1 : period + 1].mean()
    for bar in range(period + 1, len(bars)):
        averages[bar] = averages[bar - 1] + (ranges[bar] - averages[bar - 1]) / period
    return averages


def protect(strategy, bars, stop_loss, take_profit, trailing_stop):
    """The strategy with levels at each entry. Answers with it the bars of its orders to leave, and the stops."""
    opens, highs, lows = (bars[name].to_numpy() for name in ("Open", "High", "Low"))
    ranges = wilder_atr(bars)
    exits, stops = set(), {}

    def distance(given, price, bar):
        if given is None:
            return np.inf
        return float(given[:-3]) * ranges[bar] if given.endswith("atr") else float(given) * price

    class Protected(strategy):
        def next(self):
            self.follow()
            before = len(self.orders)
            super().next()
            for order in self.orders[: len(self.orders) - before] if self.position else []:
                if order.parent_trade is not None and not order.stop and not order.limit:
                    exits.add(len(self.data) - 1)

        def enter(self, side, submit):
            bar = len(self.data) - 1
            if bar + 1 == len(opens):
                return
            price = opens[bar + 1]
            fixed, trailing = distance(stop_loss, price, bar), distance(trailing_stop, price, bar)
            target = distance(take_profit, price, bar)
            stop = None if np.isinf(min(fixed, trailing)) else price - side * min(fixed, trailing)
            levels = {"stop_loss": price - side * fixed, "trailing_stop": price - side * trailing}
            stops[bar + 1] = {"levels": levels, "decided": bar}
            submit(sl=stop, tp=None if np.isinf(target) else price + side * target)

        def buy(self):
            self.enter(1, super().buy)

        def sell(self):
            self.enter(-1, super().sell)

        def follow(self):
            """Moves the trailing stop by the bars that are over, this one among them."""
            if trailing_stop is None:
                return
            for trade in self.trades:
                entry, bar = trade.entry_bar, len(self.data) - 1
                known = stops[entry]
                side = 1 if trade.is_long else -1
                extreme = highs[entry : bar + 1].max() if side == 1 else lows[entry : bar + 1].min()
                best = max(extreme, trade.entry_price) if side == 1 else min(extreme, trade.entry_price)
                reference = trade.entry_price if trailing_stop.endswith("atr") else best
                level = best - side * distance(trailing_stop, reference, known["decided"])
                known["levels"]["trailing_stop"] = level
                fixed = known["levels"]["stop_loss"]
                trade.sl = level if side * (level - fixed) > 0 else fixed

    return Protected, exits, stops


def stop_reason(levels, sign, open_price):
    """Of two stops the nearer one, or the farther one where the bar opens beyond both; of equal ones the fixed one."""
    both = all(sign * (open_price - level) <= 0 for level in levels.values())
    order = -sign if both else sign
    return max(levels, key=lambda name: order * levels[name])


def measure(series, name, side, fee, leverage, **distances):
    if series == "spx":
        frame = pd.read_csv(SERIES, parse_dates=["date"], index_col="date")
        bars = frame.rename(columns=str.capitalize)[["Open", "High", "Low", "Close", "Volume"]]
    else:
        bars = seeded_bars(SEEDED_BARS, SEED)
    strategy, exits, stops = protect(STRATEGIES[name], bars, **distances)
    test = Backtest(bars, strategy, cash=CAPITAL, commission=fee, margin=1 / leverage, finalize_trades=True)
    stats = test.run(side=side)
    rows = []
    for trade in stats["_trades"].sort_values(["ExitBar", "EntryBar"]).itertuples():
        entry, leave = int(trade.EntryBar), int(trade.ExitBar)
        # The last bar is where backtesting.py closes what is left, by a rule of its own.
        if leave == len(bars) - 1:
            continue
        sign = 1 if trade.Size > 0 else -1
        if leave - 1 in exits and leave > entry:
            reason = "signal"
        elif trade.TP is not None and sign * (trade.ExitPrice - trade.TP) >= 0:
            reason = "take_profit"
        else:
            reason = stop_reason(stops[entry]["levels"], sign, bars["Open"].iloc[leave])
        prices = [f"{price:.6f}" for price in (trade.EntryPrice, trade.ExitPrice)]
        rows.append([entry, leave, int(trade.Size), *prices, reason])
    digest = hashlib.sha256("\n".join(",".join(map(str, row)) for row in rows).encode()).hexdigest()
    return {
        "versions": {"backtesting": backtesting.__version__, "numpy": np.__version__, "pandas": pd.__version__},
        "series": series,
        "strategy": name,
        "side": side,
        "fee": fee,
        "leverage": leverage,
        "capital": CAPITAL,
        **distances,
        "columns": ["entry_bar", "exit_bar", "size", "entry_price", "exit_price", "reason"],
        "count": len(rows),
        "sha256": digest,
        "trades": rows[:SHOWN_TRADES],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("series", choices=["spx", "seeded", "all"])
    parser.add_argument("strategy", nargs="?")
    parser.add_argument("side", nargs="?", choices=["long", "long_short"])
    parser.add_argument("--fee", type=float, default=0.0)
    parser.add_argument("--leverage", type=float, default=1.0)
    for name in ("--stop-loss", "--take-profit", "--trailing-stop"):
        parser.add_argument(name)
    arguments = parser.parse_args()
    if arguments.series != "all":
        given = vars(arguments)
        names = ("series", "strategy", "side", "fee", "leverage")
        result = measure(*[given.pop(name) for name in names], **given)
        command = f"python bench/peers/backtesting_py_stops.py {' '.join(sys.argv[1:])}"
        print(json.dumps({"command": command, **result}))
        return
    for series, name, side, options in FIXTURE_RUNS:
        run = [sys.executable, __file__, series, name, side, *options.split()]
        output = subprocess.run(run, check=True, capture_output=True, text=True).stdout
        words = [series, name, side, *options.replace("--", "").split()]
        (FIXTURES / f"stops-{'-'.join(words).replace('_', '-')}.fixture.json").write_text(output)


if __name__ == "__main__":
    main()
