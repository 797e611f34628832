import { type RunningApi, startApi } from '../support/running-api';
import { tokenFor } from '../support/token';
import {
  entriesOf,
  FILL,
  JOURNAL,
  minuteOf,
  newAccount,
  postTrading,
  sendTrading,
  type TradingUpload,
} from '../support/trading';
import { NDJSON, ndjson } from '../support/uploads';

describe('fills', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  it('become a round trip of the journal, with its result', async () => {
    const account = newAccount();
    const outcome = await sendTrading(api, [
      { ...FILL, account },
      { ...FILL, account, fill_id: '2', side: 'sell', price: '110', time: minuteOf(1) },
    ]);
    expect(outcome).toEqual({
      ...{ received: 2, inserted: 2, updated: 0, unchanged: 0, refused: 0 },
      ...{ errors: [], errors_truncated: false },
    });
    const [entry] = await entriesOf(api, account);
    expect((await api.get(`${JOURNAL}/${entry.id}`)).body).toMatchObject({
      ...{ symbol: 'BTC/USDT', side: 'buy', entry_price: '100', exit_price: '110', notes: null },
    });
    expect(entry).toMatchObject({ quantity: '2', net_pnl: '20' });
  });

  it('of one millisecond keep the order of the digits beyond it', async () => {
    const account = newAccount();
    const at = (digits: string) => `2024-01-01T00:00:00.000${digits}Z`;
    // As text the id of the sale comes first.
    await sendTrading(api, [
      { ...FILL, account, fill_id: '10', side: 'sell', price: '110', time: at('2') },
      { ...FILL, account, fill_id: '9', time: at('1') },
    ]);
    const [entry] = await entriesOf(api, account);
    expect((await api.get(`${JOURNAL}/${entry.id}`)).body).toMatchObject({
      ...{ side: 'buy', entry_price: '100', exit_price: '110' },
    });
  });

  it('count once, however they come, and corrections replace them', async () => {
    const account = newAccount();
    const first = { ...FILL, account, price: '100.50' };
    const event = (data: object, time: string) => ({
      specversion: '1.0',
      id: 'e',
      source: 's',
      type: 't',
      time,
      data,
    });
    await sendTrading(api, [first]);
    expect(await sendTrading(api, [{ ...first, price: '100.5' }, first])).toMatchObject({
      inserted: 0,
      unchanged: 2,
    });
    const lines = await postTrading(api, ndjson(first, event(first, minuteOf(0))), {
      'content-type': NDJSON,
    });
    expect(lines.body).toMatchObject({ received: 2, unchanged: 2 });
    expect(await sendTrading(api, [{ ...first, price: '101' }])).toMatchObject({ updated: 1 });
    // What was replaced comes again, or comes late.
    expect(
      await sendTrading(api, [first, event({ ...first, price: '99' }, '2001-01-01T00:00:00Z')]),
    ).toMatchObject({
      unchanged: 2,
    });
    expect((await entriesOf(api, account)).map(({ entry_price }) => entry_price)).toEqual(['101']);
    const { rows } = await api.database.query<{ price: string }>(
      `select content ->> 'price' as price from fill_revisions revision join fills on fills.id = revision.fill_id
       where account = $1 order by revision.id`,
      [account],
    );
    expect(rows.map(({ price }) => price)).toEqual(['100.50', '99']);
  });

  // 2 long, 1 sold at 110 and 3 at 90: LEAN's TradeBuilder averages the whole reversing fill into the exit (95); of the two that

  // were held one left at 110 and one at 90.

  it('that reverse a position close one round trip and open the next, each with its part', async () => {
    const account = newAccount();
    await sendTrading(api, [
      { ...FILL, account },
      { ...FILL, account, fill_id: '2', side: 'sell', quantity: '1', price: '110', time: minuteOf(1) },
      {
        ...FILL,
        account,
        fill_id: '3',
        side: 'sell',
        quantity: '3',
        price: '90',
        fee: '0.30',
        time: minuteOf(2),
      },
    ]);
    const entries = await entriesOf(api, account);
    expect(entries.map(({ side, quantity, exit_price, fees }) => [side, quantity, exit_price, fees])).toEqual(
      [
        ['buy', '2', '100', '0.1'],
        ['sell', '2', null, '0.2'],
      ],
    );
  });

  it('that come late change the round trips after them; an entry keeps its id, its notes and its deletion', async () => {
    const account = newAccount();
    const day = (minute: number, side: string, quantity = '1') => ({
      ...FILL,
      ...{ account, fill_id: `${minute}`, side, quantity, time: minuteOf(minute) },
    });
    await sendTrading(api, [day(10, 'buy'), day(20, 'sell'), day(30, 'buy'), day(40, 'sell')]);
    const [first, second] = await entriesOf(api, account);
    await api.patch(`${JOURNAL}/${second.id}`, { notes: 'by the book' });
    // From the first minute on the account is short, so that the fills at 10 and 30 close, and those at 20 and 40 open.
    await sendTrading(api, [day(1, 'sell')]);
    const between = await entriesOf(api, account);
    expect(between.map(({ id, side }) => [id === first.id || id === second.id, side])).toEqual([
      [false, 'sell'],
      [false, 'sell'],
      [false, 'sell'],
    ]);
    // Until the late fill is corrected: it was of another account.
    await sendTrading(api, [{ ...day(1, 'sell'), symbol: 'ETH/USDT' }]);
    const after = (await entriesOf(api, account)).filter(({ symbol }) => symbol === 'BTC/USDT');
    expect(after.map(({ id, notes }) => [id, notes])).toEqual([
      [first.id, null],
      [second.id, 'by the book'],
    ]);
    const moved = (await entriesOf(api, account)).find(({ symbol }) => symbol === 'ETH/USDT')!;
    expect(moved.id).toBe(between[0].id);
  });

  it('of sides that are held beside each other make positions of their own', async () => {
    const account = newAccount();
    await sendTrading(api, [
      { ...FILL, account, position_side: 'long' },
      { ...FILL, account, fill_id: '2', side: 'sell', position_side: 'short', time: minuteOf(1) },
    ]);
    expect((await entriesOf(api, account)).map(({ side, exit_price }) => [side, exit_price])).toEqual([
      ['buy', null],
      ['sell', null],
    ]);
  });

  // Binance's step size of BTC/USDT is 0.00001 (its exchangeInfo): what a fee in bitcoin leaves below it cannot be sold.

  it('sent at the same time by several count once', async () => {
    const account = newAccount();
    const fills = Array.from({ length: 200 }, (_, index) => ({
      ...FILL,
      ...{
        account,
        fill_id: `${index}`,
        side: index % 2 === 0 ? 'buy' : 'sell',
        time: minuteOf(index),
        symbol: `S${index % 3}`,
      },
    }));
    // Two are of a subject at a time.
    const subjects = ['a', 'b'].flatMap((subject) => [subject, subject]);
    const outcomes = await Promise.all(
      subjects.map((sub) =>
        postTrading(api, JSON.stringify(fills.toReversed()), {
          authorization: `Bearer ${tokenFor({ sub })}`,
        }),
      ),
    );
    const bodies = outcomes.map(({ body }) => body as TradingUpload);
    expect(bodies.map(({ received }) => received)).toEqual([200, 200, 200, 200]);
    expect(bodies.reduce((sum, { inserted }) => sum + inserted, 0)).toBe(200);
    const { rows } = await api.database.query<{ fills: string }>(
      'select count(*) as fills from fills where account = $1',
      [account],
    );
    expect(rows).toEqual([{ fills: '200' }]);
  });
});
