import { openAnswer } from '../support/open-exports';
import { idsOf, pageOf } from '../support/pages';
import { type RunningApi, startApi } from '../support/running-api';

const JOURNAL = '/api/v1/trade-journal';

/** Net P&L of trades in the order of their exits: freqtrade, tests/data/test_btanalysis.py, test_calculate_expectancy. */
const PROFITS = [100, 200, 50, -150, 300, -100, 80, -30];

describe('lists of journal entries', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  async function write(entry: object, details: object = {}): Promise<number> {
    const answer = await api.post(JOURNAL, { symbol: 'X', side: 'buy', entry_price: '1000', ...entry });
    expect(answer.status).toBe(201);
    const changed = await api.patch(`${JOURNAL}/${answer.body.id}/details`, details);
    expect(changed.status).toBe(200);
    return answer.body.id as number;
  }

  const listed = async (query: string) => idsOf(pageOf(await api.get(`${JOURNAL}?${query}`)));
  const statistics = async (query = '') => {
    const { status, body } = await api.get(`${JOURNAL}/stats?${query}`);
    expect([status, body.detail]).toEqual([200, undefined]);
    return body as { groups: Record<string, unknown>[] } & Record<string, unknown>;
  };

  it('can be limited by each part of an entry, with totals and links that keep to it', async () => {
    const idea = (await api.post('/api/v1/strategy-ideas', { name: 'n', description: 'd' })).body
      .id as number;
    const symbol = 'FILTER/USDT';
    const first = await write(
      { symbol, exit_price: '1' },
      { account: 'a', tags: ['x', 'y z'], entry_time: '2024-01-01T00:00:00Z', idea_id: idea },
    );
    const second = await write({ symbol, side: 'sell' }, { entry_time: '2024-01-02T00:00:00Z', tags: ['x'] });
    const third = await write({ symbol });
    const of = (query: string) => listed(`symbol=${encodeURIComponent(symbol)}&${query}`);
    expect(await of('size=20')).toEqual([third, second, first]);
    expect(await of('side=sell')).toEqual([second]);
    expect([await of('status=open'), await of('status=closed')]).toEqual([[third, second], [first]]);
    expect([await of('tag=x'), await of('tag=y%20z'), await of('tag=y')]).toEqual([
      [second, first],
      [first],
      [],
    ]);
    expect([await of('account=a'), await of(`idea_id=${idea}`), await of('idea_id=999999999999999')]).toEqual(
      [[first], [first], []],
    );
    expect([await of('source=manual&side=buy'), await of('source=fills')]).toEqual([[third, first], []]);
    // Those without an entry time by their creation; both ends belong to the range.
    expect(await of('start=2024-01-02T00:00:00Z&end=2024-01-02T00:00:00Z')).toEqual([second]);
    expect(await of('start=2024-01-01T00:00:01Z')).toEqual([third, second]);
    expect(await of('end=0001-01-01T00:00:00Z')).toEqual([]);

    const page = await api.get(
      `${JOURNAL}?symbol=${encodeURIComponent(symbol)}&end=2024-12-31T00:00:00.250Z&size=1`,
    );
    expect(page.body).toMatchObject({ total: 2, items: [{ id: second }] });
    const links = page.headers.link;
    const next = /<([^>]+)>; rel="next"/.exec(links)![1];
    expect(next).toContain('end=2024-12-31T00%3A00%3A00.250Z');
    expect(pageOf(await api.get(`${JOURNAL}${next}`))).toMatchObject({ total: 2, items: [{ id: first }] });
  });

  it.each([
    ['status=pending', /status must be one of open, closed/],
    ['start=2024-01-02T00:00:00Z&end=2024-01-01T00:00:00Z', /start must not be after end/],
    ['idea_id=x', /idea_id must be an integer/],
    ['tag=', /tag/],
    ['group_by=symbol', /group_by/],
  ])('are refused with %s', async (query, detail) => {
    const answer = await api.get(`${JOURNAL}?${query}`);
    expect([answer.status, answer.body.detail]).toEqual([422, expect.stringMatching(detail)]);
  });

  describe('as CSV', () => {
    const csv = (query: string) => api.get(`${JOURNAL}?${query}`).set('accept', 'text/csv');

    it('have all columns, quotes where RFC 4180 wants them, and no formula', async () => {
      const symbol = '=1+1';
      const notes = '@SUM(A1),"quoted"\nsecond line';
      const id = await write(
        { symbol, notes, exit_price: '1010' },
        { account: '-x', exchange: 'us', quantity: '2', fees: '-0.5', tags: ['a,b', '=c'] },
      );
      const answer = await csv(`symbol=${encodeURIComponent(symbol)}`);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(answer.headers['content-disposition']).toContain('trade-journal.csv');
      const created = (await api.get(`${JOURNAL}/${id}`)).body.created_at as string;
      const head =
        'id,symbol,side,entry_price,exit_price,notes,created_at,source,exchange,account,quantity,entry_time,exit_time,currency,' +
        'multiplier,fees,fees_apart,funding,gross_pnl,net_pnl,return,r_multiple,holding_seconds,stop,target,tags,idea_id,backtest_id';
      const row =
        `${id},'=1+1,buy,1000,1010,"'@SUM(A1),""quoted""\nsecond line",${created},manual,us,'-x,2,,,USD,` +
        `,-0.5,[],,20,20.5,0.01025,,,,,"[""a,b"",""=c""]",,`;
      expect(answer.text).toBe(`${head}\r\n${row}\r\n`);
    });

    it('have all pages, whatever the size, and only what matches', async () => {
      await api.database.query(
        `insert into trade_journal_entries (symbol, side, entry_price) select 'MANY', 'buy', 1 from generate_series(1, 2345)`,
      );
      const lines = (await csv('symbol=MANY&size=10&page=7')).text.trimEnd().split('\r\n').slice(1);
      const ids = lines.map((line) => Number(line.split(',')[0]));
      expect(new Set(ids).size).toBe(2345);
      expect(ids).toEqual(ids.toSorted((a, b) => b - a));
      expect((await api.get(`${JOURNAL}?symbol=MANY&size=1`)).body.total).toBe(2345);
      expect((await api.anonymous().get(JOURNAL).set('accept', 'text/csv')).status).toBe(401);
    });

    it('count as exports, and other media types get the page', async () => {
      await api.database.query(
        `insert into trade_journal_entries (symbol, side, entry_price, notes)
         select 'LARGE', 'buy', 1, repeat('x', 10000) from generate_series(1, 4000)`,
      );
      const url = `${api.url}${JOURNAL}?symbol=LARGE`;
      const open = [
        await openAnswer(url, { accept: 'text/csv' }),
        await openAnswer(url, { accept: 'text/csv' }),
      ];
      expect(open.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      expect((await csv('symbol=LARGE')).status).toBe(429);
      const page = await api.get(`${JOURNAL}?size=1`).set('accept', 'text/html');
      expect([page.status, page.headers['content-type']]).toEqual([200, expect.stringContaining('json')]);
      for (const answer of open) answer.destroy();
    });
  });

  describe('statistics', () => {
    const closed = (profit: number, day: number) => ({
      exit: { exit_price: String(1000 + profit) },
      details: {
        quantity: '1',
        entry_time: `2024-01-0${day}T00:00:00Z`,
        exit_time: `2024-01-0${day}T01:30:00Z`,
        stop: '900',
      },
    });
    const symbol = 'STATS/USDT';
    const ofSymbol = `symbol=${encodeURIComponent(symbol)}`;

    beforeAll(async () => {
      // Written in another order than that of the exits.
      for (const index of [7, 2, 0, 1, 4, 3, 6, 5]) {
        const { exit, details } = closed(PROFITS[index], index + 1);
        const tags = index < 2 ? ['early', 'all'] : ['all'];
        await write({ symbol, ...exit }, { ...details, tags, account: index % 2 === 0 ? 'even' : null });
      }
      await write({ symbol });
      await write({ symbol, exit_price: '1' });
    });

    it("are freqtrade's and LEAN's, of closed trades in the order of their exits", async () => {
      const { groups, ...rest } = await statistics(ofSymbol);
      expect(rest).toEqual({
        group_by: null,
        omitted_groups: 0,
        open_trades: 1,
        trades_without_result: 1,
        trades_with_fees_apart: 0,
      });
      expect(groups).toHaveLength(1);
      expect(groups[0]).toMatchObject({
        group: null,
        currency: 'USDT',
        symbol: null,
        ...{ trades: 8, wins: 5, losses: 3, win_rate: 0.625 },
        expectancy: '56.25',
        expectancy_ratio: expect.closeTo(0.60267857, 8),
        // 730 of 280, and 146 of 93.33.
        profit_factor: expect.closeTo(2.607142857, 8),
        payoff_ratio: expect.closeTo(1.564285714, 8),
        average_r: expect.closeTo(0.5625, 10),
        ...{ longest_winning_streak: 3, longest_losing_streak: 1, max_drawdown: '150' },
        ...{ fees: '0', funding: null, gross_pnl: '450', net_pnl: '450' },
        average_holding_seconds: 5400,
      });
    });

    it('are by group, an exit by its time in UTC, a trade in the group of each of its tags', async () => {
      const by = async (group_by: string) =>
        (await statistics(`${ofSymbol}&group_by=${group_by}`)).groups.map(({ group, trades, net_pnl }) => [
          ...[group, trades, net_pnl],
        ]);
      expect(await by('symbol')).toEqual([[symbol, 8, '450']]);
      expect(await by('tag')).toEqual([
        ['all', 8, '450'],
        ['early', 2, '300'],
      ]);
      expect(await by('account')).toEqual([
        ['even', 4, '530'],
        [null, 4, '-80'],
      ]);
      expect([await by('side'), await by('idea')]).toEqual([[['buy', 8, '450']], [[null, 8, '450']]]);
      expect([await by('hour'), await by('month')]).toEqual([[['01', 8, '450']], [['2024-01', 8, '450']]]);
      // 1 January 2024 was a Monday.
      expect((await by('weekday')).filter(([group]) => group === 'monday')).toEqual([['monday', 2, '70']]);
      expect(await statistics(`${ofSymbol}&side=sell&group_by=hour`)).toMatchObject({ groups: [] });
    });

    it('never add amounts of different currencies, nor unknown ones of different symbols', async () => {
      for (const [other, tag] of [
        ['CURRENCY/USDC', 'currencies'],
        ['CURRENCY/USDT', 'currencies'],
        ['CURRENCY:A', 'currencies'],
        ['CURRENCYB', 'currencies'],
        ['CURRENCYB', 'currencies'],
      ]) {
        await write({ symbol: other, exit_price: '1001' }, { quantity: '1', tags: [tag] });
      }
      const { groups } = await statistics('tag=currencies');
      const amounts = groups.map(({ currency, symbol: of, net_pnl }) => [currency, of, net_pnl]);
      expect(amounts.sort()).toEqual(
        [
          ['USDC', null, '1'],
          ['USDT', null, '1'],
          [null, 'CURRENCY:A', '1'],
          [null, 'CURRENCYB', '2'],
        ].sort(),
      );
    });

    it.each([
      ['group_by=year', /group_by must be one of symbol, account, tag, idea, side, weekday, hour, month/],
      ['start=2024-01-02T00:00:00Z&end=2024-01-01T00:00:00Z', /start must not be after end/],
      ['page=1', /page/],
    ])('are refused with %s', async (query, detail) => {
      const answer = await api.get(`${JOURNAL}/stats?${query}`);
      expect([answer.status, answer.body.detail]).toEqual([422, expect.stringMatching(detail)]);
    });
  });
});
