import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectedDatabase, connectTo, createTestDatabase } from '../../../../test/test-database';
import { runCli } from '../support/run-cli';

/** The fields of the contract, part "Events". */
const FILL = {
  fill_id: 'f-1',
  account: 'main',
  exchange: 'binance',
  symbol: 'BTC/USDT',
  side: 'buy',
  price: '42314.00',
  quantity: '0.05',
  time: '2024-01-02T00:00:03Z',
};
const CONTENTS = [JSON.stringify(FILL), JSON.stringify({ ...FILL, fill_id: 'f-2', price: '-1' })];

describe('dead-letters', () => {
  let database: ConnectedDatabase;

  beforeAll(async () => {
    database = await connectTo(await createTestDatabase());
  });
  beforeEach(async () => {
    await database.client.query(
      'truncate dead_letters, round_trip_entries, trade_journal_entries, fill_revisions, fills, positions restart identity cascade',
    );
    await database.client.query(
      `insert into dead_letters (kind, subject, stream, sequence, sent_at, deliveries, content, reason, received_at)
       select 'fill', 'trading.fill.main', 'TRADING', number, '2024-01-02T00:00:04Z', 5, convert_to(content, 'UTF8'),
         '[{"field": "message", "message": "could not be stored"}]', '2024-01-02T00:00:05Z'
       from unnest($1::text[]) with ordinality as letter (content, number)`,
      [CONTENTS],
    );
  });
  afterAll(() => database.drop());

  const run = (...words: string[]) => runCli(['dead-letters', ...words], { DATABASE_URL: database.url });

  it('list says what waits, as lines or JSON', async () => {
    expect(await run('list', '--kind', 'fill', '--status', 'waiting')).toEqual({
      exitCode: 0,
      stdout: [2, 1]
        .map(
          (id) => `${id} fill waiting 2024-01-02T00:00:05Z trading.fill.main: message could not be stored\n`,
        )
        .join(''),
      stderr: '',
    });
    const { stdout, stderr } = await run('list', '--json', '--limit', '1');
    expect([JSON.parse(stdout), stderr]).toMatchObject([{ id: 2, sequence: 2, outcome: null }, '1 more\n']);
  });

  it('show prints the message as it came', async () => {
    const { stdout } = await run('show', '1');
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, deliveries: 5, content: CONTENTS[0], headers: {} });
    expect(await run('show', '9')).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'There is no dead letter 9\n',
    });
  });

  it('replay ingests what can be, says why the others stay, and takes a corrected message', async () => {
    expect(await run('replay', '1', '2')).toEqual({
      exitCode: 2,
      stdout: '1 is replayed: inserted\n',
      stderr: expect.stringMatching(/^2 stays waiting: price must be .* above 0\n$/),
    });
    const file = join(tmpdir(), `candelabra-corrected-${process.pid}.json`);
    writeFileSync(file, JSON.stringify({ ...FILL, price: '1' }));
    expect(await run('replay', '2', '--message', file)).toMatchObject({
      exitCode: 0,
      stdout: '2 is replayed: updated\n',
    });
    const { rows } = await database.client.query('select fill_id, price::text from fills');
    expect(rows).toEqual([{ fill_id: 'f-1', price: '1' }]);
  });

  it('discard decides that one never counts, unless it counts already', async () => {
    await run('replay', '1');
    expect(await run('discard', '1', '2')).toEqual({
      exitCode: 2,
      stdout: '2 is discarded\n',
      stderr: '1 stays replayed: its content counts already\n',
    });
  });
});
