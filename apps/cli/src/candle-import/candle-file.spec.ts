import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvFileSize } from '../csv-import/csv-lines';
import { type CandleLine, readCandleFile } from './candle-file';

const HEADER = 'date,open,high,low,close,volume';
const CANDLE = { open: '1.10', high: '2', low: '1', close: '1.5', volume: '0' };

describe('readCandleFile', () => {
  let directory: string;

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'candelabra-candle-file-'));
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  function fileOf(text: string): string {
    const file = join(directory, 'candles.csv');
    writeFileSync(file, text);
    return file;
  }

  async function read(text: string): Promise<CandleLine[]> {
    const lines: CandleLine[] = [];
    for await (const line of readCandleFile(fileOf(text), '1d')) lines.push(line);
    return lines;
  }

  it('keeps numbers as their text, counts lines from the start of the file, and says how far it has read', async () => {
    const text = `${HEADER}\n2024-01-01,1.10,2,1,1.5,0\n\n2024-01-02,1.10,2,1,1.5,0`;
    expect(await read(text)).toEqual([
      { line: 2, bytesRead: 59, content: { openTime: new Date('2024-01-01'), ...CANDLE } },
      { line: 4, bytesRead: text.length, content: { openTime: new Date('2024-01-02'), ...CANDLE } },
    ]);
  });

  it('reads a byte order mark, Windows line ends, quotes and blanks around fields', async () => {
    const lines = await read(`\uFEFF${HEADER}\r\n"2024-01-01", 1.10 ,2,1,"1.5",0\r\n`);
    expect(lines.map(({ content }) => content)).toEqual([{ openTime: new Date('2024-01-01'), ...CANDLE }]);
  });

  it('refuses a line by itself for its time or its number of fields', async () => {
    const lines = await read(
      `${HEADER}\n2024-02-30,1,1,1,1,1\n2024-01-02,1,1\n2024-01-03,1,1,1,1,1,1\n2024-01-01,1.10,2,1,1.5,0\n`,
    );
    expect(lines.map(({ line, content }) => [line, content])).toEqual([
      [2, [{ field: 'open_time', message: expect.stringMatching(/RFC 3339.*YYYY-MM-DD.*unix/) }]],
      [3, [{ field: 'line', message: 'has 3 fields where the first line has 6' }]],
      [4, [{ field: 'line', message: 'has 7 fields where the first line has 6' }]],
      [5, { openTime: new Date('2024-01-01'), ...CANDLE }],
    ]);
  });

  it('refuses a line with a quote that is not closed, and goes on after it', async () => {
    const lines = await read(`${HEADER}\n"2024-01-02,1,1,1,1,1\n2024-01-01,1.10,2,1,1.5,0\n`);
    expect(lines.map(({ line, content }) => [line, content])).toEqual([
      [2, [{ field: 'line', message: 'has a quote that is not closed' }]],
      [3, { openTime: new Date('2024-01-01'), ...CANDLE }],
    ]);
  });

  it('says that an empty file is empty', async () => {
    await expect(read('')).rejects.toThrow('is empty: its first line must name the columns');
  });

  it('says so when the file is missing', async () => {
    const lines = readCandleFile(join(directory, 'none.csv'), '1d');
    await expect(lines.next()).rejects.toThrow('none.csv does not exist');
  });

  it('knows the size of a file, and what cannot be read', async () => {
    expect(await csvFileSize(fileOf('12345'))).toBe(5);
    await expect(csvFileSize(directory)).rejects.toThrow('is a directory: name a CSV file');
    await expect(csvFileSize(join(directory, 'none.csv'))).rejects.toThrow('none.csv does not exist');
  });
});
