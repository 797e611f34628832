"""Row 1 in vectorbt: an SMA cross, filled at the next open, with its trade and risk figures.

    vectorbt_sma_cross.py <file> <bars> <fast> <slow> <capital> <fee rate> <lot size>
"""

import sys

import vectorbt

from column_file import answer, read_bars

path, bars, fast, slow = sys.argv[1], *map(int, sys.argv[2:5])
capital, fee, lot = map(float, sys.argv[5:8])
frame = read_bars(path, bars)


def run():
    fast_average = vectorbt.MA.run(frame["Close"], fast)
    slow_average = vectorbt.MA.run(frame["Close"], slow)
    # A signal of one close is filled at the next open; what is open at the end is closed at the last close.
    entries = fast_average.ma_crossed_above(slow_average).vbt.signals.fshift(1)
    exits = fast_average.ma_crossed_below(slow_average).vbt.signals.fshift(1)
    entries.iloc[-1] = False
    exits.iloc[-1] = True
    price = frame["Open"].copy()
    price.iloc[-1] = frame["Close"].iloc[-1]
    portfolio = vectorbt.Portfolio.from_signals(
        frame["Close"],
        entries,
        exits,
        price=price,
        init_cash=capital,
        fees=fee,
        size_granularity=lot,
        freq="1h",
    )
    trades = portfolio.trades
    figures = {
        "totalReturn": portfolio.total_return(),
        "cagr": portfolio.annualized_return(),
        "annualVolatility": portfolio.annualized_volatility(),
        "sharpeRatio": portfolio.sharpe_ratio(),
        "sortinoRatio": portfolio.sortino_ratio(),
        "calmarRatio": portfolio.calmar_ratio(),
        "maxDrawdown": portfolio.max_drawdown(),
        "longestDrawdown": portfolio.drawdowns.max_duration(),
        "exposure": portfolio.position_coverage(),
        "winRate": trades.win_rate(),
        "profitFactor": trades.profit_factor(),
        "expectancy": trades.expectancy(),
        "averageTradeReturn": trades.returns.mean(),
        "bestTradeReturn": trades.returns.max(),
        "worstTradeReturn": trades.returns.min(),
        "averageTradeDuration": trades.duration.mean(),
        "systemQualityNumber": trades.sqn(),
    }
    return portfolio, figures


def describe(outcome):
    portfolio, figures = outcome
    records = portfolio.trades.records
    return {
        "totalReturn": float(figures["totalReturn"]),
        "maxDrawdown": float(-figures["maxDrawdown"]),
        "trades": [
            {
                "entryIndex": int(trade.entry_idx),
                "exitIndex": int(trade.exit_idx),
                "quantity": float(trade.size),
                "entryPrice": float(trade.entry_price),
                "exitPrice": float(trade.exit_price),
                "pnl": float(trade.pnl),
            }
            for trade in records.itertuples()
        ],
    }


answer(run, describe)
