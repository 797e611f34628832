import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { testPriceJumps } from '../support/price-jumps';
import { CandleImports, HEADER, minutes, SAMPLE_FILE } from '../support/candle-imports';
import { startCli } from '../support/start-cli';

describe('import', () => {
  let imports: CandleImports;

  beforeAll(async () => {
    imports = await CandleImports.open();
  });
  afterAll(() => imports.close());

  it('stores the S&P 500 digit for digit, and a second run changes nothing', async () => {
    const first = await imports.start(SAMPLE_FILE, 'SPX', '1d').result;
    expect(first).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('5,105 inserted') });

    // The file itself is the expectation: its columns without adjclose.
    const rows = readFileSync(SAMPLE_FILE, 'utf8').trim().split('\n').slice(1);
    const expected = rows.map((row) => row.split(',').toSpliced(5, 1).join(','));
    expect(expected).toHaveLength(5_105);
    expect(await imports.storedCsv('SPX')).toEqual(expected);

    const before = await imports.counters('SPX');
    const second = await imports.run(SAMPLE_FILE, 'SPX', '1d', '--json');
    expect(second.exitCode).toBe(0);
    expect(JSON.parse(second.stdout)).toMatchObject({
      read: 5_105,
      inserted: 0,
      updated: 0,
      unchanged: 5_105,
    });
    expect(await imports.counters('SPX')).toEqual(before);
    const loaded = {
      start: '2000-01-03T00:00:00Z',
      end: '2020-04-17T00:00:00Z',
      inserted: 5_105,
      updated: 0,
    };
    expect(await imports.eventsOf('SPX')).toMatchObject([['candles.loaded', loaded]]);
  });

  it('reports a few candles one by one', async () => {
    await imports.run(imports.fileOf([HEADER, ...minutes(3)]), 'FEW', '1m');
    const events = await imports.eventsOf('FEW');
    expect(events.map(([kind]) => kind)).toEqual(['candle.closed']);
    expect(events[0][1].candles).toHaveLength(3);
  });

  it('refuses candles that are older than their interval is kept, line by line', async () => {
    const file = imports.fileOf([HEADER, ...minutes(2)]);
    const { exitCode, stdout, stderr } = await startCli(imports.wordsFor(file, 'OLD', '1m', '--json'), {
      DATABASE_URL: imports.databaseUrl,
      RETENTION_DAYS: '1m=90',
    }).result;
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([2, { read: 2, inserted: 0, refused: 2 }]);
    expect(stderr).toMatch(/open_time must not be before \d.*: 1m candles are kept for 90 days/);
    expect(await imports.storedCsv('OLD')).toEqual([]);
  });

  it('stores nothing where a newer version says that this one must not', async () => {
    await imports.client.query(
      `insert into breaking_migrations values ('DropVolumes9000000000000', 'no volume')`,
    );
    const refused = await imports.run(imports.fileOf([HEADER, ...minutes(2)]), 'NEWER', '1m');
    await imports.client.query('delete from breaking_migrations');
    expect(refused).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('The schema is too new for this version') as string,
    });
    expect(await imports.counters('NEWER')).toBeUndefined();
  });

  it('prints one JSON object and nothing else with --json', async () => {
    const file = imports.fileOf([HEADER, ...minutes(3)]);
    const { stdout, stderr } = await imports.run(file, 'JSON', '1m', '--json');
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
    const file = imports.fileOf([
      HEADER,
      '2024-01-01,100.50,12345678901234567890.10,0.000000000000000001,100.5,0.00',
    ]);
    expect((await imports.run(file, 'DIGITS', '1d')).exitCode).toBe(0);
    expect(await imports.storedCsv('DIGITS')).toEqual([
      '2024-01-01,100.50,12345678901234567890.10,0.000000000000000001,100.5,0.00',
    ]);
    const changed = imports.fileOf([
      HEADER,
      '2024-01-01,100.5,12345678901234567890.10,0.000000000000000001,100.5,0.00',
    ]);
    const { stdout } = await imports.run(changed, 'DIGITS', '1d', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ inserted: 0, updated: 1, unchanged: 0 });
    expect((await imports.storedCsv('DIGITS'))[0]).toContain('2024-01-01,100.5,');
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
    const { exitCode, stderr } = await imports.run(imports.fileOf([HEADER, ...lines]), 'REFUSED', '1d');
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
    expect(await imports.storedCsv('REFUSED')).toEqual([lines[0], lines[8]]);

    const again = JSON.parse(
      (await imports.run(imports.fileOf([HEADER, ...lines]), 'REFUSED', '1d', '--json')).stdout,
    );
    expect(again).toMatchObject({ read: 9, inserted: 0, updated: 0, unchanged: 2, refused: 7 });
    expect(again.first_refusals[1]).toEqual({
      line: 4,
      problems: [{ field: 'low', message: 'must not be above open (1)' }],
    });
  });

  testPriceJumps(() => imports);

  it.each(['SIGKILL', 'SIGINT', 'SIGTERM'] as const)(
    'resumes a run that was stopped by %s, without duplicates',
    async (signal) => {
      const [count, batchSize] = [20_000, 50];
      const file = imports.fileOf([HEADER, ...minutes(count)]);
      const { process: child, result } = imports.start(file, signal, '1m', '--batch-size', String(batchSize));
      // The first progress is shown as soon as the first batch is stored.
      await once(child.stderr, 'data');
      child.kill(signal);
      const finished = await result;
      const { stored } = await imports.counters(signal);
      expect(stored).toBeGreaterThanOrEqual(batchSize);
      expect(stored).toBeLessThan(count);
      if (signal === 'SIGKILL') expect(finished.exitCode).toBeNull();
      else {
        expect(finished.exitCode).toBe(130);
        expect(finished.stderr).toContain(`Interrupted; the file is stored up to line ${stored + 1}.`);
      }

      const resumed = await imports.run(file, signal, '1m', '--json');
      expect(resumed.exitCode).toBe(0);
      expect(JSON.parse(resumed.stdout)).toMatchObject({
        read: count,
        inserted: count - stored,
        updated: 0,
        unchanged: stored,
      });
      expect(await imports.counters(signal)).toMatchObject({ count, stored: count, revisions: 0 });
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
    const { exitCode, stdout, stderr } = await imports.run(file, symbol, interval, ...further);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain(message);
  });

  it('says what is wrong with a file without candles or columns', async () => {
    const headerOnly = await imports.run(imports.fileOf([HEADER]), 'X', '1d');
    expect(headerOnly).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('holds no candles') });
    const noVolume = await imports.run(
      imports.fileOf(['date,open,high,low,close', '2024-01-01,1,1,1,1']),
      'X',
      '1d',
    );
    expect(noVolume).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('Missing: volume.') });
    expect(await imports.counters('X')).toBeUndefined();
  });

  it('refuses a line that is no CSV, stores the others, and counts what lies off the grid', async () => {
    const file = imports.fileOf([
      HEADER,
      ...minutes(300),
      '"30000000,1,1,1,1,1',
      '18061,1,1,1,1,1',
      '18120,1,1,1,1,1',
    ]);
    const { exitCode, stdout, stderr } = await imports.run(
      file,
      'BROKEN',
      '1m',
      ...['--exchange', 'binance', '--batch-size', '100'],
    );
    expect(exitCode).toBe(2);
    expect(stderr).toContain('line 302 refused: line has a quote that is not closed');
    expect(stdout).toContain('303 rows in');
    expect(stdout).toContain('(302 inserted, 0 updated, 0 unchanged, 1 refused, 1 off grid)');
    expect((await imports.counters('BROKEN')).stored).toBe(302);
  });
});
