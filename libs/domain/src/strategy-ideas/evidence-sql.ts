/**
 * The run of a row of strategy_idea_evidence, whichever of the three tables it is in. What a search found is read from its few
 * figures: its whole result may have megabytes.
 */
export const RUN_OF_EVIDENCE = `
  select 'backtest' as kind, backtest.id as "runId", backtest.status, strategy_name as "strategyName", symbol, exchange, interval,
    start_date::text as "startDate", end_date::text as "endDate", sharpe_ratio as "sharpeRatio", total_return as "totalReturn",
    max_drawdown as "maxDrawdown", (report.report #>> '{metrics,trades}')::integer as trades,
    null::double precision as "deflatedSharpeRatio", report.report #>> '{verdict,level}' as "verdictLevel",
    not edited_fields <@ '{strategy_name}' as "isEdited"
  from backtests backtest left join backtest_reports report on report.backtest_id = backtest.id
  where backtest.id = evidence.backtest_id
  union all
  select 'portfolio', portfolio.id, portfolio.status, strategy_name, symbol, exchange, interval, start_date::text, end_date::text,
    sharpe_ratio, total_return, max_drawdown, (report.report #>> '{metrics,trades}')::integer, null,
    report.report #>> '{verdict,level}', false
  from portfolio_runs portfolio left join portfolio_reports report on report.portfolio_id = portfolio.id
  where portfolio.id = evidence.portfolio_id
  union all
  select replace(kind, '_', '-'), id, status, strategy_name, symbol, exchange, interval, start_date::text, end_date::text,
    (figures ->> 'sharpeRatio')::double precision, (figures ->> 'totalReturn')::double precision,
    (figures ->> 'maxDrawdown')::double precision, (figures ->> 'trades')::integer,
    (figures ->> 'deflatedSharpeRatio')::double precision, figures ->> 'verdictLevel', false
  from parameter_searches where id = evidence.search_id`;
