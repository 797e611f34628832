import { CandleIngest } from '#domain/market-data/ingest/candle-ingest';
import type { CandleSource } from '#domain/market-data/series/candle-writes';
import { HOSTILE_IDS } from '../support/hostile-values';
import { CANDLES, newSymbol } from '../support/hourly-candles';
import { type RunningApi, startApi } from '../support/running-api';

const QUARANTINE = '/api/v1/market-data/quarantine';
const MIDNIGHT = Date.parse('2024-01-01T00:00:00Z');

describe('the quarantine of candles', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi(() => ({ RETENTION_DAYS: '3m=90' }));
  });
  afterAll(() => api.stop());
  beforeEach(() => api.database.query('truncate quarantined_candles'));

  /** As a connector would: a refusal is reported to nobody. */
  async function deliver(symbol: string, fields: object, source: CandleSource = 'feed', minute = 0) {
    const candle = {
      openTime: new Date(MIDNIGHT + minute * 60_000),
      open: '1.50',
      high: '2',
      low: '1',
      close: '1.5',
      volume: '3.0',
      ...fields,
    };
    await api.application
      .get(CandleIngest, { strict: false })
      .ingestFromSource(
        [{ name: { exchange: 'binance', symbol, interval: '1m' }, candles: [candle] }],
        source,
      );
  }
  const listed = async (query = '') =>
    (await api.get(`${QUARANTINE}${query}`)).body as { items: { id: number; symbol: string }[] } & object;
  const idOf = async (symbol: string) => (await listed(`?symbol=${encodeURIComponent(symbol)}`)).items[0].id;

  it('lists what was refused with the reason, as it came, the last first', async () => {
    const [one, other] = [newSymbol(), newSymbol()];
    await deliver(one, { high: '1.40' });
    await deliver(other, { volume: 'NaN' }, 'backfill');
    await deliver(one, { close: '1e2' }, 'feed', 1);
    const { items, ...page } = await listed();
    expect(page).toEqual({ total: 3, page: 1, size: 20 });
    expect(items.map(({ symbol }) => symbol)).toEqual([one, other, one]);
    expect(items[2]).toEqual({
      id: expect.any(Number),
      exchange: 'binance',
      symbol: one,
      interval: '1m',
      open_time: '2024-01-01T00:00:00Z',
      open: '1.50',
      high: '1.40',
      low: '1',
      close: '1.5',
      volume: '3.0',
      source: 'feed',
      reason: 'high must not be below open (1.50); high must not be below close (1.5)',
      awaits_next_candle: false,
      quarantined_at: expect.stringMatching(/^20\d\d-.*Z$/),
    });
  });

  it('filters and pages, with the total of what matches', async () => {
    const symbol = newSymbol();
    for (let minute = 0; minute < 5; minute++) await deliver(symbol, { high: '1' }, 'feed', minute);
    await deliver(newSymbol(), { high: '1' }, 'backfill');
    const of = `symbol=${encodeURIComponent(symbol)}`;
    expect(await listed(`?${of}&size=2&page=3`)).toMatchObject({ total: 5, items: [{ symbol }] });
    expect(await listed('?source=backfill')).toMatchObject({ total: 1, items: [{ source: 'backfill' }] });
    expect(await listed('?exchange=kraken')).toMatchObject({ total: 0, items: [] });
    expect(await listed('?interval=1m&size=1')).toMatchObject({ total: 6 });
    expect(await listed('?page=1000000')).toMatchObject({ detail: expect.stringContaining('page') });
    for (const query of ['?source=nobody', '?interval=7m', '?size=', '?symbol=', '?page=0'])
      expect([query, (await api.get(`${QUARANTINE}${query}`)).status]).toEqual([query, 422]);
  });

  it('releases what can be a candle: it is stored, and the entry goes', async () => {
    const symbol = newSymbol();
    await deliver(symbol, { openTime: new Date(MIDNIGHT + 7_000) });
    const id = await idOf(symbol);
    const released = await api.post(`${QUARANTINE}/${id}/release`);
    expect(released.status).toBe(200);
    expect((await api.get(`${CANDLES}/${released.body.id}`)).body).toEqual(released.body);
    expect(released.body).toMatchObject({
      symbol,
      open_time: '2024-01-01T00:00:07Z',
      open: '1.50',
      volume: '3.0',
    });
    expect(await listed()).toMatchObject({ total: 0, items: [] });
    expect((await api.post(`${QUARANTINE}/${id}/release`)).status).toBe(404);
  });

  it('keeps what cannot be one, and says why', async () => {
    const symbol = newSymbol();
    await deliver(symbol, { high: '1.40', volume: '3.0' });
    const answer = await api.post(`${QUARANTINE}/${await idOf(symbol)}/release`);
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      [
        { field: 'high', message: 'must not be below open (1.50)' },
        { field: 'high', message: 'must not be below close (1.5)' },
      ],
    ]);
    expect(await listed()).toMatchObject({ total: 1 });
    const { rows } = await api.database.query(
      'select from candlesticks join series on series.id = series_id where symbol = $1',
      [symbol],
    );
    expect(rows).toEqual([]);
  });

  it('keeps what is older than its interval is kept, and says so', async () => {
    const symbol = newSymbol();
    await api.database.query(
      `insert into quarantined_candles
         (exchange, symbol, interval, open_time, open, high, low, close, volume, source, reason, quarantined_at)
       values ('binance', $1, '3m', '2024-01-01T00:00:07Z', '1', '1', '1', '1', '1', 'feed', 'off the grid', now())`,
      [symbol],
    );
    const answer = await api.post(`${QUARANTINE}/${await idOf(symbol)}/release`);
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      [{ field: 'open_time', message: expect.stringMatching(/3m candles are kept for 90 days$/) }],
    ]);
    expect(await listed()).toMatchObject({ total: 1 });
  });

  it('discards an entry once', async () => {
    const symbol = newSymbol();
    await deliver(symbol, { high: '1' });
    const id = await idOf(symbol);
    expect((await api.delete(`${QUARANTINE}/${id}`)).status).toBe(204);
    expect((await api.delete(`${QUARANTINE}/${id}`)).status).toBe(404);
    expect(await listed()).toMatchObject({ total: 0 });
  });

  it('answers every other id with 404 or 422, and nobody without a token', async () => {
    for (const id of HOSTILE_IDS) {
      expect([400, 404, 422]).toContain((await api.post(`${QUARANTINE}/${id}/release`)).status);
      expect([400, 404, 405, 422]).toContain((await api.delete(`${QUARANTINE}/${id}`)).status);
    }
    for (const sending of [
      api.anonymous().get(QUARANTINE),
      api.anonymous().post(`${QUARANTINE}/1/release`),
      api.anonymous().delete(`${QUARANTINE}/1`),
    ])
      expect((await sending).status).toBe(401);
  });
});
