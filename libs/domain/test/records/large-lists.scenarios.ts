import { backtestTrades } from '#domain/backtesting/trade-list';
import type { RunOrder } from '#domain/runs/run-stretches';
import { Runs } from '#domain/runs/runs';
import { rowsRead, scansOf } from '../support/scans';
import { openStorage, type Storage } from '../support/storage';

const MANY = 20_000;
const SIZE = 50;

describe('large lists', () => {
  let storage: Storage;
  let id: number;
  beforeAll(async () => {
    storage = await openStorage();
    const [backtest] = await query<{ id: number }>(
      `insert into backtests (strategy_name, symbol, interval, start_date, end_date)
       values ('sma_cross', 'X', '1m', '2024-01-01', '2024-12-31') returning id`,
    );
    id = backtest.id;
    // Two enter at each time.
    await query(
      `insert into backtest_trades (backtest_id, position, entry_time, exit_time, side, quantity, entry_price, exit_price, fees, funding,
         pnl, return, exit_reason)
       select $1, n, entry, entry + interval '1 hour', 'long', '1', '1', '1', '0', '0', (n * 7919 % 10007)::text, 0, 'signal'
       from generate_series(0, ${MANY - 1}) n, lateral (select '2024-01-01Z'::timestamptz + n / 2 * interval '1 minute' as entry) given`,
      [id],
    );
    // Every twentieth is without measures.
    await query(
      `insert into runs (kind, run_id, strategy_name, symbol, interval, start_date, end_date, status, created_at, sharpe_ratio,
         max_drawdown)
       select 'sweep', n, 'sma_cross', 'S' || n % 200, '1d', '2024-01-01', '2024-12-31', 'completed',
         now() - n * interval '1 minute', measure, 1 - measure
       from generate_series(1, ${MANY}) n,
         lateral (select case when n % 20 > 0 then (n * 7919 % 10007) / 10007.0 end as measure) given`,
    );
    await storage.pool.query('vacuum analyze');
  });
  afterAll(() => storage.close());

  async function query<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await storage.pool.query<Row>(sql, values)).rows;
  }

  describe('of trades', () => {
    const list = (ascending: boolean, offset: number) =>
      backtestTrades.list(storage.dataSource, id, {
        filter: {},
        order: { by: 'entry_time', ascending },
        page: { offset, limit: SIZE },
      });
    const numbersFrom = (first: number, ...steps: number[]) =>
      Array.from({ length: SIZE }, (_, index) => first + steps[index % 2] + Math.floor(index / 2) * steps[2]);

    // Ties by number: of the last two trades the one before the last is first.
    it.each([
      [true, numbersFrom(101, 0, 1, 2)],
      [false, numbersFrom(MANY - 100, -1, 0, -2)],
    ])(
      'read of a page by entry, ascending %s, what it shows and what is before it',
      async (ascending, expected) => {
        const { items, total } = await list(ascending, 100);
        expect([total, items.map(({ number }) => number)]).toEqual([MANY, expected]);
        const scans = await scansOf(storage.pool, () => list(ascending, 100), /backtest_trades/);
        expect(scans.length).toBeGreaterThan(0);
        expect(scans.filter((scan) => scan['Node Type'] === 'Seq Scan')).toEqual([]);
        // Where the page ends, which numbers it has, its trades, and the last position.
        expect(rowsRead(scans)).toBeLessThanOrEqual(2 * (100 + SIZE + 1) + SIZE + 1);
      },
    );

    const stream = (ascending: boolean) =>
      backtestTrades.stream(storage.dataSource, id, { filter: {}, order: { by: 'pnl', ascending } });

    it('are streamed a thousand at a time, sorted as the list is', async () => {
      const expected = await query<{ number: number }>(
        'select position + 1 as number from backtest_trades where backtest_id = $1 order by pnl::numeric desc, position',
        [id],
      );
      const { hasTags, pieces } = await stream(false);
      const streamed: number[] = [];
      for await (const trades of pieces) {
        expect(trades.length).toBeLessThanOrEqual(1_000);
        streamed.push(...trades.map(({ number }) => number));
      }
      expect([hasTags, streamed]).toEqual([false, expected.map(({ number }) => number)]);
    });

    it('fail where trades are deleted while they are streamed: a part is not the whole', async () => {
      const { pieces } = await stream(true);
      const reader = pieces[Symbol.asyncIterator]();
      await reader.next();
      await query('delete from backtest_trades where position % 2 = 0');
      await expect(reader.next()).rejects.toThrow(/deleted while they were read/);
    });
  });

  describe('of runs', () => {
    const LATE = MANY / 2;
    const NEWEST = 'created_at desc, kind desc, run_id desc';
    const expectedOf = async (sorted: string, offset: number) =>
      (
        await query<{ id: number }>(
          `select run_id as id from runs order by ${sorted} limit ${SIZE} offset ${offset}`,
        )
      ).map((run) => run.id);

    it.each([
      [{ by: 'created_at', ascending: false }, NEWEST],
      [{ by: 'created_at', ascending: true }, 'created_at, kind, run_id'],
      [{ by: 'sharpe_ratio', ascending: false }, `sharpe_ratio desc nulls last, ${NEWEST}`],
      [{ by: 'sharpe_ratio', ascending: true }, `sharpe_ratio nulls last, ${NEWEST}`],
      [{ by: 'max_drawdown', ascending: true }, `max_drawdown nulls last, ${NEWEST}`],
      [{ by: 'max_drawdown', ascending: false }, `max_drawdown desc nulls last, ${NEWEST}`],
    ] as const)('read of a page by %j what it shows, early and late', async (order: RunOrder, sorted) => {
      const runs = new Runs(storage.dataSource);
      const first = () => runs.page({}, order, { offset: 0, limit: SIZE });
      const { next } = await runs.page({}, order, { offset: LATE - SIZE, limit: SIZE });
      const late = () => runs.page({}, order, { offset: 0, limit: SIZE, before: next });
      for (const [page, offset] of [
        [first, 0],
        [late, LATE],
      ] as const) {
        expect((await page()).items.map(({ runId }) => runId)).toEqual(await expectedOf(sorted, offset));
        const scans = await scansOf(storage.pool, page, /^runs$/);
        expect(scans.filter((scan) => scan['Node Type'] === 'Seq Scan')).toEqual([]);
        expect(rowsRead(scans)).toBeLessThanOrEqual(2 * SIZE);
      }
    });

    it('go on to those without the measure, also by page number', async () => {
      const runs = new Runs(storage.dataSource);
      const order = { by: 'sharpe_ratio', ascending: false } as const;
      const sorted = `sharpe_ratio desc nulls last, ${NEWEST}`;
      const valued = 0.95 * MANY;
      for (const offset of [valued - 20, valued, valued + 500]) {
        const { items, next } = await runs.page({}, order, { offset, limit: SIZE });
        expect(items.map(({ runId }) => runId)).toEqual(await expectedOf(sorted, offset));
        const following = await runs.page({}, order, { offset: 0, limit: SIZE, before: next });
        expect(following.items.map(({ runId }) => runId)).toEqual(await expectedOf(sorted, offset + SIZE));
      }
    });

    it('read of one symbol its runs alone, for the page and for the total', async () => {
      const list = () =>
        new Runs(storage.dataSource).list(
          { symbol: 'S7' },
          { by: 'created_at', ascending: false },
          { offset: 0, limit: SIZE },
        );
      const { items, total } = await list();
      expect([items.length, total]).toEqual([SIZE, MANY / 200]);
      const scans = await scansOf(storage.pool, list, /^runs$/);
      expect(scans.filter((scan) => scan['Node Type'] === 'Seq Scan')).toEqual([]);
      expect(rowsRead(scans)).toBeLessThanOrEqual(total + SIZE + 1);
    });
  });
});
