import { once } from 'node:events';
import { to as copyTo } from 'pg-copy-streams';

const HEADER_BYTES = 19;
const POSTGRES_EPOCH_MILLISECONDS = 946_684_800_000;

/**
 * The limit for row 4: COPY BINARY of the same rows into columns of a length known before. Digits are just summed up in
 * doubles, so the last bit may be wrong, and nothing is checked.
 */
export async function copyBare(client, seriesId, length) {
  const columns = Array.from({ length: 6 }, () => new Float64Array(length));
  const stream = client.query(
    copyTo(
      `copy (select open_time, open, high, low, close, volume from candlesticks where series_id = ${seriesId}
             order by open_time) to stdout (format binary)`,
    ),
  );
  let rest = Buffer.alloc(0);
  let skip = HEADER_BYTES;
  let row = 0;
  stream.on('data', (chunk) => {
    const data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let offset = skip;
    for (;;) {
      const next = decodeRow(data, offset, columns, row);
      if (next < 0) break;
      offset = next;
      row++;
    }
    rest = data.subarray(offset);
    skip = 0;
  });
  await once(stream, 'end');
  return { rows: row, columns };
}

function decodeRow(data, start, columns, row) {
  if (start + 2 > data.length || data.readInt16BE(start) < 0) return -1;
  let offset = start + 2;
  for (let field = 0; field < 6; field++) {
    if (offset + 4 > data.length) return -1;
    offset += 4 + data.readInt32BE(offset);
  }
  if (offset > data.length) return -1;
  const microseconds = data.readInt32BE(start + 6) * 2 ** 32 + data.readUInt32BE(start + 10);
  columns[0][row] = POSTGRES_EPOCH_MILLISECONDS + microseconds / 1000;
  let at = start + 14;
  for (let field = 1; field < 6; field++) {
    const digits = data.readInt16BE(at + 4);
    let value = 0;
    for (let digit = 0; digit < digits; digit++)
      value = value * 10_000 + data.readUInt16BE(at + 12 + digit * 2);
    columns[field][row] = value * 10_000 ** (data.readInt16BE(at + 6) + 1 - digits);
    at += 4 + data.readInt32BE(at);
  }
  return offset;
}
