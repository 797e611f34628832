import { FeedStates } from '#domain/market-data/series/feed-states';
import { SeriesRepository } from '#domain/market-data/series/series.repository';
import { flatCandle, minuteAfterStart } from '../support/candles';
import { openStorage, type Storage } from '../support/storage';

const CREATORS = 20;

describe('the identity of a series', () => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openStorage({ poolSize: CREATORS });
  });
  afterAll(() => storage.close());

  async function identitiesUsed(): Promise<number> {
    const { rows } = await storage.pool.query<{ used: string }>(
      `select case when is_called then last_value else 0 end as used from series_id_seq`,
    );
    return Number(rows[0].used);
  }

  it('is one, however many create the series at once', async () => {
    const name = { exchange: 'us', symbol: 'RACE', interval: '1d' } as const;
    const ids = await Promise.all(
      Array.from({ length: CREATORS }, () => new SeriesRepository(storage.dataSource).idOf(name)),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await identitiesUsed()).toBeLessThanOrEqual(CREATORS);
  });

  it('costs no identity once the series exists, whoever reads and whatever is written', async () => {
    const name = { exchange: 'us', symbol: 'KNOWN', interval: '1d' } as const;
    const id = await storage.series.idOf(name);
    const used = await identitiesUsed();
    for (let round = 0; round < 50; round++) {
      expect(await new SeriesRepository(storage.dataSource).idOf(name)).toBe(id);
      await storage.store.upsert([
        {
          seriesId: id,
          name,
          interval: '1d',
          candles: [flatCandle(minuteAfterStart(round % 5), String(round + 1))],
        },
      ]);
    }
    expect(await identitiesUsed()).toBe(used);
  });

  it('is answered of many in the order given: remembered, stored, new and named twice', async () => {
    const named = (symbol: string) => ({ exchange: 'many', symbol, interval: '1d' }) as const;
    await new SeriesRepository(storage.dataSource).idOf(named('stored'));
    await storage.series.idOf(named('remembered'));
    const symbols = ['new', 'remembered', 'stored', 'new', 'newer'];

    const ids = await storage.series.idsOf(symbols.map(named));

    const { rows } = await storage.pool.query<{ symbol: string; id: number }>(
      `select symbol, id from series where exchange = 'many'`,
    );
    const stored = new Map(rows.map(({ symbol, id }) => [symbol, id]));
    expect(stored.size).toBe(4);
    expect(ids).toEqual(symbols.map((symbol) => stored.get(symbol)));
  });

  it('distinguishes names that differ in case, blanks or kind of quote', async () => {
    const names = ['A', 'a', ' A', 'A ', 'A"', "A'", 'A\\', 'Å', 'A\u030a'];
    const ids = await Promise.all(
      names.map((symbol) => storage.series.idOf({ exchange: 'us', symbol, interval: '1d' })),
    );
    expect(new Set(ids).size).toBe(names.length);
  });

  it('names the report of its feed, which keeps no other from being stored, whatever an exchange said', async () => {
    const report = {
      exchange: 'x',
      interval: '1m',
      state: 'stopped',
      since: 0,
      lastMessageAt: null,
    } as const;
    await new FeedStates(storage.dataSource).renew(
      ['x'],
      [
        { ...report, symbol: 'A', error: 'no such \u0000symbol' },
        { ...report, symbol: 'B', error: null },
      ],
    );
    const { rows } = await storage.pool.query('select symbol, error from feed_states order by symbol');
    expect(rows).toEqual([
      { symbol: 'A', error: 'no such symbol' },
      { symbol: 'B', error: null },
    ]);
  });

  it('stays below the limit that keeps candle ids exact', async () => {
    await expect(
      storage.pool.query(
        `insert into series (id, exchange, symbol, interval, calendar) values (2097152, 'x', 'x', '1d', '24x7')`,
      ),
    ).rejects.toThrow(/series_id_below_limit/);
  });
});
