import { Writable } from 'node:stream';
import type { CandleColumns } from '#engine/market/candle-columns';

const SIGNATURE_BYTES = 11;
const FIXED_HEADER_BYTES = SIGNATURE_BYTES + 8;
/** Postgres counts timestamps in microseconds from 2000-01-01 UTC. */
const POSTGRES_EPOCH_MILLISECONDS = 946_684_800_000;
const TWO_TO_32 = 4_294_967_296;
const LARGEST_EXACT_POWER_OF_TEN = 22;
const POWERS_OF_TEN = Array.from({ length: LARGEST_EXACT_POWER_OF_TEN + 1 }, (_, exponent) => 10 ** exponent);
const END_OF_DATA = -1;

/**
 * Decodes `copy (select open_time, open, high, low, close, volume …) to stdout (format binary)` into columns while it
 * arrives. Numbers are the doubles nearest to the stored decimals, bit for bit what `Number(text)` gives. The layout is
 * that of the PostgreSQL manual (COPY, "Binary Format") and of `numeric_send`.
 */
export class CopyBinaryDecoder {
  private rest: Buffer = Buffer.alloc(0);
  private headerSeen = false;
  private rows = 0;

  constructor(private readonly columns: CandleColumns) {}

  /** Rows decoded so far. */
  get rowCount(): number {
    return this.rows;
  }

  push(chunk: Buffer): void {
    const data = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk;
    let offset = 0;
    if (!this.headerSeen) {
      if (data.length < FIXED_HEADER_BYTES) {
        this.rest = data;
        return;
      }
      offset = FIXED_HEADER_BYTES + data.readInt32BE(FIXED_HEADER_BYTES - 4);
      this.headerSeen = true;
    }
    for (;;) {
      const next = this.decodeRow(data, offset);
      if (next < 0) break;
      offset = next;
    }
    this.rest = data.subarray(offset);
  }

  /** The offset after the row, or -1 when the row is not complete yet or at the end of the data. */
  private decodeRow(data: Buffer, start: number): number {
    const end = endOfRow(data, start);
    if (end < 0) return -1;
    const { openTime, open, high, low, close, volume, length } = this.columns;
    const row = this.rows;
    // A candle that was written between the count and the copy: it is later than what was requested.
    if (row === length) throw new RangeError(`More than the expected ${length} candles arrived`);
    const microseconds = data.readInt32BE(start + 6) * TWO_TO_32 + data.readUInt32BE(start + 10);
    openTime[row] = POSTGRES_EPOCH_MILLISECONDS + microseconds / 1000;
    let offset = start + 14;
    open[row] = decodeNumeric(data, offset + 4);
    offset += 4 + data.readInt32BE(offset);
    high[row] = decodeNumeric(data, offset + 4);
    offset += 4 + data.readInt32BE(offset);
    low[row] = decodeNumeric(data, offset + 4);
    offset += 4 + data.readInt32BE(offset);
    close[row] = decodeNumeric(data, offset + 4);
    offset += 4 + data.readInt32BE(offset);
    volume[row] = decodeNumeric(data, offset + 4);
    this.rows = row + 1;
    return end;
  }
}

/** Takes in a COPY. The event loop is released after each piece: a server that is as fast as the decoding would hold it up. */
export function decoding(decoder: CopyBinaryDecoder): Writable {
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      decoder.push(chunk);
      setImmediate(done);
    },
  });
}

function endOfRow(data: Buffer, start: number): number {
  if (start + 2 > data.length) return -1;
  const fields = data.readInt16BE(start);
  if (fields === END_OF_DATA) return -1;
  let offset = start + 2;
  for (let field = 0; field < fields; field++) {
    if (offset + 4 > data.length) return -1;
    offset += 4 + data.readInt32BE(offset);
  }
  return offset > data.length ? -1 : offset;
}

/**
 * `numeric` on the wire: digit count, weight, sign, scale, then base-10000 digits. Up to 2^53 as a whole number and 22
 * digits after the point, one division rounds correctly; beyond that the decimal text is parsed.
 */
function decodeNumeric(data: Buffer, offset: number): number {
  const digits = data.readInt16BE(offset);
  if (digits === 0) return 0;
  const weight = data.readInt16BE(offset + 2);
  let whole = 0;
  for (let index = 0; index < digits; index++) {
    whole = whole * 10_000 + data.readUInt16BE(offset + 8 + index * 2);
  }
  const exponent = (weight + 1 - digits) * 4;
  if (whole <= Number.MAX_SAFE_INTEGER && exponent >= -LARGEST_EXACT_POWER_OF_TEN) {
    if (exponent < 0) return whole / POWERS_OF_TEN[-exponent];
    const scaled = whole * 10 ** exponent;
    if (scaled <= Number.MAX_SAFE_INTEGER) return scaled;
  }
  return Number(numericText(data, offset, digits, exponent));
}

function numericText(data: Buffer, offset: number, digits: number, exponent: number): string {
  let text = '';
  for (let index = 0; index < digits; index++) {
    text += String(data.readUInt16BE(offset + 8 + index * 2)).padStart(4, '0');
  }
  return `${text}e${exponent}`;
}
