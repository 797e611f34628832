"""Row 11: TA-Lib's C functions over the same candles, through its Python package.

    ta_lib_indicators.py <file> <bars> <parameters of each indicator, as JSON>

`run <indicator> N` times N calls and counts their page faults; `result <indicator> <file>` writes the outputs there, one
after the other. The package calls C over the whole column, 1 µs above the bare call, and allocates the outputs: the allocator
is set to keep what is freed, so that each call writes to memory that the one before has touched, as ours does.
"""

import ctypes
import json
import resource
import sys
import time

import numpy as np
import talib

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3
for setting in (M_TRIM_THRESHOLD, M_MMAP_THRESHOLD):
    ctypes.CDLL(None).mallopt(setting, 1 << 29)

path, bars, parameters = sys.argv[1], int(sys.argv[2]), json.loads(sys.argv[3])
high, low, close, volume = np.fromfile(path, dtype=np.float64).reshape(4, bars)

CALLS = {
    "sma": lambda period: talib.SMA(close, period),
    "ema": lambda period: talib.EMA(close, period),
    "dema": lambda period: talib.DEMA(close, period),
    "tema": lambda period: talib.TEMA(close, period),
    "wma": lambda period: talib.WMA(close, period),
    "macd": lambda fast, slow, signal: talib.MACD(close, fast, slow, signal),
    "rsi": lambda period: talib.RSI(close, period),
    "roc": lambda period: talib.ROC(close, period),
    "momentum": lambda period: talib.MOM(close, period),
    "linearreg_slope": lambda period: talib.LINEARREG_SLOPE(close, period),
    "highest": lambda period: talib.MAX(close, period),
    "lowest": lambda period: talib.MIN(close, period),
    "stddev": lambda period: talib.STDDEV(close, period),
    "bollinger": lambda period, std: talib.BBANDS(close, period, std, std),
    "true_range": lambda: talib.TRANGE(high, low, close),
    "atr": lambda period: talib.ATR(high, low, close, period),
    "natr": lambda period: talib.NATR(high, low, close, period),
    "adx": lambda period: [call(high, low, close, period) for call in (talib.ADX, talib.PLUS_DI, talib.MINUS_DI)],
    "cci": lambda period: talib.CCI(high, low, close, period),
    "stochastic": lambda period, smooth, signal: talib.STOCH(high, low, close, period, smooth, 0, signal, 0),
    "williams_r": lambda period: talib.WILLR(high, low, close, period),
    "mfi": lambda period: talib.MFI(high, low, close, volume, period),
    "obv": lambda: talib.OBV(close, volume),
    "ad": lambda: talib.AD(high, low, close, volume),
}


def result(name, file):
    outputs = CALLS[name](**parameters[name])
    outputs = list(outputs) if isinstance(outputs, (list, tuple)) else [outputs]
    if name == "bollinger":
        outputs = [outputs[1], outputs[0], outputs[2]]  # The middle band first, as ours.
    np.concatenate(outputs).tofile(file)
    return {"outputs": len(outputs)}


def run(name, repetitions):
    call, settings, samples = CALLS[name], parameters[name], []
    faults = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(int(repetitions)):
        started_at = time.perf_counter()
        call(**settings)
        samples.append((time.perf_counter() - started_at) * 1000)
    return {"milliseconds": samples, "faults": resource.getrusage(resource.RUSAGE_SELF).ru_minflt - faults}


for line in sys.stdin:
    command, *arguments = line.split()
    print(json.dumps({"result": result, "run": run}[command](*arguments)), flush=True)
