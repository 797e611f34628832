import { Module } from '@nestjs/common';
import { JournalEntries } from './journal-entries';
import { JournalWrites } from './journal-writes';
import { PositionList } from './position-list';
import { TradeExcursionsReader } from './trade-excursions';
import { TradeLegs } from './trade-legs';
import { TradeStatisticsReader } from './trade-statistics-reader';

const providers = [
  JournalEntries,
  JournalWrites,
  PositionList,
  TradeExcursionsReader,
  TradeLegs,
  TradeStatisticsReader,
];

/** What reads and writes entries of the journal, and reads positions. */
@Module({ providers, exports: providers })
export class TradeJournalStorageModule {}
