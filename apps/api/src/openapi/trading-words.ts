import { DEAD_LETTER_STATUSES } from '#domain/trading/dead-letter.entity';
import { TRADING_KINDS } from '#domain/trading/trading-delivery';
import { LINE_PANELS } from '#engine/strategies/line-scale';

export interface WordList {
  readonly words: readonly string[];
  /** What they are and what each of them means. */
  readonly description: string;
}

/** Of fills and positions that come in. */
export const TRADING_WORDS: Readonly<Record<string, WordList>> = {
  LinePanel: {
    words: LINE_PANELS,
    description: 'price: on the candles; own: in a panel of its own, where lines of one unit may share one',
  },
  TradingKind: {
    words: TRADING_KINDS,
    description: 'fill: an execution of an order; position: a report of what an account holds',
  },
  DeadLetterStatus: {
    words: DEAD_LETTER_STATUSES,
    description:
      'waiting: nobody has decided; replayed: its content counts; discarded: it never will, unless it is replayed',
  },
  IngestOutcome: {
    words: ['inserted', 'updated', 'unchanged'],
    description:
      'inserted: it was new; updated: it corrected what was stored; unchanged: its content was known, or is older',
  },
  ContentEncoding: {
    words: ['utf-8', 'base64'],
    description: 'utf-8: as text; base64: bytes that are no text in UTF-8',
  },
  Liquidity: {
    words: ['maker', 'taker'],
    description: 'maker: its order was in the book; taker: it met one that was',
  },
};
