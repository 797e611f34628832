import { candlePages } from './candle-pages';
import type { SourceCandle } from './exchange-source';

const MINUTE = 60_000;

describe('candlePages', () => {
  const candle = (minute: number): SourceCandle => ({
    openTime: minute * MINUTE,
    open: '1',
    high: '1',
    low: '1',
    close: '1',
    volume: '0',
  });

  /** A source that has candles at these minutes and answers so many at a time. */
  async function walk(minutes: readonly number[], { from = 0, until = 1_000, perRequest = 3 } = {}) {
    const requested: number[] = [];
    const pages = candlePages({
      fetch: (since) => {
        requested.push(since / MINUTE);
        const rest = minutes.filter((minute) => minute * MINUTE >= since);
        return Promise.resolve(rest.slice(0, perRequest).map(candle));
      },
      intervalMilliseconds: MINUTE,
      from: from * MINUTE,
      until: () => until * MINUTE,
    });
    const found: number[][] = [];
    for await (const page of pages) found.push(page.map(({ openTime }) => openTime / MINUTE));
    return { requested, found };
  }

  it('goes on after the last candle of each page, over what the source leaves out', async () => {
    const { requested, found } = await walk([0, 1, 2, 3, 50, 51, 52]);

    expect(found).toEqual([[0, 1, 2], [3, 50, 51], [52]]);
    expect(requested).toEqual([0, 3, 52, 53]);
  });

  it('sends one request where its page ends with the last candle that is wanted', async () => {
    expect(await walk([7, 8, 9], { from: 7, until: 9 })).toEqual({ requested: [7], found: [[7, 8, 9]] });
  });

  it.each([1, 100, 1_000])(
    'fetches the whole range from a source that answers %i candles at most',
    async (perRequest) => {
      const minutes = Array.from({ length: 1_441 }, (_, minute) => minute);
      const { requested, found } = await walk(minutes, { until: 1_440, perRequest });

      expect(found.flat()).toEqual(minutes);
      expect(requested).toHaveLength(Math.ceil(1_441 / perRequest));
    },
  );

  it('leaves out what lies after the end', async () => {
    expect((await walk([1, 2, 3, 4, 5, 6], { until: 4 })).found.flat()).toEqual([1, 2, 3, 4]);
  });

  it('puts in order what comes in none, repeated or from before the beginning', async () => {
    const pages = candlePages({
      fetch: (since) => Promise.resolve(since === 0 ? [5, 3, 4, 3, -1].map(candle) : []),
      intervalMilliseconds: MINUTE,
      from: 0,
      until: () => 9 * MINUTE,
    });
    const found: number[] = [];
    for await (const page of pages) found.push(...page.map(({ openTime }) => openTime / MINUTE));

    expect(found).toEqual([3, 4, 5]);
  });
});
