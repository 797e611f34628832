import { gzipSync } from 'node:zlib';
import { describeFirstLine, firstLines, linesAt } from './file-lines';

const LINES = ['open_time,open', '2024-01-01,1', '', '2024-01-03,€3', '2024-01-04,4'];

const fileOf = (text: string | Uint8Array<ArrayBuffer>, name = 'candles.csv') => new File([text], name);

describe('the lines of a file', () => {
  it('begin with the first, without a byte order mark and the ends of Windows', async () => {
    const file = fileOf(`\uFEFF${LINES.join('\r\n')}`);
    expect(await firstLines(file, 2)).toEqual({ lines: LINES.slice(0, 2), isAll: false });
    expect(await firstLines(file, 9)).toEqual({ lines: LINES, isAll: true });
    expect(await firstLines(fileOf('a\n'), 1)).toEqual({ lines: ['a'], isAll: true });
  });

  it('are read from the beginning of a file alone, and a line that is cut is not shown', async () => {
    const file = fileOf('0123456789\n'.repeat(20_000));
    const slice = jest.spyOn(file, 'slice');
    const { lines, isAll } = await firstLines(file, 10_000);
    expect(slice.mock.calls).toEqual([[0, 65_536]]);
    expect(isAll).toBe(false);
    expect(new Set(lines)).toEqual(new Set(['0123456789']));
  });

  it('are unpacked, also where only the beginning is at hand', async () => {
    const packed = (text: string) => fileOf(new Uint8Array(gzipSync(text, { level: 0 })), 'candles.CSV.gz');
    expect(await firstLines(packed(LINES.join('\n')), 9)).toEqual({ lines: LINES, isAll: true });
    const { lines } = await firstLines(packed('0123456789\n'.repeat(20_000)), 3);
    expect(lines).toEqual(['0123456789', '0123456789', '0123456789']);
    expect(await linesAt(packed(LINES.join('\n')), [4])).toEqual(new Map([[4, LINES[3]]]));
  });

  it('are found by their numbers, empty lines counted, across the pieces that a file is read in', async () => {
    expect(await linesAt(fileOf(LINES.join('\r\n')), [5, 1, 3, 8])).toEqual(
      new Map([
        [1, LINES[0]],
        [3, ''],
        [5, LINES[4]],
      ]),
    );
    const numbered = Array.from({ length: 50_000 }, (_, index) => `line ${index + 1} €`);
    const found = await linesAt(fileOf(numbered.join('\n')), [2, 25_000, 50_000]);
    expect([...found.values()]).toEqual(['line 2 €', 'line 25000 €', 'line 50000 €']);
  });
});

describe('the first line of a file', () => {
  it.each([
    ['"Exchange", Symbol ,open_time', 'csv', ['Exchange', 'Symbol', 'open_time']],
    [',score', 'csv', ['', 'score']],
    ['{"exchange":"us","open":"1"}', 'ndjson', ['exchange', 'open']],
    ['{"exchange":', 'ndjson', []],
  ])('of %s', (line, format, names) => {
    expect(describeFirstLine(line)).toEqual({ format, names });
  });
});
