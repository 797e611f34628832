import { candleBody } from '../support/bodies';
import { CANDLES } from '../support/hourly-candles';
import { idsOf, pageOf } from '../support/pages';
import { readMetric } from '../support/read-metric';
import { type RunningApi, startApi } from '../support/running-api';
import { until } from '../support/until';

const JOURNAL = '/api/v1/trade-journal';

describe('positions, and journal entries made of fills', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  let fills = 0;
  /** A fill of 2024-01-02 at that time of the day. */
  async function fill(
    account: string,
    side: string,
    quantity: string,
    price: string,
    at: string,
    more: object = {},
  ) {
    const [exchange, symbol] = ['binance', 'BTC/USDT'];
    const fields = { fill_id: `f${++fills}`, account, exchange, symbol, side, quantity, price };
    const answer = await api.post(`${JOURNAL}/fills`, [{ ...fields, time: `2024-01-02T${at}:00Z`, ...more }]);
    expect([answer.status, answer.body.inserted]).toEqual([200, 1]);
    return fields.fill_id;
  }
  async function report(account: string, quantity: string, at: string, more: object = {}) {
    const fields = {
      account,
      exchange: 'binance',
      symbol: 'BTC/USDT',
      quantity,
      time: `2024-01-02T${at}:00Z`,
    };
    const answer = await api.post(`${JOURNAL}/positions`, [{ ...fields, ...more }]);
    expect(answer.status).toBe(200);
  }
  const positionsOf = async (query: string) => {
    const { status, body } = await api.get(`${JOURNAL}/positions?${query}`);
    expect([status, body.detail]).toEqual([200, undefined]);
    return body.items as Record<string, unknown>[];
  };
  const entriesOf = async (account: string) => idsOf(pageOf(await api.get(`${JOURNAL}?account=${account}`)));
  const differing = () => readMetric(api, /^position_report_differences (\d+)$/m);
  const storeClose = async (symbol: string, interval: string, open_time: string, close: string) => {
    const body = candleBody({ symbol, interval, open_time, open: close, high: close, low: close, close });
    expect((await api.post(CANDLES, body)).status).toBe(201);
  };

  it('are computed from fills, and compared with a report by the fills up to it', async () => {
    await fill('compared', 'buy', '2', '100', '09:00');
    await fill('compared', 'sell', '0.5', '120', '11:00');
    const [bare] = await positionsOf('account=compared');
    expect(bare).toMatchObject({
      ...{ account: 'compared', exchange: 'binance', symbol: 'BTC/USDT', side: 'net', currency: 'USDT' },
      computed: { quantity: '1.5', average_price: '100' },
      ...{ reported: null, difference: null, mark: null, unrealised_pnl: null },
    });
    expect(await differing()).toBe(0);
    await report('compared', '2', '10:00', { average_price: '100.00' });
    expect(await positionsOf('account=compared')).toMatchObject([
      {
        reported: { quantity: '2', average_price: '100.00', time: '2024-01-02T10:00:00Z' },
        difference: '0',
      },
    ]);
    expect(await differing()).toBe(0);
    await report('compared', '1.250', '12:00');
    expect(await positionsOf('account=compared')).toMatchObject([
      { reported: { quantity: '1.250', average_price: null }, difference: '-0.25' },
    ]);
    expect(await differing()).toBe(1);
    // The missing fill comes in late.
    await fill('compared', 'sell', '0.25', '110', '11:30');
    expect(await positionsOf('account=compared')).toMatchObject([{ difference: '0' }]);
    expect(await differing()).toBe(0);
  });

  it('differ not by a fee in the base currency that was paid after the report', async () => {
    await fill('fees', 'buy', '1', '100', '09:00', { fee: '0.001', fee_currency: 'BTC' });
    await report('fees', '0.999', '10:00');
    await fill('fees', 'buy', '1', '100', '11:00', { fee: '0.001', fee_currency: 'BTC' });
    expect(await positionsOf('account=fees')).toMatchObject([
      { computed: { quantity: '1.998' }, difference: '0' },
    ]);
  });

  it('are valued at the last stored close, inverse contracts in their base currency', async () => {
    await storeClose('BTC/USD:BTC', '1d', '2024-01-01T00:00:00Z', '5000');
    await storeClose('BTC/USD:BTC', '1m', '2024-01-02T09:59:00Z', '11000');
    await storeClose('BTC/USD:BTC', '1h', '2024-01-02T09:00:00Z', '12000');
    const inverse = { symbol: 'BTC/USD:BTC' };
    await fill('valued', 'buy', '50000', '10000', '09:00', inverse);
    const [long] = await positionsOf('account=valued');
    expect(long).toMatchObject({
      mark: { price: '11000', time: '2024-01-02T10:00:00Z', interval: '1m' },
      currency: 'BTC',
    });
    // BitMEX, "Perpetual Contracts Guide": 50,000 * 1 * (1/10,000 - 1/11,000) = 0.4545 XBT.
    expect(Number(long.unrealised_pnl)).toBeCloseTo(0.4545, 4);
    await fill('valued', 'sell', '100000', '10000', '10:00', inverse);
    const [short] = await positionsOf('account=valued');
    expect(Number(short.unrealised_pnl)).toBeCloseTo(-0.4545, 4);
    await fill('valued', 'buy', '50000', '10500', '11:00', inverse);
    expect(await positionsOf('account=valued')).toMatchObject([
      { computed: { quantity: '0', average_price: null }, unrealised_pnl: null },
    ]);
    expect((await positionsOf('account=valued&open=true')).length).toBe(0);
    expect((await positionsOf('account=valued&open=false')).length).toBe(1);
    expect((await positionsOf('exchange=binance&symbol=BTC/USD:BTC')).length).toBe(1);
    const page = await api.get(`${JOURNAL}/positions?size=1&exchange=binance`);
    expect(page.headers.link).toMatch(/cursor=[^>]+>; rel="next"/);
    expect((await api.get(`${JOURNAL}/positions?open=1`)).status).toBe(422);
  });

  it('have the fills that they are made of as legs, and excursions by their prices', async () => {
    const first = await fill('legs', 'buy', '1', '100', '09:00', { fee: '0.1', fee_currency: 'USDT' });
    const second = await fill('legs', 'buy', '1', '90', '09:30');
    const third = await fill('legs', 'sell', '3', '110', '10:00', { fee: '0.3', fee_currency: 'USDT' });
    const [reversed, closed] = await entriesOf('legs');
    const { body } = await api.get(`${JOURNAL}/${closed}/details`);
    expect(body).toMatchObject({
      ...{ source: 'fills', side: 'buy', account: 'legs', exchange: 'binance', quantity: '2' },
      ...{ entry_time: '2024-01-02T09:00:00Z', exit_time: '2024-01-02T10:00:00Z', holding_seconds: 3600 },
      mae: { price: '90', fraction: expect.closeTo(5 / 95, 10) },
      mfe: { price: '110', fraction: expect.closeTo(15 / 95, 10) },
    });
    // 2 * 110 - 190, less 0.1 and two thirds of 0.3.
    expect([Number(body.entry_price), Number(body.gross_pnl), Number(body.net_pnl)]).toEqual([95, 30, 29.7]);
    expect(body.legs).toMatchObject([
      {
        fill_id: first,
        role: 'entry',
        side: 'buy',
        time: '2024-01-02T09:00:00Z',
        price: '100',
        quantity: '1',
      },
      { fill_id: second, role: 'entry', price: '90', quantity: '1' },
      { fill_id: third, role: 'exit', side: 'sell', price: '110', quantity: '2' },
    ]);
    expect((await api.get(`${JOURNAL}/${reversed}/details`)).body).toMatchObject({
      ...{ side: 'sell', exit_price: null, quantity: '1', mae: null },
      legs: [{ fill_id: third, role: 'entry', side: 'sell', quantity: '1' }],
    });
  });

  it('keep what fills say: only plans, tags, links and notes can be changed', async () => {
    await fill('kept', 'buy', '1', '100', '09:00');
    await fill('kept', 'sell', '1', '110', '10:00');
    const [id] = await entriesOf('kept');
    const entry = `${JOURNAL}/${id}`;
    for (const [path, changes] of [
      [entry, { symbol: 'X', side: 'sell', entry_price: '1', exit_price: null }],
      [
        `${entry}/details`,
        {
          ...{ exchange: 'x', account: null, quantity: '5', entry_time: null, exit_time: null },
          ...{ fees: '1', multiplier: '2' },
        },
      ],
    ] as const) {
      for (const [field, value] of Object.entries(changes)) {
        const answer = await api.patch(path, { [field]: value, notes: 'not written', stop: '1' });
        expect([field, answer.status]).toEqual([field, 422]);
        expect(answer.body.errors).toEqual([
          {
            field,
            message:
              'is made of the fills of this entry and cannot be changed; send the corrected fill instead',
          },
        ]);
      }
    }
    expect((await api.patch(entry, { notes: 'n' })).body).toMatchObject({ notes: 'n', entry_price: '100' });
    const plan = { stop: '95', target: '120', tags: ['t'] };
    const { status, body } = await api.patch(`${entry}/details`, plan);
    expect([status, body]).toEqual([200, expect.objectContaining(plan)]);
    // 10 of the 5 that were at risk; what the fills made stays.
    expect([body.r_multiple, Number(body.net_pnl), body.return]).toEqual([2, 10, 0.1]);
  });

  it('stay deleted when later fills come in, also while these are stored', async () => {
    await fill('deleted', 'buy', '1', '100', '09:00');
    await fill('deleted', 'sell', '1', '110', '10:00');
    await fill('deleted', 'buy', '1', '120', '11:00');
    const [open, closed] = await entriesOf('deleted');
    const entry = `${JOURNAL}/${closed}`;
    expect((await api.delete(entry).set('if-match', '"other"')).status).toBe(412);
    expect((await api.delete(entry).set('if-match', (await api.get(entry)).headers.etag)).status).toBe(204);
    await fill('deleted', 'buy', '1', '90', '09:30');
    await fill('deleted', 'sell', '1', '91', '09:45');
    expect(await entriesOf('deleted')).toEqual([open]);
    expect((await api.delete(entry)).status).toBe(404);

    // Holds the position as a rebuild does; changes and deletions wait for it.
    const client = await api.database.connect();
    await client.query('begin');
    await client.query(`select from positions where account = 'deleted' for update`);
    const deletion = api.delete(`${JOURNAL}/${open}`).then(({ status }) => status);
    await until('the deletion waits for the position', async () => {
      const { rows } = await api.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    await client.query('update trade_journal_entries set notes = $1 where id = $2', ['rebuilt', open]);
    await client.query('commit');
    client.release();
    expect(await deletion).toBe(204);
    expect(await entriesOf('deleted')).toEqual([]);
  });

  it('come to no deadlock and no failure while all of it happens at once', async () => {
    await fill('busy', 'buy', '1', '100', '09:00');
    await fill('busy', 'sell', '1', '110', '09:10');
    const [id] = await entriesOf('busy');
    const idea = (await api.post('/api/v1/strategy-ideas', { name: 'n', description: 'd' })).body
      .id as number;
    const statuses: number[] = [];
    const each = async (count: number, send: (index: number) => PromiseLike<{ readonly status: number }>) => {
      for (let index = 0; index < count; index++) statuses.push((await send(index)).status);
    };
    const late = { account: 'busy', exchange: 'binance', symbol: 'BTC/USDT', quantity: '1', price: '100' };
    const entry = `${JOURNAL}/${id}`;
    await Promise.all([
      each(12, (index) => {
        const time = `2024-01-02T09:0${index % 9}:30Z`;
        const side = index % 2 === 0 ? 'buy' : 'sell';
        return api.post(`${JOURNAL}/fills`, [{ ...late, fill_id: `busy${index}`, side, time }]);
      }),
      each(12, (index) => api.patch(`${entry}/details`, { stop: `${index + 1}`, idea_id: idea })),
      each(12, (index) => api.patch(entry, { notes: `${index}` })),
      each(12, () => api.get(`${entry}/details`)),
      each(12, (index) => (index === 8 ? api.delete(entry) : api.get(`${JOURNAL}/positions`))),
      each(6, (index) => (index === 5 ? api.delete(`/api/v1/strategy-ideas/${idea}`) : api.get(JOURNAL))),
    ]);
    expect(statuses.filter((status) => ![200, 204, 404, 422].includes(status))).toEqual([]);
    expect((await entriesOf('busy')).includes(id)).toBe(false);
  });
});
