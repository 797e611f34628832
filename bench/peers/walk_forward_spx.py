"""Walks sma_cross forward over the daily S&P 500 series with numpy, scipy and skfolio, and prints what comes out, as JSON.

The figures are what the engine's own walk-forward is compared with (libs/engine/src/validation). Everything is computed
anew here: averages by pandas, the account bar by bar, windows by skfolio, probabilities by scipy, overfitting from the
whole matrix of daily returns.

    python3 -m venv /tmp/venv-validation
    /tmp/venv-validation/bin/pip install numpy==2.4.6 pandas==3.1.1 scipy==1.17.1 skfolio==1.12.2
    /tmp/venv-validation/bin/python bench/peers/walk_forward_spx.py     (writes the committed fixture)
"""

import itertools
import math

import numpy as np
import pandas as pd
from scipy import stats
from skfolio.model_selection import WalkForward

from validation_fixtures import FIXTURES, overfitting, write

SERIES = FIXTURES.parents[4] / "node_modules/vega-datasets/data/sp500-2000.csv"
FAST, SLOW = [5, 10, 20, 30], [30, 50, 100, 200]
COMBINATIONS = [(fast, slow) for fast, slow in itertools.product(FAST, SLOW) if fast < slow]
FEE, SLIPPAGE = 0.001, 0.0005
SESSIONS_PER_YEAR = 252
FIRST_BAR, SPLITS, GAP, MINIMUM_TRADES = 250, 5, 3, 2

prices = pd.read_csv(SERIES, parse_dates=["date"])
opens, closes = prices["open"].to_numpy(), prices["close"].to_numpy()
seconds = prices["date"].to_numpy().astype("datetime64[s]").astype(int)


def crossings(fast, slow):
    above = np.sign(prices["close"].rolling(fast).mean() - prices["close"].rolling(slow).mean()).to_numpy()
    now, before = above[slow:], above[slow - 1 : -1]
    signal = np.zeros(len(closes), int)
    signal[slow:][(before <= 0) & (now > 0)] = 1
    signal[slow:][(before >= 0) & (now < 0)] = -1
    return signal


def account(signal, first, end):
    cash, units, trades, equity = 1.0, 0.0, 0, []
    for bar in range(first, end):
        order = signal[bar - 1] if bar > first else 0
        if order > 0 and units == 0:
            price = opens[bar] * (1 + SLIPPAGE)
            units = cash / (price * (1 + FEE))
            cash = 0.0
        elif order < 0 and units > 0:
            cash = units * opens[bar] * (1 - SLIPPAGE) * (1 - FEE)
            units, trades = 0.0, trades + 1
        equity.append(cash + units * closes[bar])
    if units > 0:
        equity[-1] = units * closes[end - 1] * (1 - SLIPPAGE) * (1 - FEE)
        trades += 1
    return np.array(equity), trades


def figures(equity, trades):
    returns = equity[1:] / equity[:-1] - 1
    deviation = returns.std(ddof=1)
    return {
        "sharpe_ratio": float(returns.mean() / deviation * math.sqrt(SESSIONS_PER_YEAR)) if deviation > 1e-12 else None,
        "total_return": float(equity[-1] / equity[0] - 1),
        "max_drawdown": float((1 - equity / np.maximum.accumulate(equity)).max()),
        "trades": trades,
    }


def annual(growths, spans):
    years = sum(seconds[end - 1] - seconds[first] for first, end in spans) / (365.25 * 86_400)
    return math.prod(growths) ** (1 / years) - 1


def probability_above(ratio, returns, benchmark):
    shape = 1 - stats.skew(returns) * ratio + (stats.kurtosis(returns, fisher=False) - 1) / 4 * ratio**2
    return float(stats.norm.cdf((ratio - benchmark) * math.sqrt(len(returns) - 1) / math.sqrt(shape)))


def walk_forward(expand):
    bars = len(closes) - FIRST_BAR
    test_size = (bars - GAP) // (SPLITS + 3)
    splitter = WalkForward(
        test_size=test_size, train_size=bars - GAP - SPLITS * test_size, purged_size=GAP, expand_train=expand
    )
    signals = {combination: crossings(*combination) for combination in COMBINATIONS}
    windows, tests, chosen = [], [], []
    for train, test in splitter.split(np.zeros((bars, 1))):
        spans = [(FIRST_BAR + int(part[0]), FIRST_BAR + int(part[-1]) + 1) for part in (train, test)]
        trained = [figures(*account(signals[combination], *spans[0])) for combination in COMBINATIONS]
        scores = [one["sharpe_ratio"] if one["trades"] >= MINIMUM_TRADES else -math.inf for one in trained]
        best = int(np.argmax(scores))
        equity, trades = account(signals[COMBINATIONS[best]], *spans[1])
        tests.append(equity)
        chosen.append(COMBINATIONS[best])
        windows.append(
            {
                "train": spans[0], "test": spans[1], "fast": chosen[-1][0], "slow": chosen[-1][1],
                "in_sample": trained[best], "out_of_sample": figures(equity, trades),
            }
        )
    levels = np.cumprod([1.0] + [equity[-1] for equity in tests])
    stitched = np.concatenate([level * equity for level, equity in zip(levels, tests)])
    returns = stitched[1:] / stitched[:-1] - 1
    ratio = returns.mean() / returns.std(ddof=1)
    whole = (windows[0]["train"][0], windows[-1]["test"][1])
    curves = [account(signals[combination], *whole)[0] for combination in COMBINATIONS]
    matrix = np.array([curve[1:] / curve[:-1] - 1 for curve in curves]).T
    count = len(COMBINATIONS)
    euler = 0.5772156649015329
    expected = (1 - euler) * stats.norm.ppf(1 - 1 / count) + euler * stats.norm.ppf(1 - 1 / (count * math.e))
    spread = (matrix.mean(axis=0) / matrix.std(axis=0, ddof=1)).std(ddof=1)
    shape = 1 - stats.skew(returns) * ratio + (stats.kurtosis(returns, fisher=False) - 1) / 4 * ratio**2
    earned = [1 + window["out_of_sample"]["total_return"] for window in windows]
    trained = [1 + window["in_sample"]["total_return"] for window in windows]
    return {
        "mode": "anchored" if expand else "rolling",
        "windows": windows,
        "out_of_sample": figures(stitched, 0),
        "t_statistic": float(stats.ttest_1samp(returns, 0).statistic),
        "walk_forward_efficiency": annual(earned, [window["test"] for window in windows])
        / annual(trained, [window["train"] for window in windows]),
        "consistency": float(np.mean(np.array(earned) > 1)),
        "coefficients_of_variation": [float(stats.variation(values, ddof=1)) for values in zip(*chosen)],
        "probabilistic_sharpe_ratio": probability_above(ratio, returns, 0),
        "deflated_sharpe_ratio": probability_above(ratio, returns, spread * expected),
        "min_track_record_length": float(1 + shape * (stats.norm.ppf(0.95) / ratio) ** 2),
        "overfitting": overfitting(matrix, 16),
    }


if __name__ == "__main__":
    write(
        "walk-forward-spx",
        command="python bench/peers/walk_forward_spx.py",
        setting={
            "fast": FAST, "slow": SLOW, "fee": FEE, "slippage": SLIPPAGE, "first_bar": FIRST_BAR, "splits": SPLITS,
            "gap": GAP, "minimum_trades": MINIMUM_TRADES,
        },
        combinations=COMBINATIONS,
        results=[walk_forward(expand) for expand in (False, True)],
    )
