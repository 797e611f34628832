import { BACKTESTS, completeBacktest, submitBacktest } from '../support/backtests';
import { type RunningApi, startApi } from '../support/running-api';
import { completeSearch, planSearch, submitWalkForward, WALK_FORWARD } from '../support/searches';
import { storedWalkForward } from '../support/stored-report';

/**
 * In the order of their exits, which is not that of their entries: parts of one position are closed together. The figures of
 * each are in another order than those of any other.
 */
const FIELDS = [
  'entry_time',
  'exit_time',
  'side',
  'quantity',
  'fees',
  'pnl',
  'return',
  'exit_reason',
  'mae',
  'mfe',
];
const TRADES = [
  ['2024-01-03Z', '2024-01-05Z', 'long', '2.5', '0.3', '-12.25', -0.02, 'stop_loss', 0.04, 0.01],
  ['2024-01-01Z', '2024-01-05Z', 'long', '10', '0.1', '9.5', 0.01, 'stop_loss', null, null],
  ['2024-01-08Z', '2024-01-08T06:00Z', 'short', '1', '0.25', '100.125', 0.5, 'signal', 0, 0.6],
  ['2024-01-09Z', '2024-01-20Z', 'long', '7', '-0.5', '9.75', 0.03, 'end_of_data', 0.02, 0.05],
].map((values, position) => ({
  ...Object.fromEntries(FIELDS.map((field, index) => [field, values[index]])),
  ...{ position, entry_price: '1', exit_price: '1', funding: '0' },
}));

interface TradeRead {
  readonly number: number;
  readonly duration_seconds: number;
}

describe('the trades of a run', () => {
  let api: RunningApi;
  let path: string;
  let walkForwardPath: string;
  beforeAll(async () => {
    api = await startApi();
    const { id } = await submitBacktest(api);
    await completeBacktest(api, id);
    path = `${BACKTESTS}/${id}/trades`;
    const search = (await submitWalkForward(api)).id;
    await planSearch(api, search, []);
    await completeSearch(api, search, storedWalkForward());
    walkForwardPath = `${WALK_FORWARD}/${search}/trades`;
    await api.database.query('delete from backtest_trades');
    for (const [table, run] of [
      ['backtest_trades', { backtest_id: id }],
      ['walk_forward_trades', { search_id: search, window_index: 3 }],
    ] as const) {
      const rows = JSON.stringify(TRADES.map((trade) => ({ ...trade, ...run })));
      await api.database.query(
        `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`,
        [rows],
      );
    }
  });
  afterAll(() => api.stop());

  const numbers = async (query: string, list = path) =>
    ((await api.get(`${list}?${query}`)).body.items as TradeRead[]).map(({ number }) => number);

  it.each([
    ['', [1, 2, 3, 4]],
    ['order=desc', [4, 3, 2, 1]],
    ['sort=exit_time', [1, 2, 3, 4]],
    ['sort=exit_time&order=desc', [4, 3, 1, 2]],
    ['sort=pnl', [2, 1, 4, 3]],
    ['sort=pnl&order=desc', [3, 4, 1, 2]],
    ['sort=return', [2, 1, 4, 3]],
    ['sort=mae', [3, 4, 2, 1]],
    ['sort=mfe&order=desc', [3, 4, 2, 1]],
    ['sort=duration', [3, 2, 1, 4]],
    ['sort=fees', [4, 1, 3, 2]],
    ['sort=quantity&order=desc', [1, 4, 2, 3]],
    ['sort=pnl&order=desc&size=2&page=2', [1, 2]],
  ])('are sorted by %s', async (query, expected) => {
    expect(await numbers(query)).toEqual(expected);
    expect(await numbers(query, walkForwardPath)).toEqual(expected);
  });

  it.each([
    ['side=short', [3]],
    ['exit_reason=stop_loss', [1, 2]],
    ['start=2024-01-03T00:00:00Z&end=2024-01-08T00:00:00Z', [2, 3]],
    ['at_least=pnl:9.75', [3, 4]],
    ['at_most=pnl:9.5,fees:0.1', [1]],
    ['at_least=return:0.01&at_most=return:0.03', [1, 4]],
    ['at_least=duration:345600', [1, 4]],
    ['at_most=mae:0.02', [3, 4]],
    ['at_least=quantity:11', []],
    ['side=long&sort=pnl&order=desc', [4, 1, 2]],
  ])('are narrowed by %s', async (query, expected) => {
    const { body } = await api.get(`${path}?${query}`);
    expect([body.total, (body.items as TradeRead[]).map(({ number }) => number)]).toEqual([
      expected.length,
      expected,
    ]);
    expect(await numbers(query, walkForwardPath)).toEqual(expected);
  });

  it('say how many match on a page after the last, and lead back by their filters', async () => {
    const answer = await api.get(`${path}?side=long&at_least=duration:1&page=9&size=2`);
    expect(answer.body).toMatchObject({ items: [], total: 3 });
    expect(answer.headers.link).toContain('side=long&at_least=duration%3A1&size=2');
  });

  it('have a duration, and are CSV in the same order and of the same filters', async () => {
    const { body } = await api.get(`${path}?side=short`);
    expect(body.items[0]).toMatchObject({ number: 3, duration_seconds: 6 * 60 * 60, pnl: '100.125' });
    const csv = await api.get(`${path}?side=long&sort=fees&size=1`).set('accept', 'text/csv');
    const [head, ...lines] = csv.text.trim().split('\r\n');
    const at = (name: string) => head.split(',').indexOf(name);
    expect(lines.map((line) => [line.split(',')[at('number')], line.split(',')[at('fees')]])).toEqual([
      ['4', '-0.5'],
      ['1', '0.1'],
      ['2', '0.3'],
    ]);
    const ofTests = await api.get(`${walkForwardPath}?sort=pnl&order=desc`).set('accept', 'text/csv');
    expect(ofTests.text.split('\r\n')[1]).toMatch(/,3,21600,3$/);
  });

  it('have the tags and legs that are stored of them, which are columns of the CSV of the whole run', async () => {
    const headOf = async (list: string) =>
      (await api.get(list).set('accept', 'text/csv')).text.split('\r\n', 1)[0];
    const before = [await headOf(path), await headOf(walkForwardPath)];
    const leg = {
      ...{ exitTime: '2024-01-08T03:00:00.000Z', exitPrice: '1', quantity: '0.4', fees: '0.1', funding: '0' },
      ...{ pnl: '40.05', exitReason: 'reduce', exitTag: 'half' },
    };
    const legs = [leg, { ...leg, quantity: '0.6', fees: '0.15', pnl: '60.075', exitTag: null }];
    for (const table of ['backtest_trades', 'walk_forward_trades']) {
      await api.database.query(
        `update ${table} set entry_tag = 'dip', exit_tag = 'time', legs = $1 where position = 2`,
        [JSON.stringify(legs)],
      );
    }
    for (const [index, list] of [path, walkForwardPath].entries()) {
      expect(await numbers('entry_tag=dip', list)).toEqual([3]);
      expect(await numbers('exit_tag=time&entry_tag=dip', list)).toEqual([3]);
      expect(await numbers('exit_tag=half', list)).toEqual([]);
      const { items } = (await api.get(list)).body as { items: Record<string, unknown>[] };
      expect(items[2]).toMatchObject({ entry_tag: 'dip', exit_tag: 'time' });
      expect(items[2].legs).toEqual([
        {
          ...{
            exit_time: '2024-01-08T03:00:00Z',
            exit_price: '1',
            quantity: '0.4',
            fees: '0.1',
            funding: '0',
          },
          ...{ pnl: '40.05', exit_reason: 'reduce', exit_tag: 'half' },
        },
        {
          ...{
            exit_time: '2024-01-08T03:00:00Z',
            exit_price: '1',
            quantity: '0.6',
            fees: '0.15',
            funding: '0',
          },
          ...{ pnl: '60.075', exit_reason: 'reduce' },
        },
      ]);
      for (const name of ['entry_tag', 'exit_tag', 'legs']) expect(items[0]).not.toHaveProperty(name);
      const { text } = await api.get(`${list}?side=long`).set('accept', 'text/csv');
      expect(text.split('\r\n', 1)[0]).toBe(`${before[index]},entry_tag,exit_tag,legs`);
      expect(text.split('\r\n')[1]).toMatch(/,,,1$/);
      const tagged = await api.get(`${list}?side=short`).set('accept', 'text/csv');
      expect(tagged.text.split('\r\n')[1]).toMatch(/,dip,time,2$/);
    }
  });

  it.each([
    [
      'sort=bars',
      /sort must be one of entry_time, exit_time, pnl, return, mae, mfe, duration, fees, quantity/,
    ],
    ['order=up', /order must be one of desc, asc/],
    ['side=flat', /side must be one of long, short/],
    ['exit_reason=luck', /exit_reason must be one of signal, stop_loss/],
    [
      'at_least=sharpe:1',
      /at_least must be up to 32 entries measure:number between commas, with measures of pnl/,
    ],
    ['at_most=pnl', /at_most must be/],
    ['start=2024-01-02T00:00:00Z&end=2024-01-01T00:00:00Z', /start must not be after end/],
    ['number=1', /number/],
  ])('refuse %s', async (query, detail) => {
    for (const list of [path, walkForwardPath]) {
      const { status, body } = await api.get(`${list}?${query}`);
      expect([status, body.detail]).toEqual([422, expect.stringMatching(detail)]);
    }
  });
});
