import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import type { BacktestRequest } from '../support/api-client';
import type { JobStage } from '../support/job-stage';
import { readSample } from '../support/sample-candles';
import { SearchClient } from '../support/search-client';
import { sharedStage } from '../support/shared-stage';

/** The sample's days from the 100th on as if a split of 4:1 were not in the prices before; of a small volume. */
function unadjusted(): CandleToWrite[] {
  return readSample()
    .slice(0, 200)
    .map((candle, index) => {
      const divided = (price: string) =>
        index < 100 ? price : String(Number((Number(price) / 4).toFixed(4)));
      const { open, high, low, close } = candle;
      return {
        openTime: candle.openTime,
        volume: index % 2 === 0 ? '0' : '8',
        open: divided(open),
        high: divided(high),
        low: divided(low),
        close: divided(close),
      };
    });
}

describe('the warnings of a run', () => {
  let stage: JobStage;
  const candles = unadjusted();
  const date = candles[100].openTime.toISOString().slice(0, 10);
  const split = `the price on ${date} is 1:4 of the close before and stays there: looks like an unadjusted split`;
  const large = /^fills above a tenth of their bar's volume: \d+, the largest is [\d.]+ % of it$/;
  const idle = /^fills on bars of volume 0, where the series trades otherwise: \d+$/;

  beforeAll(async () => {
    stage = await sharedStage();
    await stage.runWorkers(1);
    for (const [exchange, symbol] of [
      ['us', 'ACME'],
      ['us', 'SPLIT'],
      ['sim', 'ACME/USD'],
      ['sim', 'ACME/USD:USD'],
      ['sim', 'CUT/USD'],
      ['NASDAQ', 'ACME'],
      ['Oanda', 'ACME'],
      ['sim', 'MOVED/USD'],
    ]) {
      await stage.store({ exchange, symbol, interval: '1d' }, candles);
    }
    await stage.query(
      `insert into equity_splits (symbol, ex_date, numerator, denominator) values ('SPLIT', '${date}', 4, 1)`,
    );
  });

  const request: BacktestRequest = {
    strategy_name: 'sma_cross',
    symbol: 'ACME',
    interval: '1d',
    parameters: { fast: 2, slow: 5 },
    start_date: '2000-01-03',
    end_date: '2000-12-31',
    execution: { fee_preset: 'none' },
  };

  async function reportOf(exchange: string, symbol: string) {
    const id = await stage.api.submit({ ...request, exchange, symbol });
    await stage.audit.untilStatus(id, 'completed');
    return stage.api.report(id);
  }
  const warningsOf = async (exchange: string, symbol: string) => (await reportOf(exchange, symbol)).warnings;

  it('name a jump that looks like an unadjusted split, on the calendar of shares, unless the split is stored', async () => {
    expect(await warningsOf('us', 'ACME')).toContain(split);
    expect(await warningsOf('us', 'SPLIT')).not.toContain(split);
    expect(await warningsOf('sim', 'ACME/USD')).not.toContain(split);
  });

  it('name a candle that its feed has not confirmed, which the run leaves out', async () => {
    const mark = (isClosed: boolean) =>
      stage.store({ exchange: 'sim', symbol: 'CUT/USD', interval: '1d' }, [{ ...candles[150], isClosed }]);
    const day = candles[150].openTime.toISOString().slice(0, 10);
    const left = `1d candles of CUT/USD left out, because sim has not confirmed what its feed received last: 1 (${day}T00:00:00Z)`;
    await mark(false);
    expect(await warningsOf('sim', 'CUT/USD')).toEqual(
      expect.arrayContaining([left, expect.stringMatching(/^candles missing in the range/)]),
    );
    const searches = new SearchClient(stage);
    const search = { ...request, parameters: undefined, exchange: 'sim', symbol: 'CUT/USD' };
    const grid = { param_grid: { fast: [2], slow: [5, 8] } };
    const { id } = await searches.sweep({ ...search, ...grid });
    expect((await searches.untilOver('sweep', id)).warnings).toContain(left);
    expect((await searches.walkForward({ ...search, ...grid, n_splits: 2 })).warnings).toContain(left);
    await mark(true);
    const confirmed = await warningsOf('sim', 'CUT/USD');
    expect(confirmed).not.toContain(left);
    expect(confirmed).toContainEqual(expect.stringMatching(idle));
  });

  it("count fills that their bars' volumes do not carry, and know where volumes are contracts", async () => {
    const shares = await warningsOf('us', 'ACME');
    expect(shares).toContainEqual(expect.stringMatching(large));
    expect(shares).toContainEqual(expect.stringMatching(idle));
    expect(await warningsOf('sim', 'ACME/USD')).toContainEqual(expect.stringMatching(large));
    const contracts = await warningsOf('sim', 'ACME/USD:USD');
    expect(contracts).not.toContainEqual(expect.stringMatching(large));
    expect(contracts).toContainEqual(expect.stringMatching(idle));
  });

  it('say that the days are not those of the calendar, by which the Sharpe ratio is annualised', async () => {
    const sharpeAndWarning = async (exchange: string, symbol: string) => {
      const { metrics, warnings } = await reportOf(exchange, symbol);
      const warning = warnings.find((text) => text.includes('daily observations a year'));
      return [metrics!.sharpe_ratio as number, warning] as const;
    };
    const [shares] = await sharpeAndWarning('us', 'ACME');
    const times = (days: number) => expect.closeTo(shares * Math.sqrt(days / 252), 9) as number;
    expect(await sharpeAndWarning('us', 'ACME')).toEqual([shares, undefined]);
    expect(await sharpeAndWarning('NASDAQ', 'ACME')).toEqual([shares, undefined]);
    expect(await sharpeAndWarning('Oanda', 'ACME')).toEqual([times(260), undefined]);
    const roundTheClock = [
      times(365),
      expect.stringMatching(
        /^the equity curve has 25\d\.\d daily observations a year, the calendar of the series \(24x7\) 365: the Sharpe ratio is 1\.[12]\d? times/,
      ),
    ];
    expect(await sharpeAndWarning('sim', 'MOVED/USD')).toEqual(roundTheClock);
    const change = { exchange: 'sim', symbol: 'MOVED/USD', calendar: 'XNYS' };
    expect((await stage.api.marketData('PATCH', '/series', change)).status).toBe(200);
    expect(await sharpeAndWarning('sim', 'MOVED/USD')).toEqual([shares, undefined]);
  });
});
