"""Runs backtesting.py with partial exits (`trade.close(portion)`) and prints what each of them closed, as JSON.

The rows are what the engine's legs are compared with (libs/engine/src/backtest/partial-exits.spec.ts). Versions and
installation are those of backtesting_py_spx.py, whose strategy this is.

    python bench/peers/backtesting_py_legs.py long_short --fee 0.001
    python bench/peers/backtesting_py_legs.py all     (writes every committed fixture)

Half of what is held goes once the close is 2 % beyond the entry, once in a trade; a quarter on each close that is 1 % against
it after five bars; all of it after 40 bars. backtesting.py rounds a portion to whole units, the engine rounds down to one lot:
the portions are those of whole units.
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

from backtesting_py_spx import CAPITAL, FIXTURES, SERIES, SmaCross

FIXTURE_RUNS = [("long", 0.0), ("long_short", 0.001)]
SHOWN_ROWS = 60
GAIN, LOSS, PATIENCE, LONGEST = 0.02, -0.01, 5, 40
EQUITY_EVERY = 50


class Reduced(SmaCross):
    taken = None

    def next(self):
        before = len(self.orders)
        super().next()
        if len(self.orders) > before and self.position:
            # What leaves all of the position leaves nothing to reduce.
            return
        for trade in self.trades:
            bars = len(self.data) - trade.entry_bar
            side = 1 if trade.is_long else -1
            gained = side * (self.data.Close[-1] - trade.entry_price) / trade.entry_price
            if bars >= LONGEST:
                trade.close()
                continue
            held = abs(trade.size)
            left = held
            if gained > GAIN and self.taken != trade.entry_bar:
                self.taken = trade.entry_bar if int(left * 0.5) > 0 else self.taken
                left -= self.part(trade, int(left * 0.5), held)
            if bars >= PATIENCE and gained < LOSS:
                self.part(trade, int(left * 0.25), held)

    def part(self, trade, units, held):
        if units > 0:
            trade.close(units / held)
        return units


def measure(side, fee):
    frame = pd.read_csv(SERIES, parse_dates=["date"], index_col="date")
    bars = frame.rename(columns=str.capitalize)[["Open", "High", "Low", "Close", "Volume"]]
    test = Backtest(bars, Reduced, cash=CAPITAL, commission=fee, finalize_trades=True)
    stats = test.run(side=side)
    rows, fees, pnl = [], 0.0, 0.0
    for trade in stats["_trades"].itertuples():
        entry, leave = int(trade.EntryBar), int(trade.ExitBar)
        # The last bar is where backtesting.py closes what is left, by a rule of its own.
        if leave == len(bars) - 1:
            continue
        fees, pnl = fees + float(trade.Commission), pnl + float(trade.PnL)
        numbers = [
            f"{number:.4f}" for number in (trade.EntryPrice, trade.ExitPrice, trade.Commission, trade.PnL)
        ]
        rows.append([entry, leave, int(trade.Size), *numbers])
    rows.sort(key=lambda row: (row[1], row[0], -abs(row[2])))
    # Money is compared by its sums: the last digit of one row may be rounded either way.
    digest = hashlib.sha256("\n".join(",".join(map(str, row[:5])) for row in rows).encode()).hexdigest()
    return {
        "versions": {"backtesting": backtesting.__version__, "numpy": np.__version__, "pandas": pd.__version__},
        "side": side,
        "fee": fee,
        "capital": CAPITAL,
        "columns": ["entry_bar", "exit_bar", "size", "entry_price", "exit_price", "fees", "pnl"],
        "count": len(rows),
        "sha256": digest,
        "fees": round(fees, 6),
        "pnl": round(pnl, 6),
        "rows": rows[:SHOWN_ROWS],
        "equity_every": EQUITY_EVERY,
        "equity": [round(value, 2) for value in stats["_equity_curve"]["Equity"].tolist()[:-1:EQUITY_EVERY]],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("side", choices=["long", "long_short", "all"])
    parser.add_argument("--fee", type=float, default=0.0)
    arguments = parser.parse_args()
    if arguments.side != "all":
        command = f"python bench/peers/backtesting_py_legs.py {' '.join(sys.argv[1:])}"
        print(json.dumps({"command": command, **measure(arguments.side, arguments.fee)}))
        return
    for side, fee in FIXTURE_RUNS:
        run = [sys.executable, __file__, side, "--fee", f"{fee:g}"]
        output = subprocess.run(run, check=True, capture_output=True, text=True).stdout
        name = f"legs-spx-{side.replace('_', '-')}-fee-{fee:g}.fixture.json"
        (FIXTURES / name).write_text(output)


if __name__ == "__main__":
    main()
