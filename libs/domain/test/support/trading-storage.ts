import { FeeRates } from '#domain/trading/fee-rates';
import { EntryWrites } from '#domain/trading/entry-writes';
import { FillIngest } from '#domain/trading/fill-ingest';
import { FundingEstimates } from '#domain/trading/funding-estimates';
import { JournalRebuild } from '#domain/trading/journal-rebuild';
import { JournalRefresh } from '#domain/trading/journal-refresh';
import { PositionFills } from '#domain/trading/position-fills';
import { Positions } from '#domain/trading/positions';
import type { TradeMatching } from '#engine/trades/round-trip';
import { readEnvironment } from '#platform/config/environment';
import type { Storage } from './storage';

interface TradingStorage {
  readonly fills: FillIngest;
  readonly refresh: JournalRefresh;
}

/** The ingest of fills on a storage, and the refresh of what is made of them. */
export function tradingStorageOf(
  { dataSource }: Storage,
  matching: TradeMatching = 'flat_to_flat',
): TradingStorage {
  const environment = readEnvironment({ TRADE_MATCHING: matching });
  const rebuild = new JournalRebuild(
    environment,
    new PositionFills(new FeeRates(environment)),
    new FundingEstimates(),
    new EntryWrites(),
  );
  const positions = new Positions(environment);
  return {
    fills: new FillIngest(dataSource, positions, rebuild),
    refresh: new JournalRefresh(dataSource, positions, rebuild, environment),
  };
}
