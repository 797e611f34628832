import type { FillRecord } from '#engine/trades/fill-record';
import { blockedConnection } from '../support/blocked-connection';
import { openStorage, type Storage } from '../support/storage';
import { tradingStorageOf } from '../support/trading-storage';

const TIME = Date.parse('2024-01-01T00:00:00Z');
const [FIRST, MIDDLE, LAST] = ['a', 'm', 'z'];

function fillOf(symbol: string, id: string) {
  const name = { account: 'main', exchange: 'binance', symbol, fill_id: id };
  return { content: { ...name, side: 'buy', price: '100', quantity: '1', time: TIME } as FillRecord };
}

describe('the locks of fills', () => {
  let storage: Storage;
  beforeEach(async () => {
    storage = await openStorage();
  });
  afterEach(() => storage.close());

  it('are taken in one order by those who send new ones in different orders, and of different symbols', async () => {
    const { fills } = tradingStorageOf(storage);
    await fills.ingest([fillOf('ETH/USDT', 'known')]);
    const holder = await storage.pool.connect();
    try {
      await holder.query('begin');
      await holder.query(
        `insert into fills (position_id, account, exchange, fill_id, side, price, quantity, time)
         select id, account, exchange, $1, 'buy', 100, 1, now() from positions`,
        [MIDDLE],
      );
      const ingest = (symbol: string, ids: readonly string[]) =>
        fills.ingest(ids.map((id) => fillOf(symbol, id)));
      const one = ingest('BTC/USDT', [FIRST, MIDDLE, LAST]);
      await blockedConnection(storage.pool, 'insert into fills%');
      const other = ingest('SOL/USDT', [LAST, MIDDLE, FIRST]);
      await bothBlocked();
      await holder.query('rollback');
      expect(await one).toEqual(['inserted', 'inserted', 'inserted']);
      expect(await other).toEqual(['updated', 'updated', 'updated']);
    } finally {
      holder.release();
    }
  });

  async function bothBlocked(): Promise<void> {
    const statement = `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into fills%'`;
    for (;;) {
      const { rows } = await storage.pool.query<{ count: number }>(statement);
      if (rows[0].count === 2) return;
    }
  }

  it('and entries are written of more fills and round trips than a statement takes', async () => {
    const { fills } = tradingStorageOf(storage);
    const count = 5_200;
    await fills.ingest(
      Array.from({ length: count }, (_, index) => {
        const { content } = fillOf('BTC/USDT', `${index}`);
        return { content: { ...content, side: index % 2 === 0 ? 'buy' : 'sell', time: TIME + index } };
      }),
    );
    // Before all of them: each sell now closes the buy that came before the last one.
    await fills.ingest([
      { content: { ...fillOf('BTC/USDT', 'late').content, side: 'sell', time: TIME - 1 } },
    ]);
    const { rows } = await storage.pool.query<{ side: string; open: number; entries: number }>(
      `select side, count(*)::int as entries, (count(*) filter (where exit_price is null))::int as open
       from trade_journal_entries group by side`,
    );
    expect(rows).toEqual([{ side: 'sell', entries: count / 2 + 1, open: 1 }]);
  });
});
