"""What pandas' merge_asof and freqtrade's merge_informative_pair know at each close, as JSON.

    pip install --no-deps freqtrade==2026.9
    python bench/peers/known_data.py > libs/engine/src/known-data/fixtures/known-data.fixture.json

The bars are hourly ones of seeded_bars.py without gaps. Rows become known at drawn moments, some at a close, some at one moment, some
before an earlier one. Longer bars are pandas' resample of the bars; of freqtrade the one function is loaded, since its package
imports every exchange.
"""

import importlib.util
import json
import sys
import types
from importlib.metadata import version

import numpy as np
import pandas as pd

from seeded_bars import seeded_bars

BARS, SEED, ROWS = 600, 12, 150
HOUR = 3_600_000


def milliseconds(times):
    return times.as_unit("ms").astype("int64")


def asof(bars):
    draw = np.random.default_rng(7)
    open_time = milliseconds(bars.index)
    time = open_time[0] + np.sort(draw.choice(BARS * 60, ROWS, replace=False)) * 60_000
    known = time + draw.integers(0, 20, ROWS) * HOUR // 2
    # To the half hour for a third, so that many become known at a close, and several at one moment.
    known = np.where(draw.random(ROWS) < 0.34, known // (HOUR // 2) * (HOUR // 2), known)
    value = np.where(draw.random(ROWS) < 0.1, np.nan, (draw.random(ROWS) * 1000).round() / 8)
    rows = pd.DataFrame({"known": known, "value": value}).sort_values("known", kind="stable")
    closes = pd.DataFrame({"close_time": open_time + HOUR})
    joined = pd.merge_asof(closes, rows, left_on="close_time", right_on="known", direction="backward")
    return {
        "time": time.tolist(),
        "known_at": known.tolist(),
        "value": listed(value),
        "expected": listed(joined["value"]),
    }


def listed(values):
    return [None if np.isnan(value) else float(value) for value in values]


def merge_informative_pair():
    exchange = types.ModuleType("freqtrade.exchange")
    units = {"h": 60, "d": 1440}
    exchange.timeframe_to_minutes = lambda text: int(text[:-1]) * units[text[-1]]
    sys.modules["freqtrade.exchange"] = exchange
    folder = importlib.util.find_spec("freqtrade").submodule_search_locations[0]
    spec = importlib.util.spec_from_file_location("helper", f"{folder}/strategy/strategy_helper.py")
    helper = importlib.util.module_from_spec(spec)
    sys.modules["helper"] = helper
    spec.loader.exec_module(helper)
    return helper.merge_informative_pair


def informative(bars):
    merge = merge_informative_pair()
    frame = bars.rename(columns=str.lower).rename_axis("date").reset_index()
    runs = {}
    for interval, offset in (("4h", "4h"), ("1d", "1D")):
        how = {"Open": "first", "High": "max", "Low": "min", "Close": "last", "Volume": "sum"}
        longer = bars.resample(offset).agg(how)
        # The last one is not over where the bars end within it.
        longer = longer[longer.index + pd.Timedelta(offset) <= bars.index[-1] + pd.Timedelta("1h")]
        longer = longer.rename(columns=str.lower)
        longer["average"] = longer["close"].rolling(5).mean()
        longer["highest"] = longer["high"].rolling(3).max()
        merged = merge(frame, longer.rename_axis("date").reset_index(), "1h", interval, ffill=True)
        columns = ("close", "average", "highest")
        runs[interval] = {name: listed(merged[f"{name}_{interval}"]) for name in columns}
    return runs


bars = seeded_bars(BARS, SEED)
json.dump(
    {
        "command": "bench/peers/known_data.py",
        "versions": {name: version(name) for name in ("pandas", "freqtrade")},
        "bars": BARS,
        "seed": SEED,
        "asof": asof(bars),
        "informative": informative(bars),
    },
    sys.stdout,
)
