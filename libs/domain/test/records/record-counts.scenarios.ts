import { newestRecords } from '#domain/records/records';
import { StrategyIdea } from '#domain/strategy-ideas/strategy-idea.entity';
import { randomInteger, seededRandom } from '../support/random';
import { openStorage, type Storage } from '../support/storage';

const INSERT = `insert into strategy_ideas (name, description) select 'n', 'd' from generate_series(1, $1)`;
const DELETE = `delete from strategy_ideas where id in (
  select id from strategy_ideas order by random() limit $1 for update skip locked)`;

describe('the totals of records', () => {
  let storage: Storage;
  beforeAll(async () => {
    storage = await openStorage();
  });
  afterAll(() => storage.close());

  async function totals() {
    const { total } = await newestRecords(
      storage.dataSource.getRepository(StrategyIdea),
      { offset: 0, limit: 1 },
      { name: true },
    );
    const { rows } = await storage.pool.query<{ count: string }>('select count(*) from strategy_ideas');
    return { total, counted: Number(rows[0].count) };
  }

  it('are exact after concurrent inserts, deletes and rollbacks', async () => {
    const random = seededRandom(3);
    const client = async () => {
      for (let round = 0; round < 25; round++) {
        const connection = await storage.pool.connect();
        try {
          await connection.query('begin');
          await connection.query(random() < 0.6 ? INSERT : DELETE, [randomInteger(random, 0, 7)]);
          await connection.query(random() < 0.3 ? 'rollback' : 'commit');
        } finally {
          connection.release();
        }
      }
    };
    await Promise.all(Array.from({ length: 16 }, client));
    const { total, counted } = await totals();
    expect(total).toBe(counted);
    expect(total).toBeGreaterThan(0);
  });

  it('ignore updates and what a savepoint takes back', async () => {
    const before = await totals();
    const connection = await storage.pool.connect();
    await connection.query('begin');
    await connection.query('savepoint here');
    await connection.query(INSERT, [5]);
    await connection.query('rollback to savepoint here');
    await connection.query(INSERT, [1]);
    await connection.query(`update strategy_ideas set name = 'other'`);
    await connection.query('commit');
    connection.release();
    expect((await totals()).total).toBe(before.total + 1);
  });

  it('begin anew after truncate', async () => {
    await storage.pool.query('truncate strategy_ideas cascade');
    expect(await totals()).toEqual({ total: 0, counted: 0 });
    await storage.pool.query(INSERT, [3]);
    expect(await totals()).toEqual({ total: 3, counted: 3 });
  });
});
