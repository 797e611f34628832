import type { CandleToWrite } from './candle-writes';
import { closedMark } from './closed-candles';
import { OpenTimeText, timeOf } from './open-time-text';

const PIECE_BYTES = 64 * 1024;
/** Of a line without its numbers: the series, the time, whether it is closed, and what is between them. */
const FRAME_BYTES = 64;

const TAB = 0x09;
const LINE_FEED = 0x0a;
const LAST_ASCII = 0x7f;

/** As COPY's text format has them. */
const CLOSED_TEXT = new Map([
  [true, 't'],
  [false, 'f'],
  [null, '\\N'],
]);

/**
 * Lines of COPY's text format, in pieces: the server stores one while the next is spelled. None of the numbers and times
 * holds a tab, a backslash or a line break. Character by character: joining texts first takes more memory than the candles
 * themselves.
 */
export function* copyText(
  seriesId: number,
  candles: readonly CandleToWrite[],
  closedUpTo: number,
): Generator<Buffer> {
  const openTimeText = new OpenTimeText();
  const series = String(seriesId);
  let piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  let end = 0;
  for (const { openTime, open, high, low, close, volume, isClosed } of candles) {
    const bytes = FRAME_BYTES + open.length + high.length + low.length + close.length + volume.length;
    if (end + bytes > piece.length) {
      yield piece.subarray(0, end);
      piece = Buffer.allocUnsafeSlow(Math.max(PIECE_BYTES, bytes));
      end = 0;
    }
    const time = openTime.getTime();
    end = write(piece, end, series, TAB);
    end = write(piece, end, openTimeText.dateOf(time));
    end = write(piece, end, timeOf(time), TAB);
    end = write(piece, end, open, TAB);
    end = write(piece, end, high, TAB);
    end = write(piece, end, low, TAB);
    end = write(piece, end, close, TAB);
    end = write(piece, end, volume, TAB);
    end = write(piece, end, CLOSED_TEXT.get(closedMark(isClosed, time, closedUpTo))!, LINE_FEED);
  }
  yield piece.subarray(0, end);
}

/** Answers where the next one begins. */
function write(piece: Buffer, start: number, text: string, terminator?: number): number {
  const { length } = text;
  for (let index = 0; index < length; index++) {
    const character = text.charCodeAt(index);
    if (character > LAST_ASCII) throw new Error(`${text} is no number`);
    piece[start + index] = character;
  }
  if (terminator === undefined) return start + length;
  piece[start + length] = terminator;
  return start + length + 1;
}
