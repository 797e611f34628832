import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import { EquityFiles, sessionCandles } from './support/equity-files';
import { EquityIngests } from './support/equity-ingests';
import { JobStage } from './support/job-stage';

jest.setTimeout(60_000);

describe('an equity ingest after a split', () => {
  let stage: JobStage;
  let ingests: EquityIngests;
  const files = new EquityFiles();

  beforeAll(async () => {
    stage = await JobStage.open();
    ingests = new EquityIngests(stage);
    await stage.startWorker(files.environment);
  });
  afterAll(async () => {
    await stage.close();
    files.remove();
  });

  // Each test has a symbol of its own, so that they do not see each other's candles.

  const ingest = (symbols: readonly string[], range: object) => ingests.ingest(symbols, range);
  const stored = (symbol: string) => ingests.stored(symbol);
  const nameOf = (symbol: string) => ({ exchange: 'us', symbol, interval: '1d' as const });
  const dateOf = ({ openTime }: CandleToWrite) => openTime.toISOString().slice(0, 10);

  const RECENT = { from: 500, to: 4 };
  const rangeOf = (candles: readonly CandleToWrite[]) => ({
    start_date: dateOf(candles[0]),
    end_date: dateOf(candles[candles.length - 1]),
  });
  const revisionsOf = (symbol: string) =>
    stage.query(
      `select open_time as "openTime", revision.open::text, revision.high::text, revision.low::text,
              revision.close::text, revision.volume::text
       from candlestick_revisions revision join series on series.id = series_id
       where symbol = $1 order by open_time, revision.id`,
      [symbol],
    );

  it('gives the whole stored history the new prices, and keeps the old ones as revisions', async () => {
    const before = sessionCandles(RECENT);
    const known = before.slice(0, -5);
    files.writeCandles('SPLIT', known);
    await ingest(['SPLIT'], rangeOf(known));
    const after = sessionCandles(RECENT, { ratio: 4 });
    const exDate = dateOf(after[after.length - 3]);
    files.writeCandles('SPLIT', after);
    files.writeSplits('SPLIT', [[exDate, 4]]);
    // An ingest of the newest sessions only.
    expect(await ingest(['SPLIT'], rangeOf(after.slice(-8)))).toMatchObject({
      status: 'completed',
      symbols: [{ inserted: 5, updated: known.length }],
    });
    expect(await stored('SPLIT')).toEqual(after);
    expect(await revisionsOf('SPLIT')).toEqual(known);
    expect(await ingests.actions('SPLIT')).toMatchObject({
      splits: [{ ex_date: exDate, numerator: '4', denominator: '1' }],
      factors: [{ ex_date: exDate, split_factor: '0.25', total_return_factor: '1' }],
    });

    expect(await ingest(['SPLIT'], rangeOf(after))).toMatchObject({
      status: 'completed',
      symbols: [{ requested: 0, inserted: 0, updated: 0 }],
    });
    // Withdrawn: the prices of before come back.
    files.writeCandles('SPLIT', before);
    files.writeSplits('SPLIT', []);
    expect(await ingest(['SPLIT'], rangeOf(after))).toMatchObject({
      symbols: [{ updated: before.length }],
    });
    expect(await stored('SPLIT')).toEqual(before);
  });

  it('changes nothing where the provider does not have all new prices', async () => {
    const before = sessionCandles(RECENT);
    files.writeCandles('HALF', before);
    await ingest(['HALF'], rangeOf(before));
    const after = sessionCandles(RECENT, { ratio: 2 });
    files.writeCandles('HALF', after.slice(1));
    files.writeSplits('HALF', [[dateOf(after[after.length - 2]), 2]]);
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(await ingest(['HALF'], rangeOf(before))).toMatchObject({
        status: 'failed',
        error: expect.stringMatching(/split of HALF.* 1 sessions.*nothing was changed/),
      });
    }
    expect(await stored('HALF')).toEqual(before);
    files.writeCandles('HALF', after);
    expect(await ingest(['HALF'], rangeOf(before))).toMatchObject({ status: 'completed' });
    expect(await stored('HALF')).toEqual(after);
  });

  it('waits for a provider that reports the split before it has adjusted its prices', async () => {
    const before = sessionCandles(RECENT);
    files.writeCandles('LATE', before);
    await ingest(['LATE'], rangeOf(before));
    files.writeSplits('LATE', [[dateOf(before[before.length - 2]), 2]]);
    expect(await ingest(['LATE'], rangeOf(before))).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/split of LATE .* the old ones still; nothing was changed/),
    });
    expect(await stored('LATE')).toEqual(before);
    const after = sessionCandles(RECENT, { ratio: 2 });
    files.writeCandles('LATE', after);
    expect(await ingest(['LATE'], rangeOf(before))).toMatchObject({
      status: 'completed',
      symbols: [{ updated: before.length }],
    });
    expect(await stored('LATE')).toEqual(after);
  });

  it('sees a split that is reported months late before it adds sessions to the old prices', async () => {
    const OLD = { from: 900, to: 300 };
    const after = sessionCandles(OLD, { ratio: 2 });
    const [exIndex, growsFrom] = [after.length - 100, after.length - 50];
    const exDate = dateOf(after[exIndex]);
    // As it was traded: at the new price from the split on.
    const traded = [...sessionCandles(OLD).slice(0, exIndex), ...after.slice(exIndex, growsFrom)];
    files.writeCandles('MONTHS', traded);
    await ingest(['MONTHS'], rangeOf(traded));
    files.writeCandles('MONTHS', after);
    files.writeSplits('MONTHS', [[exDate, 2]]);
    expect(await ingest(['MONTHS'], rangeOf(after.slice(growsFrom + 10)))).toMatchObject({
      status: 'completed',
      symbols: [{ inserted: 40, error: null }],
    });
    expect(await stored('MONTHS')).toEqual([...after.slice(0, growsFrom), ...after.slice(growsFrom + 10)]);
    expect((await revisionsOf('MONTHS')).slice(0, exIndex)).toEqual(traded.slice(0, exIndex));
    expect(await ingests.actions('MONTHS')).toMatchObject({ splits: [{ ex_date: exDate, numerator: '2' }] });
  });

  it('finds new prices that a killed worker had written before it noted the split', async () => {
    const after = sessionCandles(RECENT, { ratio: 2 });
    files.writeCandles('NOTED', after);
    files.writeSplits('NOTED', [[dateOf(after[after.length - 2]), 2]]);
    await ingest(['NOTED'], rangeOf(after));
    await stage.query(`update equity_symbols set adjusted_to = null where symbol = 'NOTED'`);
    await stage.query(`delete from equity_splits where symbol = 'NOTED'`);
    expect(await ingest(['NOTED'], rangeOf(after))).toMatchObject({
      status: 'completed',
      symbols: [{ inserted: 0, updated: 0 }],
    });
    expect(await ingests.actions('NOTED')).toMatchObject({ splits: [{ numerator: '2' }] });
  });

  it('takes an imported history that holds the splits as it is, also where the provider does not reach', async () => {
    const all = sessionCandles({ from: 900, to: 4 }, { ratio: 2 });
    await stage.store(nameOf('IMPORTED'), all.slice(0, -5));
    files.writeCandles('IMPORTED', all.slice(200));
    files.writeSplits('IMPORTED', [[dateOf(all[400]), 2]]);
    expect(await ingest(['IMPORTED'], rangeOf(all))).toMatchObject({
      status: 'completed',
      symbols: [{ inserted: 5, updated: 0 }],
    });
    expect(await stored('IMPORTED')).toEqual(all);
  });

  it('adjusts an imported history that does not hold the splits', async () => {
    const after = sessionCandles(RECENT, { ratio: 4 });
    await stage.store(nameOf('RAW'), sessionCandles(RECENT).slice(0, 200));
    files.writeCandles('RAW', after);
    files.writeSplits('RAW', [[dateOf(after[300]), 4]]);
    // The split lies after what is stored and before what is requested.
    expect(await ingest(['RAW'], rangeOf(after.slice(310)))).toMatchObject({
      status: 'completed',
      symbols: [{ updated: 200 }],
    });
    expect((await stored('RAW')).slice(0, 200)).toEqual(after.slice(0, 200));
  });

  it('follows a provider to another price scale that no split explains, and keeps the factor', async () => {
    const before = sessionCandles(RECENT);
    files.writeCandles('SCALE', before.slice(0, -5));
    await ingest(['SCALE'], rangeOf(before.slice(0, -5)));
    const after = sessionCandles(RECENT, { ratio: 4 });
    files.writeCandles('SCALE', after);
    expect(await ingest(['SCALE'], rangeOf(after.slice(-8)))).toMatchObject({
      status: 'completed',
      symbols: [{ inserted: 5, updated: before.length - 5 }],
    });
    expect(await stored('SCALE')).toEqual(after);
    expect(await revisionsOf('SCALE')).toEqual(before.slice(0, -5));
    const dayAfter = new Date(before[before.length - 6].openTime.getTime() + 86_400_000);
    const exDate = dayAfter.toISOString().slice(0, 10);
    expect(await ingests.actions('SCALE')).toMatchObject({
      splits: [],
      implied: [{ ex_date: exDate, factor: '0.25' }],
      factors: [{ ex_date: exDate, split_factor: '0.25' }],
    });

    // The split is reported later: the stored prices are those after it already.
    files.writeSplits('SCALE', [[dateOf(after[after.length - 5]), 4]]);
    expect(await ingest(['SCALE'], rangeOf(after))).toMatchObject({
      status: 'completed',
      symbols: [{ inserted: 0, updated: 0 }],
    });
    expect(await ingests.actions('SCALE')).toMatchObject({ splits: [{ numerator: '4' }], implied: [] });
  });

  it('keeps the factor of a price scale whose worker was killed after it had written the prices, and only then', async () => {
    const before = sessionCandles(RECENT);
    files.writeCandles('KILLED', before);
    await ingest(['KILLED'], rangeOf(before));
    const after = sessionCandles(RECENT, { ratio: 4 });
    files.writeCandles('KILLED', after);
    await ingest(['KILLED'], rangeOf(before));
    const { implied } = await ingests.actions('KILLED');

    const killWithNewestClose = async ({ close }: CandleToWrite) => {
      await stage.query(
        `with lost as (delete from equity_implied_factors where symbol = 'KILLED')
         update equity_symbols set adjusted_to = null, rescaling = $1 where symbol = 'KILLED'`,
        [{ exDate: implied[0].ex_date, factor: implied[0].factor, close: Number(close) }],
      );
      await ingest(['KILLED'], rangeOf(before));
      return (await ingests.actions('KILLED')).implied;
    };
    expect(await killWithNewestClose(before[before.length - 1])).toEqual(implied);
    expect(await killWithNewestClose(after[after.length - 1])).toEqual([]);
  });

  it('writes nothing where prices differ without a split and without one ratio', async () => {
    const before = sessionCandles(RECENT);
    files.writeCandles('MIXED', before.slice(0, -5));
    await ingest(['MIXED'], rangeOf(before.slice(0, -5)));
    const halved = sessionCandles(RECENT, { ratio: 2 });
    files.writeCandles('MIXED', [...before.slice(0, 100), ...halved.slice(100)]);
    expect(await ingest(['MIXED'], rangeOf(before.slice(-8)))).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/prices of MIXED differ from the stored ones in \d+ sessions, the first/),
    });
    expect(await stored('MIXED')).toEqual(before.slice(0, -5));
  });

  it('knows dividends, and corrects those that are reported otherwise', async () => {
    const candles = sessionCandles(RECENT);
    const [first, second] = [100, 250].map((index) => dateOf(candles[index]));
    const last = dateOf(candles[candles.length - 2]);
    files.writeCandles('PAYS', candles);
    files.writeDividends('PAYS', [
      [first, '1.50'],
      [second, '2.00'],
      [last, '3.00'],
    ]);
    await ingest(['PAYS'], rangeOf(candles));
    files.writeDividends('PAYS', [
      [first, '1.50'],
      [second, '2.00'],
      [last, '3.25'],
    ]);
    await ingest(['PAYS'], rangeOf(candles));
    const { dividends, factors } = await ingests.actions('PAYS');
    expect(dividends.map(({ ex_date, amount }) => [ex_date, amount])).toEqual([
      [first, '1.50'],
      [second, '2.00'],
      [last, '3.25'],
    ]);
    const closeBefore = Number(candles[candles.length - 3].close);
    expect(Number(factors[2].total_return_factor)).toBeCloseTo(1 - 3.25 / closeBefore, 11);
  });
});
