"""Computes indicators of the daily S&P 500 series with TA-Lib, or with pandas where TA-Lib has none, as JSON.

The figures are what the engine's own are compared with (libs/engine/src/indicators/indicator.contract.spec.ts): the first
values of each column, every hundredth after them, and the last ones.

    python3 -m venv /tmp/venv-ta
    /tmp/venv-ta/bin/pip install TA-Lib==0.8.2 numpy==2.4.6 pandas==3.1.1
    /tmp/venv-ta/bin/python bench/peers/ta_lib_spx.py      (writes the committed fixture)
"""

import json
import pathlib

import numpy as np
import pandas as pd
import talib

ROOT = pathlib.Path(__file__).resolve().parents[2]
SERIES = ROOT / "node_modules/vega-datasets/data/sp500-2000.csv"
FIXTURE = ROOT / "libs/engine/src/indicators/fixtures/spx-indicators.fixture.json"
BARS_PER_DAY = 6  # As if the bars were of four hours: a day of one bar shows nothing of a daily average.

series = pd.read_csv(SERIES)
opened, high, low, close = (series[name].to_numpy(float) for name in ("open", "high", "low", "close"))
volume = series["volume"].to_numpy(float)
typical = pd.Series((high + low + close) / 3)


def rolling(values, period):
    return pd.Series(values).rolling(period)


def zscore(period):
    return (close - rolling(close, period).mean()) / rolling(close, period).std(ddof=0)


def realised_volatility(period, bars_per_year):
    return rolling(np.log(close / pd.Series(close).shift()), period).std(ddof=1) * np.sqrt(bars_per_year)


def money_flow(period):
    position = ((close - low) - (high - close)) / (high - low)
    return rolling(position * volume, period).sum() / rolling(volume, period).sum()


def parkinson_volatility(period, bars_per_year):
    variance = np.log(high / low) ** 2 / (4 * np.log(2))
    return np.sqrt(rolling(variance, period).mean() * bars_per_year)


def garman_klass_volatility(period, bars_per_year):
    variance = np.log(high / low) ** 2 / 2 - (2 * np.log(2) - 1) * np.log(close / opened) ** 2
    return np.sqrt(rolling(variance, period).mean() * bars_per_year)


def donchian(period):
    upper, lower = talib.MAX(high, period), talib.MIN(low, period)
    return (upper + lower) / 2, upper, lower


def keltner(ema, atr, multiplier):
    middle, width = talib.EMA(close, ema), multiplier * talib.ATR(high, low, close, atr)
    return middle + 0 * width, middle + width, middle - width


def supertrend(period, multiplier):
    width = multiplier * talib.ATR(high, low, close, period)
    basic_upper, basic_lower = (high + low) / 2 + width, (high + low) / 2 - width
    line, trend = np.full(len(close), np.nan), np.full(len(close), np.nan)
    upper, lower, rising = basic_upper[period], basic_lower[period], False
    for bar in range(period, len(close)):
        if bar > period:
            upper = basic_upper[bar] if basic_upper[bar] < upper or close[bar - 1] > upper else upper
            lower = basic_lower[bar] if basic_lower[bar] > lower or close[bar - 1] < lower else lower
        if rising and close[bar] < lower:
            rising = False
        elif not rising and close[bar] > upper:
            rising = True
        line[bar], trend[bar] = (lower, 1) if rising else (upper, -1)
    return line, trend


def ichimoku(conversion, base, span, displacement):
    def middle(period):
        return (rolling(high, period).max() + rolling(low, period).min()) / 2

    leading = (middle(conversion) + middle(base)) / 2
    return middle(conversion), middle(base), leading.shift(displacement), middle(span).shift(displacement)


def vwap(period):
    return rolling(typical * volume, period).sum() / rolling(volume, period).sum()


def vwap_day():
    day = np.arange(len(close)) // BARS_PER_DAY
    averages, deviations = [], []
    for bar in range(len(close)):
        since = slice(bar // BARS_PER_DAY * BARS_PER_DAY, bar + 1)
        averages.append(np.average(typical[since], weights=volume[since]))
        deviations.append(np.sqrt(np.average((typical[since] - averages[-1]) ** 2, weights=volume[since])))
    assert day[-1] > 0
    return np.array(averages), np.array(deviations)


TA_LIB, PANDAS = f"TA-Lib {talib.__version__}", f"pandas {pd.__version__}"
RUNS = {
    "sma": (TA_LIB, lambda period: talib.SMA(close, period), [{"period": 20}, {"period": 201}]),
    "ema": (TA_LIB, lambda period: talib.EMA(close, period), [{"period": 20}, {"period": 201}]),
    "dema": (TA_LIB, lambda period: talib.DEMA(close, period), [{"period": 20}, {"period": 201}]),
    "tema": (TA_LIB, lambda period: talib.TEMA(close, period), [{"period": 20}, {"period": 101}]),
    "wma": (TA_LIB, lambda period: talib.WMA(close, period), [{"period": 20}, {"period": 201}]),
    "macd": (
        TA_LIB,
        lambda fast, slow, signal: talib.MACD(close, fast, slow, signal),
        [{"fast": 12, "slow": 26, "signal": 9}, {"fast": 5, "slow": 80, "signal": 3}],
    ),
    "rsi": (TA_LIB, lambda period: talib.RSI(close, period), [{"period": 14}, {"period": 2}]),
    "roc": (TA_LIB, lambda period: talib.ROC(close, period), [{"period": 10}, {"period": 90}]),
    "momentum": (TA_LIB, lambda period: talib.MOM(close, period), [{"period": 10}]),
    "highest": (TA_LIB, lambda period: talib.MAX(close, period), [{"period": 20}, {"period": 201}]),
    "lowest": (TA_LIB, lambda period: talib.MIN(close, period), [{"period": 20}, {"period": 201}]),
    "stddev": (TA_LIB, lambda period: talib.STDDEV(close, period), [{"period": 20}, {"period": 201}]),
    "linearreg_slope": (
        TA_LIB,
        lambda period: talib.LINEARREG_SLOPE(close, period),
        [{"period": 14}, {"period": 201}],
    ),
    "zscore": (PANDAS, zscore, [{"period": 20}, {"period": 201}]),
    "bollinger": (
        TA_LIB,
        lambda period, std: [talib.BBANDS(close, period, std, std)[output] for output in (1, 0, 2)],
        [{"period": 20, "std": 2}, {"period": 50, "std": 1.5}],
    ),
    "realised_volatility": (
        PANDAS,
        realised_volatility,
        [{"period": 20, "bars_per_year": 365}, {"period": 63, "bars_per_year": 252}],
    ),
    "parkinson_volatility": (
        PANDAS,
        parkinson_volatility,
        [{"period": 20, "bars_per_year": 365}, {"period": 63, "bars_per_year": 252}],
    ),
    "garman_klass_volatility": (
        PANDAS,
        garman_klass_volatility,
        [{"period": 20, "bars_per_year": 365}, {"period": 63, "bars_per_year": 252}],
    ),
    "true_range": (TA_LIB, lambda: talib.TRANGE(high, low, close), [{}]),
    "atr": (TA_LIB, lambda period: talib.ATR(high, low, close, period), [{"period": 14}, {"period": 100}]),
    "natr": (TA_LIB, lambda period: talib.NATR(high, low, close, period), [{"period": 14}]),
    "keltner": (
        f"{TA_LIB} (its EMA and ATR)",
        keltner,
        [{"ema": 20, "atr": 10, "multiplier": 2}, {"ema": 5, "atr": 40, "multiplier": 1.5}],
    ),
    "donchian": (f"{TA_LIB} (its MAX and MIN)", donchian, [{"period": 20}, {"period": 201}]),
    "supertrend": (
        f"{TA_LIB} (its ATR)",
        supertrend,
        [{"period": 10, "multiplier": 3}, {"period": 7, "multiplier": 1}],
    ),
    "ichimoku": (
        PANDAS,
        ichimoku,
        [{"conversion": 9, "base": 26, "span": 52, "displacement": 26}],
    ),
    "adx": (
        TA_LIB,
        lambda period: [f(high, low, close, period) for f in (talib.ADX, talib.PLUS_DI, talib.MINUS_DI)],
        [{"period": 14}, {"period": 50}],
    ),
    "cci": (TA_LIB, lambda period: talib.CCI(high, low, close, period), [{"period": 20}, {"period": 101}]),
    "stochastic": (
        TA_LIB,
        lambda period, smooth, signal: talib.STOCH(high, low, close, period, smooth, 0, signal, 0),
        [{"period": 14, "smooth": 3, "signal": 3}, {"period": 50, "smooth": 1, "signal": 5}],
    ),
    "williams_r": (TA_LIB, lambda period: talib.WILLR(high, low, close, period), [{"period": 14}]),
    "mfi": (TA_LIB, lambda period: talib.MFI(high, low, close, volume, period), [{"period": 14}, {"period": 60}]),
    "obv": (TA_LIB, lambda: talib.OBV(close, volume), [{}]),
    "ad": (TA_LIB, lambda: talib.AD(high, low, close, volume), [{}]),
    "cmf": (PANDAS, money_flow, [{"period": 20}, {"period": 201}]),
    "vwap": (PANDAS, vwap, [{"period": 20}, {"period": 201}]),
    "vwap_day": (PANDAS, vwap_day, [{}]),
}


def sampled(column):
    values = np.asarray(column, float)
    first = int(np.flatnonzero(~np.isnan(values))[0])
    last = len(values)
    bars = sorted({*range(first, min(first + 10, last)), *range(first, last, 100), *range(last - 5, last)})
    return {"first": first, "values": [[bar, float(values[bar])] for bar in bars]}


def main():
    runs = []
    for name, (source, compute, settings) in RUNS.items():
        for parameters in settings:
            columns = compute(**parameters)
            columns = columns if isinstance(columns, (list, tuple)) else [columns]
            outputs = [sampled(column) for column in columns]
            runs.append({"indicator": name, "parameters": parameters, "source": source, "outputs": outputs})
    versions = {"TA-Lib": talib.__version__, "numpy": np.__version__, "pandas": pd.__version__}
    fixture = {"command": "python bench/peers/ta_lib_spx.py", "versions": versions, "bars": len(close), "runs": runs}
    FIXTURE.parent.mkdir(exist_ok=True)
    FIXTURE.write_text(json.dumps(fixture))


if __name__ == "__main__":
    main()
