import { type LineBlock, readTextLines } from './read-text-lines';

const LONGEST_LINE_BYTES = 12;
const TOO_LONG = { fault: 'is longer than 12 bytes' };

async function* piecesOf(data: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < data.length; start += size)
    yield await Promise.resolve(data.subarray(start, start + size));
}

async function read(text: string | Buffer, size: number) {
  const blocks: LineBlock[] = [];
  const pieces = piecesOf(Buffer.from(text as string), size);
  for await (const block of readTextLines(pieces, { longestLineBytes: LONGEST_LINE_BYTES }))
    blocks.push(block);
  return blocks;
}

/** Each line with the number that its block gives it. */
const numbered = (blocks: readonly LineBlock[]) =>
  blocks.flatMap(({ firstLine, lines }) => lines.map((line, index) => [firstLine + index, line]));

describe('readTextLines', () => {
  const cases: readonly [what: string, text: string | Buffer, lines: readonly unknown[]][] = [
    ['nothing', '', []],
    ['a line without an end', 'one', ['one']],
    ['line ends of both kinds', 'one\r\ntwo\n\nthree\n', ['one', 'two', '', 'three']],
    ['a byte order mark', '\ufeffone\ntwo', ['one', 'two']],
    ['letters of several bytes', 'é😀\n漢字\n', ['é😀', '漢字']],
    ['a line too long', `one\n${'x'.repeat(40)}\ntwo\n`, ['one', TOO_LONG, 'two']],
    ['a last line too long', `one\n${'x'.repeat(40)}`, ['one', TOO_LONG]],
    ['a first line too long', `${'x'.repeat(13)}\none`, [TOO_LONG, 'one']],
    ['a line as long as may be', `${'x'.repeat(12)}\n${'é'.repeat(6)}\n`, ['x'.repeat(12), 'é'.repeat(6)]],
    ['letters that are too many bytes', `${'é'.repeat(7)}\none`, [TOO_LONG, 'one']],
    [
      'bytes that are no UTF-8',
      Buffer.from('one\n\xff\xfe\ntwo\n', 'latin1'),
      ['one', { fault: 'is not UTF-8' }, 'two'],
    ],
  ];

  it.each(cases)('reads %s, however it is cut', async (_, text, lines) => {
    for (let size = 1; size <= 60; size++) {
      const blocks = await read(text, size);
      expect([size, numbered(blocks)]).toEqual([size, lines.map((line, index) => [index + 1, line])]);
      if (blocks.length > 0) expect(blocks.at(-1)!.bytesRead).toBe(Buffer.byteLength(text));
    }
  });

  it('gives what came whole where reading fails, and no part of a line', async () => {
    async function* failing() {
      yield await Promise.resolve(Buffer.from('one\ntw'));
      throw new Error('cut');
    }
    const lines: unknown[] = [];
    const reading = async () => {
      for await (const block of readTextLines(failing(), { longestLineBytes: 12 }))
        lines.push(...block.lines);
    };
    await expect(reading()).rejects.toThrow('cut');
    expect(lines).toEqual(['one']);
  });
});
