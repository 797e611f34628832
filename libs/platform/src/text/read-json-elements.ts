import { isUtf8 } from 'node:buffer';
import type { LineBlock, UnreadableLine } from './read-text-lines';

/** The text is no JSON array of objects; the message says where. */
export class NoJsonArray extends Error {}

const [SPACE, QUOTE, COMMA] = [0x20, 0x22, 0x2c];
const [ARRAY_START, BACKSLASH, ARRAY_END] = [0x5b, 0x5c, 0x5d];
const [OBJECT_START, OBJECT_END] = [0x7b, 0x7d];
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

type State = 'start' | 'first' | 'element' | 'between' | 'next' | 'end';

/**
 * The objects of a JSON array, each as its text, in blocks as they come in: a whole is never held. They are counted as lines are: from
 * 1. One object alone is the only element. Whether an element is JSON shows when it is parsed. Throws NoJsonArray, after what is before.
 */
export async function* readJsonElements(
  chunks: AsyncIterable<Buffer>,
  { longestElementBytes }: { readonly longestElementBytes: number },
): AsyncGenerator<LineBlock> {
  const scanner = new ElementScanner(longestElementBytes);
  let bytesRead = 0;
  let firstLine = 1;
  for await (const chunk of chunks) {
    const lines = scanner.scan(chunk);
    bytesRead += chunk.length;
    if (lines.length > 0) yield { firstLine, lines, bytesRead };
    firstLine += lines.length;
    if (scanner.fault !== undefined) throw new NoJsonArray(scanner.fault);
  }
  if (!scanner.isComplete) throw new NoJsonArray('ends before its array does');
}

class ElementScanner {
  /** What is wrong, after which nothing is read. */
  fault: string | undefined;
  private state: State = 'start';
  private depth = 0;
  private inText = false;
  private isEscaped = false;
  private isAlone = false;
  private parts: Buffer[] = [];
  private bytes = 0;
  private position = 0;

  constructor(private readonly longestElementBytes: number) {}

  get isComplete(): boolean {
    return this.state === 'end';
  }

  scan(chunk: Buffer): (string | UnreadableLine)[] {
    const elements: (string | UnreadableLine)[] = [];
    let start = 0;
    for (let index = 0; index < chunk.length && this.fault === undefined; index++) {
      if (this.state !== 'element') {
        this.step(chunk[index], this.position + index);
        start = index;
        continue;
      }
      if (!this.closes(chunk[index])) continue;
      this.keep(chunk.subarray(start, index + 1));
      elements.push(this.take());
      this.state = this.isAlone ? 'end' : 'between';
    }
    if (this.state === 'element') this.keep(chunk.subarray(start));
    this.position += chunk.length;
    return elements;
  }

  /** A byte outside the elements. */
  private step(byte: number, position: number): void {
    if (byte <= SPACE || (this.state === 'start' && BYTE_ORDER_MARK[position] === byte)) return;
    const isBeforeElement = this.state === 'start' || this.state === 'first' || this.state === 'next';
    if (byte === OBJECT_START && isBeforeElement) {
      this.isAlone = this.state === 'start';
      this.state = 'element';
      this.depth = 1;
      return;
    }
    if (byte === ARRAY_START && this.state === 'start') this.state = 'first';
    else if (byte === ARRAY_END && (this.state === 'first' || this.state === 'between')) this.state = 'end';
    else if (byte === COMMA && this.state === 'between') this.state = 'next';
    else this.fault = `is not an array of JSON objects: byte ${position + 1} is not part of one`;
  }

  /** Whether this byte of an element is its last one. */
  private closes(byte: number): boolean {
    if (this.inText) {
      if (this.isEscaped) this.isEscaped = false;
      else if (byte === BACKSLASH) this.isEscaped = true;
      else if (byte === QUOTE) this.inText = false;
      return false;
    }
    if (byte === QUOTE) this.inText = true;
    else if (byte === OBJECT_START || byte === ARRAY_START) this.depth++;
    else if (byte === OBJECT_END || byte === ARRAY_END) this.depth--;
    return this.depth === 0;
  }

  private keep(part: Buffer): void {
    this.bytes += part.length;
    if (this.bytes <= this.longestElementBytes) this.parts.push(part);
    else this.parts = [];
  }

  private take(): string | UnreadableLine {
    const { parts, bytes, longestElementBytes } = this;
    this.parts = [];
    this.bytes = 0;
    if (bytes > longestElementBytes) return { fault: `is longer than ${longestElementBytes} bytes` };
    const element = parts.length === 1 ? parts[0] : Buffer.concat(parts);
    return isUtf8(element) ? element.toString('utf8') : { fault: 'is not UTF-8' };
  }
}
