import { backtestBody } from '../support/bodies';
import { CANDLES, newSymbol } from '../support/hourly-candles';
import { sendRaw } from '../support/raw-request';
import { type RunningApi, startApi } from '../support/running-api';
import { tokenFor } from '../support/token';

const IDEAS = '/api/v1/strategy-ideas';

interface ErrorBody {
  readonly detail: string;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
}

describe('requests with too much of something', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const head = (method: string, path: string, ...headers: string[]) =>
    [
      `${method} ${path} HTTP/1.1`,
      `Authorization: Bearer ${tokenFor()}`,
      'Connection: close',
      ...headers,
      '\r\n',
    ].join('\r\n');
  const thousandHeaders = Array.from({ length: 1_100 }, () => 'a:1');

  it('answers a body with 50,000 unknown fields in kilobytes, with how many more there are', async () => {
    const unknown = Array.from({ length: 50_000 }, (_, index) => [`f${index}`, 1]);
    const answer = await api.post('/api/v1/backtesting', {
      ...backtestBody(),
      ...Object.fromEntries(unknown),
    });
    expect(answer.status).toBe(422);
    expect(answer.text.length).toBeLessThan(100_000);
    const { detail, errors } = answer.body as ErrorBody;
    expect(errors).toHaveLength(100);
    expect(detail).toMatch(/^f0 is not a field of this body; known: .*; and 49900 more$/);
  });

  it('cuts a name that nobody would read', async () => {
    const answer = await api.post(IDEAS, { name: 'n', description: 'd', ['x'.repeat(500_000)]: 1 });
    expect(answer.status).toBe(422);
    expect((answer.body as ErrorBody).errors[0].field).toBe(`${'x'.repeat(299)}…`);
  });

  it('lists ten unknown fields of a line of a bulk upload, and how many more there are', async () => {
    const line = JSON.stringify(
      Object.fromEntries(Array.from({ length: 1_500 }, (_, index) => [`f${index}`, 1])),
    );
    const answer = await api
      .post(`${CANDLES}/bulk`)
      .set('content-type', 'application/x-ndjson')
      .send(`${line}\n`.repeat(20));
    expect(answer.status).toBe(200);
    expect(answer.text.length).toBeLessThan(100_000);
    const [{ errors }] = (answer.body as { errors: ErrorBody[] }).errors;
    expect(errors.at(-1)).toMatchObject({
      field: 'f9',
      message: expect.stringMatching(/; and 1490 more fields are not$/),
    });
  });

  it('sees a header after a thousand others: a second Host, and a condition', async () => {
    const hosts = await sendRaw(api.url, head('GET', '/health', 'Host: x', ...thousandHeaders, 'Host: y'));
    expect(hosts.status).toBe(400);
    const { id } = (await api.post(IDEAS, { name: 'n', description: 'd' })).body as { id: number };
    const path = `${IDEAS}/${id}`;
    const condition = head('DELETE', path, 'Host: x', ...thousandHeaders, 'If-Match: "another"');
    expect((await sendRaw(api.url, condition)).status).toBe(412);
    expect((await api.get(path)).status).toBe(200);
  });

  it('refuses a body by the length it declares, before any of it is sent', async () => {
    const headers = ['Host: x', 'Content-Type: application/json', 'Content-Length: 50000000'];
    const answer = await sendRaw(api.url, head('POST', IDEAS, ...headers, 'Expect: 100-continue'));
    expect(answer.status).toBe(413);
  });

  const minuteLines = (symbol: string, minutes: number, closeAt: (minute: number) => string, from = 0) =>
    Array.from({ length: minutes }, (_, index) => {
      const close = closeAt(from + index);
      const prices = { open: close, high: close, low: close, close, volume: '1' };
      const openTime = new Date(Date.UTC(2024, 0, 1, 0, from + index)).toISOString();
      return JSON.stringify({ exchange: 'x', symbol, interval: '1m', open_time: openTime, ...prices });
    }).join('\n');
  const upload = async (lines: string) => {
    const answer = await api.post(`${CANDLES}/bulk`).set('content-type', 'application/x-ndjson').send(lines);
    return { status: answer.status, body: answer.body as object };
  };

  it('renews the statistics of `series`, by which statements are planned, after a body with many new series', async () => {
    const symbols = Array.from({ length: 600 }, () => newSymbol());
    const { body } = await upload(symbols.map((symbol) => minuteLines(symbol, 1, () => '1')).join('\n'));
    expect(body).toMatchObject({ inserted: 600 });
    const { rows } = await api.database.query<{ known: number }>(
      `select reltuples as known from pg_class where oid = 'series'::regclass`,
    );
    expect(rows[0].known).toBeGreaterThanOrEqual(600);
  });

  it('takes thousands of outliers into a quarantine that holds thousands already', async () => {
    const symbol = newSymbol();
    const closeAt = (minute: number) => (minute > 30 && minute % 2 === 0 ? '1000000' : '1');
    await upload(minuteLines(symbol, 9_000, closeAt));
    const second = await upload(minuteLines(symbol, 9_000, closeAt, 9_000));
    expect(second).toMatchObject({ status: 200, body: { held: 4_500 } });
  });

  it('counts the quarantine of each series in a list, also where it holds tens of thousands', async () => {
    await api.database.query(
      `insert into series (exchange, symbol, interval, calendar)
         select 'many', 's' || number, '1m', '24x7' from generate_series(1, 1000) number`,
    );
    await api.database.query(
      `insert into quarantined_candles
         (exchange, symbol, interval, open_time, open, high, low, close, volume, source, reason, awaits_next_candle, quarantined_at)
         select 'many', 's7', '1m', timestamptz '2024-01-01' + number * interval '1 minute', '1', '1', '1', '1', '1',
                'bulk', 'outlier', false, now()
         from generate_series(1, 50000) number`,
    );
    await api.database.query('analyze quarantined_candles, series');
    const answer = await api.get('/api/v1/market-data/series?exchange=many&size=1000');
    const { items } = answer.body as { items: { symbol: string; quarantined: number }[] };
    expect(items).toHaveLength(1_000);
    expect(items.filter(({ quarantined }) => quarantined > 0)).toMatchObject([
      { symbol: 's7', quarantined: 50_000 },
    ]);
  });
});
