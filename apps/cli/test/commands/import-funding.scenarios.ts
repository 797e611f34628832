import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectedDatabase, connectTo, createTestDatabase } from '../../../../test/test-database';
import { runCli } from '../support/run-cli';
import { startCli } from '../support/start-cli';

const TARGET = { exchange: 'binance', symbol: 'XRP/USDT:USDT' };

describe('import-funding', () => {
  let directory: string;
  let database: ConnectedDatabase;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'candelabra-funding-'));
    database = await connectTo(await createTestDatabase());
  });
  beforeEach(() => database.client.query('truncate funding_rates'));
  afterAll(async () => {
    await database.drop();
    rmSync(directory, { recursive: true, force: true });
  });

  function wordsFor(lines: readonly string[], ...further: string[]): string[] {
    const file = join(directory, 'funding.csv');
    writeFileSync(file, `${lines.join('\n')}\n`);
    const words = ['import-funding', file, '--exchange', TARGET.exchange, '--symbol', TARGET.symbol];
    return [...words, ...further];
  }

  function runImport(lines: readonly string[], ...further: string[]) {
    return runCli(wordsFor(lines, ...further), { DATABASE_URL: database.url });
  }

  async function stored(): Promise<string[]> {
    const { rows } = await database.client.query<{ line: string }>(
      `select to_char(funding_time at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS') || ' ' || funding_rate || ' ' ||
         coalesce(mark_price::text, '-') as line
       from funding_rates where exchange = $1 and symbol = $2 order by funding_time`,
      [TARGET.exchange, TARGET.symbol],
    );
    return rows.map(({ line }) => line);
  }

  it('stores signed rates digit for digit, at the millisecond they were settled', async () => {
    const words = wordsFor(
      [
        'funding_time,symbol,funding_rate,mark_price',
        '2021-11-18T00:00:00.017Z,XRP,-0.00012300,1.0910',
        '1637222400000,XRP,0.0001,',
        '1637251200,XRP,0,1.1',
      ],
      '--json',
    );
    const { exitCode, stdout, stderr } = await startCli(words, { DATABASE_URL: database.url }).result;
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ ...TARGET, read: 3, inserted: 3, refused: 0 });
    expect(await stored()).toEqual([
      '2021-11-18 00:00:00.017 -0.00012300 1.0910',
      '2021-11-18 08:00:00.000 0.0001 -',
      '2021-11-18 16:00:00.000 0 1.1',
    ]);
  });

  it.each(['funding_time,funding_rate', 'time,rate', 'Timestamp,Rate'])(
    'takes the columns %s',
    async (header) => {
      const { stdout } = await runImport([header, '2024-01-01T00:00:00Z,0.0001']);
      expect(stdout).toMatch(
        /→ binance XRP\/USDT:USDT: 1 rows in .* \(1 inserted, 0 updated, 0 unchanged, 0 refused\)/,
      );
      expect(await stored()).toEqual(['2024-01-01 00:00:00.000 0.0001 -']);
    },
  );

  it('reports what a second run adds, changes and leaves as it is', async () => {
    await runImport(['time,rate,mark', '2024-01-01T00:00:00Z,0.0001,', '2024-01-01T08:00:00Z,0.0002,']);
    const lines = [
      '2024-01-01T00:00:00Z,0.0001,',
      '2024-01-01T08:00:00Z,0.0002,2.5',
      '2024-01-01T16:00:00Z,1,1',
    ];
    const { stdout } = await runImport(['time,rate,mark', ...lines], '--json', '--batch-size', '2');
    expect(JSON.parse(stdout)).toMatchObject({ read: 3, inserted: 1, updated: 1, unchanged: 1, refused: 0 });
    expect((await stored())[1]).toBe('2024-01-01 08:00:00.000 0.0002 2.5');
  });

  it('names each refused line with its reasons and stores the others', async () => {
    const { exitCode, stderr } = await runImport([
      'time,rate,mark',
      '2024-01-01T00:00:00Z,0.0001,2',
      '2024-01-01,0.0001,2',
      '2024-01-01T08:00:00Z,1e-4,0',
      '2024-01-01T16:00:00Z,0.0001',
      '33658-09-27,,',
      '999999999999999,0.0001,',
      '2024-01-02T00:00:00Z,-0.0001,2',
    ]);
    expect(exitCode).toBe(2);
    expect(stderr.match(/^line \d+ refused: .*$/gm)).toEqual([
      expect.stringMatching(/^line 3 refused: funding_time must be an RFC 3339 date-time/),
      expect.stringMatching(/^line 4 refused: funding_rate must be .*; mark_price must be a decimal above 0/),
      'line 5 refused: line has 2 fields where the first line has 3',
      expect.stringMatching(/^line 6 refused: funding_time .*; funding_rate /),
      'line 7 refused: funding_time must be from 1970 to one day from now',
    ]);
    expect(await stored()).toEqual(['2024-01-01 00:00:00.000 0.0001 2', '2024-01-02 00:00:00.000 -0.0001 2']);
  });

  it('says what is wrong with a file without columns or rates', async () => {
    const noRate = await runImport(['time,mark', '2024-01-01T00:00:00Z,1']);
    expect(noRate).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Missing: the rate.') });
    const nothing = await runImport(['time,rate']);
    expect(nothing).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('holds no funding rates') });
  });
});
