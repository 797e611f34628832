"""The same ten operations by the client that openapi-python-client generated."""

import os
from datetime import date

from candelabra_client import AuthenticatedClient
from candelabra_client.api.backtesting import (
    list_backtest_trades,
    list_fee_presets,
    list_strategies,
    read_backtest,
    read_backtest_equity,
    read_backtest_report,
    submit_backtest,
)
from candelabra_client.api.market_data import list_candlesticks, query_candlesticks
from candelabra_client.api.probes import check_readiness
from candelabra_client.models import (
    ExecutionSettings,
    Interval,
    JobState,
    QueryCandlesticksDto,
    SizingMode,
    SizingSettings,
    StrategyParameters,
    SubmitBacktestDto,
)

client = AuthenticatedClient(base_url=os.environ["API_URL"], token=os.environ["API_TOKEN"])


def body_of(operation, **arguments):
    answer = operation.sync_detailed(client=client, **arguments)
    name = operation.__name__.rsplit(".", 1)[-1]
    assert answer.status_code in (200, 202), f"{name} answered {answer.status_code}: {answer.content}"
    assert answer.parsed is not None, f"{name}: nothing parsed"
    print(f"  {name}")
    return answer.parsed


body_of(check_readiness)
assert any(strategy.name == "sma_cross" for strategy in body_of(list_strategies).strategies)
assert body_of(list_fee_presets)["binance"].markets.spot.maker
assert body_of(list_candlesticks, symbol="CLIENTS", interval=Interval.DAYS_1).total >= 182
candles = body_of(query_candlesticks, body=QueryCandlesticksDto(symbol="CLIENTS", limit=5))
assert [candle.interval for candle in candles] == [Interval.DAYS_1] * 5

parameters = StrategyParameters()
parameters["fast"], parameters["slow"] = 3, 8
run = SubmitBacktestDto(
    strategy_name="sma_cross",
    symbol="CLIENTS",
    exchange="sim",
    interval=Interval.DAYS_1,
    start_date=date(2024, 1, 1),
    end_date=date(2024, 6, 30),
    parameters=parameters,
    execution=ExecutionSettings(
        initial_capital="10000",
        slippage_bps=5,
        sizing=SizingSettings(mode=SizingMode.PERCENT_EQUITY, value=0.5),
    ),
)
identifier = body_of(submit_backtest, body=run).id
status = JobState.PENDING
while status in (JobState.PENDING, JobState.RUNNING):
    status = body_of(read_backtest, b_id=identifier).status
report = body_of(read_backtest_report, b_id=identifier)
assert status == JobState.COMPLETED, report.detail
assert report.resolved.execution.initial_capital == "10000"
trades = body_of(list_backtest_trades, b_id=identifier, size=1000)
assert trades.total == report.metrics.trades
curve = body_of(read_backtest_equity, b_id=identifier, points=10)
assert curve.points[-1].equity == report.metrics.final_equity
print(
    f"Python: final equity {report.metrics.final_equity}, total return {report.metrics.total_return}, "
    f"{report.metrics.trades} trades"
)
