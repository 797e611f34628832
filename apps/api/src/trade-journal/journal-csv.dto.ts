import type { TradeJournalEntry } from '#domain/trade-journal/trade-journal-entry.entity';
import { freeTextCell } from '#engine/csv/free-text-cell';
import { toCsvLine } from '#engine/csv/to-csv-line';
import { timeText } from '../http/time-text';
import { toTradeRow, type TradeRow } from './trade-row.dto';

type Cell = string | number | null;

/** The columns, in their order. */
const COLUMNS: Readonly<Record<string, (row: TradeRow, entry: TradeJournalEntry) => Cell>> = {
  id: ({ id }) => id,
  symbol: ({ symbol }) => freeTextCell(symbol),
  side: ({ side }) => side,
  entry_price: ({ entry_price }) => entry_price,
  exit_price: ({ exit_price }) => exit_price,
  notes: (_, { notes }) => freeTextCell(notes),
  created_at: (_, { createdAt }) => timeText(createdAt),
  source: ({ source }) => source,
  exchange: ({ exchange }) => freeTextCell(exchange),
  account: ({ account }) => freeTextCell(account),
  quantity: ({ quantity }) => quantity,
  entry_time: ({ entry_time }) => entry_time,
  exit_time: ({ exit_time }) => exit_time,
  currency: ({ currency }) => freeTextCell(currency),
  multiplier: ({ multiplier }) => multiplier,
  fees: ({ fees }) => fees,
  fees_apart: ({ fees_apart }) => JSON.stringify(fees_apart),
  funding: ({ funding }) => funding && funding.amount,
  gross_pnl: ({ gross_pnl }) => gross_pnl,
  net_pnl: ({ net_pnl }) => net_pnl,
  return: (row) => row.return,
  r_multiple: ({ r_multiple }) => r_multiple,
  holding_seconds: ({ holding_seconds }) => holding_seconds,
  stop: ({ stop }) => stop,
  target: ({ target }) => target,
  tags: ({ tags }) => JSON.stringify(tags),
  idea_id: ({ idea_id }) => idea_id,
  backtest_id: ({ backtest_id }) => backtest_id,
};

/** RFC 4180, with a header: entries as they come. */
export async function* journalCsv(
  pages: AsyncIterable<readonly TradeJournalEntry[]>,
): AsyncGenerator<string, void> {
  yield toCsvLine(Object.keys(COLUMNS));
  for await (const entries of pages) yield entries.map(toLine).join('');
}

function toLine(entry: TradeJournalEntry): string {
  const row = toTradeRow(entry);
  return toCsvLine(Object.values(COLUMNS).map((cellOf) => cellOf(row, entry)));
}
