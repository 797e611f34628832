import { Injectable } from '@nestjs/common';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import { countRecords, cutPage, type PageRequest, type RecordPage } from '../records/records';
import { filteredEntries, givenParts, type JournalFilter } from './journal-filter';
import { TradeJournalEntry } from './trade-journal-entry.entity';

const EXPORTED_AT_ONCE = 250;

/** Reads entries of the journal by filters. */
@Injectable()
export class JournalEntries {
  constructor(private readonly dataSource: DataSource) {}

  /** The columns named of those that match, newest first, and how many there are; without a filter that is not counted. */
  list<Column extends keyof TradeJournalEntry>(
    filter: JournalFilter,
    page: PageRequest,
    columns: Readonly<Record<Column, true>>,
  ): Promise<RecordPage<Pick<TradeJournalEntry, Column | 'id'>>> {
    const selected = ['id', ...Object.keys(columns)].map((column) => `entry.${column}`);
    return this.page(filter, page, (query) => query.select(selected));
  }

  /** The same with all of their columns. */
  listWhole(filter: JournalFilter, page: PageRequest): Promise<RecordPage<TradeJournalEntry>> {
    return this.page(filter, page, (query) => query);
  }

  private async page(
    filter: JournalFilter,
    { offset, limit, before }: PageRequest,
    select: (query: SelectQueryBuilder<TradeJournalEntry>) => SelectQueryBuilder<TradeJournalEntry>,
  ): Promise<RecordPage<TradeJournalEntry>> {
    const query = select(filteredEntries(this.dataSource.manager, filter))
      .orderBy('entry.id', 'DESC')
      .offset(offset)
      .limit(limit + 1);
    if (before !== undefined) query.andWhere('entry.id < cast(:before as bigint)', { before });
    const [found, total] = await Promise.all([query.getMany(), this.count(filter)]);
    return { ...cutPage(found, limit, ({ id }) => id), total };
  }

  /** All that match, newest first, a few hundred at a time: no connection waits for who takes them. */
  async *all(filter: JournalFilter): AsyncGenerator<TradeJournalEntry[], void> {
    let before: number | undefined;
    for (;;) {
      const query = filteredEntries(this.dataSource.manager, filter)
        .orderBy('entry.id', 'DESC')
        .limit(EXPORTED_AT_ONCE);
      if (before !== undefined) query.andWhere('entry.id < :before', { before });
      const entries = await query.getMany();
      if (entries.length > 0) yield entries;
      if (entries.length < EXPORTED_AT_ONCE) return;
      before = entries[entries.length - 1].id;
    }
  }

  private async count(filter: JournalFilter): Promise<number> {
    if (givenParts(filter).length === 0)
      return countRecords(this.dataSource.getRepository(TradeJournalEntry));
    const row = await filteredEntries(this.dataSource.manager, filter)
      .select('count(*)', 'total')
      .getRawOne<{ total: string }>();
    return Number(row!.total);
  }
}
