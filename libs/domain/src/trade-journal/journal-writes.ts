import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Backtest } from '../backtesting/backtest.entity';
import { LARGEST_ID } from '../records/records';
import { StrategyIdea } from '../strategy-ideas/strategy-idea.entity';
import { Position } from '../trading/position.entity';
import { RoundTripEntry } from '../trading/round-trip-entry.entity';
import { derivedColumns } from './derived-columns';
import { TradeJournalEntry } from './trade-journal-entry.entity';

type Changes = Partial<Omit<TradeJournalEntry, 'id' | 'idea' | 'backtest' | 'position' | 'firstFill'>>;

/** What is written by a client to an entry that is new. */
export type NewEntry = Pick<TradeJournalEntry, 'symbol' | 'side' | 'entryPrice' | 'exitPrice' | 'notes'>;

/**
 * Sees an entry under its lock, as it is and as it would become, and throws to leave it. What it reads in the transaction it reads by
 * the manager.
 */
export type EntryApproval = (
  entry: TradeJournalEntry,
  changed: TradeJournalEntry,
  manager: EntityManager,
) => Promise<void> | void;

type Link = 'ideaId' | 'backtestId';

/** A linked record that does not exist. */
export class UnknownLinks extends Error {
  constructor(readonly links: readonly Link[]) {
    super(`There is no such ${links.join(' and no such ')}`);
    this.name = 'UnknownLinks';
  }
}

/** Writes entries of the journal, with what is computed of them. */
@Injectable()
export class JournalWrites {
  constructor(private readonly dataSource: DataSource) {}

  async insert(manager: EntityManager, values: NewEntry): Promise<TradeJournalEntry> {
    const entry = manager.create(TradeJournalEntry, {
      ...values,
      ...NOT_GIVEN,
      source: 'manual',
      feesApart: [],
      tags: [],
    });
    Object.assign(entry, derivedColumns(entry));
    await manager.insert(TradeJournalEntry, entry);
    return entry;
  }

  /**
   * Changes what is given and answers what `show` makes of the entry as it then is; null when there is none. Throws UnknownLinks.
   * Ideas and backtests are locked before the entry, as by their deletion.
   */
  async update<Shown>(
    id: number,
    changes: Changes,
    approve: EntryApproval,
    show: (entry: TradeJournalEntry, manager: EntityManager) => Shown | Promise<Shown>,
  ): Promise<Shown | null> {
    if (id > LARGEST_ID) return null;
    const entries = Object.entries(changes as Readonly<Record<string, unknown>>);
    const given: Changes = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    return this.withLocked(id, changes, async (entry, unknown, manager) => {
      const changed = manager.create(TradeJournalEntry, Object.assign({}, entry, given));
      await approve(entry, changed, manager);
      if (unknown.length > 0) throw new UnknownLinks(unknown);
      if (Object.keys(given).length === 0) return show(entry, manager);
      const values = { ...given, ...derivedColumns(changed) };
      await manager.update(TradeJournalEntry, { id }, values);
      return show(await manager.findOneByOrFail(TradeJournalEntry, { id }), manager);
    });
  }

  /** Whether there was an entry to delete. One made of fills is not made again. */
  async delete(id: number, approve: EntryApproval): Promise<boolean> {
    if (id > LARGEST_ID) return false;
    const isDeleted = await this.withLocked(id, {}, async (entry, _, manager) => {
      await approve(entry, entry, manager);
      await manager.delete(TradeJournalEntry, { id });
      const { firstFillId, ordinal } = entry;
      if (firstFillId !== null && ordinal !== null) {
        await manager.update(RoundTripEntry, { firstFillId, ordinal }, { isDeleted: true, kept: null });
      }
      return true;
    });
    return isDeleted ?? false;
  }

  /**
   * The entry is locked after its position, as by those who rebuild its entries: they compute with the stop that they have read. Where a
   * correction has moved it to another position meanwhile, this begins again; null where there is no such entry.
   */
  private async withLocked<Result>(
    id: number,
    links: Changes,
    work: (entry: TradeJournalEntry, unknown: readonly Link[], manager: EntityManager) => Promise<Result>,
  ): Promise<Result | null> {
    for (;;) {
      const found = await this.dataSource.manager.findOne(TradeJournalEntry, {
        where: { id },
        select: { id: true, positionId: true },
      });
      if (found === null) return null;
      const result = await this.dataSource.transaction(async (manager) => {
        const unknown = await lockLinks(manager, links);
        await lockPosition(manager, found.positionId);
        const lock = { mode: 'pessimistic_write' } as const;
        const entry = await manager.findOne(TradeJournalEntry, { where: { id }, lock });
        if (entry === null) return null;
        return entry.positionId === found.positionId ? work(entry, unknown, manager) : MOVED;
      });
      if (result !== MOVED) return result;
    }
  }
}

const MOVED = Symbol('moved to another position');

/** What a new entry has not. */
const NOT_GIVEN = {
  positionId: null,
  firstFillId: null,
  ordinal: null,
  periodFillId: null,
  periodQuantity: null,
  account: null,
  exchange: null,
  quantity: null,
  entryTime: null,
  exitTime: null,
  multiplier: null,
  fees: null,
  funding: null,
  stop: null,
  target: null,
  ideaId: null,
  backtestId: null,
} as const satisfies Changes;

async function lockPosition(manager: EntityManager, id: number | null): Promise<void> {
  if (id === null) return;
  const lock = { mode: 'pessimistic_write' } as const;
  await manager.findOne(Position, { where: { id }, select: { id: true }, lock });
}

/** Keeps what is linked from being deleted; answers which links lead nowhere. */
async function lockLinks(manager: EntityManager, { ideaId, backtestId }: Changes): Promise<readonly Link[]> {
  const unknown: Link[] = [];
  const exists = async (entity: typeof StrategyIdea | typeof Backtest, id: number) =>
    (await manager.findOne<StrategyIdea | Backtest>(entity, {
      where: { id },
      select: { id: true },
      lock: { mode: 'for_key_share' },
    })) !== null;
  if (typeof ideaId === 'number' && !(await exists(StrategyIdea, ideaId))) unknown.push('ideaId');
  if (typeof backtestId === 'number' && !(await exists(Backtest, backtestId))) unknown.push('backtestId');
  return unknown;
}
