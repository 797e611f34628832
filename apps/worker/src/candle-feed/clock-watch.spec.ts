import type { Logger } from 'pino';
import { ExchangeClock } from '#sources/exchanges/exchange-clock';
import { ClockWatch } from './clock-watch';

const NOW = Date.UTC(2026, 0, 5, 14);
const unaborted = new AbortController().signal;

describe('ClockWatch', () => {
  let now: number;
  let ahead: number;
  let failure: Error | undefined;
  let warnings: { fields: Record<string, unknown>; message: string }[];
  let offsets: (number | undefined)[];
  let watch: ClockWatch;
  beforeEach(() => {
    now = NOW;
    ahead = 0;
    failure = undefined;
    warnings = [];
    offsets = [];
    const warn = (fields: Record<string, unknown>, message: string) => warnings.push({ fields, message });
    watch = new ClockWatch('binance', {
      metrics: {
        setClockOffset: (_exchange, seconds) => offsets.push(seconds),
        removeClockOffset: () => offsets.push(undefined),
      },
      settings: { retryPauses: { firstMilliseconds: 0, longestMilliseconds: 0 } },
      logger: { warn } as unknown as Logger,
    });
  });

  const clockOf = () =>
    new ExchangeClock({
      now: () => now,
      fetchTime: () => (failure ? Promise.reject(failure) : Promise.resolve(now + ahead)),
    });
  /** Half a minute later. */
  const later = async () => {
    now += 30_000;
    watch.check(unaborted);
    await new Promise(setImmediate);
  };

  it('publishes the offset with each refresh, and warns once for each change of a second', async () => {
    ahead = -5_000;
    await watch.follow(clockOf(), unaborted);
    await later();
    ahead = -5_900;
    await later();
    ahead = -6_100;
    await later();
    await later();

    expect(offsets.at(-1)).toBe(-6.1);
    expect(warnings.map(({ fields }) => [fields.previousOffsetSeconds, fields.offsetSeconds])).toEqual([
      [0, -5],
      [-5, -6.1],
    ]);
    await watch.stop();
    expect(offsets.at(-1)).toBeUndefined();
  });

  it('says nothing of a clock that is less than a second off', async () => {
    ahead = 900;
    await watch.follow(clockOf(), unaborted);
    await later();

    expect(offsets.at(-1)).toBe(0.9);
    expect(warnings).toEqual([]);
  });

  it('warns once while no time can be fetched, and goes on trying', async () => {
    failure = new Error('busy');
    await watch.follow(clockOf(), unaborted);
    await later();
    await later();
    expect(warnings.map(({ message }) => message)).toEqual(['The time of the exchange could not be fetched']);
    expect(offsets).toEqual([]);
    failure = undefined;
    await later();

    expect(offsets.at(-1)).toBe(0);
  });

  it("names this machine's clock once where the exchange publishes no time", async () => {
    await watch.follow(new ExchangeClock({ now: () => now }), unaborted);
    await later();

    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining("is decided by this machine's clock"),
    ]);
    expect(offsets).toEqual([]);
  });

  it('does not repeat itself when the exchange is opened anew', async () => {
    ahead = 60_000;
    await watch.follow(clockOf(), unaborted);
    await watch.follow(clockOf(), unaborted);

    expect(warnings).toHaveLength(1);
  });
});
