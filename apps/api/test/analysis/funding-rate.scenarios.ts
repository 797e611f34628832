import { type RunningApi, startApi } from '../support/running-api';

const PATH = '/api/v1/data/funding-rate';
const SWAP = 'BTC/USDT:USDT';
const SWAP_PATH = `${PATH}/BTC%2FUSDT%3AUSDT`;

type Payment = readonly [time: string, rate: string];

const PAYMENTS: readonly Payment[] = [
  ['2024-01-01T00:00:00Z', '0.00010000'],
  ['2024-01-01T08:00:00.017Z', '-0.00012300'],
  ['2024-01-01T16:00:00Z', '0'],
];

describe('funding rates', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  beforeEach(() => api.database.query('truncate funding_rates'));
  afterAll(() => api.stop());

  async function store(exchange: string, symbol: string, payments = PAYMENTS): Promise<void> {
    for (const [time, rate] of payments) {
      await api.database.query(
        `insert into funding_rates (exchange, symbol, funding_time, funding_rate, mark_price) values ($1, $2, $3, $4, 42)`,
        [exchange, symbol, time, rate],
      );
    }
  }

  it('come ascending, digit for digit, with the fields of the specification and no others', async () => {
    await store('binance', SWAP);
    const { status, body, headers } = await api.get(SWAP_PATH);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(body).toEqual([
      { symbol: SWAP, funding_rate: '0.00010000', funding_time: '2024-01-01T00:00:00Z' },
      { symbol: SWAP, funding_rate: '-0.00012300', funding_time: '2024-01-01T08:00:00.017Z' },
      { symbol: SWAP, funding_rate: '0', funding_time: '2024-01-01T16:00:00Z' },
    ]);
  });

  it('are the latest of them where there are more than the limit, 100 unless given', async () => {
    await api.database.query(
      `insert into funding_rates (exchange, symbol, funding_time, funding_rate)
       select 'binance', $1, '2024-01-01T00:00:00Z'::timestamptz + number * interval '8 hours', number
       from generate_series(1, 1200) number`,
      [SWAP],
    );
    const rates = async (query: string) =>
      ((await api.get(SWAP_PATH + query)).body as { funding_rate: string }[]).map(({ funding_rate }) =>
        Number(funding_rate),
      );
    const upTo1200 = (count: number) => Array.from({ length: count }, (_, index) => 1201 - count + index);
    expect(await rates('')).toEqual(upTo1200(100));
    expect(await rates('?limit=2')).toEqual([1199, 1200]);
    expect(await rates('?limit=1000')).toEqual(upTo1200(1000));
  });

  it.each(['0', '1001', '-1', '1.5', 'x', ''])('are not given for the limit "%s"', async (limit) => {
    const { status, body } = await api.get(`${SWAP_PATH}?limit=${limit}`);
    expect(status).toBe(422);
    expect(body).toMatchObject({ detail: 'limit must be an integer from 1 to 1000' });
  });

  it('answer the newest payment alone as latest', async () => {
    await store('binance', SWAP);
    const { status, body } = await api.get(`${SWAP_PATH}/latest`);
    expect(status).toBe(200);
    expect(body).toEqual({ symbol: SWAP, funding_rate: '0', funding_time: '2024-01-01T16:00:00Z' });
  });

  it('leave out what is not settled yet', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    await store('binance', SWAP, [PAYMENTS[0], [tomorrow, '0.5']]);
    expect((await api.get(SWAP_PATH)).body).toHaveLength(1);
    expect((await api.get(`${SWAP_PATH}/latest`)).body).toMatchObject({ funding_rate: '0.00010000' });
  });

  it('are an empty list for a symbol without any, and the latest of it is the JSON text null', async () => {
    for (const query of ['', '?exchange=binance']) {
      expect((await api.get(`${PATH}/NONE${query}`)).text).toBe('[]');
      const latest = await api.get(`${PATH}/NONE/latest${query}`);
      expect([latest.status, latest.text]).toEqual([200, 'null']);
      expect(latest.headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });

  it('are those of the default exchange where that has the symbol', async () => {
    await store('bybit', SWAP, [PAYMENTS[0]]);
    await store('binance', SWAP, [PAYMENTS[1]]);
    await store('okx', SWAP, [PAYMENTS[2]]);
    expect((await api.get(SWAP_PATH)).body).toMatchObject([{ funding_rate: '-0.00012300' }]);
    expect((await api.get(`${SWAP_PATH}?exchange=bybit`)).body).toMatchObject([
      { funding_rate: '0.00010000' },
    ]);
    expect((await api.get(`${SWAP_PATH}/latest?exchange=okx`)).body).toMatchObject({ funding_rate: '0' });
    expect((await api.get(`${SWAP_PATH}?exchange=Okx`)).text).toBe('[]');
  });

  it('are those of the only exchange that has the symbol', async () => {
    await store('binance', 'ETH/USDT:USDT');
    await store('bybit', SWAP, [PAYMENTS[0]]);
    await store('okx', 'SOL/USDT:USDT');
    expect((await api.get(SWAP_PATH)).body).toMatchObject([{ funding_rate: '0.00010000' }]);
  });

  it('are refused where several exchanges have the symbol, and the answer names them', async () => {
    await store('okx', SWAP);
    await store('bybit', SWAP);
    for (const path of [SWAP_PATH, `${SWAP_PATH}/latest`]) {
      const { status, body } = await api.get(path);
      expect(status).toBe(422);
      const detail = `exchange is required: funding of ${SWAP} is stored for bybit, okx`;
      expect(body).toMatchObject({ detail, errors: [{ field: 'exchange' }] });
    }
  });

  it('take a symbol with one percent-decoding and no more', async () => {
    await store('binance', 'A%2FB');
    await store('binance', 'latest', [PAYMENTS[0]]);
    await store('binance', 'Ü 漢?#', [PAYMENTS[0]]);
    expect((await api.get(`${PATH}/A%252FB`)).body).toHaveLength(3);
    expect((await api.get(`${PATH}/A%2FB`)).body).toEqual([]);
    expect((await api.get(`${PATH}/latest`)).body).toHaveLength(1);
    expect((await api.get(`${PATH}/latest/latest`)).body).toMatchObject({ symbol: 'latest' });
    expect((await api.get(`${PATH}/${encodeURIComponent('Ü 漢?#')}`)).body).toHaveLength(1);
  });

  it.each([
    ['with a NUL', 'A%00B'],
    ['with a line break', 'A%0AB'],
    ['of more than 128 characters', 'A'.repeat(129)],
  ])('are not looked for under a symbol %s', async (_, symbol) => {
    for (const path of [`${PATH}/${symbol}`, `${PATH}/${symbol}/latest`]) {
      const { status, body } = await api.get(path);
      expect(status).toBe(422);
      expect(body).toMatchObject({ errors: [{ field: 'symbol' }] });
    }
    expect((await api.get(`${PATH}/${'漢'.repeat(128)}`)).text).toBe('[]');
  });

  it.each(['', 'x'.repeat(65), '%00'])('are not looked for at the exchange "%s"', async (exchange) => {
    const { status, body } = await api.get(`${SWAP_PATH}?exchange=${exchange}`);
    expect(status).toBe(422);
    expect(body).toMatchObject({ errors: [{ field: 'exchange' }] });
  });

  it('want a token, and offer GET and HEAD', async () => {
    for (const path of [SWAP_PATH, `${SWAP_PATH}/latest`]) {
      expect((await api.anonymous().get(path)).status).toBe(401);
      const refused = await api.post(path, {});
      expect([refused.status, refused.headers.allow]).toEqual([405, 'GET, HEAD']);
    }
  });

  it.each([PATH, `${PATH}/`, `${PATH}//latest`, `${SWAP_PATH}/first`, `${PATH}/BTC/USDT:USDT`])(
    'are not served at %s',
    async (path) => {
      const { status, body } = await api.get(path);
      expect([status, body]).toEqual([404, expect.objectContaining({ detail: expect.any(String) })]);
    },
  );
});
