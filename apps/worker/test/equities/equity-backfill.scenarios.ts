import { writeEquityFiles } from '../../../../test/fake-equities/write-equity-files';
import { testLackingSessions } from './equity-backfill/lacking-sessions';
import { describeEquityFaults } from '../support/equity-faults';
import { dailySeries, dateOf, type EquityFiles, rangeOf } from '../support/equity-files';
import type { EquityIngests } from '../support/equity-ingests';
import { EquityStage } from '../support/equity-stage';
import type { JobStage } from '../support/job-stage';
import { readSample } from '../support/sample-candles';

const DAYS_SINCE_1999 = Math.ceil((Date.now() - Date.UTC(1999, 0)) / 86_400_000);
const SAMPLE_RANGE = { start_date: '2000-01-03', end_date: '2020-04-17' };

describe('an equity ingest', () => {
  let equities: EquityStage;
  let stage: JobStage;
  let ingests: EquityIngests;
  let files: EquityFiles;
  const sample = readSample();

  beforeAll(async () => {
    equities = await EquityStage.open();
    ({ stage, ingests, files } = equities);
    await stage.startWorker({ ...files.environment, RETENTION_DAYS: `1d=${DAYS_SINCE_1999}` });
  });
  afterAll(() => equities.close());

  // Each test has symbols of its own, so that they do not see each other's candles.

  // The S&P 500 of the npm package vega-datasets: 5,105 sessions.
  it('stores what the provider has, digit for digit, and finds nothing to do the second time', async () => {
    files.writeCandles('^GSPC', sample);
    expect(await ingests.ingest(['^GSPC'], SAMPLE_RANGE)).toMatchObject({
      status: 'completed',
      detail: '5105 sessions inserted, 0 updated',
      error: null,
      symbols: [
        {
          symbol: '^GSPC',
          status: 'completed',
          expected: 5105,
          requested: 5105,
          inserted: 5105,
          updated: 0,
          refused: 0,
          missing: 0,
          before_listing: 0,
          error: null,
        },
      ],
    });
    expect(await ingests.stored('^GSPC')).toEqual(sample);
    expect(await ingests.tracked('^GSPC')).toMatchObject({ stored: 5105, missing: 0, error: null });

    const again = await ingests.ingest(['^GSPC'], SAMPLE_RANGE);
    expect(again).toMatchObject({
      status: 'completed',
      detail: expect.stringContaining('up to date'),
      symbols: [{ requested: 0, inserted: 0, detail: expect.stringContaining('up to date') }],
    });
    expect(await ingests.stored('^GSPC')).toEqual(sample);
  });

  describeEquityFaults({
    provider: 'csv',
    ingests: () => ingests,
    show: (stocks) => writeEquityFiles(files.directory, { stocks, now: Date.now() }),
  });

  it('fills holes, and leaves what is stored as it is', async () => {
    const candles = sample.slice(0, 600);
    const isHole = (index: number) => index === 10 || (index >= 300 && index < 310);
    const changed = { ...candles[11], volume: '123456' };
    await stage.store(dailySeries('HOLES'), [
      ...candles.filter((_, index) => !isHole(index) && index !== 11),
      changed,
    ]);
    files.writeCandles('HOLES', candles);
    const range = rangeOf(candles);
    expect(await ingests.ingest(['HOLES'], range)).toMatchObject({
      status: 'completed',
      symbols: [{ requested: 11, inserted: 11, missing: 0 }],
    });
    expect(await ingests.stored('HOLES')).toEqual(
      candles.map((candle, index) => (index === 11 ? changed : candle)),
    );
  });

  testLackingSessions(() => equities);

  it('requests from where the provider begins, and says what lies before', async () => {
    files.writeCandles('YOUNG', sample.slice(500, 700));
    const range = rangeOf(sample.slice(0, 700));
    const outcome = { status: 'completed', before_listing: 500, missing: 0 };
    expect(await ingests.ingest(['YOUNG'], range)).toMatchObject({
      symbols: [{ ...outcome, inserted: 200 }],
    });
    expect(await ingests.ingest(['YOUNG'], range)).toMatchObject({
      status: 'completed',
      symbols: [{ ...outcome, requested: 500, inserted: 0 }],
    });
  });

  it('is never completed when nothing that was missing was stored', async () => {
    files.writeCandles('DELISTED', sample.slice(0, 20));
    const later = { start_date: '2010-01-04', end_date: '2010-12-31' };
    // 2010 had 252 sessions.
    expect(await ingests.ingest(['DELISTED'], later)).toMatchObject({
      status: 'failed',
      detail: '0 sessions inserted, 0 updated; failed: 1 of 1 symbols',
      error: 'csv has no session of DELISTED from 2010-01-04 to 2010-12-31',
      symbols: [{ status: 'failed', expected: 252, requested: 252, inserted: 0, missing: 252 }],
    });
    const beyond = rangeOf(sample.slice(10, 30));
    expect(await ingests.ingest(['DELISTED'], beyond)).toMatchObject({
      status: 'completed',
      symbols: [{ inserted: 10, missing: 10 }],
    });
    expect(await ingests.ingest(['DELISTED'], beyond)).toMatchObject({
      status: 'failed',
      error: `csv has none of the missing sessions of DELISTED: 10, the first ${dateOf(sample[20])}`,
    });
    expect(await ingests.tracked('DELISTED')).toMatchObject({
      error: expect.stringContaining('none of the missing'),
    });
  });

  it('stores no session that is older than sessions are kept', async () => {
    const days = ['1998-12-30', '1999-01-05'].map((date) => ({ ...sample[0], openTime: new Date(date) }));
    files.writeCandles('OLD', days);
    const range = { start_date: '1998-12-21', end_date: '1999-01-05' };
    // The sessions of 1999 so far: 4 and 5 January. https://www.nyse.com lists 1 January as a holiday.
    expect(await ingests.ingest(['OLD'], range)).toMatchObject({
      symbols: [{ expected: 2, inserted: 1, refused: 0 }],
    });
    expect((await ingests.stored('OLD')).map(dateOf)).toEqual(['1999-01-05']);
  });

  it('is completed where no session of the range has closed', async () => {
    // A weekend, whether the provider knows the symbol or not.
    expect(
      await ingests.ingest(['WEEKEND'], { start_date: '2024-01-13', end_date: '2024-01-14' }),
    ).toMatchObject({
      status: 'completed',
      symbols: [{ expected: 0, requested: 0, detail: expect.stringContaining('up to date') }],
    });
  });

  it('remembers why a symbol failed until it is tried again, which an ingest of a weekend does not', async () => {
    await ingests.ingest(['UNKNOWN'], { start_date: '2024-01-12', end_date: '2024-01-14' });
    const failure = { error: 'the directory of prices has no file UNKNOWN.csv' };
    expect(await ingests.tracked('UNKNOWN')).toMatchObject(failure);
    await ingests.ingest(['UNKNOWN'], { start_date: '2024-01-13', end_date: '2024-01-14' });
    expect(await ingests.tracked('UNKNOWN')).toMatchObject(failure);
  });

  it('fails one symbol for its own reason and goes on with the others', async () => {
    files.writeCandles('GOOD', sample.slice(0, 30));
    const odd = ['GOOD.splits', 'CON', 'S'.repeat(64), '^^', 'NONE'];
    const range = rangeOf(sample.slice(0, 30));
    const { status, detail, symbols } = await ingests.ingest([...odd, 'GOOD'], range);
    expect([status, detail]).toEqual(['failed', '30 sessions inserted, 0 updated; failed: 5 of 6 symbols']);
    expect(symbols.find(({ symbol }) => symbol === 'GOOD')).toMatchObject({
      status: 'completed',
      inserted: 30,
    });
    for (const { symbol, ...row } of symbols.filter(({ symbol }) => odd.includes(symbol))) {
      expect([symbol, row]).toEqual([
        symbol,
        expect.objectContaining({
          status: 'failed',
          expected: 30,
          missing: 30,
          error: expect.stringMatching(/symbol|no file/),
        }),
      ]);
    }
    const answer = await ingests.status();
    expect(answer.status).toBe('degraded');
    expect(answer.symbols.find(({ symbol }) => symbol === 'NONE')).toMatchObject({ stored: 0, missing: 0 });
  });

  it('puts a candle that breaks a rule into quarantine, and says so', async () => {
    const candles = sample.slice(0, 40);
    files.writeCandles(
      'BROKEN',
      candles.map((candle, index) => (index === 20 ? { ...candle, high: '1' } : candle)),
    );
    const range = rangeOf(candles);
    expect(await ingests.ingest(['BROKEN'], range)).toMatchObject({
      status: 'failed',
      error: 'candles of csv for BROKEN that broke a rule wait in quarantine: 1',
      symbols: [{ expected: 40, inserted: 39, refused: 1, missing: 0 }],
    });
    files.writeCandles('BROKEN', candles);
    expect(await ingests.ingest(['BROKEN'], range)).toMatchObject({
      status: 'completed',
      symbols: [{ inserted: 1, missing: 0 }],
    });
    expect(await ingests.stored('BROKEN')).toEqual(candles);
  });

  // As GameStop did on 2021-01-27 and -28: more than doubled in a session, and back in the next.
  it('stores a price that jumps and falls back, because it was traded', async () => {
    const closeOf = (index: number) =>
      index === 150 ? '86.8775' : index > 150 ? '48.4000' : `36.99${index % 10}5`;
    const candles = sample.slice(0, 200).map((candle, index) => ({
      ...candle,
      open: closeOf(index),
      high: closeOf(index),
      low: closeOf(index),
      close: closeOf(index),
    }));
    files.writeCandles('GME', candles);
    const range = rangeOf(candles);
    expect(await ingests.ingest(['GME'], range)).toMatchObject({ symbols: [{ inserted: 200, refused: 0 }] });
    expect(await ingests.stored('GME')).toEqual(candles);
  });
});
