import { isUtf8 } from 'node:buffer';

/** Lines that came in together; a line that cannot be read is what is wrong with it. */
export interface LineBlock {
  /** The number of its first line, counted from 1. */
  readonly firstLine: number;
  readonly lines: readonly (string | UnreadableLine)[];
  /** Where its last line ends. */
  readonly bytesRead: number;
}

export interface UnreadableLine {
  readonly fault: string;
}

/** Whether a line holds nothing but spaces. */
export function isBlankLine(line: string | UnreadableLine): boolean {
  return typeof line === 'string' && (line === '' || (line.startsWith(' ') && line.trim() === ''));
}

const LINE_FEED = 0x0a;
const NOTHING = Buffer.alloc(0);

/**
 * The lines of a UTF-8 text, without their ends and a byte order mark, in blocks as they come in: a whole is never held, and a
 * line longer than the limit is skipped to its end. What follows the last line feed is a line where the text ends, and none
 * where reading it fails.
 */
export async function* readTextLines(
  chunks: AsyncIterable<Buffer>,
  { longestLineBytes }: { longestLineBytes: number },
): AsyncGenerator<LineBlock> {
  const tooLong: UnreadableLine = { fault: `is longer than ${longestLineBytes} bytes` };
  let rest: Buffer = NOTHING;
  let skipping = false;
  let firstLine = 1;
  let bytesRead = 0;

  for await (const chunk of chunks) {
    let data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const lines: (string | UnreadableLine)[] = [];
    if (skipping) {
      const end = data.indexOf(LINE_FEED);
      if (end < 0) {
        bytesRead += data.length;
        rest = NOTHING;
        continue;
      }
      bytesRead += end + 1;
      data = data.subarray(end + 1);
      skipping = false;
      lines.push(tooLong);
    }
    const end = data.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) appendLines(lines, data.subarray(0, end - 1), bytesRead === 0, longestLineBytes, tooLong);
    rest = data.subarray(end);
    bytesRead += end;
    if (rest.length > longestLineBytes) {
      skipping = true;
      bytesRead += rest.length;
      rest = NOTHING;
    }
    if (lines.length > 0) yield { firstLine, lines, bytesRead };
    firstLine += lines.length;
  }

  const lines: (string | UnreadableLine)[] = skipping ? [tooLong] : [];
  if (rest.length > 0) appendLines(lines, rest, bytesRead === 0, longestLineBytes, tooLong);
  if (lines.length > 0) yield { firstLine, lines, bytesRead: bytesRead + rest.length };
}

function appendLines(
  lines: (string | UnreadableLine)[],
  data: Buffer,
  atStart: boolean,
  longestLineBytes: number,
  tooLong: UnreadableLine,
): void {
  // As a rule the whole block is UTF-8, and is decoded and cut at once.
  const whole = isUtf8(data) ? data.toString('utf8').split('\n') : linesOneByOne(data);
  if (atStart && typeof whole[0] === 'string' && whole[0].startsWith('\ufeff')) whole[0] = whole[0].slice(1);
  for (const line of whole) {
    if (typeof line !== 'string') lines.push(line);
    else if (line.length * 3 > longestLineBytes && Buffer.byteLength(line) > longestLineBytes)
      lines.push(tooLong);
    else lines.push(line.endsWith('\r') ? line.slice(0, -1) : line);
  }
}

function linesOneByOne(data: Buffer): (string | UnreadableLine)[] {
  const lines: (string | UnreadableLine)[] = [];
  for (let start = 0; start <= data.length;) {
    const found = data.indexOf(LINE_FEED, start);
    const line = data.subarray(start, found < 0 ? data.length : found);
    lines.push(isUtf8(line) ? line.toString('utf8') : { fault: 'is not UTF-8' });
    start += line.length + 1;
  }
  return lines;
}
