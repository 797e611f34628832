import type { CandleAnnouncement } from '#domain/market-data/ingest/candle-announcer';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { decodeCandleNotices, encodeCandleNotice, packCandleNotices } from './candle-notice';

/** What NOTIFY takes: https://www.postgresql.org/docs/17/sql-notify.html, "less than 8000 bytes". */
const MOST_BYTES = 7_999;
const START = Date.UTC(2024, 0, 2);

function announcementOf(candles: number, name: Partial<SeriesName> = {}, version = 7): CandleAnnouncement {
  const [first, last] = [new Date(START), new Date(START + candles * 60_000)];
  const write = { seriesId: 3, version, inserted: candles, updated: 0, heldCandles: 0 };
  return {
    name: { exchange: 'test', symbol: 'A', interval: '1m', ...name },
    write: { ...write, first, last, writtenAt: new Date(START + 1) },
    candles: Array.from({ length: candles }, (_, index) => ({
      openTime: new Date(START + index * 60_000),
      open: '100.50',
      high: '101',
      low: '0.00000001',
      close: '100.10',
      volume: '12.340',
      ...(index % 2 === 0 && { isClosed: index % 4 === 0 }),
    })),
  };
}

describe('a notice of candles', () => {
  it('says what was written, digit for digit, whatever the series is named', () => {
    const symbol = 'A"B\\C\n\nD\u2028 \u00fc\ud83d\ude00';
    const text = encodeCandleNotice(announcementOf(3, { exchange: "o'hare", symbol }));
    expect(text).not.toContain('\n');
    const numbers = ['100.50', '101', '0.00000001', '100.10', '12.340'];
    expect(decodeCandleNotices(text)).toEqual([
      {
        seriesId: 3,
        exchange: "o'hare",
        symbol,
        interval: '1m',
        version: 7,
        first: START,
        last: START + 180_000,
        writtenAt: START + 1,
        candles: [
          [START, ...numbers, true],
          [START + 60_000, ...numbers, null],
          [START + 120_000, ...numbers, false],
        ],
      },
    ]);
  });

  it.each([
    ['of many candles', announcementOf(61)],
    ['of long names', announcementOf(60, { symbol: '\u20ac'.repeat(1_500) })],
  ])('%s leaves out what does not fit into a message', (_what, announcement) => {
    const text = encodeCandleNotice(announcement);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_BYTES);
    expect(decodeCandleNotices(text)[0]).toMatchObject({ version: 7, first: START });
    expect(decodeCandleNotices(text)[0]).not.toHaveProperty('candles');
  });

  it('goes with others into as few messages as hold them, in their order', () => {
    const notices = Array.from({ length: 1_000 }, (_, version) =>
      encodeCandleNotice(announcementOf(version % 50, { symbol: '\u20ac' }, version)),
    );
    const packs = packCandleNotices(notices);
    for (const pack of packs) expect(Buffer.byteLength(pack)).toBeLessThanOrEqual(MOST_BYTES);
    for (const [index, pack] of packs.slice(1).entries()) {
      const [next] = pack.split('\n');
      expect(Buffer.byteLength(`${packs[index]}\n${next}`)).toBeGreaterThan(MOST_BYTES - 100);
    }
    const versions = packs.flatMap((pack) => decodeCandleNotices(pack).map(({ version }) => version));
    expect(versions).toEqual(Array.from({ length: 1_000 }, (_, version) => version));
    expect(packCandleNotices([])).toEqual([]);
  });
});
