"""The candles of libs/engine/test/seeded-candles.ts, double for double."""

import numpy as np
import pandas as pd


def seeded_bars(length, seed):
    state = seed | 1

    def random():
        nonlocal state
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        return state / 2**32

    rows = np.empty((length, 4))
    close = 100.0
    for index in range(length):
        opening = close + (random() - 0.5) * 0.5
        close = opening + (random() - 0.5) * 2 + (100 - opening) * 0.001
        high = max(opening, close) + random() * 0.5
        low = min(opening, close) - random() * 0.5
        rows[index] = opening, high, low, close
    times = pd.date_range("2020-01-01", periods=length, freq="h")
    frame = pd.DataFrame(rows, columns=["Open", "High", "Low", "Close"], index=times)
    frame["Volume"] = 1.0
    return frame
