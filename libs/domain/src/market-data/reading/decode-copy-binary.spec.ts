import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { allocateCandleColumns } from '#engine/market/candle-columns';
import { CopyBinaryDecoder, decoding } from './decode-copy-binary';

const PIECES = 5;

/** The header of a COPY without flags or extension (PostgreSQL manual, COPY, "Binary Format"). */
const HEADER = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);

/** Six fields: 2000-01-01, and 7 as numerics: one digit, of weight 0, positive, without decimals. */
function row(): Buffer {
  const seven = Buffer.from([0, 0, 0, 10, 0, 1, 0, 0, 0, 0, 0, 0, 0, 7]);
  const time = Buffer.from([0, 0, 0, 8, ...new Array<number>(8).fill(0)]);
  return Buffer.concat([Buffer.from([0, 6]), time, ...new Array<Buffer>(5).fill(seven)]);
}

it('releases the event loop after each piece of a COPY that is there at once', async () => {
  const decoder = new CopyBinaryDecoder(allocateCandleColumns(PIECES));
  const decodedByTurn: number[] = [];
  let isOver = false;
  const noteTurn = () => {
    decodedByTurn.push(decoder.rowCount);
    if (!isOver) setImmediate(noteTurn);
  };
  setImmediate(noteTurn);
  const pieces = [Buffer.concat([HEADER, row()]), ...Array.from({ length: PIECES - 1 }, row)];
  await pipeline(Readable.from(pieces), decoding(decoder));
  isOver = true;
  expect(decoder.rowCount).toBe(PIECES);
  const steps = decodedByTurn.map((rows, turn) => rows - (decodedByTurn[turn - 1] ?? 0));
  expect(Math.max(...steps)).toBe(1);
});
