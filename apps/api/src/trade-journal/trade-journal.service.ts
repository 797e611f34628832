import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { deleteRecord, findRecord, newestRecords, updateRecord } from '#domain/records/records';
import { TradeJournalEntry } from '#domain/trade-journal/trade-journal-entry.entity';
import { present } from '../http/api-error';
import type { IdempotencyKey } from '../http/idempotency/idempotency-key';
import { IdempotentWrites } from '../http/idempotency/idempotent-writes';
import type { IfMatch } from '../http/if-match';
import { toListing } from '../http/listing';
import { positionOf, type RecordPageQuery } from '../http/page.dto';
import {
  type CreateTradeJournalEntryDto,
  toTradeJournalRead,
  TRADE_JOURNAL_COLUMNS,
  type UpdateTradeJournalEntryDto,
} from './trade-journal.dto';

const WHAT = 'journal entry';

@Injectable()
export class TradeJournalService {
  constructor(
    @InjectRepository(TradeJournalEntry) private readonly entries: Repository<TradeJournalEntry>,
    private readonly writes: IdempotentWrites,
  ) {}

  async list(query: RecordPageQuery) {
    const page = await newestRecords(this.entries, positionOf(query), TRADE_JOURNAL_COLUMNS);
    return toListing(query, page, toTradeJournalRead);
  }

  create(
    { symbol, side, entry_price, exit_price, notes }: CreateTradeJournalEntryDto,
    key: IdempotencyKey | undefined,
  ) {
    const entry = this.entries.create({
      symbol,
      side,
      entryPrice: entry_price,
      exitPrice: exit_price ?? null,
      notes: notes ?? null,
    });
    return this.writes.write(key, () => async (manager) => {
      await manager.insert(TradeJournalEntry, entry);
      return toTradeJournalRead(entry);
    });
  }

  async read(id: number) {
    return toTradeJournalRead(present(await findRecord(this.entries, id), WHAT, id));
  }

  async update(
    id: number,
    { symbol, side, entry_price, exit_price, notes }: UpdateTradeJournalEntryDto,
    ifMatch: IfMatch,
  ) {
    const changes = { symbol, side, entryPrice: entry_price, exitPrice: exit_price, notes };
    return toTradeJournalRead(
      present(await updateRecord(this.entries, id, changes, ifMatch(toTradeJournalRead)), WHAT, id),
    );
  }

  async delete(id: number, ifMatch: IfMatch): Promise<void> {
    present((await deleteRecord(this.entries, id, ifMatch(toTradeJournalRead))) || null, WHAT, id);
  }
}
