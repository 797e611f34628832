import { TRADE_MEASURES, TRADE_SORTS, type TradeSort } from '#domain/backtesting/trade-conditions';
import type { TradeSelection } from '#domain/backtesting/trade-list';
import { SORT_ORDERS } from '#domain/runs/run-measures';
import { EXIT_REASONS, type ExitReason } from '#engine/performance/trade';
import { PageQuery } from '../http/page.dto';
import { DateTimeField, OneOfField, TextField } from '../http/validation/fields';
import { MeasuresField, readEntries } from './entries-field';

/** Which trades of a run, whatever they were closed for, and in what order. */
export class TradeFilterQuery extends PageQuery {
  @OneOfField(TRADE_SORTS, {
    description: 'What the trades are sorted by; those without the figure come last, equal ones by number',
    optional: true,
    default: 'entry_time',
  })
  sort: TradeSort = 'entry_time';

  @OneOfField(SORT_ORDERS, {
    description: 'Smallest or earliest first (asc), or largest or latest first (desc)',
    optional: true,
    default: 'asc',
  })
  order: (typeof SORT_ORDERS)[number] = 'asc';

  @OneOfField(['long', 'short'], { description: 'Only trades of this side', optional: true })
  side?: 'long' | 'short';

  @DateTimeField({
    description: 'Only trades entered at this time or later',
    example: '2008-09-01T00:00:00Z',
    optional: true,
  })
  start?: Date;

  @DateTimeField({
    description: 'Only trades entered at this time or earlier',
    example: '2008-10-31T00:00:00Z',
    optional: true,
  })
  end?: Date;

  @TextField({ description: 'Only trades whose entry has this tag', maximum: 40, optional: true })
  entry_tag?: string;

  @TextField({ description: 'Only trades whose exit has this tag', maximum: 40, optional: true })
  exit_tag?: string;

  @MeasuresField(TRADE_MEASURES, {
    description: 'Least value of figures, such as return:0.01,duration:86400; a duration is in seconds',
  })
  at_least?: string;

  @MeasuresField(TRADE_MEASURES, { description: 'Largest value of figures, such as pnl:0,mae:0.05' })
  at_most?: string;
}

export const EXIT_REASON_FILTER = {
  description: 'Only trades that were closed for this reason',
  optional: true,
} as const;

export class TradesQuery extends TradeFilterQuery {
  @OneOfField(EXIT_REASONS, EXIT_REASON_FILTER)
  exit_reason?: ExitReason;
}

export function toTradeSelection(
  query: TradeFilterQuery & { readonly exit_reason?: string },
): TradeSelection {
  const { sort, order, side, exit_reason, entry_tag, exit_tag, start, end, at_least, at_most } = query;
  return {
    filter: {
      side,
      exitReason: exit_reason,
      entryTag: entry_tag,
      exitTag: exit_tag,
      start,
      end,
      ...(at_least && { atLeast: Object.fromEntries(readEntries(at_least)!) }),
      ...(at_most && { atMost: Object.fromEntries(readEntries(at_most)!) }),
    },
    order: { by: sort, ascending: order === 'asc' },
  };
}
