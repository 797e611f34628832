import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database';
import { runCli, SAMPLE_FILE, startCli } from './run-cli';

const HEADER = 'open_time,open,high,low,close,volume';
const MINUTE_SECONDS = 60;

describe('import', () => {
  let directory: string;
  let database: TestDatabase;
  let client: Client;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'candelabra-import-'));
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
    rmSync(directory, { recursive: true, force: true });
  });

  function wordsFor(file: string, symbol: string, interval: string, ...further: string[]): string[] {
    return ['import', file, '--exchange', 'us', '--symbol', symbol, '--interval', interval, ...further];
  }

  function runImport(file: string, symbol: string, interval: string, ...further: string[]) {
    return runCli(wordsFor(file, symbol, interval, ...further), { DATABASE_URL: database.url });
  }

  function fileOf(lines: readonly string[]): string {
    const file = join(directory, 'candles.csv');
    writeFileSync(file, `${lines.join('\n')}\n`);
    return file;
  }

  function minutes(count: number): string[] {
    return Array.from({ length: count }, (_, i) => `${i * MINUTE_SECONDS},1.50,2.00,1.00,1.75,${i}.0`);
  }

  async function storedCsv(symbol: string): Promise<string[]> {
    const { rows } = await client.query<{ line: string }>(
      `select concat_ws(',', to_char(open_time at time zone 'UTC', 'YYYY-MM-DD'), open, high, low, close, volume) as line
       from candlesticks join series on series.id = series_id where symbol = $1 order by open_time`,
      [symbol],
    );
    return rows.map(({ line }) => line);
  }

  async function counters(symbol: string) {
    const { rows } = await client.query<{
      count: number;
      stored: number;
      version: string;
      revisions: number;
    }>(
      `select candle_count::int as count, version,
              (select count(*)::int from candlesticks where series_id = series.id) as stored,
              (select count(*)::int from candlestick_revisions where series_id = series.id) as revisions
       from series where symbol = $1`,
      [symbol],
    );
    return rows[0];
  }

  it('stores the S&P 500 digit for digit, and a second run changes nothing', async () => {
    const first = await runImport(SAMPLE_FILE, 'SPX', '1d');
    expect(first).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('5,105 inserted') });

    // The file itself is the expectation: its columns without adjclose.
    const rows = readFileSync(SAMPLE_FILE, 'utf8').trim().split('\n').slice(1);
    const expected = rows.map((row) => row.split(',').toSpliced(5, 1).join(','));
    expect(expected).toHaveLength(5_105);
    expect(await storedCsv('SPX')).toEqual(expected);

    const before = await counters('SPX');
    const second = await runImport(SAMPLE_FILE, 'SPX', '1d', '--json');
    expect(second.exitCode).toBe(0);
    expect(JSON.parse(second.stdout)).toMatchObject({
      read: 5_105,
      inserted: 0,
      updated: 0,
      unchanged: 5_105,
    });
    expect(await counters('SPX')).toEqual(before);
  });

  it('refuses candles that are older than their interval is kept, line by line', async () => {
    const file = fileOf([HEADER, ...minutes(2)]);
    const { exitCode, stdout, stderr } = await runCli(wordsFor(file, 'OLD', '1m', '--json'), {
      DATABASE_URL: database.url,
      RETENTION_DAYS: '1m=90',
    });
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([2, { read: 2, inserted: 0, refused: 2 }]);
    expect(stderr).toMatch(/open_time must not be before \d.*: 1m candles are kept for 90 days/);
    expect(await storedCsv('OLD')).toEqual([]);
  });

  it('stores nothing where a newer version says that this one must not', async () => {
    await client.query(`insert into breaking_migrations values ('DropVolumes9000000000000', 'no volume')`);
    const refused = await runImport(fileOf([HEADER, ...minutes(2)]), 'NEWER', '1m');
    await client.query('delete from breaking_migrations');
    expect(refused).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('The schema is too new for this version') as string,
    });
    expect(await counters('NEWER')).toBeUndefined();
  });

  it('prints one JSON object and nothing else with --json', async () => {
    const file = fileOf([HEADER, ...minutes(3)]);
    const { stdout, stderr } = await runImport(file, 'JSON', '1m', '--json');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      file,
      exchange: 'us',
      symbol: 'JSON',
      interval: '1m',
      read: 3,
      inserted: 3,
      updated: 0,
      unchanged: 0,
      refused: 0,
      // Minutes of 1970-01-01: the exchange is closed on New Year's Day.
      off_grid: 3,
      held: 0,
      level_shifts: [],
      first_refusals: [],
      seconds: expect.any(Number),
    });
  });

  it('keeps every digit, trailing zeros and all, and notices when only they change', async () => {
    const file = fileOf([
      HEADER,
      '2024-01-01,100.50,12345678901234567890.10,0.000000000000000001,100.5,0.00',
    ]);
    expect((await runImport(file, 'DIGITS', '1d')).exitCode).toBe(0);
    expect(await storedCsv('DIGITS')).toEqual([
      '2024-01-01,100.50,12345678901234567890.10,0.000000000000000001,100.5,0.00',
    ]);
    const changed = fileOf([
      HEADER,
      '2024-01-01,100.5,12345678901234567890.10,0.000000000000000001,100.5,0.00',
    ]);
    const { stdout } = await runImport(changed, 'DIGITS', '1d', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ inserted: 0, updated: 1, unchanged: 0 });
    expect((await storedCsv('DIGITS'))[0]).toContain('2024-01-01,100.5,');
  });

  it('names each refused line with its reasons and stores the others', async () => {
    const lines = [
      '2024-01-01,1,2,1,1.5,10',
      '2024-01-02,1,1e2,1,1.5,10',
      '2024-01-03,1,2,1.2,1.5,10',
      '2024-02-30,1,2,1,1.5,10',
      '33658-09-27,1,2,1,1.5,10',
      '999999999999999,1,2,1,1.5,10',
      '2024-01-04,1,2',
      '2024-01-05,1,2,1,1.5,-1',
      '2024-01-06,1,2,1,1.5,10',
    ];
    const { exitCode, stderr } = await runImport(fileOf([HEADER, ...lines]), 'REFUSED', '1d');
    expect(exitCode).toBe(2);
    expect(stderr.match(/^line \d+ refused: \w+/gm)).toEqual([
      'line 3 refused: high',
      'line 4 refused: low',
      'line 5 refused: open_time',
      'line 6 refused: open_time',
      'line 7 refused: open_time',
      'line 8 refused: line',
      'line 9 refused: volume',
    ]);
    expect(stderr).toContain('line 4 refused: low must not be above open (1)');
    expect(await storedCsv('REFUSED')).toEqual([lines[0], lines[8]]);

    const again = JSON.parse((await runImport(fileOf([HEADER, ...lines]), 'REFUSED', '1d', '--json')).stdout);
    expect(again).toMatchObject({ read: 9, inserted: 0, updated: 0, unchanged: 2, refused: 7 });
    expect(again.first_refusals[1]).toEqual({
      line: 4,
      problems: [{ field: 'low', message: 'must not be above open (1)' }],
    });
  });

  it('refuses an outlier unless outliers are allowed', async () => {
    const file = fileOf([HEADER, ...minutes(20), '1200,1.50,18.00,1.00,17.6,1']);
    const refused = await runImport(file, 'OUTLIER', '1m');
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('line 22 refused: close') });
    const allowed = await runImport(file, 'OUTLIER', '1m', '--allow-outliers', '--json');
    expect(allowed.exitCode).toBe(0);
    expect(JSON.parse(allowed.stdout)).toMatchObject({ inserted: 1, unchanged: 20, refused: 0 });
  });

  it('stores all days of a share whose price falls 22:1, reports the level shift, and changes nothing again', async () => {
    const days = Array.from({ length: 120 }, (_, index) => {
      const price = ((index < 60 ? 2_200 : 100) + (index % 7) * 0.5).toFixed(2);
      const day = new Date(Date.UTC(2024, 0, 1) + index * 86_400_000).toISOString().slice(0, 10);
      return `${day},${price},${price},${price},${price},1`;
    });
    const file = fileOf([HEADER, ...days]);
    for (const [symbol, batchSize] of [
      ['FALL', 5_000],
      ['FALL-IN-PARTS', 7],
    ] as const) {
      const run = () => runImport(file, symbol, '1d', '--json', '--batch-size', String(batchSize));
      const { exitCode, stdout, stderr } = await run();
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      // By hand: the close of 1 March is 102, the median of the twenty days before it 2201.5.
      const ratio = expect.closeTo(102 / 2_201.5, 10) as number;
      const shifts = [{ open_time: '2024-03-01T00:00:00Z', ratio }];
      expect(JSON.parse(stdout)).toMatchObject({
        read: 120,
        inserted: 120,
        refused: 0,
        held: 0,
        level_shifts: shifts,
      });
      const again = await run();
      expect(again.exitCode).toBe(0);
      expect(JSON.parse(again.stdout)).toMatchObject({ unchanged: 120, refused: 0, level_shifts: [] });
    }
    const short = await runImport(fileOf([HEADER, ...days.slice(0, 62)]), 'FALL-SHORT', '1d');
    expect(short).toMatchObject({
      exitCode: 2,
      stdout: expect.stringContaining('2 refused, 2 held, 19 off grid') as string,
      stderr: expect.stringMatching(
        /line 62 refused: close .* held in quarantine.*\nline 63 refused/,
      ) as string,
    });
  });

  it.each(['SIGKILL', 'SIGINT', 'SIGTERM'] as const)(
    'resumes a run that was stopped by %s, without duplicates',
    async (signal) => {
      const [count, batchSize] = [20_000, 50];
      const file = fileOf([HEADER, ...minutes(count)]);
      const words = wordsFor(file, signal, '1m', '--batch-size', String(batchSize));
      const { process: child, result } = startCli(words, { DATABASE_URL: database.url });
      // The first progress is shown as soon as the first batch is stored.
      await once(child.stderr, 'data');
      child.kill(signal);
      const finished = await result;
      const { stored } = await counters(signal);
      expect(stored).toBeGreaterThanOrEqual(batchSize);
      expect(stored).toBeLessThan(count);
      if (signal === 'SIGKILL') expect(finished.exitCode).toBeNull();
      else {
        expect(finished.exitCode).toBe(130);
        expect(finished.stderr).toContain(`Interrupted; the file is stored up to line ${stored + 1}.`);
      }

      const resumed = await runImport(file, signal, '1m', '--json');
      expect(resumed.exitCode).toBe(0);
      expect(JSON.parse(resumed.stdout)).toMatchObject({
        read: count,
        inserted: count - stored,
        updated: 0,
        unchanged: stored,
      });
      expect(await counters(signal)).toMatchObject({ count, stored: count, revisions: 0 });
    },
    30_000,
  );

  it.each([
    ['a missing file', ['none.csv', 'X', '1d'], 'none.csv does not exist'],
    ['a directory', [tmpdir(), 'X', '1d'], 'is a directory: name a CSV file'],
    ['an interval outside the eleven', [SAMPLE_FILE, 'X', '7m'], 'Allowed choices are 1m, 3m, 5m, 15m, 30m'],
    ['a symbol without characters', [SAMPLE_FILE, '', '1d'], '1 to 128 characters'],
    ['a batch of nothing', [SAMPLE_FILE, 'X', '1d', '--batch-size', '0'], 'an integer from 1 to 50000'],
  ] as const)('says what is wrong with %s', async (_, [file, symbol, interval, ...further], message) => {
    const { exitCode, stdout, stderr } = await runImport(file, symbol, interval, ...further);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('says what is wrong with a file without candles or columns', async () => {
    const headerOnly = await runImport(fileOf([HEADER]), 'X', '1d');
    expect(headerOnly).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('holds no candles') });
    const noVolume = await runImport(fileOf(['date,open,high,low,close', '2024-01-01,1,1,1,1']), 'X', '1d');
    expect(noVolume).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Missing: volume.') });
    expect(await counters('X')).toBeUndefined();
  });

  it('refuses a line that is no CSV, stores the others, and counts what lies off the grid', async () => {
    const file = fileOf([
      HEADER,
      ...minutes(300),
      '"30000000,1,1,1,1,1',
      '18061,1,1,1,1,1',
      '18120,1,1,1,1,1',
    ]);
    const { exitCode, stdout, stderr } = await runImport(
      file,
      'BROKEN',
      '1m',
      ...['--exchange', 'binance', '--batch-size', '100'],
    );
    expect(exitCode).toBe(2);
    expect(stderr).toContain('line 302 refused: line has a quote that is not closed');
    expect(stdout).toContain('303 rows in');
    expect(stdout).toContain('(302 inserted, 0 updated, 0 unchanged, 1 refused, 1 off grid)');
    expect((await counters('BROKEN')).stored).toBe(302);
  });
});
