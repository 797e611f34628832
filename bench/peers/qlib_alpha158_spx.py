"""Computes Qlib's Alpha158 features of the daily S&P 500 series with Qlib itself, as JSON.

The expressions are those of Qlib's own loader, without the four prices of the bar (VWAP is no candle's), and Qlib's
operators compute them in doubles. The figures are what the engine's are compared with
(libs/engine/src/features/alpha158.spec.ts): of the series as it is, and of the same with bars that did not trade and a
stretch in which nothing moved. Qlib gets the bars of one window at a time: it and pandas carry their sums from bar to
bar, and at the end of the series a line of least squares has kept eight digits, a flat window a deviation.

    python3 -m venv /tmp/venv-qlib
    /tmp/venv-qlib/bin/pip install pyqlib==0.9.7 numpy==2.4.6 pandas==3.1.1
    /tmp/venv-qlib/bin/python bench/peers/qlib_alpha158_spx.py      (writes the committed fixture)
"""

import json
import pathlib
import re
from importlib.metadata import version

import numpy as np
import pandas as pd
from qlib.config import C
from qlib.contrib.data.loader import Alpha158DL
from qlib.data.base import Feature  # noqa: F401  named by the expressions
from qlib.data.cache import H
from qlib.data.data import FeatureD
from qlib.data.ops import Operators, register_all_ops  # noqa: F401  likewise
from qlib.utils import parse_field

ROOT = pathlib.Path(__file__).resolve().parents[2]
SERIES = ROOT / "node_modules/vega-datasets/data/sp500-2000.csv"
FIXTURE = ROOT / "libs/engine/src/features/fixtures/spx-alpha158.fixture.json"
FIRST_BARS = [4, 5, 9, 10, 19, 20, 29, 30, 59, 60, 61]  # Where windows of 5, 10, 20, 30 and 60 bars are first full.
UNTRADED_EVERY = 37
STILL = slice(1000, 1100)


class Columns:
    """Qlib's source of raw columns, in place of its files, which hold floats of 32 bits."""

    def __init__(self, rows):
        self.rows = rows

    def feature(self, instrument, field, start_index, end_index, freq):
        return self.rows[field.removeprefix("$")]


def with_holes(series):
    holes = series.astype({"volume": float})
    holes.loc[holes.index % UNTRADED_EVERY == 0, "volume"] = 0
    still = holes.index[STILL]
    holes.loc[still, ["open", "high", "low", "close"]] = series["close"].iloc[STILL.start - 1]
    holes.loc[still, "volume"] = 0
    return holes


def computed(expression, bars_needed, series, bar):
    rows = series.iloc[max(bar - bars_needed + 1, 0) : bar + 1].reset_index(drop=True)
    FeatureD.register(Columns(rows))
    H["f"].clear()
    value = expression.load("spx", 0, len(rows) - 1, "day").iloc[-1]
    return None if np.isnan(value) else float(value)


def main():
    columns = ["open", "high", "low", "close", "volume"]
    series = pd.read_csv(SERIES)[columns].astype(float)
    frames = {"spx": series, "spx_with_holes": with_holes(series)}
    C["provider_uri"] = None
    register_all_ops(C)
    fields, names = Alpha158DL.get_feature_config({"kbar": {}, "rolling": {}})
    last = len(series)
    bars = {
        "spx": sorted({*FIRST_BARS, *range(250, last, 421), last - 1}),
        "spx_with_holes": [110, 111, 112, 116, 148, 999, 1003, 1004, 1005, 1030, 1059, 1060, 1061, 1110, 1125, 1160],
    }
    runs = []
    for instrument, frame in frames.items():
        features = {}
        for field, name in zip(fields, names):
            expression = eval(parse_field(field))
            window = 1 if name.startswith("K") else int(re.search(r"\d+$", name).group())
            bars_needed = window + ("Ref(" in field)
            features[name] = [computed(expression, bars_needed, frame, bar) for bar in bars[instrument]]
        runs.append({"series": instrument, "bars": bars[instrument], "features": features})
    versions = {name: version(name) for name in ("pyqlib", "numpy", "pandas")}
    fixture = {"command": "python bench/peers/qlib_alpha158_spx.py", "versions": versions, "runs": runs}
    FIXTURE.parent.mkdir(exist_ok=True)
    FIXTURE.write_text(json.dumps(fixture))


if __name__ == "__main__":
    main()
