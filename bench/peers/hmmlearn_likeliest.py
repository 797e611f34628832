"""The likeliest of many fits by hmmlearn, from means drawn among the observations, on windows of the S&P 500.

python bench/peers/hmmlearn_likeliest.py > libs/engine/src/regime/fixtures/hmmlearn-likeliest.fixture.json
"""
import csv
import json
import math
import os
import sys

os.environ["OMP_NUM_THREADS"] = "1"
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import hmmlearn
import numpy as np
from hmmlearn.hmm import GaussianHMM

STARTS = 40
STATES = 3
FEWEST_FOR_FULL_COVARIANCE = 250
SHORTEST_WINDOW, LONGEST_WINDOW, BARS_PER_WINDOW_BAR = 5, 24, 90
FEWEST_OF_A_STATE = 5
# Bars of the window, and its end as an index of the sample.
WINDOWS = [(2520, end) for end in (2600, 2800, 3000, 3200, 3500, 4000, 4500, 5105)] + [
    (500, end) for end in (500, 1200, 1900, 2600, 3300, 4000, 4700)
] + [(1200, 4100), (300, 2200), (300, 3600), (120, 4120)]

with open("node_modules/vega-datasets/data/sp500-2000.csv") as file:
    rows = list(csv.DictReader(file))
high, low, close = (np.array([float(row[name]) for row in rows]) for name in ("high", "low", "close"))


def observe(bars, end):
    """Mean log return per bar and log of the root mean square range over rolling windows, standardised."""
    window = min(LONGEST_WINDOW, max(SHORTEST_WINDOW, math.floor(bars / BARS_PER_WINDOW_BAR + 0.5)))
    part = slice(end - bars, end)
    logs = np.log(close[part])
    squares = np.maximum(1e-6, np.log(high[part] / low[part])) ** 2
    trend = (logs[window:] - logs[:-window]) / window
    means = np.lib.stride_tricks.sliding_window_view(squares[1:], window).mean(axis=1)
    observations = np.column_stack([trend, np.log(np.sqrt(means))])
    return (observations - observations.mean(axis=0)) / observations.std(axis=0)


def fit_once(observed, random):
    kind = "full" if len(observed) >= FEWEST_FOR_FULL_COVARIANCE else "diag"
    model = GaussianHMM(
        STATES, kind, covars_prior=0, covars_weight=0, min_covar=0, n_iter=200, tol=1e-3, init_params="",
        implementation="scaling",
    )
    model.startprob_ = np.full(STATES, 1 / STATES)
    model.transmat_ = np.full((STATES, STATES), 0.05) + 0.85 * np.eye(STATES)
    model.means_ = observed[random.choice(len(observed), STATES, replace=False)]
    covariance = np.cov(observed.T, bias=True)
    model.covars_ = np.array([covariance if kind == "full" else np.diag(covariance)] * STATES)
    try:
        model.fit(observed)
        few = model.predict_proba(observed).sum(axis=0).min() < FEWEST_OF_A_STATE
        return -math.inf if few else model.score(observed)
    except ValueError:  # A covariance that is no longer positive definite.
        return -math.inf


def likeliest(bars, end):
    observed = observe(bars, end)
    random = np.random.default_rng(end)
    reached = [fit_once(observed, random) for _ in range(STARTS)]
    print(bars, end, len(observed), max(reached), file=sys.stderr)
    return {"bars": bars, "end": end, "observations": len(observed), "log_likelihood": max(reached)}


json.dump(
    {
        "command": "python bench/peers/hmmlearn_likeliest.py",
        "versions": {"hmmlearn": hmmlearn.__version__, "numpy": np.__version__},
        "starts": STARTS,
        "windows": [likeliest(bars, end) for bars, end in WINDOWS],
    },
    sys.stdout,
)
