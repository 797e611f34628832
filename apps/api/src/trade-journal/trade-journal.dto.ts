import { ApiProperty } from '@nestjs/swagger';
import {
  TRADE_SIDES,
  type TradeJournalEntry,
  type TradeSide,
} from '#domain/trade-journal/trade-journal-entry.entity';
import { timeText } from '../http/time-text';
import { DecimalField, NotesField, OneOfField, TextField } from '../http/validation/fields';

/** What answers about one that is not there call it. */
export const JOURNAL_ENTRY = 'journal entry';

const SYMBOL = { description: 'What was traded', example: 'BTC/USDT', maximum: 128 };
const SIDE = { description: 'Whether the trade opened by buying or by selling', example: 'buy' };
const ENTRY_PRICE = {
  description: 'Price of the entry, above 0 (quote currency)',
  example: '42000.50',
  positive: true,
};
const EXIT_PRICE = {
  description: 'Price of the exit, above 0; absent while the trade is open (quote currency)',
  example: '43500',
  positive: true,
};
const NOTES = { description: 'Free text', example: 'Breakout above the weekly range', maximum: 10_000 };

export class CreateTradeJournalEntryDto {
  @TextField(SYMBOL)
  symbol: string;

  @OneOfField(TRADE_SIDES, SIDE)
  side: TradeSide;

  @DecimalField(ENTRY_PRICE)
  entry_price: string;

  @DecimalField({ ...EXIT_PRICE, optional: true })
  exit_price?: string | null;

  @NotesField({ ...NOTES, optional: true })
  notes?: string | null;
}

export class UpdateTradeJournalEntryDto {
  @TextField({ ...SYMBOL, keepable: true })
  symbol?: string;

  @OneOfField(TRADE_SIDES, { ...SIDE, keepable: true })
  side?: TradeSide;

  @DecimalField({ ...ENTRY_PRICE, keepable: true })
  entry_price?: string;

  @DecimalField({ ...EXIT_PRICE, clearable: true })
  exit_price?: string | null;

  @NotesField({ ...NOTES, clearable: true })
  notes?: string | null;
}

export class TradeJournalRead {
  @ApiProperty({ type: 'integer', example: 7, description: 'Identifier of the entry' })
  id: number;

  @ApiProperty({ example: 'BTC/USDT', description: 'What was traded' })
  symbol: string;

  @ApiProperty({
    enum: TRADE_SIDES,
    example: 'buy',
    description: 'Whether the trade opened by buying or by selling',
  })
  side: TradeSide;

  @ApiProperty({ format: 'decimal', example: '42000.50', description: 'Price of the entry (quote currency)' })
  entry_price: string;

  @ApiProperty({
    type: String,
    format: 'decimal',
    nullable: true,
    example: '43500',
    description: 'Price of the exit; null while the trade is open (quote currency)',
  })
  exit_price: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'Breakout above the weekly range',
    description: 'Free text; null: none',
  })
  notes: string | null;

  @ApiProperty({ format: 'date-time', example: '2024-01-02T09:30:00Z', description: 'When it was created' })
  created_at: string;
}

/** The columns that an entry shows. */
export const TRADE_JOURNAL_COLUMNS = {
  id: true,
  symbol: true,
  side: true,
  entryPrice: true,
  exitPrice: true,
  notes: true,
  createdAt: true,
} as const satisfies Partial<Record<keyof TradeJournalEntry, true>>;

export function toTradeJournalRead(
  entry: Pick<TradeJournalEntry, keyof typeof TRADE_JOURNAL_COLUMNS>,
): TradeJournalRead {
  return {
    id: entry.id,
    symbol: entry.symbol,
    side: entry.side,
    entry_price: entry.entryPrice,
    exit_price: entry.exitPrice,
    notes: entry.notes,
    created_at: timeText(entry.createdAt),
  };
}
