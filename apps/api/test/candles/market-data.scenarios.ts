import { candleBody } from '../support/bodies';
import { CANDLES, newSymbol, storeHours } from '../support/hourly-candles';
import { type RunningApi, startApi } from '../support/running-api';

const HOUR_MILLISECONDS = 3_600_000;

describe('market data', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi(() => ({ RETENTION_DAYS: '3m=90' }));
  });
  afterAll(() => api.stop());
  beforeEach(() => api.database.query('truncate candlesticks, candlestick_revisions, series cascade'));

  describe('POST candlesticks', () => {
    it('answers 201 with exactly the fields of a candle, as they were sent', async () => {
      const body = candleBody({ symbol: newSymbol() });
      const answer = await api.post(CANDLES, body);
      expect(answer.status).toBe(201);
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
      expect(answer.body).toEqual({ id: expect.any(Number), ...body });
      expect(Number.isSafeInteger(answer.body.id)).toBe(true);
    });

    it.each([
      ['100.50', '100.5'],
      ['0.000000000000000001', '0.00000000000000001'],
      ['99999999999999999999.999999999999999999', '1'],
      ['12345678901234567890.123456789012345678', '12345678901234567890.123456789012345679'],
      ['1', '1.000000000000000000'],
    ])('keeps %s digit for digit, also when it is replaced by %s', async (first, second) => {
      const symbol = newSymbol();
      const prices = (price: string) => ({ open: price, high: price, low: price, close: price });
      const one = await api.post(CANDLES, candleBody({ symbol, ...prices(first), volume: first }));
      expect(one.body).toMatchObject({ ...prices(first), volume: first });
      const two = await api.post(CANDLES, candleBody({ symbol, ...prices(second), volume: second }));
      expect(two.status).toBe(201);
      expect(two.body).toMatchObject({ id: one.body.id, ...prices(second), volume: second });
      expect((await api.get(`${CANDLES}/${one.body.id}`)).body).toEqual(two.body);
      const { rows } = await api.database.query('select open::text, volume::text from candlestick_revisions');
      expect(rows).toEqual([{ open: first, volume: first }]);
    });

    it('answers 422 to a candle that is older than its interval is kept, and stores nothing', async () => {
      const symbol = newSymbol();
      const old = candleBody({ symbol, interval: '3m' });
      const answer = await api.post(CANDLES, old);
      // The bound moves on with every second.
      const errors = [
        {
          field: 'open_time',
          message: expect.stringMatching(
            /^must not be before \d.*Z: 3m candles are kept for 90 days$/,
          ) as string,
        },
      ];
      expect([answer.status, answer.body.errors]).toEqual([422, errors]);
      const bulk = await api
        .post(`${CANDLES}/bulk`)
        .set('content-type', 'application/x-ndjson')
        .serialize((value: unknown) => value as string)
        .send([old, candleBody({ symbol })].map((body) => JSON.stringify(body)).join('\n') as never);
      expect(bulk.body).toMatchObject({
        received: 2,
        inserted: 1,
        refused: 1,
        errors: [{ line: 1, errors }],
      });
      const { rows } = await api.database.query('select interval from series where symbol = $1', [symbol]);
      expect(rows).toEqual([{ interval: '1h' }]);
    });

    it('answers each of many that come at once with its own candle, and refuses what is wrong with one alone', async () => {
      const symbol = newSymbol();
      const bodies = Array.from({ length: 16 }, (_, hour) =>
        candleBody({
          symbol,
          open_time: `2024-01-01T${String(hour).padStart(2, '0')}:00:00Z`,
          close: `10${hour % 3}.5`,
        }),
      );
      const upsideDown = candleBody({ symbol, open_time: '2024-01-01T16:00:00Z', high: '1' });
      const [refused, ...answers] = await Promise.all(
        [upsideDown, ...bodies].map((body) => api.post(CANDLES, body)),
      );
      expect(refused.status).toBe(422);
      expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 201));
      const answered = answers.map(({ body }): unknown => body);
      expect(answered).toEqual(bodies.map((body) => ({ id: expect.any(Number) as number, ...body })));
      const stored = await api.get(`${CANDLES}?symbol=${symbol}&size=100`);
      expect(stored.body.items).toEqual(answered.reverse());
    });

    it.each([
      ['2024-01-01T00:00:00', '2024-01-01T00:00:00Z'],
      ['2024-01-01T02:00:00+02:00', '2024-01-01T00:00:00Z'],
      ['2024-02-29T23:59:59.999Z', '2024-02-29T23:59:59Z'],
      ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00Z'],
      ['2024-01-01 00:00:00z', '2024-01-01T00:00:00Z'],
      ['2024-01-01T09:31:07Z', '2024-01-01T09:31:07Z'],
    ])('takes the open time %s for %s', async (open_time, normalised) => {
      const answer = await api.post(CANDLES, candleBody({ symbol: newSymbol(), open_time }));
      expect(answer.status).toBe(201);
      expect(answer.body.open_time).toBe(normalised);
    });

    it('accepts a candle that opens within a day from now, and none later', async () => {
      const inHours = (hours: number) =>
        candleBody({ symbol: newSymbol(), open_time: new Date(Date.now() + hours * HOUR_MILLISECONDS) });
      expect((await api.post(CANDLES, inHours(23))).status).toBe(201);
      const late = await api.post(CANDLES, inHours(25));
      expect(late.status).toBe(422);
      expect(late.body.detail).toMatch(/open_time .*one day from now/);
      expect((await api.post(CANDLES, candleBody({ open_time: '1969-12-31T23:59:59Z' }))).status).toBe(422);
    });

    it('matches exchange, symbol and interval verbatim', async () => {
      const symbol = newSymbol();
      const variants = [
        { symbol },
        { symbol: symbol.toLowerCase() },
        { symbol: ` ${symbol}` },
        { symbol, exchange: 'Binance' },
        { symbol, interval: '1d' },
        { symbol: `${symbol}"\\é😀` },
      ];
      const ids = new Set<number>();
      for (const variant of variants) {
        const answer = await api.post(CANDLES, candleBody(variant));
        expect(answer.body).toMatchObject(variant);
        ids.add(answer.body.id);
      }
      expect(ids.size).toBe(variants.length);
    });

    it.each([
      [{ high: '100.49' }, /high must not be below open/],
      [{ low: '100.51' }, /low must not be above open/],
      [{ low: '104', high: '103.5' }, /high must not be below low/],
      [{ close: '103.01' }, /high must not be below close/],
      [{ open: '0' }, /open .*above 0/],
      [{ close: '0.00' }, /close .*above 0/],
      [{ volume: '-1' }, /volume must be a decimal string/],
      [{ interval: '7m' }, /interval must be one of 1m, 3m, 5m, 15m, 30m, 1h, 2h, 4h, 6h, 12h, 1d/],
      [{ open: 100.5 }, /open must be a decimal string/],
      [{ open: '1e2', low: '+1', close: '' }, /open .*low .*close /s],
    ])('refuses %j and stores nothing', async (fields, detail) => {
      const symbol = newSymbol();
      const answer = await api.post(CANDLES, candleBody({ symbol, ...fields }));
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatch(detail);
      const { rows } = await api.database.query('select from series where symbol = $1', [symbol]);
      expect(rows).toEqual([]);
    });

    it('refuses an outlier once there are twenty candles to judge by, unless it is allowed', async () => {
      const symbol = newSymbol();
      const outlier = { symbol, open_time: '2024-01-02T12:00:00Z', high: '1100', close: '1027.51' };
      await storeHours(api, symbol, 19);
      const few = { ...outlier, symbol: newSymbol() };
      await storeHours(api, few.symbol, 19);
      expect((await api.post(CANDLES, candleBody(few))).status).toBe(201);
      expect(
        (await api.post(CANDLES, candleBody({ symbol, open_time: '2024-01-01T19:00:00Z' }))).status,
      ).toBe(201);
      const refused = await api.post(CANDLES, candleBody(outlier));
      expect(refused.status).toBe(422);
      expect(refused.body.detail).toMatch(
        /close is more than 10 times off the median close .* it is held in quarantine/,
      );
      expect((await api.post(CANDLES, candleBody({ ...outlier, close: '1027.5' }))).status).toBe(201);
      expect((await api.post(`${CANDLES}?allow_outlier=maybe`, candleBody(outlier))).status).toBe(422);
      expect((await api.post(`${CANDLES}?allow_outlier=true`, candleBody(outlier))).status).toBe(201);
    });
  });

  describe('GET candlesticks/{c_id}', () => {
    it('answers the candle, and 404 beside it', async () => {
      const { body } = await api.post(CANDLES, candleBody({ symbol: newSymbol() }));
      expect((await api.get(`${CANDLES}/${body.id}`)).body).toEqual(body);
      const { id: stored } = body as { id: number };
      for (const id of [stored + 1, stored + 2 ** 32, 0, -1, 1, 2 ** 53 - 1, '9'.repeat(40), -stored]) {
        const absent = await api.get(`${CANDLES}/${id}`);
        expect(absent.status).toBe(404);
        expect(absent.body.detail).toMatch(/^No candlestick with /);
      }
    });

    it.each(['abc', '1.0', '1e3', '0x10', '%20', '1%20', '+1', '--1', 'NaN', 'null'])(
      'refuses the id %s',
      async (id) => {
        const answer = await api.get(`${CANDLES}/${id}`);
        expect(answer.status).toBe(422);
        expect(answer.body.detail).toMatch(/^c_id must be an integer/);
      },
    );
  });

  it('lists with a series what its roll-ups leave out: failing intervals, then the newest ten candles', async () => {
    const symbol = newSymbol();
    await storeHours(api, symbol, 3);
    await api.database.query(
      `with source as (select id from series where symbol = '${symbol}'), failing as (
         insert into roll_up_failures (source_series_id, interval, reason, failures, failed_at, retry_at)
         select id, '12h', 'no room', 3, now(), now() from source
       )
       insert into roll_up_skips (source_series_id, interval, open_time, cause, reason, skipped_at)
       select id, '1d', '2024-01-01T00:00:00Z'::timestamptz + make_interval(days => day), 'out_of_domain', 'volume ' || day, now()
       from source, generate_series(1, 11) day`,
    );
    const answer = await api.get(`/api/v1/market-data/series?symbol=${encodeURIComponent(symbol)}`);
    const problems = answer.body.items[0].roll_up_problems as object[];
    expect(problems).toHaveLength(11);
    expect(problems.slice(0, 2)).toEqual([
      { interval: '12h', open_time: null, reason: 'no room' },
      { interval: '1d', open_time: '2024-01-12T00:00:00Z', reason: 'volume 11' },
    ]);
    await api.database.query(`delete from series where symbol = '${symbol}'`);
    const { rows } = await api.database.query(
      'select source_series_id from roll_up_skips union all select source_series_id from roll_up_failures',
    );
    expect(rows).toEqual([]);
  });
});
