import type { OpenAPIObject } from '@nestjs/swagger';
import { candleBody } from '../support/bodies';
import { HOSTILE_VALUES } from '../support/hostile-values';
import { CANDLES, newSymbol } from '../support/hourly-candles';
import { type RunningApi, startApi } from '../support/running-api';
import {
  BULK,
  minute,
  NDJSON,
  ndjson,
  sendBulk,
  START_SECONDS,
  storedVolumes,
  type UploadOptions,
} from '../support/uploads';

const CSV_HEADER = 'open_time,open,high,low,close,volume';

describe('POST candlesticks/bulk', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const send = (body: string | Buffer, options?: UploadOptions) => sendBulk(api, body, options);
  const stored = (symbol: string) => storedVolumes(api, symbol);
  const csvLine = (seconds: number) => `${seconds},1.50,2.00,1.00,1.75,12.0`;
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

  it('needs a token, offers POST alone, and knows its query', async () => {
    expect((await api.anonymous().post(BULK)).status).toBe(401);
    const got = await api.get(BULK);
    expect([got.status, got.headers.allow]).toEqual([405, 'POST']);
    expect((await send('{}', { query: '?interval=7m' })).status).toBe(422);
    expect((await send('{}', { query: '?allow_outlier=maybe' })).status).toBe(422);
  });
});
