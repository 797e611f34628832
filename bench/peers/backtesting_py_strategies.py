"""Runs backtesting.py with every built-in strategy that trades by signals over the S&P 500 series; writes the trades' bars.

The trades are what the engine's own are compared with (libs/engine/src/strategies/backtesting-py.spec.ts). The rules are
written once more in backtesting_py_rules.py. The bars are taken as if they were of four hours: on daily ones a day's
average would be of one bar. Prices, fees and figures are for backtesting_py_spx.py to compare.

    python3 -m venv /tmp/venv-ta
    /tmp/venv-ta/bin/pip install backtesting==0.6.6 empyrical-reloaded==0.7.1 TA-Lib==0.8.2 numpy==2.4.6 pandas==3.1.1
    /tmp/venv-ta/bin/python bench/peers/backtesting_py_strategies.py      (writes the committed fixture)
"""

import json

import backtesting
import numpy as np
import pandas as pd
import talib
from backtesting import Backtest

import backtesting_py_rules as rules
from backtesting_py_spx import CAPITAL, ROOT, SERIES

FIXTURE = ROOT / "libs/engine/src/strategies/fixtures/spx-trades.fixture.json"

RUNS = [
    (rules.SmaCross, "sma_cross", [{"fast": 20, "slow": 100}]),
    (rules.EmaCross, "ema_cross", [{"fast": 12, "slow": 26}, {"fast": 20, "slow": 100}]),
    (rules.Macd, "macd", [{"fast": 12, "slow": 26, "signal": 9}, {"fast": 8, "slow": 35, "signal": 5}]),
    (rules.RsiReversion, "rsi_reversion", [{"period": 7, "oversold": 25, "overbought": 75}]),
    (rules.BollingerReversion, "bollinger_reversion", [{"period": 20, "std": 2}, {"period": 50, "std": 1.5}]),
    (rules.BollingerBreakout, "bollinger_breakout", [{"period": 20, "std": 2}, {"period": 50, "std": 1.5}]),
    (
        rules.ZscoreReversion,
        "zscore_reversion",
        [{"period": 20, "entry": 2, "exit": 0.5}, {"period": 50, "entry": 1.5, "exit": 0}],
    ),
    (rules.VwapReversion, "vwap_reversion", [{"std": 2}, {"std": 1}]),
    (rules.DonchianBreakout, "donchian_breakout", [{"entry": 55, "exit": 20}]),
    (
        rules.Turtle,
        "turtle",
        [
            {"entry": 20, "exit": 10, "atr": 20, "stop_atr": 2},
            {"entry": 40, "exit": 20, "atr": 10, "stop_atr": 1},
        ],
    ),
    (
        rules.KeltnerBreakout,
        "keltner_breakout",
        [{"ema": 20, "atr": 10, "multiplier": 2}, {"ema": 50, "atr": 20, "multiplier": 1}],
    ),
    (rules.Supertrend, "supertrend", [{"period": 10, "multiplier": 3}, {"period": 7, "multiplier": 1.5}]),
    (
        rules.Ichimoku,
        "ichimoku",
        [
            {"conversion": 9, "base": 26, "span": 52, "displacement": 26},
            {"conversion": 7, "base": 22, "span": 44, "displacement": 22},
        ],
    ),
    (rules.Momentum, "momentum", [{"lookback": 90, "threshold": 0}, {"lookback": 20, "threshold": 0.05}]),
]


def measure(rule, settings, side, bars):
    strategy = type(rule.__name__, (rule,), {"settings": settings})
    stats = Backtest(bars, strategy, cash=CAPITAL, finalize_trades=True).run(side=side)
    trades = stats["_trades"].sort_values(["ExitBar", "EntryBar"])
    return [[int(trade.EntryBar), int(trade.ExitBar), int(trade.Size)] for trade in trades.itertuples()]


def main():
    series = pd.read_csv(SERIES).rename(columns=str.capitalize)
    bars = series[["Open", "High", "Low", "Close", "Volume"]]
    bars.index = pd.date_range("2000-01-01", periods=len(bars), freq="4h")
    runs = [
        {"strategy": name, "parameters": settings, "side": side, "trades": measure(rule, settings, side, bars)}
        for rule, name, choices in RUNS
        for settings in choices
        for side in ("long", "long_short")
    ]
    modules = {"backtesting": backtesting, "TA-Lib": talib, "numpy": np, "pandas": pd}
    fixture = {
        "command": "python bench/peers/backtesting_py_strategies.py",
        "versions": {name: module.__version__ for name, module in modules.items()},
        "capital": CAPITAL,
        "bars": len(bars),
        "runs": runs,
    }
    FIXTURE.parent.mkdir(exist_ok=True)
    FIXTURE.write_text(json.dumps(fixture))


if __name__ == "__main__":
    main()
