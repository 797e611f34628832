import { compareDecimalText } from '#engine/decimal/decimal-text';
import { type Interval, intervalSeconds } from '#engine/market/interval';
import { validateCandlePrices } from '#engine/market/validate-candle';
import type { SourceFailure } from '../source-failure';
import type { ExchangeSource, SourceCandle } from './exchange-source';

export interface ExchangeStage {
  readonly source: ExchangeSource;
  readonly symbol: string;
  readonly swap: string;
  /** The market's time, ms. */
  readonly now: () => number;
  /** Lets a minute pass on the market, after whoever watches `symbol` is being served. */
  readonly passMinute: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What every exchange, real or not, owes those who fetch and watch. */
export function describeExchangeSource(name: string, open: () => Promise<ExchangeStage>): void {
  describe(`${name} as a source of candles`, () => {
    let stage: ExchangeStage;
    const unaborted = new AbortController().signal;
    beforeEach(async () => {
      stage = await open();
    });
    afterEach(() => stage.stop());

    const fetchAll = async (interval: Interval, since: number) => {
      const length = intervalSeconds(interval) * 1000;
      const pages: (readonly SourceCandle[])[] = [];
      for (let from = since; ; from = pages.at(-1)!.at(-1)!.openTime + length) {
        const page = await stage.source.fetchCandles(stage.symbol, interval, from, unaborted);
        if (page.length === 0) return pages;
        pages.push(page);
      }
    };

    it('knows its own time once it has been requested, however this machine is set', async () => {
      await stage.source.clock.refresh(unaborted);

      expect(stage.source.clock.isKnown).toBe(true);
      // It counts on since then.
      expect(Math.abs(stage.source.clock.knownNow() - stage.now())).toBeLessThan(MINUTE);
    });

    it('answers candles from the given time on, that one included, ascending, valid and on their grid', async () => {
      const since = floorTo(stage.now(), HOUR) - 5 * HOUR;
      const candles = await stage.source.fetchCandles(stage.symbol, '1h', since, unaborted);

      expect(candles.slice(0, 5).map(({ openTime }) => openTime)).toEqual(
        [0, 1, 2, 3, 4].map((hour) => since + hour * HOUR),
      );
      for (const candle of candles) expect(validateCandlePrices(candle)).toEqual([]);
    });

    it('answers from between two candles with the later one', async () => {
      const since = floorTo(stage.now(), HOUR) - 5 * HOUR;
      const [first] = await stage.source.fetchCandles(stage.symbol, '1h', since + 1, unaborted);

      expect(first.openTime).toBe(since + HOUR);
    });

    it('gives every candle once when each request begins after the last candle of the one before', async () => {
      const count = 2 * stage.source.candlesPerRequest + 50;
      const since = floorTo(stage.now(), MINUTE) - count * MINUTE;
      const pages = await fetchAll('1m', since);

      expect(pages.length).toBeGreaterThan(2);
      for (const page of pages) expect(page.length).toBeLessThanOrEqual(stage.source.candlesPerRequest);
      const openTimes = pages.flat().map(({ openTime }) => openTime);
      expect(openTimes.slice(0, count)).toEqual(Array.from({ length: count }, (_, n) => since + n * MINUTE));
    });

    it('answers a candle the same way each time', async () => {
      const since = floorTo(stage.now(), HOUR) - HOUR;
      const request = async () =>
        (await stage.source.fetchCandles(stage.symbol, '1m', since, unaborted)).slice(0, 60);

      expect(await request()).toEqual(await request());
    });

    it('has hours that are what their minutes make', async () => {
      const since = floorTo(stage.now(), HOUR) - HOUR;
      const [hour] = await stage.source.fetchCandles(stage.symbol, '1h', since, unaborted);
      const page = await stage.source.fetchCandles(stage.symbol, '1m', since, unaborted);
      const minutes = page.filter(({ openTime }) => openTime < since + HOUR);

      expect(minutes).toHaveLength(60);
      expect(hour).toEqual({
        openTime: since,
        open: minutes[0].open,
        high: minutes
          .map(({ high }) => high)
          .sort(compareDecimalText)
          .at(-1),
        low: minutes.map(({ low }) => low).sort(compareDecimalText)[0],
        close: minutes[59].close,
        volume: sumOf(minutes.map(({ volume }) => volume)),
      });
    });

    it('has nothing yet from tomorrow on', async () => {
      expect(await stage.source.fetchCandles(stage.symbol, '1m', Date.now() + DAY, unaborted)).toEqual([]);
    });

    it('streams what a fetch answers, digit for digit', async () => {
      const stop = new AbortController();
      const streamed = new Map<number, SourceCandle>();
      const closing = floorTo(stage.now(), MINUTE);
      const minutePasses = stage.passMinute();
      for await (const candles of stage.source.watchCandles(stage.symbol, '1m', stop.signal)) {
        for (const candle of candles) streamed.set(candle.openTime, candle);
        if (streamed.has(closing + MINUTE)) stop.abort();
      }
      await minutePasses;
      const [fetched] = await stage.source.fetchCandles(stage.symbol, '1m', closing, unaborted);

      expect(streamed.get(closing)).toEqual(fetched);
    });

    it.each(['candles', 'watched candles', 'funding'])(
      'refuses %s of a symbol it does not have',
      async (what) => {
        const watch = () =>
          stage.source.watchCandles('NO/SUCH', '1m', unaborted)[Symbol.asyncIterator]().next();
        const requested: Promise<unknown> =
          what === 'candles'
            ? stage.source.fetchCandles('NO/SUCH', '1m', 0, unaborted)
            : what === 'funding'
              ? stage.source.fetchFunding('NO/SUCH', 0, unaborted)
              : watch();

        await expect(requested).rejects.toMatchObject({
          name: 'SourceFailure',
          kind: 'unsupported',
          message: expect.stringContaining('NO/SUCH'),
        } satisfies Partial<SourceFailure>);
      },
    );

    it('answers settled funding from the given time on, that one included, ascending', async () => {
      const all = await stage.source.fetchFunding(stage.swap, stage.now() - 2 * DAY, unaborted);
      const later = await stage.source.fetchFunding(stage.swap, all[1].fundingTime, unaborted);

      expect(all.map(({ fundingTime }) => fundingTime % (8 * HOUR))).toEqual(all.map(() => 0));
      expect(all).toHaveLength(6);
      for (const { fundingRate } of all) expect(fundingRate).toMatch(/^-?0\.\d{8}$/);
      expect(later).toEqual(all.slice(1));
    });

    it('refuses the funding of what is no swap', async () => {
      await expect(stage.source.fetchFunding(stage.symbol, 0, unaborted)).rejects.toMatchObject({
        kind: 'unsupported',
      });
    });

    it('ends a watch within a second of its abort', async () => {
      const stop = new AbortController();
      const watched = stage.source.watchCandles(stage.symbol, '1m', stop.signal)[Symbol.asyncIterator]();
      const minutePasses = stage.passMinute();
      await watched.next();
      await minutePasses;
      const abortedAt = performance.now();
      stop.abort();
      let step = await watched.next();
      while (!step.done) step = await watched.next();

      expect(performance.now() - abortedAt).toBeLessThan(1000);
    });

    it('rejects a fetch that is aborted with the reason', async () => {
      const stop = new AbortController();
      stop.abort(new Error('no longer wanted'));

      await expect(stage.source.fetchCandles(stage.symbol, '1d', 0, stop.signal)).rejects.toThrow(
        'no longer wanted',
      );
    });

    it('ends its watches when it is closed', async () => {
      const watched = stage.source.watchCandles(stage.symbol, '1m', unaborted)[Symbol.asyncIterator]();
      const minutePasses = stage.passMinute();
      await watched.next();
      await minutePasses;
      await stage.source.close();
      let step = await watched.next();
      while (!step.done) step = await watched.next();

      expect(step.done).toBe(true);
    });
  });
}

function floorTo(time: number, length: number): number {
  return Math.floor(time / length) * length;
}

/** Exact: in units of the last decimal, which all share. */
function sumOf(texts: readonly string[]): string {
  const decimals = texts[0].split('.')[1].length;
  const sum = texts.reduce((total, text) => total + BigInt(text.replace('.', '')), 0n);
  const digits = String(sum).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
