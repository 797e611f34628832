"""What the Python peers of row 1 share: the candles they read, and how they answer."""

import json
import sys
import time

import numpy as np
import pandas as pd


def read_bars(path, bars):
    """Open time (ms), open and close, one column after the other, as native doubles."""
    open_time, opens, closes = np.fromfile(path, dtype=np.float64).reshape(3, bars)
    index = pd.to_datetime(open_time.astype(np.int64), unit="ms")
    return pd.DataFrame({"Open": opens, "Close": closes}, index=index)


def answer(run, describe):
    """`run N` times N calls of run(); `result` prints describe(run())."""
    for line in sys.stdin:
        command, *arguments = line.split()
        if command == "result":
            print(json.dumps(describe(run())), flush=True)
            continue
        samples = []
        for _ in range(int(arguments[0])):
            started_at = time.perf_counter()
            run()
            samples.append((time.perf_counter() - started_at) * 1000)
        print(json.dumps({"milliseconds": samples}), flush=True)
