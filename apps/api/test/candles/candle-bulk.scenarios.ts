import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { OpenAPIObject } from '@nestjs/swagger';
import { SeriesCalendars } from '#domain/market-data/series/series-calendars';
import { Shutdown } from '#platform/shutdown/shutdown';
import { candleBody } from '../support/bodies';
import { HOSTILE_VALUES } from '../support/hostile-values';
import { CANDLES, newSymbol } from '../support/hourly-candles';
import { type RunningApi, startApi } from '../support/running-api';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy';
import { tokenFor } from '../support/token';

const BULK = `${CANDLES}/bulk`;
const NDJSON = 'application/x-ndjson';
const CSV_HEADER = 'open_time,open,high,low,close,volume';
const START_SECONDS = Date.parse('2024-01-01T00:00:00Z') / 1000;

describe('POST candlesticks/bulk', () => {
  let api: RunningApi;
  let proxy: TcpProxy;
  beforeAll(async () => {
    api = await startApi(async (databaseUrl) => {
      proxy = await startTcpProxy(databaseUrl);
      return { DATABASE_URL: proxy.url };
    });
  });
  afterAll(async () => {
    await proxy.restore();
    await api.stop();
    await proxy.close();
  });

  const send = (body: string | Buffer, { type = NDJSON, query = '', encoding = '' } = {}) => {
    const sending = api.post(`${BULK}${query}`).set('content-type', type);
    if (encoding) sending.set('content-encoding', encoding);
    return sending.serialize((value: unknown) => value as string).send(body as string);
  };
  const ndjson = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
  const minute = (symbol: string, index: number, fields: object = {}) =>
    candleBody({
      symbol,
      interval: '1m',
      volume: `${index}.0`,
      open_time: new Date((START_SECONDS + index * 60) * 1000).toISOString(),
      ...fields,
    });
  const minutes = (symbol: string, count: number) =>
    Array.from({ length: count }, (_, index) => minute(symbol, index));
  const csvLine = (seconds: number) => `${seconds},1.50,2.00,1.00,1.75,12.0`;
  const stored = async (symbol: string) => {
    const { rows } = await api.database.query<{ volume: string }>(
      `select volume::text from candlesticks join series on series.id = series_id
       where symbol = $1 order by interval, open_time`,
      [symbol],
    );
    return rows.map(({ volume }) => volume);
  };
  const query = (symbol: string) => `?exchange=binance&symbol=${encodeURIComponent(symbol)}&interval=1m`;

  it('stores the example that the OpenAPI document has of each format', async () => {
    const { paths } = (await api.get('/openapi.json')).body as OpenAPIObject;
    const { content } = paths[BULK].post!.requestBody as {
      content: Record<string, { schema: { example: string } }>;
    };
    expect(Object.keys(content)).toEqual([NDJSON, 'text/csv']);
    for (const [type, { schema }] of Object.entries(content)) {
      const { status, body } = await send(schema.example, { type });
      expect([type, status, body]).toEqual([
        ...[type, 200],
        expect.objectContaining({ received: 1, refused: 0, errors: [] }),
      ]);
    }
  });

  it('stores every line as POST does, and reports its outcome', async () => {
    const [one, other] = [newSymbol(), newSymbol()];
    const body = ndjson(minute(one, 0), minute(other, 0), minute(one, 1, { interval: '1h', volume: '7.70' }));
    const first = await send(body);
    expect([first.status, first.body]).toEqual([
      200,
      {
        received: 3,
        inserted: 3,
        updated: 0,
        unchanged: 0,
        refused: 0,
        off_grid: 1,
        held: 0,
        level_shifts: [],
        errors: [],
        errors_truncated: false,
      },
    ]);
    const again = await send(
      ndjson(minute(one, 0), minute(other, 0, { volume: '0.00' }), minute(one, 2)).trimEnd(),
    );
    expect(again.body).toMatchObject({ received: 3, inserted: 1, updated: 1, unchanged: 1 });
    expect(await stored(one)).toEqual(['7.70', '0.0', '2.0']);
    expect(await stored(other)).toEqual(['0.00']);
  });

  it('counts what it takes though it does not open where its interval begins', async () => {
    const symbol = newSymbol();
    const at = (open_time: string, fields = {}) => minute(symbol, 0, { open_time, ...fields });
    const daily = { interval: '1d', exchange: 'us' };
    const { body } = await send(
      ndjson(
        at('2024-01-01T00:00:30Z'),
        at('2024-01-01T00:00:31Z', { high: '0.1' }),
        at('2024-01-01T00:01:00Z'),
        // A Tuesday; on the Monday before the NYSE was closed, Martin Luther King Day.
        at('2024-01-16T00:00:00Z', daily),
        at('2024-01-15T00:00:00Z', daily),
      ),
    );
    expect(body).toMatchObject({ received: 5, inserted: 4, refused: 1, off_grid: 2 });
  });

  it('names what is wrong with a line by its number, and stores the others', async () => {
    const symbol = newSymbol();
    const long = `{"x":"${'y'.repeat(16 * 1024)}"}`;
    const lines = [
      JSON.stringify(minute(symbol, 0)),
      '',
      '{"exchange":',
      '[]',
      'null',
      JSON.stringify(minute(symbol, 1, { high: '1', note: 'x' })),
      JSON.stringify(minute(symbol, 1, { high: '1' })),
      long,
      JSON.stringify({ ...minute(symbol, 2), close: undefined, interval: '7m' }),
      JSON.stringify(minute(symbol, 3, { open_time: 1704067200 })),
      JSON.stringify(minute(symbol, 3, { open_time: '2999-01-01T00:00:00Z' })),
      JSON.stringify(minute(symbol, 4)),
    ];
    const body = Buffer.concat([
      Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`),
      Buffer.from('\xff\xfe\n', 'latin1'),
      Buffer.from(JSON.stringify(minute(symbol, 5))),
    ]);
    const { status, body: answer } = await send(body);
    expect(status).toBe(200);
    expect(answer).toMatchObject({ received: 13, inserted: 3, refused: 10, errors_truncated: false });
    const named = (answer.errors as { line: number; errors: { field: string }[] }[]).map(
      ({ line, errors }) => [line, ...errors.map(({ field }) => field)],
    );
    expect(named).toEqual([
      [3, 'line'],
      [4, 'line'],
      [5, 'line'],
      [6, 'note'],
      [7, 'high', 'high', 'high'],
      [8, 'line'],
      [9, 'interval', 'close'],
      [10, 'open_time'],
      [11, 'open_time'],
      [13, 'line'],
    ]);
    expect(answer.errors[0].errors[0].message).toBe('is not valid JSON');
    expect(answer.errors[5].errors[0].message).toBe('is longer than 16384 bytes');
    expect(answer.errors[9].errors[0].message).toBe('is not UTF-8');
    expect(await stored(symbol)).toEqual(['0.0', '4.0', '5.0']);
  });

  it('refuses of a line what POST refuses of a body, field by field and in the same words', async () => {
    const flat = JSON.stringify(
      candleBody({ symbol: 'HOSTILE', open: '1', high: '1', low: '1', close: '1' }),
    );
    const lines = ['exchange', 'symbol', 'interval', 'open_time', 'close', 'volume', 'more'].flatMap(
      (field) =>
        HOSTILE_VALUES.filter((value) => value.length < 16_000).map((value) =>
          `${flat.replace(new RegExp(`,?"${field}":"[^"]*"`), '').slice(0, -1)},"${field}":${value}}`.replace(
            '{,',
            '{',
          ),
        ),
    );
    const { status, body } = await send(lines.join('\n'));
    expect(status).toBe(200);
    expect(body.received).toBe(lines.length);
    const errorsOf = new Map(
      (body.errors as { line: number; errors: unknown }[]).map(({ line, errors }) => [line, errors]),
    );
    for (const [index, line] of lines.entries()) {
      const alone = await api.post(CANDLES).type('json').send(line);
      const errors = errorsOf.get(index + 1);
      expect([line, errors !== undefined]).toEqual([line, alone.status !== 201]);
      // POST refuses what nests too deep as a whole.
      if (alone.body.errors) {
        const inTheWordsOfPost = JSON.stringify(errors).replaceAll('field of a candle', 'field of this body');
        expect([line, inTheWordsOfPost]).toEqual([line, JSON.stringify(alone.body.errors)]);
      }
    }
  });

  it('takes CSV with the series in its columns or in the query', async () => {
    const [one, other] = [newSymbol(), newSymbol()];
    const given = await send(
      `${CSV_HEADER}\n${csvLine(START_SECONDS)}\n\n"2024-01-01T00:01:00Z", 1.50 ,2.00,1.00,"1.75",12.0\n1,2\n2024-01-02,1,1,1,1,1\n"x\n`,
      { type: 'text/csv; charset=UTF-8', query: query(one) },
    );
    expect(given.status).toBe(200);
    expect(given.body).toMatchObject({
      received: 5,
      inserted: 2,
      refused: 3,
      errors: [
        { line: 5, errors: [{ field: 'line', message: 'has 2 fields where the first line has 6' }] },
        { line: 6, errors: [{ field: 'open_time' }] },
        { line: 7, errors: [{ field: 'line', message: 'has a quote that is not closed' }] },
      ],
    });
    expect(await stored(one)).toEqual(['12.0', '12.0']);
    const columns = await send(
      `Symbol,date,${CSV_HEADER.slice(10)},interval,exchange\r\n"${other}",2024-01-02,1,1,1,1,5.50,1d,us\r\n`,
      { type: 'text/csv' },
    );
    expect(columns.body).toMatchObject({ received: 1, inserted: 1 });
    expect(await stored(other)).toEqual(['5.50']);
  });

  it('refuses a header that leaves something open, and stores nothing', async () => {
    const type = 'text/csv';
    const symbol = newSymbol();
    const line = csvLine(START_SECONDS);
    const noVolume = await send(`open_time,open,high,low,close\n${line}\n`, { type, query: query(symbol) });
    expect([noVolume.status, noVolume.body.detail]).toEqual([
      422,
      expect.stringContaining('Missing: volume.'),
    ]);
    const noSeries = await send(`${CSV_HEADER},symbol\n${line},${symbol}\n`, { type, query: '?interval=1m' });
    expect([noSeries.status, noSeries.body.errors]).toEqual([
      422,
      [{ field: 'exchange', message: expect.stringContaining('as a column or in the query') }],
    ]);
    const twice = await send(`${CSV_HEADER},symbol\n${line},${symbol}\n`, { type, query: query(symbol) });
    expect([twice.status, twice.body.errors]).toEqual([
      422,
      [{ field: 'symbol', message: 'is named by the query already' }],
    ]);
    expect(await stored(symbol)).toEqual([]);
  });

  it.each([
    ['nothing', '', {}],
    ['empty lines', '\n\r\n\n', {}],
    ['a header alone', `${CSV_HEADER}\n`, { type: 'text/csv', query: '?exchange=a&symbol=b&interval=1m' }],
  ])('answers 422 to %s', async (_, body, options) => {
    const answer = await send(body, options);
    expect([answer.status, answer.body.detail]).toEqual([422, 'The body holds no candles']);
  });

  it('answers 415 naming both types, and the one encoding', async () => {
    const body = ndjson(minute(newSymbol(), 0));
    for (const type of ['application/json', 'text/plain', 'text/csv; charset=latin1', '', ';', '__proto__']) {
      const answer = await send(body, { type });
      expect([type, answer.status]).toEqual([type, 415]);
      expect(answer.body.detail).toMatch(/application\/x-ndjson or text\/csv/);
    }
    for (const encoding of ['br', 'zstd', 'gzip, gzip']) {
      const answer = await send(body, { encoding });
      expect([encoding, answer.status]).toEqual([encoding, 415]);
      expect(answer.headers['accept-encoding']).toBe('gzip');
    }
  });

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

  it('needs a token, offers POST alone, and knows its query', async () => {
    expect((await api.anonymous().post(BULK)).status).toBe(401);
    const got = await api.get(BULK);
    expect([got.status, got.headers.allow]).toEqual([405, 'POST']);
    expect((await send('{}', { query: '?interval=7m' })).status).toBe(422);
    expect((await send('{}', { query: '?allow_outlier=maybe' })).status).toBe(422);
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
    const sending = httpRequest(`${api.url}${BULK}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenFor()}`, 'content-type': NDJSON, 'content-length': 1e9 },
    });
    sending.on('error', () => undefined);
    await new Promise((resolve) => sending.write(lines, resolve));
    return sending;
  }

  it('stores what came whole of a body that breaks off', async () => {
    const symbol = newSymbol();
    const sending = await begin(ndjson(...minutes(symbol, 700)) + JSON.stringify(minute(symbol, 700)));
    sending.destroy();
    await expectEventually(async () => (await stored(symbol)).length === 700);
  });

  it('answers 503 with the lines that are dealt with when the database goes, and takes all of it again', async () => {
    const symbol = newSymbol();
    const records = minutes(symbol, 45_000);
    // The last statement of a batch: with its answer the API knows that the batch is stored.
    const calendarsOfBatches = jest.spyOn(api.application.get(SeriesCalendars), 'of');
    const sending = await begin(ndjson(...records.slice(0, 20_000)));
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
    // A body whose client disconnected earlier may be read to its end meanwhile.
    const firstBatch = () =>
      calendarsOfBatches.mock.calls.findIndex(([names]) => names.some((name) => name.symbol === symbol));
    await expectEventually(() => Promise.resolve(firstBatch() >= 0));
    await calendarsOfBatches.mock.results[firstBatch()].value;
    await proxy.cut();
    sending.write(ndjson(...records.slice(20_000)));
    sending.write(ndjson(...records.slice(20_000)));
    const [response] = await answered;
    const text = await textOf(response);
    sending.destroy();
    await proxy.restore();
    expect([response.statusCode, JSON.parse(text)]).toEqual([
      503,
      expect.objectContaining({
        code: 'SERVICE_UNAVAILABLE',
        detail: expect.stringContaining('its lines up to 20000 are dealt with') as string,
      }),
    ]);
    const again = await send(ndjson(...records));
    expect(again.body).toMatchObject({ received: 45_000, inserted: 25_000, unchanged: 20_000 });
  });

  it('finishes its batch when the service shuts down, and says from where to go on', async () => {
    const symbol = newSymbol();
    const sending = await begin(ndjson(...minutes(symbol, 20_000)));
    const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
    await expectEventually(async () => (await stored(symbol)).length === 20_000);
    // Also when the client is silent meanwhile.
    api.application.get(Shutdown).begin();
    const [response] = await answered;
    expect([response.statusCode, response.headers.connection]).toEqual([503, 'close']);
    expect(JSON.parse(await textOf(response))).toMatchObject({
      detail: expect.stringMatching(/shutting down .*; its lines up to 20000 are dealt with/) as string,
    });
    sending.destroy();
  });
});

async function textOf(response: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
  return text;
}

async function expectEventually(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('It did not come about within 10 s');
    await new Promise((resolve) => setImmediate(resolve));
  }
}
