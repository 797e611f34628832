import type { QueryRunner } from 'typeorm';
import type { DeclaredMigration } from '../declared-migration';

/** Of a backtest's report, by the columns of `runs`. */
const METRICS = {
  trades: 'trades',
  cagr: 'cagr',
  annual_volatility: 'annualVolatility',
  sortino_ratio: 'sortinoRatio',
  calmar_ratio: 'calmarRatio',
  longest_drawdown_seconds: 'longestDrawdownSeconds',
  exposure: 'exposure',
  turnover: 'turnover',
  win_rate: 'winRate',
  profit_factor: 'profitFactor',
  average_trade_return: 'averageTradeReturn',
  best_trade_return: 'bestTradeReturn',
  worst_trade_return: 'worstTradeReturn',
  average_trade_seconds: 'averageTradeSeconds',
  system_quality_number: 'systemQualityNumber',
  kelly_fraction: 'kellyFraction',
};

/** Of a search's significance. */
const SIGNIFICANCE = {
  t_statistic: 'tStatistic',
  probabilistic_sharpe_ratio: 'probabilisticSharpeRatio',
  deflated_sharpe_ratio: 'deflatedSharpeRatio',
  min_track_record_length: 'minTrackRecordLength',
};

const BASE =
  'kind, run_id, strategy_name, symbol, interval, exchange, start_date, end_date, status, created_at';
const BASE_OF_GIVEN = `given.id, given.strategy_name, given.symbol, given.interval, given.exchange, given.start_date, given.end_date,
  given.status, given.created_at`;
const BASE_AGAIN =
  'strategy_name = excluded.strategy_name, exchange = excluded.exchange, status = excluded.status';

const number = (object: string, name: string) => `(${object} ->> '${name}')::float8`;
const numbers = (object: string, names: Readonly<Record<string, string>>) =>
  Object.entries(names)
    .map(([column, name]) => `${column} = ${number(object, name)}`)
    .join(', ');

/**
 * Has `runs` kept. The functions `keep_run` copy a row of a run into it; triggers call them in the transaction of the write, whatever
 * version writes, and a task of the workers calls them for the rows of before (RunFills).
 */
export class KeepRuns1764103531000 implements DeclaredMigration {
  readonly olderCode = 'may run';

  async up(runner: QueryRunner): Promise<void> {
    await this.createFunctions(runner);
    await this.createTriggers(runner);
    await runner.query(`
      create table run_fills (
        source text not null constraint run_fills_pkey primary key,
        below_id integer not null
      )`);
    // The triggers are there: what is written from now on is listed by itself.
    await runner.query(`
      insert into run_fills (source, below_id)
      select source, id + 1 from (
        select 'backtests' as source, max(id) as id from backtests
        union all select 'parameter_searches', max(id) from parameter_searches) stored where id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger job_runs_keep_run on job_runs');
    await runner.query('drop trigger backtest_reports_keep_run on backtest_reports');
    for (const table of ['backtests', 'parameter_searches']) {
      await runner.query(`drop trigger ${table}_keep_run on ${table}`);
      await runner.query(`drop trigger ${table}_drop_run on ${table}`);
    }
    await runner.query('drop table run_fills');
    await runner.query('drop function keep_run_of_row, keep_run_without_row, keep_author_of_run');
    await runner.query('drop function keep_run(backtests), keep_run(backtest_reports)');
    await runner.query('drop function keep_run(parameter_searches), keep_numbers');
  }

  private async createFunctions(runner: QueryRunner): Promise<void> {
    // What a client sent may be of any size; a list shows the first ones.
    await runner.query(`
      create function keep_numbers(given jsonb) returns jsonb language sql immutable as $$
        select coalesce(jsonb_object_agg(key, value), '{}') from (
          select key, value from jsonb_each(case jsonb_typeof(given) when 'object' then given else '{}' end)
          where jsonb_typeof(value) = 'number' limit 32) entry
      $$`);
    await runner.query(`
      create function keep_run(given backtests) returns void language plpgsql as $$
      begin
        insert into runs (${BASE}, parameters, total_return, sharpe_ratio, max_drawdown)
        values ('backtest', ${BASE_OF_GIVEN}, keep_numbers(given.parameters),
          given.total_return, given.sharpe_ratio, given.max_drawdown)
        on conflict (kind, run_id) do update set ${BASE_AGAIN}, total_return = excluded.total_return,
          sharpe_ratio = excluded.sharpe_ratio, max_drawdown = excluded.max_drawdown;
      end $$`);
    await runner.query(`
      create function keep_run(given backtest_reports) returns void language plpgsql as $$
      declare
        report jsonb := given.report;
        metrics jsonb := report -> 'metrics';
      begin
        update runs set
          parameters = keep_numbers(coalesce(report #> '{resolved,parameters}', parameters)),
          verdict = report #>> '{verdict,level}',
          benchmark_return = ${number(`(report -> 'benchmark')`, 'totalReturn')},
          ${numbers('metrics', METRICS)}
        where kind = 'backtest' and run_id = given.backtest_id;
      end $$`);
    await this.createFunctionOfSearches(runner);
    await runner.query(`
      create function keep_run_of_row() returns trigger language plpgsql as
      $$ begin perform keep_run(new); return null; end $$`);
    await runner.query(`
      create function keep_run_without_row() returns trigger language plpgsql as $$
      begin
        delete from runs where run_id = old.id and kind = any(case tg_table_name
          when 'backtests' then array['backtest'] else array['sweep', 'walk-forward'] end);
        return null;
      end $$`);
    await runner.query(`
      create function keep_author_of_run() returns trigger language plpgsql as $$
      begin
        update runs set author = new.submitted_by where run_id = new.subject::integer and kind = any(case new.job
          when 'backtest' then array['backtest'] else array['sweep', 'walk-forward'] end);
        return null;
      end $$`);
  }

  private async createFunctionOfSearches(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function keep_run(given parameter_searches) returns void language plpgsql as $$
      declare
        shown text := replace(given.kind, '_', '-');
        result jsonb := given.result;
        figures jsonb;
        chosen jsonb;
        significance jsonb;
      begin
        if given.kind = 'verification' then return; end if;
        insert into runs (${BASE}, parameters)
        values (shown, ${BASE_OF_GIVEN}, keep_numbers(given.settings -> 'parameters'))
        on conflict (kind, run_id) do update set ${BASE_AGAIN};
        if result is null then return; end if;
        if given.kind = 'sweep' then
          figures := result -> 'rows' -> (result ->> 'best')::integer;
          chosen := figures -> 'parameters';
          significance := result -> 'significance';
          figures := jsonb_build_object('totalReturn', figures -> 'totalReturn', 'sharpeRatio', figures -> 'sharpeRatio',
            'maxDrawdown', figures -> 'maxDrawdown', 'trades', figures -> 'trades', 'trials', result -> 'trials',
            'overfitting', result #> '{overfitting,probability}');
        else
          significance := result -> 'summary';
          chosen := result #> '{windows,-1,bestParameters}';
          figures := jsonb_build_object('totalReturn', significance -> 'outOfSampleReturn',
            'sharpeRatio', significance -> 'outOfSampleSharpe', 'maxDrawdown', significance -> 'outOfSampleMaxDrawdown',
            'trades', (select sum((tested #>> '{outOfSample,trades}')::integer)
              from jsonb_array_elements(result -> 'windows') tested),
            'trials', significance -> 'trials', 'overfitting', significance -> 'probabilityOfBacktestOverfitting');
        end if;
        update runs set
          parameters = keep_numbers(coalesce(chosen, parameters)),
          verdict = result #>> '{verdict,level}',
          benchmark_return = ${number(`(result -> 'benchmark')`, 'totalReturn')},
          ${numbers('figures', {
            total_return: 'totalReturn',
            sharpe_ratio: 'sharpeRatio',
            max_drawdown: 'maxDrawdown',
            trades: 'trades',
            trials: 'trials',
            probability_of_backtest_overfitting: 'overfitting',
          })},
          ${numbers('significance', SIGNIFICANCE)},
          ${numbers(`(result -> 'summary')`, {
            walk_forward_efficiency: 'walkForwardEfficiency',
            consistency: 'consistency',
          })}
        where kind = shown and run_id = given.id;
      end $$`);
  }

  private async createTriggers(runner: QueryRunner): Promise<void> {
    const kept = {
      backtests:
        'insert or update of strategy_name, exchange, status, total_return, sharpe_ratio, max_drawdown on backtests',
      backtest_reports: 'insert or update on backtest_reports',
      parameter_searches: 'insert or update of strategy_name, exchange, status, result on parameter_searches',
    };
    for (const [table, writes] of Object.entries(kept)) {
      await runner.query(
        `create trigger ${table}_keep_run after ${writes} for each row execute function keep_run_of_row()`,
      );
      if (table === 'backtest_reports') continue;
      await runner.query(
        `create trigger ${table}_drop_run after delete on ${table}
         for each row execute function keep_run_without_row()`,
      );
    }
    await runner.query(
      `create trigger job_runs_keep_run after insert on job_runs
       for each row when (new.submitted_by is not null and new.job in ('backtest', 'parameter-search'))
       execute function keep_author_of_run()`,
    );
  }
}
