"""Decides conditions of the rule language over the daily S&P 500 with numpy and pandas, and prints where each holds.

What the engine decides itself is compared with it (libs/engine/src/rules/rule-semantics.spec.ts). Each case is the rule as
a client writes it and, beside it, the same thing said in numpy; nothing here reads rules.

    python3 -m venv /tmp/venv-bt && /tmp/venv-bt/bin/pip install numpy==2.4.6 pandas==3.1.1
    /tmp/venv-bt/bin/python bench/peers/rules_numpy_spx.py > libs/engine/src/rules/fixtures/spx-conditions.fixture.json
"""

import base64
import json
import pathlib
import warnings

import numpy as np
import pandas as pd

ROOT = pathlib.Path(__file__).resolve().parents[2]
SERIES = ROOT / "node_modules/vega-datasets/data/sp500-2000.csv"

warnings.filterwarnings("ignore")
frame = pd.read_csv(SERIES)
o, h, l, c, v = (frame[name].astype(float) for name in ("open", "high", "low", "close", "volume"))


def sma(values, period):
    return values.rolling(period).mean()


def crosses_above(left, right):
    right = pd.Series(right, index=frame.index) if np.isscalar(right) else right
    return (left.shift(1) <= right.shift(1)) & (left > right)


def crosses_below(left, right):
    right = pd.Series(right, index=frame.index) if np.isscalar(right) else right
    return (left.shift(1) >= right.shift(1)) & (left < right)


def steps(values, count, sign):
    """Each of the last `count` steps has this sign."""
    return (np.sign(values.diff()) == sign).rolling(count).sum() == count


SMA20 = {"sma": {"period": 20}}
SMA50 = {"sma": {"period": 50}}
# Where no value exists pandas has NaN too, and its comparisons are false. What numpy would count although the language
# has no value there is masked here by hand.
CASES = [
    ("gt", {"gt": ["close", SMA20]}, c > sma(c, 20)),
    ("gte", {"gte": ["close", "open"]}, c >= o),
    ("lt", {"lt": ["close", SMA20]}, c < sma(c, 20)),
    ("lte", {"lte": ["close", "open"]}, c <= o),
    ("eq", {"eq": ["open", {"ref": ["close", 1]}]}, o == c.shift(1)),
    ("gt a number", {"gt": ["close", 1500]}, c > 1500),
    ("a number gt", {"gt": [1500, "close"]}, c < 1500),
    ("crosses_above", {"crosses_above": [SMA20, SMA50]}, crosses_above(sma(c, 20), sma(c, 50))),
    ("crosses_below", {"crosses_below": [SMA20, SMA50]}, crosses_below(sma(c, 20), sma(c, 50))),
    ("crosses_above a number", {"crosses_above": ["close", 1500]}, crosses_above(c, 1500)),
    ("crosses_below a number", {"crosses_below": ["close", 1500]}, crosses_below(c, 1500)),
    ("between", {"between": ["close", 1200, SMA50]}, (c >= 1200) & (c <= sma(c, 50))),
    ("rising", {"rising": ["close", 3]}, steps(c, 3, 1)),
    ("falling", {"falling": [SMA20, 5]}, steps(sma(c, 20), 5, -1)),
    ("all", {"all": [{"gt": ["close", SMA20]}, {"gt": [SMA20, SMA50]}]}, (c > sma(c, 20)) & (sma(c, 20) > sma(c, 50))),
    (
        "any",
        {"any": [{"rising": ["close", 4]}, {"falling": ["close", 4]}]},
        steps(c, 4, 1) | steps(c, 4, -1),
    ),
    ("not", {"not": {"gt": ["close", {"ref": [SMA20, 0]}]}}, ~(c > sma(c, 20)) & (np.arange(len(c)) >= 20)),
    ("ref", {"gt": ["close", {"ref": ["high", 5]}]}, c > h.shift(5)),
    ("ref of an indicator", {"gt": ["close", {"ref": [SMA20, 10]}]}, c > sma(c, 20).shift(10)),
    ("add", {"gt": ["close", {"add": ["open", 10]}]}, c > o + 10),
    ("sub", {"gt": [{"sub": ["high", "low"]}, 20]}, h - l > 20),
    ("mul", {"gt": ["close", {"mul": ["open", 1.01]}]}, c > o * 1.01),
    ("div", {"gt": [{"div": ["close", {"ref": ["close", 20]}]}, 1.05]}, c / c.shift(20) > 1.05),
    (
        "div by zero",
        {"lt": [{"div": [1, {"sub": ["open", {"ref": ["close", 1]}]}]}, 5]},
        ((o != c.shift(1)) & (1 / (o - c.shift(1)) < 5)),
    ),
    ("min", {"lt": [{"min": ["open", "close"]}, {"ref": ["low", 1]}]}, np.minimum(o, c) < l.shift(1)),
    ("max", {"gt": [{"max": ["open", "close"]}, {"ref": ["high", 1]}]}, np.maximum(o, c) > h.shift(1)),
    ("abs", {"gt": [{"abs": {"sub": ["close", "open"]}}, 15]}, (c - o).abs() > 15),
    (
        "log",
        {"lt": [{"log": {"div": ["close", {"ref": ["close", 1]}]}}, -0.01]},
        np.log(c / c.shift(1)) < -0.01,
    ),
    ("log of a negative", {"lt": [{"log": {"sub": ["close", "open"]}}, 1]}, (c - o > 0) & (np.log(c - o) < 1)),
    ("sqrt", {"gt": [{"sqrt": {"sub": ["close", "open"]}}, 3]}, np.sqrt(c - o) > 3),
    ("neg", {"gt": [{"neg": {"sub": ["close", "open"]}}, 10]}, -(c - o) > 10),
    ("hl2", {"gt": ["close", {"ref": ["hl2", 1]}]}, c > ((h + l) / 2).shift(1)),
    ("hlc3", {"crosses_above": ["open", {"ref": ["hlc3", 1]}]}, crosses_above(o, ((h + l + c) / 3).shift(1))),
    ("ohlc4", {"lt": ["ohlc4", {"ref": ["ohlc4", 1]}]}, (o + h + l + c) / 4 < ((o + h + l + c) / 4).shift(1)),
    (
        "volume",
        {"gt": ["volume", {"mul": [{"sma": {"source": "volume", "period": 20}}, 1.5]}]},
        v > v.rolling(20).mean() * 1.5,
    ),
    (
        "an indicator of an indicator",
        {"gt": [{"sma": {"source": {"sma": {"source": "hl2", "period": 5}}, "period": 10}}, "close"]},
        sma(sma((h + l) / 2, 5), 10) > c,
    ),
    (
        "an indicator over gaps",
        {"gt": [{"highest": {"source": {"log": {"sub": ["close", "open"]}}, "period": 3}}, 2]},
        np.log((c - o).where(c > o)).rolling(3).max() > 2,
    ),
]


def packed(held):
    bits = np.packbits(np.asarray(held, dtype=bool), bitorder="little")
    return base64.b64encode(bits.tobytes()).decode()


print(
    json.dumps(
        {
            "command": "bench/peers/rules_numpy_spx.py",
            "versions": {"numpy": np.__version__, "pandas": pd.__version__},
            "bars": len(frame),
            "cases": [
                {"name": name, "condition": condition, "count": int(np.sum(held)), "bits": packed(held)}
                for name, condition, held in CASES
            ],
        },
        separators=(",", ":"),
    )
)
