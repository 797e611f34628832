"""What the Python peers of row 17 share: the closes they read, and when they rebalance."""

import numpy as np
import pandas as pd

from portfolio_universe import rebalance_dates


def read_closes(path, series, bars):
    """Open time (ms), then the closes of each series, one column after the other, as native doubles."""
    open_time, *closes = np.fromfile(path, dtype=np.float64).reshape(series + 1, bars)
    index = pd.to_datetime(open_time.astype(np.int64), unit="ms")
    return pd.DataFrame({f"S{at}": column for at, column in enumerate(closes)}, index=index)


def monthly(closes):
    return rebalance_dates(closes.index)
