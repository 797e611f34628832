import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { findRecord } from '#domain/records/records';
import { JournalEntries } from '#domain/trade-journal/journal-entries';
import { JournalWrites } from '#domain/trade-journal/journal-writes';
import { TradeJournalEntry } from '#domain/trade-journal/trade-journal-entry.entity';
import { present } from '../http/api-error';
import type { IdempotencyKey } from '../http/idempotency/idempotency-key';
import { IdempotentWrites } from '../http/idempotency/idempotent-writes';
import type { IfMatch } from '../http/if-match';
import { toListing } from '../http/listing';
import { positionOf } from '../http/page.dto';
import { checkRange } from '../http/validation/check-range';
import { type ListJournalQuery, toJournalFilter } from './journal-query.dto';
import { refuseFieldsOfFills } from './refuse-fields-of-fills';
import {
  type CreateTradeJournalEntryDto,
  JOURNAL_ENTRY,
  toTradeJournalRead,
  TRADE_JOURNAL_COLUMNS,
  type UpdateTradeJournalEntryDto,
} from './trade-journal.dto';
import { toJournalTrade } from './trade-row.dto';

@Injectable()
export class TradeJournalService {
  constructor(
    @InjectRepository(TradeJournalEntry) private readonly entries: Repository<TradeJournalEntry>,
    private readonly journal: JournalEntries,
    private readonly journalWrites: JournalWrites,
    private readonly writes: IdempotentWrites,
  ) {}

  async list(query: ListJournalQuery) {
    checkRange(query);
    const page = await this.journal.list(toJournalFilter(query), positionOf(query), TRADE_JOURNAL_COLUMNS);
    return toListing(query, page, toTradeJournalRead);
  }

  /** The same with what is computed of them. */
  async listTrades(query: ListJournalQuery) {
    checkRange(query);
    const page = await this.journal.listWhole(toJournalFilter(query), positionOf(query));
    return toListing(query, page, toJournalTrade);
  }

  create(
    { symbol, side, entry_price, exit_price, notes }: CreateTradeJournalEntryDto,
    key: IdempotencyKey | undefined,
  ) {
    const values = {
      symbol,
      side,
      entryPrice: entry_price,
      exitPrice: exit_price ?? null,
      notes: notes ?? null,
    };
    return this.writes.write(
      key,
      () => async (manager) => toTradeJournalRead(await this.journalWrites.insert(manager, values)),
    );
  }

  async read(id: number) {
    return toTradeJournalRead(present(await findRecord(this.entries, id), JOURNAL_ENTRY, id));
  }

  async update(id: number, changes: UpdateTradeJournalEntryDto, ifMatch: IfMatch) {
    const { symbol, side, entry_price, exit_price, notes } = changes;
    const columns = { symbol, side, entryPrice: entry_price, exitPrice: exit_price, notes };
    const entry = await this.journalWrites.update(
      id,
      columns,
      async (entry) => {
        await ifMatch(toTradeJournalRead)?.(entry);
        refuseFieldsOfFills(entry, changes, ['symbol', 'side', 'entry_price', 'exit_price']);
      },
      toTradeJournalRead,
    );
    return present(entry, JOURNAL_ENTRY, id);
  }

  async delete(id: number, ifMatch: IfMatch): Promise<void> {
    const approve = async (entry: TradeJournalEntry) => ifMatch(toTradeJournalRead)?.(entry);
    present((await this.journalWrites.delete(id, approve)) || null, JOURNAL_ENTRY, id);
  }
}
