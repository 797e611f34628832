"""Computes what empyrical says of returns beside a benchmark's, whole and over every so many returns, as JSON.

The figures are what libs/engine/src/performance/relative is compared with. R squared, which empyrical has not, is numpy's
correlation squared. Rates are per period for empyrical and per year for the engine.

    python3 -m venv /tmp/venv-relative
    /tmp/venv-relative/bin/pip install empyrical-reloaded==0.7.1 numpy==2.4.6 pandas==3.1.1
    /tmp/venv-relative/bin/python bench/peers/empyrical_relative.py     (writes the committed fixture)
"""

import importlib.metadata
import json
import pathlib
import warnings

import empyrical
import numpy as np
import pandas as pd

ROOT = pathlib.Path(__file__).resolve().parents[2]
SERIES = ROOT / "node_modules/vega-datasets/data/sp500-2000.csv"
FIXTURE = ROOT / "libs/engine/src/performance/relative/fixtures/empyrical-relative.fixture.json"
WINDOWS = [2, 20, 63, 252]


def spx_returns():
    closes = pd.read_csv(SERIES)["close"].to_numpy()
    return closes[1:] / closes[:-1] - 1


def cases():
    random = np.random.default_rng(12)
    benchmark = spx_returns()
    # Holds the index for 60 sessions, is flat for the next 300, and so on: whole windows of 252 do not vary.
    yield "spx-in-and-out", None, None, np.where(np.arange(len(benchmark)) % 360 < 60, benchmark, 0), benchmark, 252, 0.0
    noise = np.round(random.normal(0.0005, 0.02, 300), 6)
    market = np.round(random.normal(0.0003, 0.01, 300), 6)
    geared = np.round(1.4 * market + noise, 6)
    yield "geared", geared, market, geared, market, 365, 0.02
    near = market + np.round(random.normal(0, 1e-7, 300), 10)
    yield "near-the-benchmark", near, market, near, market, 252, 0.0
    against = np.round(-0.5 * market[:24] + 0.01 + noise[:24], 6)
    yield "monthly-against", against, market[:24], against, market[:24], 12, 0.05


def number(value):
    value = float(value)
    return value if np.isfinite(value) else None


def whole(returns, benchmark, year, risk_free):
    active = returns - benchmark
    alpha, beta = empyrical.alpha_beta_aligned(returns, benchmark, risk_free=risk_free / year, annualization=year)

    def captured(mask):
        mine, market = returns[mask], benchmark[mask]
        return empyrical.annual_return(mine, annualization=year) / empyrical.annual_return(market, annualization=year)

    return {
        "alpha": number(alpha),
        "beta": number(beta),
        "rSquared": number(np.corrcoef(returns, benchmark)[0, 1] ** 2),
        "trackingError": number(empyrical.annual_volatility(active, annualization=year)),
        "informationRatio": number(empyrical.excess_sharpe(returns, benchmark) * np.sqrt(year)),
        "upCapture": number(captured(benchmark > 0)),
        "downCapture": number(captured(benchmark < 0)),
        "activeReturn": number(active.mean() * year),
    }


def rolling(returns, benchmark, year, risk_free, window):
    count = len(returns)
    last = count - 1
    ends = sorted({*range(window - 1, min(window + 2, count)), *range(window + 5, count, max(7, count // 40)), last - 1, last})
    rows = []
    for end in ends:
        mine, market = returns[end + 1 - window : end + 1], benchmark[end + 1 - window : end + 1]
        figures = whole(mine, market, year, risk_free)
        rows.append(
            {
                "end": end,
                **{name: figures[name] for name in ("alpha", "beta", "rSquared", "informationRatio", "activeReturn")},
                "sharpeRatio": number(empyrical.sharpe_ratio(mine, risk_free=risk_free / year, annualization=year)),
                "volatility": number(empyrical.annual_volatility(mine, annualization=year)),
            }
        )
    return {"window": window, "rows": rows}


def main():
    warnings.simplefilter("ignore")
    content = []
    for name, given, given_benchmark, returns, benchmark, year, risk_free in cases():
        case = {"name": name, "periodsPerYear": year, "riskFreeRatePerYear": risk_free}
        if given is not None:
            case |= {"returns": given.tolist(), "benchmarkReturns": given_benchmark.tolist()}
        case["whole"] = whole(returns, benchmark, year, risk_free)
        case["rolling"] = [rolling(returns, benchmark, year, risk_free, window) for window in WINDOWS if window <= len(returns)]
        content.append(case)
    versions = {name: importlib.metadata.version(name) for name in ("empyrical-reloaded", "numpy", "pandas")}
    fixture = {"command": "python bench/peers/empyrical_relative.py", "versions": versions, "cases": content}
    FIXTURE.parent.mkdir(exist_ok=True)
    FIXTURE.write_text(json.dumps(fixture))


if __name__ == "__main__":
    main()
