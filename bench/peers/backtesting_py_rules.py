"""The built-in strategies' rules once more, for backtesting.py, on columns of TA-Lib and pandas.

backtesting_py_strategies.py runs them.
"""

import numpy as np
import pandas as pd
import talib

from backtesting_py_spx import Positioned

BARS_PER_DAY = 6


def rolling(values, period):
    return pd.Series(np.asarray(values, float)).rolling(period)


class Ruled(Positioned):
    """A rule with settings: columns are named once, and read as of the last bar or the one before."""

    settings = {}

    def init(self):
        # backtesting.py uncovers bar by bar only what is in attributes of the strategy itself.
        for name, column in self.columns(**self.settings).items():
            setattr(self, f"known_{name}", self.I(lambda column=column: np.asarray(column, float)))

    def at(self, name, back=0):
        return getattr(self, f"known_{name}")[-1 - back]

    @property
    def prices(self):
        return [np.asarray(column, float) for column in (self.data.High, self.data.Low, self.data.Close)]

    def flip(self, up, down):
        self.act(enter_long=up, exit_short=up, exit_long=down, enter_short=down)


class Cross(Ruled):
    def next(self):
        now, before = self.at("fast") - self.at("slow"), self.at("fast", 1) - self.at("slow", 1)
        self.flip(up=before <= 0 < now, down=before >= 0 > now)


class SmaCross(Cross):
    def columns(self, fast, slow):
        return {"fast": talib.SMA(self.prices[2], fast), "slow": talib.SMA(self.prices[2], slow)}


class EmaCross(Cross):
    def columns(self, fast, slow):
        return {"fast": talib.EMA(self.prices[2], fast), "slow": talib.EMA(self.prices[2], slow)}


class Macd(Cross):
    def columns(self, fast, slow, signal):
        line, signal_line, _ = talib.MACD(self.prices[2], fast, slow, signal)
        return {"fast": line, "slow": signal_line}


class RsiReversion(Ruled):
    def columns(self, period, oversold, overbought):
        return {"strength": talib.RSI(self.prices[2], period)}

    def next(self):
        strength = self.at("strength")
        self.flip(up=strength < self.settings["oversold"], down=strength > self.settings["overbought"])


class Banded(Ruled):
    def reads(self):
        return self.data.Close[-1], self.at("lower"), self.at("middle"), self.at("upper")


class Reversion(Banded):
    def next(self):
        close, lower, middle, upper = self.reads()
        self.act(close < lower, close >= middle, close > upper, close <= middle)


class Breakout(Banded):
    def next(self):
        close, lower, middle, upper = self.reads()
        self.act(close > upper, close < middle, close < lower, close > middle)


def bollinger(close, period, std):
    upper, middle, lower = talib.BBANDS(close, period, std, std)
    return {"lower": lower, "middle": middle, "upper": upper}


class BollingerReversion(Reversion):
    def columns(self, period, std):
        return bollinger(self.prices[2], period, std)


class BollingerBreakout(Breakout):
    def columns(self, period, std):
        return bollinger(self.prices[2], period, std)


class KeltnerBreakout(Breakout):
    def columns(self, ema, atr, multiplier):
        middle, width = talib.EMA(self.prices[2], ema), multiplier * talib.ATR(*self.prices, atr)
        return {"lower": middle - width, "middle": middle, "upper": middle + width}


class VwapReversion(Reversion):
    def columns(self, std):
        bars = pd.DataFrame({"price": sum(self.prices) / 3, "volume": np.asarray(self.data.Volume, float)})
        averages, deviations = [], []
        for bar in range(len(bars)):
            day = bars.iloc[bar // BARS_PER_DAY * BARS_PER_DAY : bar + 1]
            averages.append(np.average(day["price"], weights=day["volume"]))
            deviations.append(np.sqrt(np.average((day["price"] - averages[-1]) ** 2, weights=day["volume"])))
        middle, width = np.array(averages), std * np.array(deviations)
        # One bar is no band: on the first of a day nothing is beyond it.
        width[np.arange(len(bars)) % BARS_PER_DAY == 0] = 1e12
        return {"lower": middle - width, "middle": middle, "upper": middle + width}


class ZscoreReversion(Ruled):
    def columns(self, period, entry, exit):
        close = pd.Series(self.prices[2])
        return {"score": (close - rolling(close, period).mean()) / rolling(close, period).std(ddof=0)}

    def next(self):
        score, entry, exit = self.at("score"), self.settings["entry"], self.settings["exit"]
        self.act(score < -entry, score >= -exit, score > entry, score <= exit)


class DonchianBreakout(Ruled):
    def columns(self, entry, exit):
        high, low, _ = self.prices
        return {
            "entry_high": rolling(high, entry).max(),
            "entry_low": rolling(low, entry).min(),
            "exit_high": rolling(high, exit).max(),
            "exit_low": rolling(low, exit).min(),
        }

    def broken(self):
        close = self.data.Close[-1]
        enter_long, exit_long = close > self.at("entry_high", 1), close < self.at("exit_low", 1)
        enter_short, exit_short = close < self.at("entry_low", 1), close > self.at("exit_high", 1)
        return enter_long, exit_long, enter_short, exit_short

    def next(self):
        self.act(*self.broken())


class Turtle(DonchianBreakout):
    """The stop hangs on the position that is held, not on the signal."""

    stop = None

    def columns(self, entry, exit, atr, stop_atr):
        return {**super().columns(entry, exit), "range": talib.ATR(*self.prices, atr)}

    def next(self):
        close = self.data.Close[-1]
        enter_long, exit_long, enter_short, exit_short = self.broken()
        exit_long = exit_long or (self.position.is_long and close <= self.stop)
        exit_short = exit_short or (self.position.is_short and close >= self.stop)
        distance = self.settings["stop_atr"] * self.at("range")
        if enter_long and not self.position.is_long:
            self.stop = close - distance
        elif enter_short and not self.position.is_short and self.side == "long_short":
            self.stop = close + distance
        self.act(enter_long, exit_long, enter_short, exit_short)


class Supertrend(Ruled):
    def columns(self, period, multiplier):
        high, low, close = self.prices
        width = multiplier * talib.ATR(high, low, close, period)
        upper, lower = (high + low) / 2 + width, (high + low) / 2 - width
        rising = np.full(len(close), np.nan)
        rising[period] = 0.0
        for bar in range(period + 1, len(close)):
            if upper[bar] >= upper[bar - 1] and close[bar - 1] <= upper[bar - 1]:
                upper[bar] = upper[bar - 1]
            if lower[bar] <= lower[bar - 1] and close[bar - 1] >= lower[bar - 1]:
                lower[bar] = lower[bar - 1]
            held = rising[bar - 1] == 1.0
            rising[bar] = float(close[bar] >= lower[bar] if held else close[bar] > upper[bar])
        return {"rising": rising}

    def next(self):
        turn = self.at("rising") - self.at("rising", 1)
        self.flip(up=turn > 0, down=turn < 0)


class Ichimoku(Ruled):
    def columns(self, conversion, base, span, displacement):
        high, low, _ = self.prices

        def middle(period):
            return (rolling(high, period).max() + rolling(low, period).min()) / 2

        leading = ((middle(conversion) + middle(base)) / 2).shift(displacement)
        later = middle(span).shift(displacement)
        return {"conversion": middle(conversion), "base": middle(base), "span_a": leading, "span_b": later}

    def next(self):
        close, cloud = self.data.Close[-1], sorted([self.at("span_a"), self.at("span_b")])
        up, down = self.at("conversion") > self.at("base"), self.at("conversion") < self.at("base")
        self.act(up and close > cloud[1], down, down and close < cloud[0], up)


class Momentum(Ruled):
    def columns(self, lookback, threshold):
        return {"rise": pd.Series(self.prices[2]).pct_change(lookback)}

    def next(self):
        rise, threshold = self.at("rise"), self.settings["threshold"]
        self.act(rise > threshold, rise <= threshold, rise < -threshold, rise >= -threshold)
