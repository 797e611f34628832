import type { CandleToWrite } from '#domain/market-data/candlestick.store';
import { EquityFiles, sessionCandles } from './support/equity-files';
import { JobStage } from './support/job-stage';
import { readSample, storeCandles } from './support/sample-candles';
import { eventually } from './support/within';

interface Outcome {
  readonly symbol: string;
  readonly status: string;
  readonly rows_written: number;
  readonly detail: string | null;
  readonly last_error: string | null;
}

interface Ingest {
  readonly status: string;
  readonly detail: string | null;
  readonly last_error: string | null;
  readonly symbols: readonly Outcome[];
}

interface Status {
  readonly status: string;
  readonly symbols: readonly {
    symbol: string;
    candles: number;
    missing: number;
    last_error: string | null;
  }[];
}

const SAMPLE_RANGE = { start_date: '2000-01-03', end_date: '2020-04-17' };

jest.setTimeout(60_000);

describe('an ingest of share prices', () => {
  let stage: JobStage;
  const files = new EquityFiles();
  const sample = readSample();

  beforeAll(async () => {
    stage = await JobStage.open();
    await stage.startWorker(files.environment);
  });
  afterAll(async () => {
    await stage.close();
    files.remove();
  });

  // Each test has symbols of its own, so that they do not see each other's candles.

  async function ingest(symbols: readonly string[], range: object = {}): Promise<Ingest> {
    const { status, text } = await stage.api.equities('POST', '/ingest', { symbols, ...range });
    expect([status, text]).toEqual([202, expect.stringContaining('"status":"queued"')]);
    const { job_id } = JSON.parse(text) as { job_id: number };
    return eventually(
      `the ingest of ${symbols.join(', ')} ends`,
      async () => JSON.parse((await stage.api.equities('GET', `/ingest/${job_id}`)).text) as Ingest,
      (answer) => answer.status === 'completed' || answer.status === 'failed',
      { seconds: 40 },
    );
  }

  async function tracked(symbol: string) {
    const { symbols } = JSON.parse((await stage.api.equities('GET', '/status')).text) as Status;
    return symbols.find((row) => row.symbol === symbol);
  }

  const stored = (symbol: string) =>
    stage.query(
      `select open_time as "openTime", open::text, high::text, low::text, close::text, volume::text
       from candlesticks join series on series.id = series_id
       where exchange = 'us' and symbol = $1 and interval = '1d' order by open_time`,
      [symbol],
    );

  const nameOf = (symbol: string) => ({ exchange: 'us', symbol, interval: '1d' as const });
  const dateOf = ({ openTime }: CandleToWrite) => openTime.toISOString().slice(0, 10);

  async function deleteStored(symbol: string, candles: readonly CandleToWrite[]): Promise<void> {
    await stage.query(
      `with gone as (
         delete from candlesticks using series
         where series.id = series_id and symbol = $1 and exchange = 'us' and open_time = any($2::timestamptz[]) returning 1
       )
       update series set candle_count = candle_count - (select count(*) from gone), version = version + 1
       where symbol = $1 and exchange = 'us'`,
      [symbol, candles.map(({ openTime }) => openTime)],
    );
  }

  // The S&P 500 of the npm package vega-datasets: 5,105 sessions.
  it('stores what the provider has, digit for digit, and finds nothing to do the second time', async () => {
    files.writeCandles('^GSPC', sample);
    expect(await ingest(['^GSPC'], SAMPLE_RANGE)).toMatchObject({
      ...{ status: 'completed', detail: '5105 rows written', last_error: null },
      symbols: [
        {
          ...{ symbol: '^GSPC', status: 'completed', sessions: 5105, asked: 5105, rows_written: 5105 },
          ...{ rows_rewritten: 0, quarantined: 0, still_missing: 0, before_history: 0, last_error: null },
        },
      ],
    });
    expect(await stored('^GSPC')).toEqual(sample);
    expect(await tracked('^GSPC')).toMatchObject({ candles: 5105, missing: 0, last_error: null });

    const again = await ingest(['^GSPC'], SAMPLE_RANGE);
    expect(again).toMatchObject({
      ...{ status: 'completed', detail: expect.stringContaining('up to date') },
      symbols: [{ asked: 0, rows_written: 0, detail: expect.stringContaining('up to date') }],
    });
    expect(await stored('^GSPC')).toEqual(sample);
  });

  it('fills holes, and leaves what is stored as it is', async () => {
    const candles = sample.slice(0, 600);
    const isHole = (index: number) => index === 10 || (index >= 300 && index < 310);
    const changed = { ...candles[11], volume: '123456' };
    await storeCandles(stage.databaseUrl, nameOf('HOLES'), [
      ...candles.filter((_, index) => !isHole(index) && index !== 11),
      changed,
    ]);
    files.writeCandles('HOLES', candles);
    const range = { start_date: dateOf(candles[0]), end_date: dateOf(candles[599]) };
    expect(await ingest(['HOLES'], range)).toMatchObject({
      ...{ status: 'completed', symbols: [{ asked: 11, rows_written: 11, still_missing: 0 }] },
    });
    expect(await stored('HOLES')).toEqual(candles.map((candle, index) => (index === 11 ? changed : candle)));
  });

  it('keeps a session that the provider does not have apart from one that nobody asked for', async () => {
    const candles = sample.slice(0, 300);
    const lacked = candles.filter((_, index) => index === 100 || index === 250);
    files.writeCandles(
      'LACKS',
      candles.filter((candle) => !lacked.includes(candle)),
    );
    const range = { start_date: dateOf(candles[0]), end_date: dateOf(candles[299]) };
    expect(await ingest(['LACKS'], range)).toMatchObject({
      status: 'completed',
      symbols: [{ rows_written: 298 }],
    });
    expect(await tracked('LACKS')).toMatchObject({ candles: 298, missing: 2 });
    const gaps = await stage.api.marketData('GET', '/gaps?exchange=us&symbol=LACKS&interval=1d');
    expect(JSON.parse(gaps.text)).toMatchObject({
      missing: 2,
      gaps: lacked.map((candle) => ({ first: `${dateOf(candle)}T00:00:00Z`, missing: 1, kind: 'no_trades' })),
    });
    // Certain by now: not asked for again.
    expect(await ingest(['LACKS'], range)).toMatchObject({ status: 'completed', symbols: [{ asked: 0 }] });

    await deleteStored('LACKS', candles.slice(99, 102));
    expect(await ingest(['LACKS'], range)).toMatchObject({
      status: 'completed',
      symbols: [{ rows_written: 2 }],
    });
  });

  it('asks from where the provider begins, and says what lies before', async () => {
    files.writeCandles('YOUNG', sample.slice(500, 700));
    const range = { start_date: dateOf(sample[0]), end_date: dateOf(sample[699]) };
    const outcome = { status: 'completed', before_history: 500, still_missing: 0 };
    expect(await ingest(['YOUNG'], range)).toMatchObject({ symbols: [{ ...outcome, rows_written: 200 }] });
    expect(await ingest(['YOUNG'], range)).toMatchObject({
      ...{ status: 'completed', symbols: [{ ...outcome, asked: 500, rows_written: 0 }] },
    });
  });

  it('is never completed when nothing came of what was missing', async () => {
    files.writeCandles('ENDED', sample.slice(0, 20));
    const later = { start_date: '2010-01-04', end_date: '2010-12-31' };
    // 2010 had 252 sessions.
    expect(await ingest(['ENDED'], later)).toMatchObject({
      status: 'failed',
      detail: '0 rows written; failed: 1 of 1 symbols',
      last_error: 'csv has no session of ENDED from 2010-01-04 to 2010-12-31',
      symbols: [{ status: 'failed', sessions: 252, asked: 252, rows_written: 0, still_missing: 252 }],
    });
    const beyond = { start_date: dateOf(sample[10]), end_date: dateOf(sample[29]) };
    expect(await ingest(['ENDED'], beyond)).toMatchObject({
      ...{ status: 'completed', symbols: [{ rows_written: 10, still_missing: 10 }] },
    });
    expect(await ingest(['ENDED'], beyond)).toMatchObject({
      status: 'failed',
      last_error: `csv has none of the missing sessions of ENDED: 10, the first ${dateOf(sample[20])}`,
    });
    expect(await tracked('ENDED')).toMatchObject({
      last_error: expect.stringContaining('none of the missing'),
    });
  });

  it('is completed where no session of the range has ended', async () => {
    // A weekend, whether the provider knows the symbol or not.
    expect(await ingest(['WEEKEND'], { start_date: '2024-01-13', end_date: '2024-01-14' })).toMatchObject({
      ...{
        status: 'completed',
        symbols: [{ sessions: 0, asked: 0, detail: expect.stringContaining('up to date') }],
      },
    });
  });

  it('fails one symbol for its own reason and goes on with the others', async () => {
    files.writeCandles('GOOD', sample.slice(0, 30));
    const odd = ['../etc/passwd', '📈', 'S'.repeat(128), "'; drop table series; --", 'NONE'];
    const range = { start_date: dateOf(sample[0]), end_date: dateOf(sample[29]) };
    const { status, detail, symbols } = await ingest([...odd, 'GOOD'], range);
    expect([status, detail]).toEqual(['failed', '30 rows written; failed: 5 of 6 symbols']);
    expect(symbols.find(({ symbol }) => symbol === 'GOOD')).toMatchObject({
      status: 'completed',
      rows_written: 30,
    });
    for (const { symbol, ...row } of symbols.filter(({ symbol }) => odd.includes(symbol))) {
      expect([symbol, row]).toEqual([
        symbol,
        expect.objectContaining({ status: 'failed', last_error: expect.stringMatching(/symbol|no file/) }),
      ]);
    }
    const answer = JSON.parse((await stage.api.equities('GET', '/status')).text) as Status;
    expect(answer.status).toBe('degraded');
    expect(answer.symbols.find(({ symbol }) => symbol === 'NONE')).toMatchObject({ candles: 0, missing: 0 });
  });

  it('puts a candle that breaks a rule into quarantine, and says so', async () => {
    const candles = sample.slice(0, 40);
    files.writeCandles(
      'BROKEN',
      candles.map((candle, index) => (index === 20 ? { ...candle, high: '1' } : candle)),
    );
    const range = { start_date: dateOf(candles[0]), end_date: dateOf(candles[39]) };
    expect(await ingest(['BROKEN'], range)).toMatchObject({
      status: 'failed',
      last_error: 'candles of csv for BROKEN that broke a rule wait in quarantine: 1',
      symbols: [{ rows_written: 39, quarantined: 1, still_missing: 1 }],
    });
    files.writeCandles('BROKEN', candles);
    expect(await ingest(['BROKEN'], range)).toMatchObject({
      ...{ status: 'completed', symbols: [{ rows_written: 1, still_missing: 0 }] },
    });
    expect(await stored('BROKEN')).toEqual(candles);
  });

  // As GameStop did on 2021-01-27 and -28: more than doubled in a session, and back in the next.
  it('stores a price that jumps and falls back, because it was traded', async () => {
    const closeOf = (index: number) =>
      index === 150 ? '86.8775' : index > 150 ? '48.4000' : `36.99${index % 10}5`;
    const candles = sample.slice(0, 200).map((candle, index) => ({
      ...{
        ...candle,
        open: closeOf(index),
        high: closeOf(index),
        low: closeOf(index),
        close: closeOf(index),
      },
    }));
    files.writeCandles('GME', candles);
    const range = { start_date: dateOf(candles[0]), end_date: dateOf(candles[199]) };
    expect(await ingest(['GME'], range)).toMatchObject({ symbols: [{ rows_written: 200, quarantined: 0 }] });
    expect(await stored('GME')).toEqual(candles);
  });

  describe('after a split', () => {
    const RECENT = { from: 500, to: 4 };
    const rangeOf = (candles: readonly CandleToWrite[]) => ({
      ...{ start_date: dateOf(candles[0]), end_date: dateOf(candles[candles.length - 1]) },
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
      // An order that asks for the newest sessions only.
      expect(await ingest(['SPLIT'], rangeOf(after.slice(-8)))).toMatchObject({
        ...{ status: 'completed', symbols: [{ rows_written: 5, rows_rewritten: known.length }] },
      });
      expect(await stored('SPLIT')).toEqual(after);
      expect(await revisionsOf('SPLIT')).toEqual(known);
      const { text } = await stage.api.equities('GET', '/symbols/SPLIT/actions');
      expect(JSON.parse(text)).toMatchObject({
        splits: [{ ex_date: exDate, numerator: '4', denominator: '1' }],
        factors: [{ ex_date: exDate, split_factor: '0.25', total_return_factor: '1' }],
      });

      expect(await ingest(['SPLIT'], rangeOf(after))).toMatchObject({
        ...{ status: 'completed', symbols: [{ asked: 0, rows_written: 0, rows_rewritten: 0 }] },
      });
      // Withdrawn: the prices of before come back.
      files.writeCandles('SPLIT', before);
      files.writeSplits('SPLIT', []);
      expect(await ingest(['SPLIT'], rangeOf(after))).toMatchObject({
        symbols: [{ rows_rewritten: before.length }],
      });
      expect(await stored('SPLIT')).toEqual(before);
    });

    it('changes nothing where the provider cannot tell all new prices', async () => {
      const before = sessionCandles(RECENT);
      files.writeCandles('HALF', before);
      await ingest(['HALF'], rangeOf(before));
      const after = sessionCandles(RECENT, { ratio: 2 });
      files.writeCandles('HALF', after.slice(1));
      files.writeSplits('HALF', [[dateOf(after[after.length - 2]), 2]]);
      for (let attempt = 0; attempt < 2; attempt++) {
        expect(await ingest(['HALF'], rangeOf(before))).toMatchObject({
          status: 'failed',
          last_error: expect.stringMatching(/split of HALF.* 1 sessions.*nothing was changed/),
        });
      }
      expect(await stored('HALF')).toEqual(before);
      files.writeCandles('HALF', after);
      expect(await ingest(['HALF'], rangeOf(before))).toMatchObject({ status: 'completed' });
      expect(await stored('HALF')).toEqual(after);
    });

    it('waits for a provider that tells of the split before it has adjusted its prices', async () => {
      const before = sessionCandles(RECENT);
      files.writeCandles('LATE', before);
      await ingest(['LATE'], rangeOf(before));
      files.writeSplits('LATE', [[dateOf(before[before.length - 2]), 2]]);
      expect(await ingest(['LATE'], rangeOf(before))).toMatchObject({
        status: 'failed',
        last_error: expect.stringMatching(/split of LATE .* the old ones still; nothing was changed/),
      });
      expect(await stored('LATE')).toEqual(before);
      const after = sessionCandles(RECENT, { ratio: 2 });
      files.writeCandles('LATE', after);
      expect(await ingest(['LATE'], rangeOf(before))).toMatchObject({
        ...{ status: 'completed', symbols: [{ rows_rewritten: before.length }] },
      });
      expect(await stored('LATE')).toEqual(after);
    });

    it('finds new prices that a killed worker had written before it noted the split', async () => {
      const after = sessionCandles(RECENT, { ratio: 2 });
      files.writeCandles('NOTED', after);
      files.writeSplits('NOTED', [[dateOf(after[after.length - 2]), 2]]);
      await ingest(['NOTED'], rangeOf(after));
      await stage.query(`update equity_symbols set adjusted_to = null where symbol = 'NOTED'`);
      await stage.query(`delete from equity_splits where symbol = 'NOTED'`);
      expect(await ingest(['NOTED'], rangeOf(after))).toMatchObject({
        ...{ status: 'completed', symbols: [{ rows_written: 0, rows_rewritten: 0 }] },
      });
      const { text } = await stage.api.equities('GET', '/symbols/NOTED/actions');
      expect(JSON.parse(text)).toMatchObject({ splits: [{ numerator: '2' }] });
    });

    it('takes an imported history that holds the splits as it is, also where the provider does not reach', async () => {
      const all = sessionCandles({ from: 900, to: 4 }, { ratio: 2 });
      await storeCandles(stage.databaseUrl, nameOf('IMPORTED'), all.slice(0, -5));
      files.writeCandles('IMPORTED', all.slice(200));
      files.writeSplits('IMPORTED', [[dateOf(all[400]), 2]]);
      expect(await ingest(['IMPORTED'], rangeOf(all))).toMatchObject({
        ...{ status: 'completed', symbols: [{ rows_written: 5, rows_rewritten: 0 }] },
      });
      expect(await stored('IMPORTED')).toEqual(all);
    });

    it('adjusts an imported history that does not hold the splits', async () => {
      const after = sessionCandles(RECENT, { ratio: 4 });
      await storeCandles(stage.databaseUrl, nameOf('RAW'), sessionCandles(RECENT).slice(0, 200));
      files.writeCandles('RAW', after);
      files.writeSplits('RAW', [[dateOf(after[300]), 4]]);
      // The split lies behind what is stored and before what is ordered.
      expect(await ingest(['RAW'], rangeOf(after.slice(310)))).toMatchObject({
        ...{ status: 'completed', symbols: [{ rows_rewritten: 200 }] },
      });
      expect((await stored('RAW')).slice(0, 200)).toEqual(after.slice(0, 200));
    });

    it('knows dividends, and corrects those that are told otherwise', async () => {
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
      const { text } = await stage.api.equities('GET', '/symbols/PAYS/actions');
      const { dividends, factors } = JSON.parse(text) as Record<string, Record<string, string>[]>;
      expect(dividends.map(({ ex_date, amount }) => [ex_date, amount])).toEqual([
        [first, '1.50'],
        [second, '2.00'],
        [last, '3.25'],
      ]);
      const closeBefore = Number(candles[candles.length - 3].close);
      expect(Number(factors[2].total_return_factor)).toBeCloseTo(1 - 3.25 / closeBefore, 11);
    });
  });
});
