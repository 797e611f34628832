"""Computes features of the daily S&P 500 series with TA-Lib, or with pandas where TA-Lib has none, as JSON.

Names, windows and units are those of the service's feature set (docs/features.md) but for Alpha158's, which
qlib_alpha158_spx.py computes. The figures are what the engine's are compared with
(libs/engine/src/features/feature-set.spec.ts): the first values of each feature, and some of the rest.

    python3 -m venv /tmp/venv-ta
    /tmp/venv-ta/bin/pip install TA-Lib==0.8.2 numpy==2.4.6 pandas==3.1.1
    /tmp/venv-ta/bin/python bench/peers/feature_set_spx.py      (writes the committed fixture)
"""

import json
import pathlib

import numpy as np
import pandas as pd
import talib

ROOT = pathlib.Path(__file__).resolve().parents[2]
SERIES = ROOT / "node_modules/vega-datasets/data/sp500-2000.csv"
FIXTURE = ROOT / "libs/engine/src/features/fixtures/spx-features.fixture.json"
HOURS_PER_BAR = 4  # As if: days alone would show nothing of the hour.

series = pd.read_csv(SERIES)
high, low, close, volume = (series[name].astype(float) for name in ("high", "low", "close", "volume"))
opened = pd.to_datetime(series.index * HOURS_PER_BAR, unit="h", utc=True).to_series(index=series.index)

upper, middle, lower = talib.BBANDS(close, 20, 2, 2)
macd, macd_signal, macd_hist = talib.MACD(close, 12, 26, 9)
stoch_k, stoch_d = talib.STOCH(high, low, close, 14, 3, 0, 3, 0)
log_return = np.log(close / close.shift())

FEATURES = {
    "rsi_14": talib.RSI(close, 14),
    "mfi_14": talib.MFI(high, low, close, volume, 14),
    "adx_14": talib.ADX(high, low, close, 14),
    "plus_di_14": talib.PLUS_DI(high, low, close, 14),
    "minus_di_14": talib.MINUS_DI(high, low, close, 14),
    "sma_20": talib.SMA(close, 20),
    "sma_50": talib.SMA(close, 50),
    "sma_200": talib.SMA(close, 200),
    "ema_12": talib.EMA(close, 12),
    "ema_26": talib.EMA(close, 26),
    "bb_upper_20_2": upper,
    "bb_middle_20_2": middle,
    "bb_lower_20_2": lower,
    "bb_width": (upper - lower) / middle,
    "bb_percent_b": (close - lower) / (upper - lower),
    "zscore_20": (close - close.rolling(20).mean()) / close.rolling(20).std(ddof=0),
    "roc_10": talib.ROC(close, 10),
    "macd": macd,
    "macd_signal": macd_signal,
    "macd_hist": macd_hist,
    "atr_14": talib.ATR(high, low, close, 14),
    "natr_14": talib.NATR(high, low, close, 14),
    "stoch_k": stoch_k,
    "stoch_d": stoch_d,
    "cci_20": talib.CCI(high, low, close, 20),
    "willr_14": talib.WILLR(high, low, close, 14),
    "volatility_20": log_return.rolling(20).std(ddof=1),
    "raw_close": close,
    "raw_volume": volume,
    "pct_change": close.pct_change(),
    "returns_1": close / close.shift(1) - 1,
    "returns_5": close / close.shift(5) - 1,
    "returns_20": close / close.shift(20) - 1,
    "log_return": log_return,
    "range_pct": (high - low) / close,
    "relative_volume_20": volume / volume.rolling(20).mean(),
    "obv_change_20": talib.OBV(close, volume).diff(20) / volume.rolling(20).sum(),
    "day_of_week": opened.dt.day_of_week,
    "hour_of_day": opened.dt.hour,
}


def sampled(column):
    values = np.asarray(column, float)
    first = int(np.flatnonzero(~np.isnan(values))[0])
    last = len(values)
    bars = sorted({*range(first, first + 3), *range(300, last, 400), last - 1})
    return {"first": first, "values": [[bar, float(values[bar])] for bar in bars]}


def main():
    features = {name: sampled(column) for name, column in FEATURES.items()}
    versions = {"TA-Lib": talib.__version__, "numpy": np.__version__, "pandas": pd.__version__}
    fixture = {"command": "python bench/peers/feature_set_spx.py", "versions": versions, "features": features}
    FIXTURE.parent.mkdir(exist_ok=True)
    FIXTURE.write_text(json.dumps(fixture))


if __name__ == "__main__":
    main()
