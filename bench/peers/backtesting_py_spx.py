"""Runs backtesting.py over the daily S&P 500 series and prints what it did, as JSON.

The figures are what the engine's own are compared with (libs/engine/src/backtest/backtesting-py.spec.ts). Indicators
are computed here with numpy and pandas, so that both sides compute everything on their own.

    python3 -m venv /tmp/venv-bt
    /tmp/venv-bt/bin/pip install backtesting==0.6.6 numpy==2.4.6 pandas==3.1.1 empyrical-reloaded==0.7.1
    /tmp/venv-bt/bin/python bench/peers/backtesting_py_spx.py sma_cross --side long_short --fee 0.001 > …fixture.json
    /tmp/venv-bt/bin/python bench/peers/backtesting_py_spx.py all     (writes every committed fixture)
"""

import argparse
import json
import pathlib
import subprocess
import sys
import warnings

import backtesting
import empyrical
import numpy as np
import pandas as pd
from backtesting import Backtest, Strategy

ROOT = pathlib.Path(__file__).resolve().parents[2]
SERIES = ROOT / "node_modules/vega-datasets/data/sp500-2000.csv"
FIXTURES = ROOT / "libs/engine/src/backtest/fixtures"
CAPITAL = 1_000_000
SESSIONS_PER_YEAR = 252
FIXTURE_RUNS = [
    ("buy_and_hold", "long", 0.0),
    ("buy_and_hold", "long", 0.001),
    ("sma_cross", "long", 0.0),
    ("sma_cross", "long", 0.001),
    ("sma_cross", "long_short", 0.0),
    ("sma_cross", "long_short", 0.001),
    ("rsi_reversion", "long", 0.0),
    ("rsi_reversion", "long", 0.001),
    ("rsi_reversion", "long_short", 0.001),
    ("donchian_breakout", "long", 0.0),
    ("donchian_breakout", "long", 0.001),
    ("donchian_breakout", "long_short", 0.001),
]

warnings.filterwarnings("ignore")
backtesting.backtesting._tqdm = lambda bars, **_: bars


def sma(close, period):
    return pd.Series(close).rolling(period).mean().to_numpy()


def wilder_rsi(close, period):
    changes = np.diff(np.asarray(close))
    gains, losses = np.where(changes > 0, changes, 0.0), np.where(changes < 0, -changes, 0.0)
    strength = np.full(len(close), np.nan)
    gain, loss = gains[:period].mean(), losses[:period].mean()
    strength[period] = 100 - 100 / (1 + gain / loss)
    for bar in range(period, len(changes)):
        gain = gain + (gains[bar] - gain) / period
        loss = loss + (losses[bar] - loss) / period
        strength[bar + 1] = 100 - 100 / (1 + gain / loss)
    return strength


class Positioned(Strategy):
    """Converts wishes to orders: one position, a short side only where requested."""

    side = "long"

    def act(self, enter_long=False, exit_long=False, enter_short=False, exit_short=False):
        enter_short = enter_short and self.side == "long_short"
        if self.position.is_long and (exit_long or enter_short):
            self.position.close()
        elif self.position.is_short and (exit_short or enter_long):
            self.position.close()
        if enter_long and not self.position.is_long:
            self.buy()
        elif enter_short and not self.position.is_short:
            self.sell()


class BuyAndHold(Positioned):
    parameters = {}

    def init(self):
        pass

    def next(self):
        self.act(enter_long=True)


class SmaCross(Positioned):
    parameters = {"fast": 10, "slow": 30}

    def init(self):
        self.fast = self.I(sma, self.data.Close, 10)
        self.slow = self.I(sma, self.data.Close, 30)

    def next(self):
        up = self.fast[-2] <= self.slow[-2] and self.fast[-1] > self.slow[-1]
        down = self.fast[-2] >= self.slow[-2] and self.fast[-1] < self.slow[-1]
        self.act(enter_long=up, exit_short=up, exit_long=down, enter_short=down)


class RsiReversion(Positioned):
    parameters = {"period": 14, "oversold": 30, "overbought": 70}

    def init(self):
        self.strength = self.I(wilder_rsi, self.data.Close, 14)

    def next(self):
        low, high = self.strength[-1] < 30, self.strength[-1] > 70
        self.act(enter_long=low, exit_short=low, exit_long=high, enter_short=high)


class DonchianBreakout(Positioned):
    parameters = {"entry": 20, "exit": 10}

    def init(self):
        high, low = pd.Series(self.data.High), pd.Series(self.data.Low)
        self.entry_high = self.I(lambda: high.rolling(20).max().to_numpy())
        self.entry_low = self.I(lambda: low.rolling(20).min().to_numpy())
        self.exit_high = self.I(lambda: high.rolling(10).max().to_numpy())
        self.exit_low = self.I(lambda: low.rolling(10).min().to_numpy())

    def next(self):
        close = self.data.Close[-1]
        self.act(
            enter_long=close > self.entry_high[-2],
            exit_long=close < self.exit_low[-2],
            enter_short=close < self.entry_low[-2],
            exit_short=close > self.exit_high[-2],
        )


STRATEGIES = {
    "buy_and_hold": BuyAndHold,
    "sma_cross": SmaCross,
    "rsi_reversion": RsiReversion,
    "donchian_breakout": DonchianBreakout,
}


def measure(name, side, fee):
    series = pd.read_csv(SERIES, parse_dates=["date"], index_col="date")
    bars = series.rename(columns=str.capitalize)[["Open", "High", "Low", "Close", "Volume"]]
    strategy = STRATEGIES[name]
    stats = Backtest(bars, strategy, cash=CAPITAL, commission=fee, finalize_trades=True).run(side=side)
    # The last bar is left out: backtesting.py closes what is open at that bar's open, we at its close.
    equity = stats["_equity_curve"]["Equity"].to_numpy()[:-1]
    trades = stats["_trades"].sort_values(["ExitBar", "EntryBar"])
    returns = pd.Series(equity).pct_change().dropna()
    drawdowns = 1 - equity / np.maximum.accumulate(equity)
    return {
        "command": f"python bench/peers/backtesting_py_spx.py {name} --side {side} --fee {fee}",
        "versions": {
            "backtesting": backtesting.__version__,
            "empyrical-reloaded": empyrical.__version__,
            "numpy": np.__version__,
            "pandas": pd.__version__,
        },
        "strategy": name,
        "parameters": strategy.parameters,
        "side": side,
        "fee": fee,
        "capital": CAPITAL,
        "bars": len(bars),
        "trades": [
            {
                "entry_bar": int(trade.EntryBar),
                "exit_bar": int(trade.ExitBar),
                "size": int(trade.Size),
                "entry_price": float(trade.EntryPrice),
                "exit_price": float(trade.ExitPrice),
                "pnl": float(trade.PnL),
                "return": float(trade.ReturnPct),
                "fees": float(trade.Commission),
            }
            for trade in trades.itertuples()
        ],
        "trade_statistics": {
            "win_rate": figure(stats["Win Rate [%]"] / 100),
            "system_quality_number": figure(stats["SQN"]),
            "kelly_fraction": figure(stats["Kelly Criterion"]),
            "average_return": figure(stats["Expectancy [%]"] / 100),
        },
        "risk_without_last_bar": {
            "annual_volatility": figure(empyrical.annual_volatility(returns, annualization=SESSIONS_PER_YEAR)),
            "sharpe_ratio": figure(empyrical.sharpe_ratio(returns, annualization=SESSIONS_PER_YEAR)),
            "sortino_ratio": figure(empyrical.sortino_ratio(returns, annualization=SESSIONS_PER_YEAR)),
            "max_drawdown": figure(-empyrical.max_drawdown(returns)),
            "longest_drawdown_seconds": longest_seconds(drawdowns, bars.index[:-1]),
        },
        "equity_without_last_bar": [round(value, 2) for value in equity.tolist()],
    }


def longest_seconds(drawdowns, index):
    durations, _ = backtesting._stats.compute_drawdown_duration_peaks(pd.Series(drawdowns, index=index))
    return int(durations.max().total_seconds())


def figure(value):
    return float(value) if np.isfinite(value) else None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("strategy", choices=[*STRATEGIES, "all"])
    parser.add_argument("--side", choices=["long", "long_short"], default="long")
    parser.add_argument("--fee", type=float, default=0.0)
    arguments = parser.parse_args()
    if arguments.strategy != "all":
        print(json.dumps(measure(arguments.strategy, arguments.side, arguments.fee)))
        return
    for name, side, fee in FIXTURE_RUNS:
        words = ["spx", name.replace("_", "-"), side.replace("_", "-"), f"fee-{fee:g}"]
        run = [sys.executable, __file__, name, "--side", side, "--fee", str(fee)]
        output = subprocess.run(run, check=True, capture_output=True, text=True).stdout
        (FIXTURES / f"{'-'.join(words)}.fixture.json").write_text(output)


if __name__ == "__main__":
    main()
