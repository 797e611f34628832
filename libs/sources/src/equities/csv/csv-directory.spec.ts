import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatDate } from '#engine/market/parse-time';
import { openEquitySource } from '../open-equity-source';

const SPX = join(__dirname, '../../../../../node_modules/vega-datasets/data/sp500-2000.csv');
const HEADER = 'date,open,high,low,close,volume\n';
const EVER = { from: '1900-01-01', to: '2100-01-01' };

describe('a directory of prices', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'candelabra-prices-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const write = (name: string, text: string) => writeFileSync(join(directory, name), text);
  const fetch = (symbol: string, range = EVER, signal = new AbortController().signal) =>
    openEquitySource({ provider: 'csv', directory }).fetchDaily(symbol, range, signal);

  it('has the S&P 500 of the vega-datasets package, 5,105 sessions, digit for digit', async () => {
    copyFileSync(SPX, join(directory, '^GSPC.csv'));
    const { candles, splits, dividends } = await fetch('^GSPC');

    expect(candles).toHaveLength(5_105);
    expect(candles[0]).toEqual({
      openTime: Date.UTC(2000, 0, 3),
      open: '1469.250000',
      high: '1478.000000',
      low: '1438.359985',
      close: '1455.219971',
      volume: '931800000',
    });
    expect(formatDate(candles.at(-1)!.openTime)).toBe('2020-04-17');
    expect({ splits, dividends }).toEqual({ splits: [], dividends: [] });
  });

  it('has of it what lies in the range, first and last day included', async () => {
    copyFileSync(SPX, join(directory, 'SPX.csv'));
    const { candles } = await fetch('SPX', { from: '2008-09-12', to: '2008-09-16' });

    expect(candles.map(({ openTime }) => formatDate(openTime))).toEqual([
      '2008-09-12',
      '2008-09-15',
      '2008-09-16',
    ]);
    expect((await fetch('SPX', { from: '2008-09-13', to: '2008-09-14' })).candles).toEqual([]);
  });

  it('takes columns in any order, blank lines, quotes and other line ends, and sorts what is out of order', async () => {
    write(
      'A.csv',
      '\ufeff"Volume",Adj Close,Close,Low,High,Open,Open_Time\r\n' +
        '7,9,3.10,1,4,2,2024-01-04T00:00:00Z\r\n\r\n"5",9,2.00,1,4,2,2024-01-03\r\n6,9,2.50,1,4,2,2024-01-03\r\n',
    );

    expect((await fetch('A')).candles.map(({ close, volume }) => [close, volume])).toEqual([
      ['2.50', '6'],
      ['3.10', '7'],
    ]);
  });

  it('has splits and dividends where there are files of them', async () => {
    write('A.csv', HEADER);
    write('A.splits.csv', 'denominator,ex_date,numerator\n1,2020-08-31,4\n1,2014-06-09,7\n');
    write('A.dividends.csv', 'ex_date,amount,currency\n2020-08-07,0.205,USD\n2019-01-01,1,USD\n');

    expect(await fetch('A', { from: '2014-01-01', to: '2020-12-31' })).toEqual({
      candles: [],
      splits: [
        { exDate: '2014-06-09', numerator: '7', denominator: '1' },
        { exDate: '2020-08-31', numerator: '4', denominator: '1' },
      ],
      dividends: [
        { exDate: '2019-01-01', amount: '1' },
        { exDate: '2020-08-07', amount: '0.205' },
      ],
    });
  });

  it.each([
    ['an exponent', '2024-01-02,1,2,1,1e3,5', 'A.csv, line 2: close must be a decimal string'],
    ['no price', '2024-01-02,,2,1,1,5', 'A.csv, line 2: open must be a decimal string'],
    ['a negative volume', '2024-01-02,1,2,1,1,-5', 'A.csv, line 2: volume must be a decimal string'],
    [
      'NaN in the second row',
      '2024-01-02,1,2,1,1,5\n2024-01-03,1,NaN,1,1,5',
      'A.csv, line 3: high must be a decimal string',
    ],
    ['a month 13', '2024-13-02,1,2,1,1,5', "A.csv, line 2: date must be a session's date"],
    ['a time of the day', '2024-01-02T14:30:00Z,1,2,1,1,5', "A.csv, line 2: date must be a session's date"],
    ['a field too few', '2024-01-02,1,2,1,1', 'A.csv, line 2: it has 5 fields where the first line has 6'],
    ['an open quote', '"2024-01-02,1,2,1,1,5', 'A.csv, line 2: it has a quote that is not closed'],
    [
      'a line without end',
      `2024-01-02,1,2,1,1,${'5'.repeat(70_000)}`,
      'A.csv, line 2: it is longer than 65536 bytes',
    ],
  ])('says which line and field of a file is bad: %s', async (_name, lines, message) => {
    write('A.csv', `${HEADER}${lines}\n`);

    await expect(fetch('A')).rejects.toMatchObject({
      name: 'SourceFailure',
      kind: 'malformed',
      message: expect.stringContaining(message),
    });
  });

  it.each([
    ['A.csv', '', /A\.csv: .*Missing: the time, open, high, low, close, volume/],
    ['A.csv', 'date,open,high,low,close\n', /A\.csv: .*Missing: volume/],
    ['A.splits.csv', 'date,ratio\n', /A\.splits\.csv: .*Missing: ex_date, numerator, denominator/],
    [
      'A.splits.csv',
      'ex_date,numerator,denominator\n2020-01-01,0,1\n',
      /A\.splits\.csv, line 2: numerator must/,
    ],
    ['A.dividends.csv', 'ex_date,amount\n2020-01-01,abc\n', /A\.dividends\.csv, line 2: amount must/],
  ])('says what %s lacks when it holds %j', async (name, text, message) => {
    write('A.csv', HEADER);
    write(name, text);

    await expect(fetch('A')).rejects.toMatchObject({
      kind: 'malformed',
      message: expect.stringMatching(message),
    });
  });

  it.each([
    'B',
    'a',
    '../A',
    '..',
    '.',
    '/etc/passwd',
    'A/../A',
    'A\\A',
    'A\0',
    '',
    'A'.repeat(65),
    'Ä',
    'A B',
  ])('has no symbol %j', async (symbol) => {
    write('A.csv', HEADER);

    await expect(fetch(symbol)).rejects.toMatchObject({ kind: 'unsupported' });
  });

  it('does not take the splits of a symbol, a directory or a device for candles', async () => {
    write('A.splits.csv', 'ex_date,numerator,denominator\n');
    mkdirSync(join(directory, 'D.csv'));
    symlinkSync('/dev/null', join(directory, 'N.csv'));

    for (const symbol of ['A.splits', 'A.SPLITS', 'A.dividends', 'D', 'N']) {
      await expect(fetch(symbol)).rejects.toMatchObject({ kind: 'unsupported' });
    }
  });

  it('is unreachable while the directory is not there', async () => {
    const source = openEquitySource({ provider: 'csv', directory: join(directory, 'missing') });

    await expect(source.fetchDaily('A', EVER, new AbortController().signal)).rejects.toMatchObject({
      kind: 'unreachable',
      message: 'the prices of A cannot be read from the directory: ENOENT',
    });
  });

  it('rejects a fetch that is aborted with the reason', async () => {
    write('A.csv', HEADER + '2024-01-02,1,2,1,1,5\n'.repeat(100_000));
    const stop = new AbortController();
    const fetched = fetch('A', EVER, stop.signal);
    stop.abort(new Error('no longer wanted'));

    await expect(fetched).rejects.toThrow('no longer wanted');
  });
});
