import type { TradeExcursions } from '#domain/trade-journal/trade-excursions';
import type { TradeJournalEntry } from '#domain/trade-journal/trade-journal-entry.entity';
import { type Interval, INTERVALS } from '#engine/market/interval';
import { ObjectAnswer, WordAnswer } from '../http/answer-fields';
import { LegRead } from './leg.dto';
import { ExcursionRead } from './trade-parts.dto';
import { toTradeRow, TradeRow } from './trade-row.dto';

/** What is written and computed of a trade. */
export class TradeDetailsRead extends TradeRow {
  @ObjectAnswer(ExcursionRead, {
    description:
      'Maximum adverse excursion: how far the price went against the trade, by the whole stored bars between entry and exit (now, while it is open) and ' +
      'its own prices; null: no other price than that of the entry is known',
    nullable: true,
  })
  mae: ExcursionRead | null;

  @ObjectAnswer(ExcursionRead, {
    description: 'Maximum favourable excursion: the same in favour of the trade',
    nullable: true,
  })
  mfe: ExcursionRead | null;

  @WordAnswer(INTERVALS, {
    description:
      'Of the bars that mae and mfe are of: the finest stored one of the exchange and symbol that spans the trade with at most 10,000 bars; null: none',
    nullable: true,
    example: '1m',
  })
  excursion_interval: Interval | null;

  @ObjectAnswer([LegRead], {
    description:
      'Fills, or parts of them, that the trade is made of, in their order, at most 1,000; empty for manual entries',
  })
  legs: LegRead[];
}

export function toTradeDetails(
  entry: TradeJournalEntry,
  { adverse, favourable, interval }: TradeExcursions,
  legs: readonly LegRead[],
): TradeDetailsRead {
  return {
    ...toTradeRow(entry),
    mae: adverse,
    mfe: favourable,
    excursion_interval: interval,
    legs: [...legs],
  };
}
