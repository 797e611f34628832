import { idsOf, pageOf } from '../support/pages';
import { type RunningApi, startApi } from '../support/running-api';
import { until } from '../support/until';

const JOURNAL = '/api/v1/trade-journal';

interface Details {
  readonly legs: readonly { readonly fill_id: string; readonly role: string; readonly quantity: string }[];
}

describe('journal entries of fills that are matched first in, first out', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi(() => ({ TRADE_MATCHING: 'fifo' }));
  });
  afterAll(() => api.stop());

  async function store(
    account: string,
    ...fills: readonly [side: string, quantity: string, price: string][]
  ) {
    const body = fills.map(([side, quantity, price], index) => ({
      ...{
        fill_id: `${account}${index}`,
        account,
        exchange: 'binance',
        symbol: 'BTC/USDT',
        side,
        quantity,
        price,
      },
      time: `2024-01-02T09:0${index}:00Z`,
    }));
    expect((await api.post(`${JOURNAL}/fills`, body)).body).toMatchObject({ inserted: fills.length });
    const ids = idsOf(pageOf(await api.get(`${JOURNAL}?account=${account}`)));
    return ids.map((id) => `${JOURNAL}/${id}/details`);
  }

  it('have the parts of fills that belong to them as legs, also after a position that was flat', async () => {
    const entries = await store(
      'legs',
      ['sell', '1', '100'],
      // One of these closes the short, two open a long.
      ['buy', '3', '90'],
      ['buy', '1', '95'],
      ['sell', '1', '96'],
      ['sell', '2', '97'],
    );
    const answers = await Promise.all(entries.map((path) => api.get(path)));
    const legs = answers.map(({ body }) =>
      (body as Details).legs
        .map(({ fill_id, role, quantity }) => `${role} ${quantity} of ${fill_id}`)
        .join(', '),
    );
    expect(legs.sort()).toEqual([
      'entry 1 of legs0, exit 1 of legs1',
      'entry 1 of legs1, exit 1 of legs3',
      'entry 1 of legs1, exit 1 of legs4',
      'entry 1 of legs2, exit 1 of legs4',
    ]);
  });

  it('are changed after a rebuild that is under way, by what it makes of them', async () => {
    const [details] = await store('raced', ['buy', '1', '100'], ['sell', '1', '110']);
    const client = await api.database.connect();
    await client.query('begin');
    await client.query(`select from positions where account = 'raced' for update`);
    const change = api.patch(details, { stop: '95' }).then((answer) => answer);
    await until('the change waits for the position', async () => {
      const { rows } = await api.database.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    await client.query(
      `update trade_journal_entries set gross_pnl = 20, net_pnl = 20 where account = 'raced'`,
    );
    await client.query('commit');
    client.release();
    const { status, body } = await change;
    expect([status, body.stop, body.net_pnl, body.r_multiple]).toEqual([200, '95', '20', 4]);
  });
});
