import { gzipSync } from 'node:zlib';
import { CandleLoads } from '#domain/events/candle-loads';
import { SeriesCalendars } from '#domain/market-data/series/series-calendars';
import { Shutdown } from '#platform/shutdown/shutdown';
import { newSymbol } from '../support/hourly-candles';
import { type ProxiedApi, startProxiedApi } from '../support/proxied-api';
import { until } from '../support/until';
import {
  minute,
  minutes,
  ndjson,
  openUpload,
  sendBulk,
  storedVolumes,
  type UploadOptions,
  writeTo,
} from '../support/uploads';

describe('POST candlesticks/bulk', () => {
  let api: ProxiedApi;
  beforeAll(async () => {
    api = await startProxiedApi();
  });
  afterAll(() => api.stop());

  const send = (body: string | Buffer, options?: UploadOptions) => sendBulk(api, body, options);
  const stored = (symbol: string) => storedVolumes(api, symbol);

  it('unpacks gzip, and says how far it came where it is none', async () => {
    const symbol = newSymbol();
    const packed = gzipSync(ndjson(...minutes(symbol, 2_000)));
    expect((await send(packed, { encoding: 'gzip' })).body).toMatchObject({
      received: 2_000,
      inserted: 2_000,
    });
    const broken = await send(packed.subarray(0, packed.length / 2), { encoding: 'gzip' });
    expect([broken.status, broken.body.detail]).toEqual([
      400,
      expect.stringMatching(/^The body is not valid gzip .*; its lines up to \d{3,4} are dealt with/),
    ]);
    const plain = await send(ndjson(minute(symbol, 0)), { encoding: 'gzip' });
    expect([plain.status, plain.body.detail]).toEqual([400, expect.stringContaining('not valid gzip')]);
  });

  it('refuses outliers unless they are allowed', async () => {
    const symbol = newSymbol();
    const body = ndjson(...minutes(symbol, 25), minute(symbol, 25, { high: '2000', close: '1500' }));
    const refused = await send(body);
    expect(refused.body).toMatchObject({
      received: 26,
      inserted: 25,
      refused: 1,
      errors: [{ line: 26, errors: [{ field: 'close' }] }],
    });
    const allowed = await send(body, { query: '?allow_outlier=true' });
    expect(allowed.body).toMatchObject({ received: 26, inserted: 1, unchanged: 25, refused: 0 });
  });

  /** Days of a share whose price falls 22:1 in the middle, as at an unadjusted split. */
  const fallingDays = (symbol: string, count = 120) =>
    Array.from({ length: count }, (_, index) => {
      const close = (index < 60 ? 2_200 : 100) + (index % 7) * 0.5;
      const price = close.toFixed(2);
      const open_time = new Date(Date.UTC(2024, 0, 1) + index * 86_400_000).toISOString();
      return {
        exchange: 'shares',
        symbol,
        interval: '1d',
        open_time,
        open: price,
        high: price,
        low: price,
        close: price,
        volume: '1',
      };
    });

  it('stores all of a series whose price moves to another level, and reports the level shift once', async () => {
    const symbol = newSymbol();
    const body = ndjson(...fallingDays(symbol));
    const stored = await send(body);
    expect(stored.body).toMatchObject({ received: 120, inserted: 120, refused: 0, held: 0, errors: [] });
    const series = { exchange: 'shares', symbol, interval: '1d' };
    // By hand: the close of 1 March is 102, the median of the twenty days before it 2201.5.
    expect(stored.body.level_shifts).toEqual([
      { ...series, open_time: '2024-03-01T00:00:00Z', ratio: expect.closeTo(102 / 2_201.5, 10) as number },
    ]);
    const again = await send(body);
    expect(again.body).toMatchObject({ received: 120, unchanged: 120, refused: 0, level_shifts: [] });
  });

  it('holds outliers at the end, says so, and stores them when the next body confirms their level', async () => {
    const symbol = newSymbol();
    const days = fallingDays(symbol);
    const first = await send(ndjson(...days.slice(0, 62)));
    expect(first.body).toMatchObject({
      received: 62,
      inserted: 60,
      refused: 2,
      held: 2,
      level_shifts: [],
      errors: [{ line: 61, errors: [{ field: 'close' }] }, { line: 62 }],
    });
    const kept = await api.get(`/api/v1/market-data/quarantine?symbol=${encodeURIComponent(symbol)}`);
    expect(kept.body).toMatchObject({
      total: 2,
      items: [
        { source: 'bulk', reason: 'outlier', awaits_next_candle: true },
        { source: 'bulk', reason: 'outlier', awaits_next_candle: true },
      ],
    });
    const second = await send(ndjson(...days.slice(62)));
    expect(second.body).toMatchObject({ received: 58, inserted: 58, refused: 0, held: 0 });
    expect(second.body.level_shifts).toMatchObject([{ open_time: '2024-03-01T00:00:00Z' }]);
    const { rows } = await api.database.query(
      'select candle_count::int as count from series where symbol = $1',
      [symbol],
    );
    expect(rows).toEqual([{ count: 120 }]);
  });

  it('counts a line whose candle a later batch of the same body releases as stored', async () => {
    const symbol = newSymbol();
    // 19,999 lines of another series: the first batch ends with the first day of the new level.
    const others = minutes(newSymbol(), 20_000 - 61);
    const { body } = await send(ndjson(...others, ...fallingDays(symbol)));
    expect(body).toMatchObject({ received: 20_059, inserted: 20_059, refused: 0, held: 0, errors: [] });
    expect(body.level_shifts).toHaveLength(1);
  });

  it('keeps a spike in quarantine, and says that it is one', async () => {
    const symbol = newSymbol();
    const days = fallingDays(symbol, 30).map((day, index) =>
      index === 25 ? { ...day, high: '99000', close: '99000' } : day,
    );
    const { body } = await send(ndjson(...days));
    expect(body).toMatchObject({
      inserted: 29,
      refused: 1,
      held: 1,
      level_shifts: [],
      errors: [{ line: 26, errors: [{ message: expect.stringContaining('spike') as string }] }],
    });
  });

  it('takes fifty thousand lines, lists a thousand errors, and counts all', async () => {
    const symbol = newSymbol();
    const records = minutes(symbol, 50_000).map((record, index) =>
      index % 20 === 7 ? { ...record, low: '0' } : record,
    );
    const { body } = await send(ndjson(...records));
    expect(body).toMatchObject({
      received: 50_000,
      inserted: 47_500,
      updated: 0,
      unchanged: 0,
      refused: 2_500,
      errors_truncated: true,
    });
    expect(body.errors).toHaveLength(1_000);
    expect(body.errors[999].line).toBe(20 * 999 + 8);
    const { rows } = await api.database.query(
      'select candle_count::int as count from series where symbol = $1',
      [symbol],
    );
    expect(rows).toEqual([{ count: 47_500 }]);
  });

  /** Sends the beginning of a body, and leaves the rest to the test. */
  async function begin(lines: string) {
    const upload = openUpload(api.url, { 'content-length': '1000000000' });
    upload.sending.on('error', () => undefined);
    await writeTo(upload.sending, lines);
    return upload;
  }

  it('stores what came whole of a body that breaks off', async () => {
    const symbol = newSymbol();
    const { sending } = await begin(ndjson(...minutes(symbol, 700)) + JSON.stringify(minute(symbol, 700)));
    sending.destroy();
    await until('they are stored', async () => (await stored(symbol)).length === 700);
  });

  it('answers 503 with the lines that are dealt with when the database goes, and takes all of it again', async () => {
    const symbol = newSymbol();
    const records = minutes(symbol, 45_000);
    // The last statement of a batch: with its answer the API knows that the batch is stored.
    const calendarsOfBatches = jest.spyOn(api.application.get(SeriesCalendars), 'of');
    const { sending, answered } = await begin(ndjson(...records.slice(0, 20_000)));
    // A body whose client disconnected earlier may be read to its end meanwhile.
    const firstBatch = () =>
      calendarsOfBatches.mock.calls.findIndex(([names]) => names.some((name) => name.symbol === symbol));
    await until('the first batch is stored', () => firstBatch() >= 0);
    await calendarsOfBatches.mock.results[firstBatch()].value;
    await api.proxy.cut();
    sending.write(ndjson(...records.slice(20_000)));
    sending.write(ndjson(...records.slice(20_000)));
    const { status, body } = await answered;
    sending.destroy();
    await api.proxy.restore();
    expect([status, body]).toEqual([
      503,
      expect.objectContaining({
        code: 'SERVICE_UNAVAILABLE',
        detail: expect.stringContaining('its lines up to 20000 are dealt with') as string,
      }),
    ]);
    const again = await send(ndjson(...records));
    expect(again.body).toMatchObject({ received: 45_000, inserted: 25_000, unchanged: 20_000 });
    // The first upload could not report what it had stored; after ten minutes whoever serves does.
    const loaded = async () => {
      const { rows } = await api.database.query<{ loaded: object }>(
        `select content -> 0 as loaded from events where symbol = $1 order by id`,
        [symbol],
      );
      return rows.map((row) => row.loaded);
    };
    const rest = { start: '2024-01-14T21:20:00Z', end: '2024-02-01T05:59:00Z', inserted: 25_000, updated: 0 };
    expect(await loaded()).toMatchObject([rest]);
    const loads = api.application.get(CandleLoads, { strict: false });
    await loads.finishAbandoned();
    expect(await loaded()).toHaveLength(1);
    await api.database.query(`update candle_loads set renewed_at = renewed_at - interval '11 minutes'`);
    await loads.finishAbandoned();
    const firstPart = {
      start: '2024-01-01T00:00:00Z',
      end: '2024-01-14T21:19:00Z',
      inserted: 20_000,
      updated: 0,
    };
    expect(await loaded()).toMatchObject([rest, firstPart]);
  });

  it('finishes its batch when the service shuts down, and says from where to go on', async () => {
    const symbol = newSymbol();
    const { sending, answered } = await begin(ndjson(...minutes(symbol, 20_000)));
    await until('they are stored', async () => (await stored(symbol)).length === 20_000);
    // Also when the client is silent meanwhile.
    api.application.get(Shutdown).begin();
    const { status, headers, body } = await answered;
    expect([status, headers.connection]).toEqual([503, 'close']);
    expect(body.detail).toMatch(/shutting down .*; its lines up to 20000 are dealt with/);
    sending.destroy();
  });
});
