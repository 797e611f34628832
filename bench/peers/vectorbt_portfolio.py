"""Row 17 in vectorbt: equal weights of one cash at the first close of each month, with trade and risk figures.

    vectorbt_portfolio.py <file> <series> <bars> <capital>
"""

import sys

import numpy as np
import pandas as pd
import vectorbt

from column_file import answer
from portfolio_file import monthly, read_closes

path, series, bars, capital = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
closes = read_closes(path, series, bars)
dates = monthly(closes)


def run():
    size = pd.DataFrame(np.nan, index=closes.index, columns=closes.columns)
    size.loc[dates] = 1 / series
    portfolio = vectorbt.Portfolio.from_orders(
        closes,
        size=size,
        size_type="targetpercent",
        group_by=True,
        cash_sharing=True,
        call_seq="auto",
        init_cash=capital,
        freq="1D",
    )
    trades = portfolio.exit_trades
    return {
        "totalReturn": portfolio.total_return(),
        "cagr": portfolio.annualized_return(),
        "annualVolatility": portfolio.annualized_volatility(),
        "sharpeRatio": portfolio.sharpe_ratio(),
        "sortinoRatio": portfolio.sortino_ratio(),
        "calmarRatio": portfolio.calmar_ratio(),
        # vectorbt counts it below 0.
        "maxDrawdown": -portfolio.max_drawdown(),
        "longestDrawdown": portfolio.drawdowns.max_duration(),
        "trades": trades.count(),
        "winRate": trades.win_rate(),
        "profitFactor": trades.profit_factor(),
        "expectancy": trades.expectancy(),
        "averageTradeReturn": trades.returns.mean(),
        "bestTradeReturn": trades.returns.max(),
        "worstTradeReturn": trades.returns.min(),
    }


def describe(figures):
    names = ["totalReturn", "maxDrawdown", "trades", "winRate", "profitFactor", "expectancy"]
    return {name: float(figures[name]) for name in names}


answer(run, describe)
