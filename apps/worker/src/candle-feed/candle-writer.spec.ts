import type { SourceIngestResult } from '#domain/market-data/ingest/candle-ingest';
import type { CandleSource, NamedCandles } from '#domain/market-data/series/candle-writes';
import type { CandleToQuarantine } from '#domain/market-data/quarantine/candle-quarantine';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { createLogger } from '#platform/logging/logger';
import { CandleWriter } from './candle-writer';
import type { FeedMetrics } from './feed-metrics';

type Write = (batches: readonly NamedCandles[], source: CandleSource) => Promise<SourceIngestResult>;

const SERIES: SeriesName = { exchange: 'binance', symbol: 'BTC/USDT', interval: '1m' };
const OTHER: SeriesName = { exchange: 'binance', symbol: 'ETH/USDT', interval: '1m' };
const DONE: SourceIngestResult = { written: [], quarantined: 0, settled: [], levelShifts: [] };

describe('CandleWriter', () => {
  let written: string[][];
  let write: jest.Mock<ReturnType<Write>, Parameters<Write>>;
  let kept: string[];
  let keepApart: jest.Mock<Promise<void>, [CandleToQuarantine, CandleSource]>;
  let mayWrite: boolean;
  let receipts: number;
  let writer: CandleWriter;

  beforeEach(() => {
    written = [];
    kept = [];
    mayWrite = true;
    receipts = 0;
    write = jest.fn<ReturnType<Write>, Parameters<Write>>((batches, source) => {
      written.push(describeWrite(batches, source));
      return Promise.resolve(DONE);
    });
    keepApart = jest.fn(({ name, candle, reason }: CandleToQuarantine, source: CandleSource) => {
      kept.push(`${source} ${name.symbol} ${candle.openTime.getTime()} ${candle.close}: ${reason}`);
      return Promise.resolve();
    });
    writer = openWriter(4);
  });

  function openWriter(mostWaitingCandles: number): CandleWriter {
    const observeCommit = (_: string, received: readonly number[]) => (receipts += received.length);
    return new CandleWriter('binance', {
      store: { write, keepApart },
      metrics: { observeCommit } as unknown as FeedMetrics,
      logger: createLogger('test', 'silent'),
      retryPauses: { firstMilliseconds: 0, longestMilliseconds: 0 },
      mostWaitingCandles,
      mayWrite: () => mayWrite,
    });
  }

  function describeWrite(batches: readonly NamedCandles[], source: CandleSource): string[] {
    return batches.flatMap(({ name, candles }) =>
      candles.map(({ openTime, close }) => `${source} ${name.symbol} ${openTime.getTime()} ${close}`),
    );
  }

  interface PutOptions {
    readonly name?: SeriesName;
    readonly openTime?: number;
    readonly isSound?: boolean;
    readonly source?: CandleSource;
  }

  function put(close: string, options: PutOptions = {}): boolean {
    const { name = SERIES, openTime = 0, isSound = true, source = 'feed' } = options;
    const candle = { openTime: new Date(openTime), open: '1', high: '9', low: '1', close, volume: '1' };
    return writer.put({ name, candle, source, isSound, receipts: [performance.now()] });
  }

  it('writes what comes in one turn in one go, of each candle the newest state, and counts every receipt', async () => {
    put('1');
    put('2');
    put('7', { name: OTHER });
    put('3');
    await writer.drained();

    expect(written).toEqual([['feed BTC/USDT 0 3', 'feed ETH/USDT 0 7']]);
    expect(receipts).toBe(4);
  });

  it('keeps what comes during a write for the next one', async () => {
    let end: () => void = () => undefined;
    write.mockImplementationOnce((batches, source) => {
      written.push(describeWrite(batches, source));
      return new Promise((resolve) => (end = () => resolve(DONE)));
    });
    put('1');
    await untilCalled(1);
    put('2');
    put('3');
    end();
    await writer.drained();

    expect(written).toEqual([['feed BTC/USDT 0 1'], ['feed BTC/USDT 0 3']]);
  });

  it('writes a burst in two statements at once, of which none holds a series of the other', async () => {
    writer = openWriter(3_000);
    const ends: (() => void)[] = [];
    write.mockImplementation((batches, source) => {
      written.push(describeWrite(batches, source));
      return new Promise((resolve) => ends.push(() => resolve(DONE)));
    });
    const names = Array.from({ length: 2_600 }, (_, index) => ({ ...SERIES, symbol: `S${index}` }));
    for (const name of names) expect(put('1', { name })).toBe(true);
    await untilCalled(2);
    // Its series is in the first statement.
    put('2', { name: names[0] });
    put('2', { name: names[2_599] });
    expect(written.map(({ length }) => length)).toEqual([1_250, 1_250]);

    ends[1]();
    await new Promise((resolve) => setImmediate(resolve));
    expect(written).toHaveLength(2);
    ends[0]();
    await untilCalled(3);
    ends[2]();
    await writer.drained();

    expect(written[2]).toHaveLength(101);
    expect(written[2].slice(-2)).toEqual(['feed S2599 0 2', 'feed S0 0 2']);
    expect(receipts).toBe(2_602);
  });

  it('writes what was fetched before what came live', async () => {
    put('2', { openTime: 60_000 });
    put('1', { source: 'backfill' });
    await writer.drained();

    expect(written).toEqual([['backfill BTC/USDT 0 1'], ['feed BTC/USDT 60000 2']]);
  });

  it('tries again what a failing database did not take, unless there is a newer state', async () => {
    write.mockImplementationOnce(() => {
      put('2');
      return Promise.reject(new Error('Connection terminated unexpectedly'));
    });
    put('1');
    put('5', { name: OTHER });
    await writer.drained();

    expect(written.flat().sort()).toEqual(['feed BTC/USDT 0 2', 'feed ETH/USDT 0 5']);
    expect(receipts).toBe(3);
  });

  /** Fails as PostgreSQL does for a value that is none. */
  function refusePoison(): void {
    const refuse: Write = (batches, source) => {
      const lines = describeWrite(batches, source);
      if (lines.some((line) => line.includes('poison'))) {
        // invalid_text_representation, one of the codes of PostgreSQL's appendix A
        return Promise.reject(Object.assign(new Error('invalid input syntax'), { code: '22P02' }));
      }
      written.push(lines);
      return Promise.resolve(DONE);
    };
    write.mockImplementation(refuse);
  }

  it('keeps the one candle apart that the database cannot take, and stores the others', async () => {
    refusePoison();
    put('1');
    put('poison', { isSound: false });
    put('2', { name: OTHER });
    await writer.drained();

    expect(written.flat()).toEqual(['feed BTC/USDT 0 1', 'feed ETH/USDT 0 2']);
    expect(kept).toEqual(['feed BTC/USDT 0 poison: cannot be stored: invalid input syntax']);
    expect(receipts).toBe(3);
  });

  it('tries again when the database goes away before a candle is kept apart, unlike when it refuses that, too', async () => {
    refusePoison();
    keepApart.mockRejectedValueOnce(new Error('Connection terminated unexpectedly'));
    put('poison', { isSound: false });
    await writer.drained();
    expect(kept).toHaveLength(1);

    keepApart.mockRejectedValueOnce(Object.assign(new Error('invalid byte sequence'), { code: '22021' }));
    put('poison', { isSound: false });
    put('2');
    await writer.drained();
    expect(kept).toHaveLength(1);
    expect(written.flat()).toEqual(['feed BTC/USDT 0 2']);
  });

  it('has room for newer states of what waits, but not for more than its most', async () => {
    mayWrite = false;
    const openTimes = [0, 1, 2, 3].map((minute) => minute * 60_000);
    expect(openTimes.map((openTime) => put('1', { openTime }))).toEqual([true, true, true, true]);
    expect(writer.isLagging).toBe(true);
    expect(put('2', { openTime: 60_000 })).toBe(true);
    expect(put('1', { openTime: 240_000 })).toBe(false);
    mayWrite = true;
    await writer.drained();

    expect(written.flat()).toEqual([
      'feed BTC/USDT 0 1',
      'feed BTC/USDT 60000 2',
      'feed BTC/USDT 120000 1',
      'feed BTC/USDT 180000 1',
    ]);
  });

  it('writes nothing while another may lead, and nothing more once it is abandoned', async () => {
    mayWrite = false;
    put('1');
    writer.abandon();
    mayWrite = true;
    await writer.drained();

    expect(written).toEqual([]);
  });

  async function untilCalled(times: number): Promise<void> {
    while (write.mock.calls.length < times) await new Promise((resolve) => setImmediate(resolve));
  }
});
