import { testPriceScales } from './equity-splits/price-scales';
import {
  dailySeries,
  dateOf,
  type EquityFiles,
  rangeOf,
  RECENT,
  sessionCandles,
} from '../support/equity-files';
import type { EquityIngests } from '../support/equity-ingests';
import { EquityStage } from '../support/equity-stage';
import type { JobStage } from '../support/job-stage';

describe('an equity ingest after a split', () => {
  let equities: EquityStage;
  let stage: JobStage;
  let ingests: EquityIngests;
  let files: EquityFiles;

  beforeAll(async () => {
    equities = await EquityStage.open();
    ({ stage, ingests, files } = equities);
    await stage.startWorker(files.environment);
  });
  afterAll(() => equities.close());

  // Each test has a symbol of its own, so that they do not see each other's candles.

  it('gives the whole stored history the new prices, and keeps the old ones as revisions', async () => {
    const before = sessionCandles(RECENT);
    const known = before.slice(0, -5);
    files.writeCandles('SPLIT', known);
    await ingests.ingest(['SPLIT'], rangeOf(known));
    const after = sessionCandles(RECENT, { ratio: 4 });
    const exDate = dateOf(after[after.length - 3]);
    files.writeCandles('SPLIT', after);
    files.writeSplits('SPLIT', [[exDate, 4]]);
    // An ingest of the newest sessions only.
    expect(await ingests.ingest(['SPLIT'], rangeOf(after.slice(-8)))).toMatchObject({
      status: 'completed',
      symbols: [{ inserted: 5, updated: known.length }],
    });
    expect(await ingests.stored('SPLIT')).toEqual(after);
    expect(await ingests.revisions('SPLIT')).toEqual(known);
    expect(await ingests.actions('SPLIT')).toMatchObject({
      splits: [{ ex_date: exDate, numerator: '4', denominator: '1' }],
      factors: [{ ex_date: exDate, split_factor: '0.25', total_return_factor: '1' }],
    });

    expect(await ingests.ingest(['SPLIT'], rangeOf(after))).toMatchObject({
      status: 'completed',
      symbols: [{ requested: 0, inserted: 0, updated: 0 }],
    });
    // Withdrawn: the prices of before come back.
    files.writeCandles('SPLIT', before);
    files.writeSplits('SPLIT', []);
    expect(await ingests.ingest(['SPLIT'], rangeOf(after))).toMatchObject({
      symbols: [{ updated: before.length }],
    });
    expect(await ingests.stored('SPLIT')).toEqual(before);
  });

  it('changes nothing where the provider does not have all new prices', async () => {
    const before = sessionCandles(RECENT);
    files.writeCandles('HALF', before);
    await ingests.ingest(['HALF'], rangeOf(before));
    const after = sessionCandles(RECENT, { ratio: 2 });
    files.writeCandles('HALF', after.slice(1));
    files.writeSplits('HALF', [[dateOf(after[after.length - 2]), 2]]);
    for (let attempt = 0; attempt < 2; attempt++) {
      expect(await ingests.ingest(['HALF'], rangeOf(before))).toMatchObject({
        status: 'failed',
        error: expect.stringMatching(/split of HALF.* 1 sessions.*nothing was changed/),
      });
    }
    expect(await ingests.stored('HALF')).toEqual(before);
    files.writeCandles('HALF', after);
    expect(await ingests.ingest(['HALF'], rangeOf(before))).toMatchObject({ status: 'completed' });
    expect(await ingests.stored('HALF')).toEqual(after);
  });

  it('waits for a provider that reports the split before it has adjusted its prices', async () => {
    const before = sessionCandles(RECENT);
    files.writeCandles('LATE', before);
    await ingests.ingest(['LATE'], rangeOf(before));
    files.writeSplits('LATE', [[dateOf(before[before.length - 2]), 2]]);
    expect(await ingests.ingest(['LATE'], rangeOf(before))).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/split of LATE .* the old ones still; nothing was changed/),
    });
    expect(await ingests.stored('LATE')).toEqual(before);
    const after = sessionCandles(RECENT, { ratio: 2 });
    files.writeCandles('LATE', after);
    expect(await ingests.ingest(['LATE'], rangeOf(before))).toMatchObject({
      status: 'completed',
      symbols: [{ updated: before.length }],
    });
    expect(await ingests.stored('LATE')).toEqual(after);
  });

  it('sees a split that is reported months late before it adds sessions to the old prices', async () => {
    const OLD = { from: 900, to: 300 };
    const after = sessionCandles(OLD, { ratio: 2 });
    const [exIndex, growsFrom] = [after.length - 100, after.length - 50];
    const exDate = dateOf(after[exIndex]);
    // As it was traded: at the new price from the split on.
    const traded = [...sessionCandles(OLD).slice(0, exIndex), ...after.slice(exIndex, growsFrom)];
    files.writeCandles('MONTHS', traded);
    await ingests.ingest(['MONTHS'], rangeOf(traded));
    files.writeCandles('MONTHS', after);
    files.writeSplits('MONTHS', [[exDate, 2]]);
    expect(await ingests.ingest(['MONTHS'], rangeOf(after.slice(growsFrom + 10)))).toMatchObject({
      status: 'completed',
      symbols: [{ inserted: 40, error: null }],
    });
    expect(await ingests.stored('MONTHS')).toEqual([
      ...after.slice(0, growsFrom),
      ...after.slice(growsFrom + 10),
    ]);
    expect((await ingests.revisions('MONTHS')).slice(0, exIndex)).toEqual(traded.slice(0, exIndex));
    expect(await ingests.actions('MONTHS')).toMatchObject({ splits: [{ ex_date: exDate, numerator: '2' }] });
  });

  it('finds new prices that a killed worker had written before it noted the split', async () => {
    const after = sessionCandles(RECENT, { ratio: 2 });
    files.writeCandles('NOTED', after);
    files.writeSplits('NOTED', [[dateOf(after[after.length - 2]), 2]]);
    await ingests.ingest(['NOTED'], rangeOf(after));
    await stage.query(`update equity_symbols set adjusted_to = null where symbol = 'NOTED'`);
    await stage.query(`delete from equity_splits where symbol = 'NOTED'`);
    expect(await ingests.ingest(['NOTED'], rangeOf(after))).toMatchObject({
      status: 'completed',
      symbols: [{ inserted: 0, updated: 0 }],
    });
    expect(await ingests.actions('NOTED')).toMatchObject({ splits: [{ numerator: '2' }] });
  });

  it('takes an imported history that holds the splits as it is, also where the provider does not reach', async () => {
    const all = sessionCandles({ from: 900, to: 4 }, { ratio: 2 });
    await stage.store(dailySeries('IMPORTED'), all.slice(0, -5));
    files.writeCandles('IMPORTED', all.slice(200));
    files.writeSplits('IMPORTED', [[dateOf(all[400]), 2]]);
    expect(await ingests.ingest(['IMPORTED'], rangeOf(all))).toMatchObject({
      status: 'completed',
      symbols: [{ inserted: 5, updated: 0 }],
    });
    expect(await ingests.stored('IMPORTED')).toEqual(all);
  });

  it('adjusts an imported history that does not hold the splits', async () => {
    const after = sessionCandles(RECENT, { ratio: 4 });
    await stage.store(dailySeries('RAW'), sessionCandles(RECENT).slice(0, 200));
    files.writeCandles('RAW', after);
    files.writeSplits('RAW', [[dateOf(after[300]), 4]]);
    // The split lies after what is stored and before what is requested.
    expect(await ingests.ingest(['RAW'], rangeOf(after.slice(310)))).toMatchObject({
      status: 'completed',
      symbols: [{ updated: 200 }],
    });
    expect((await ingests.stored('RAW')).slice(0, 200)).toEqual(after.slice(0, 200));
  });

  testPriceScales(() => equities);

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
    await ingests.ingest(['PAYS'], rangeOf(candles));
    files.writeDividends('PAYS', [
      [first, '1.50'],
      [second, '2.00'],
      [last, '3.25'],
    ]);
    await ingests.ingest(['PAYS'], rangeOf(candles));
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
