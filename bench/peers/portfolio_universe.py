"""Prices for portfolios: seeded ones, which are libs/engine/test/seeded-universe.ts double for double, and skfolio's 20 stocks."""

import pandas as pd

from seeded_bars import seeded_bars

SERIES, BARS = 8, 900


def seeded_universe():
    """Opens and closes of eight series on weekdays."""
    index = pd.bdate_range("2015-01-01", periods=BARS)
    frames = [seeded_bars(BARS, 2 * series + 1) for series in range(SERIES)]

    def column(name):
        return pd.DataFrame(
            {f"S{series}": frame[name].to_numpy() for series, frame in enumerate(frames)}, index=index
        )

    return column("Open"), column("Close")


def stocks():
    """Daily closes of 20 stocks, adjusted; they come with skfolio and are not stored here."""
    from skfolio.datasets import load_sp500_dataset

    return load_sp500_dataset()


def rebalance_dates(index):
    """The first date, and the first one of each month but the last of all."""
    months = index.to_period("M")
    return [date for at, date in enumerate(index[:-1]) if at == 0 or months[at] != months[at - 1]]
