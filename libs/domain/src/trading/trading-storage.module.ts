import { Module } from '@nestjs/common';
import { EntryWrites } from './entry-writes';
import { FeeRates } from './fee-rates';
import { FillIngest } from './fill-ingest';
import { FundingEstimates } from './funding-estimates';
import { JournalRebuild } from './journal-rebuild';
import { JournalRefresh } from './journal-refresh';
import { PositionFills } from './position-fills';
import { PositionReports } from './position-reports';
import { Positions } from './positions';

/** Storage of fills and reported positions, and the journal entries that are made of fills. */
@Module({
  providers: [
    EntryWrites,
    FeeRates,
    FillIngest,
    FundingEstimates,
    JournalRebuild,
    JournalRefresh,
    PositionFills,
    PositionReports,
    Positions,
  ],
  exports: [FillIngest, JournalRefresh, PositionReports, Positions, PositionFills],
})
export class TradingStorageModule {}
