import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { findRecord } from '#domain/records/records';
import { JournalWrites, UnknownLinks } from '#domain/trade-journal/journal-writes';
import { TradeExcursionsReader } from '#domain/trade-journal/trade-excursions';
import { TradeJournalEntry } from '#domain/trade-journal/trade-journal-entry.entity';
import { TradeLegs } from '#domain/trade-journal/trade-legs';
import { present, unprocessable } from '../http/api-error';
import type { IfMatch } from '../http/if-match';
import { toLegRead } from './leg.dto';
import { refuseFieldsOfFills } from './refuse-fields-of-fills';
import { toTradeDetails, type TradeDetailsRead } from './trade-details.dto';
import { JOURNAL_ENTRY } from './trade-journal.dto';
import { FIELDS_OF_FILLS, type UpdateTradeDetailsDto } from './update-trade-details.dto';

const LINK_FIELDS = { ideaId: 'idea_id', backtestId: 'backtest_id' } as const;
const LINKED = { ideaId: 'strategy idea', backtestId: 'backtest' } as const;

@Injectable()
export class TradeDetailsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly writes: JournalWrites,
    private readonly legs: TradeLegs,
    private readonly excursions: TradeExcursionsReader,
  ) {}

  async read(id: number): Promise<TradeDetailsRead> {
    const entry = await findRecord(this.dataSource.getRepository(TradeJournalEntry), id);
    return this.show(present(entry, JOURNAL_ENTRY, id), this.dataSource.manager);
  }

  async update(id: number, changes: UpdateTradeDetailsDto, ifMatch: IfMatch): Promise<TradeDetailsRead> {
    const show = (entry: TradeJournalEntry, manager: EntityManager) => this.show(entry, manager);
    const details = await this.writes
      .update(
        id,
        columnsOf(changes),
        async (entry, changed, manager) => {
          // By the connection that holds the lock: waiting for another one, many of these would wait for each other.
          await ifMatch((row: TradeJournalEntry) => show(row, manager))?.(entry);
          refuseFieldsOfFills(entry, changes, FIELDS_OF_FILLS);
          refuseExitBeforeEntry(changed);
        },
        show,
      )
      .catch((error: unknown) => {
        if (!(error instanceof UnknownLinks)) throw error;
        throw unprocessable(
          error.links.map((link) => ({
            field: LINK_FIELDS[link],
            message: `must be the id of a ${LINKED[link]} that exists`,
          })),
        );
      });
    return present(details, JOURNAL_ENTRY, id);
  }

  private async show(entry: TradeJournalEntry, manager: EntityManager): Promise<TradeDetailsRead> {
    const legs = await this.legs.read(manager, entry);
    const prices = legs.map(({ price }) => price);
    return toTradeDetails(entry, await this.excursions.read(manager, entry, prices), legs.map(toLegRead));
  }
}

function columnsOf({ entry_time, exit_time, idea_id, backtest_id, tags, ...same }: UpdateTradeDetailsDto) {
  const { exchange, account, quantity, fees, multiplier, stop, target } = same;
  return {
    exchange,
    account,
    quantity,
    fees,
    multiplier,
    stop,
    target,
    entryTime: entry_time,
    exitTime: exit_time,
    tags: tags === null ? [] : tags,
    ideaId: idea_id,
    backtestId: backtest_id,
  };
}

function refuseExitBeforeEntry({ entryTime, exitTime }: TradeJournalEntry): void {
  if (entryTime === null || exitTime === null || exitTime >= entryTime) return;
  throw unprocessable(
    [{ field: 'exit_time', message: 'must not be before entry_time' }],
    'INVALID_DATE_RANGE',
  );
}
