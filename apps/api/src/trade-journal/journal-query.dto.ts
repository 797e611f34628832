import { type JournalFilter, TRADE_STATES, type TradeState } from '#domain/trade-journal/journal-filter';
import {
  ENTRY_SOURCES,
  type EntrySource,
  TRADE_SIDES,
  type TradeSide,
} from '#domain/trade-journal/trade-journal-entry.entity';
import type { Type } from '@nestjs/common';
import { RecordPageQuery } from '../http/page.dto';
import { DateTimeField, IntegerQueryField, OneOfField, TextField } from '../http/validation/fields';

export interface JournalFilterDto {
  symbol?: string;
  side?: TradeSide;
  status?: TradeState;
  start?: Date;
  end?: Date;
  tag?: string;
  account?: string;
  source?: EntrySource;
  idea_id?: number;
}

/** A request about the entries of the journal that match. */
export function withJournalFilter<Request extends object>(
  request: Type<Request>,
): Type<Request & JournalFilterDto> {
  class JournalFilterRequest extends (request as Type) implements JournalFilterDto {
    @TextField({
      description: 'What was traded, verbatim',
      example: 'BTC/USDT',
      maximum: 128,
      optional: true,
    })
    symbol?: string;

    @OneOfField(TRADE_SIDES, { description: 'Side of the entry', example: 'buy', optional: true })
    side?: TradeSide;

    @OneOfField(TRADE_STATES, {
      description: 'open: without an exit price; closed: with one',
      example: 'closed',
      optional: true,
    })
    status?: TradeState;

    @DateTimeField({
      description: 'Entered at or after this time; created, where the time of the entry is not said',
      example: '2024-01-01T00:00:00Z',
      optional: true,
    })
    start?: Date;

    @DateTimeField({
      description: 'Entered, else created, at or before this time',
      example: '2030-01-01T00:00:00Z',
      optional: true,
    })
    end?: Date;

    @TextField({ description: 'Labelled with this tag', example: 'breakout', maximum: 64, optional: true })
    tag?: string;

    @TextField({ description: 'Of this account, verbatim', example: 'main', maximum: 128, optional: true })
    account?: string;

    @OneOfField(ENTRY_SOURCES, { description: 'Who wrote it', example: 'manual', optional: true })
    source?: EntrySource;

    @IntegerQueryField({
      description: 'Identifier of the strategy idea that it follows',
      example: 3,
      minimum: 1,
      maximum: 999_999_999_999_999,
      optional: true,
    })
    idea_id?: number;
  }
  return JournalFilterRequest as Type<Request & JournalFilterDto>;
}

export class ListJournalQuery extends withJournalFilter(RecordPageQuery) {}

/** By name: what else a query declares is no part of the filter. */
export function toJournalFilter(query: JournalFilterDto): JournalFilter {
  const { symbol, side, status, start, end, tag, account, source, idea_id } = query;
  return { symbol, side, status, start, end, tag, account, source, ideaId: idea_id };
}
