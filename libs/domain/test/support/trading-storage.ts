import { FeeRates } from '#domain/trading/fee-rates';
import { EntryWrites } from '#domain/trading/entry-writes';
import { FillIngest } from '#domain/trading/fill-ingest';
import { FundingEstimates } from '#domain/trading/funding-estimates';
import { JournalRebuild } from '#domain/trading/journal-rebuild';
import { PositionFills } from '#domain/trading/position-fills';
import { Positions } from '#domain/trading/positions';
import type { TradeMatching } from '#engine/trades/round-trip';
import { readEnvironment } from '#platform/config/environment';
import type { Storage } from './storage';

/** The ingest of fills on a storage. */
export function fillIngestOf({ dataSource }: Storage, matching: TradeMatching = 'flat_to_flat'): FillIngest {
  const environment = readEnvironment({ TRADE_MATCHING: matching });
  const rebuild = new JournalRebuild(
    environment,
    new PositionFills(new FeeRates(environment)),
    new FundingEstimates(),
    new EntryWrites(),
  );
  return new FillIngest(dataSource, new Positions(environment), rebuild);
}
