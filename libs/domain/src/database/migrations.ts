import type { DeclaredMigration } from './declared-migration';
import { CreateMarketData1763600000000 } from './migrations/1763600000000-create-market-data';
import { CreateRecords1763600001000 } from './migrations/1763600001000-create-records';
import { CreateParameterSearches1763700000000 } from './migrations/1763700000000-create-parameter-searches';
import { CreateFundingAndEquity1763700001000 } from './migrations/1763700001000-create-funding-and-equity';
import { CreateBacktestVerifications1763700002000 } from './migrations/1763700002000-create-backtest-verifications';
import { CreateLateWritesAndQuarantine1763800000000 } from './migrations/1763800000000-create-late-writes-and-quarantine';
import { LetQuarantinedCandlesWait1763800000500 } from './migrations/1763800000500-let-quarantined-candles-wait';
import { CreateGapsAndQuality1763800001000 } from './migrations/1763800001000-create-gaps-and-quality';
import { CreateOpenStreamLists1763800002000 } from './migrations/1763800002000-create-open-stream-lists';
import { CreateFundingIngests1763800003000 } from './migrations/1763800003000-create-funding-ingests';
import { CreateRollUps1763800004000 } from './migrations/1763800004000-create-roll-ups';
import { CreateStoredRegimes1763900000000 } from './migrations/1763900000000-create-stored-regimes';
import { CreateHeadlines1763900001000 } from './migrations/1763900001000-create-headlines';
import { CreateFeatures1764000000000 } from './migrations/1764000000000-create-features';
import { CreateEquities1764000100000 } from './migrations/1764000100000-create-equities';
import { LeaveRoomBesideSeries1764000900000 } from './migrations/1764000900000-leave-room-beside-series';
import { SetCalendars1764100100000 } from './migrations/1764100100000-set-calendars';
import { HoldOutliers1764100200000 } from './migrations/1764100200000-hold-outliers';
import { NoteEditsOfBacktests1764100300000 } from './migrations/1764100300000-note-edits-of-backtests';
import { KeepTimesOfRegimes1764100300100 } from './migrations/1764100300100-keep-times-of-regimes';
import { DeleteCandlesWithTheirSeries1764100600000 } from './migrations/1764100600000-delete-candles-with-their-series';
import { CreateEquityImpliedFactors1764100800000 } from './migrations/1764100800000-create-equity-implied-factors';
import { MarkUnconfirmedCandles1764101100000 } from './migrations/1764101100000-mark-unconfirmed-candles';
import { CreateFeedStates1764101100100 } from './migrations/1764101100100-create-feed-states';
import { CreateRollUpProblems1764101200000 } from './migrations/1764101200000-create-roll-up-problems';
import { KeepFundingRevisions1764101300000 } from './migrations/1764101300000-keep-funding-revisions';
import { WeighAttemptsOfGaps1764101300100 } from './migrations/1764101300100-weigh-attempts-of-gaps';
import { VerifySearches1764101400000 } from './migrations/1764101400000-verify-searches';
import { KeepBasisOfRegimes1764101400100 } from './migrations/1764101400100-keep-basis-of-regimes';
import { StoreEngineResults1764101500000 } from './migrations/1764101500000-store-engine-results';
import { KeepRescalingsOfShares1764101600000 } from './migrations/1764101600000-keep-rescalings-of-shares';
import { StoreFitsOfRegimes1764101700000 } from './migrations/1764101700000-store-fits-of-regimes';
import { KeepJobsInOneTable1764102000000 } from './migrations/1764102000000-keep-jobs-in-one-table';
import { CreateEvents1764103000000 } from './migrations/1764103000000-create-events';
import { CreateIdempotencyKeys1764103100000 } from './migrations/1764103100000-create-idempotency-keys';
import { KeepPositionsOfRelays1764103150000 } from './migrations/1764103150000-keep-positions-of-relays';
import { CreateFills1764103500000 } from './migrations/1764103500000-create-fills';
import { CreateStrategyIdeaEvidence1764103510000 } from './migrations/1764103510000-create-strategy-idea-evidence';
import { CreateDeadLetters1764103520000 } from './migrations/1764103520000-create-dead-letters';
import { CreateRuns1764103530000 } from './migrations/1764103530000-create-runs';
import { KeepRuns1764103531000 } from './migrations/1764103531000-keep-runs';
import { KeepCurvesAndExcursions1764103532000 } from './migrations/1764103532000-keep-curves-and-excursions';
import { KeepTraceOfJobs1764103540000 } from './migrations/1764103540000-keep-trace-of-jobs';
import { KeepBenchmarksOfBacktests1764104000000 } from './migrations/1764104000000-keep-benchmarks-of-backtests';
import { CreateUniverses1764104100000 } from './migrations/1764104100000-create-universes';
import { CreatePortfolioRuns1764104110000 } from './migrations/1764104110000-create-portfolio-runs';
import { ListPortfolioRuns1764104120000 } from './migrations/1764104120000-list-portfolio-runs';
import { SearchPortfolios1764104130000 } from './migrations/1764104130000-search-portfolios';
import { LinkPortfolioRunsToIdeas1764104140000 } from './migrations/1764104140000-link-portfolio-runs-to-ideas';
import { ListAllocationsOfRuns1764104150000 } from './migrations/1764104150000-list-allocations-of-runs';
import { KeepBenchmarksOfWalkForwards1764104160000 } from './migrations/1764104160000-keep-benchmarks-of-walk-forwards';
import { KeepTagsAndLegs1764104170000 } from './migrations/1764104170000-keep-tags-and-legs';
import { CreateDatasets1764104200000 } from './migrations/1764104200000-create-datasets';
import { KeepDatasetsOfRuns1764104210000 } from './migrations/1764104210000-keep-datasets-of-runs';
import { ListRunsAndTradesByIndex1764104230000 } from './migrations/1764104230000-list-runs-and-trades-by-index';
import { IndexNumberedEventsAlone1764104240000 } from './migrations/1764104240000-index-numbered-events-alone';

/** Every migration, oldest first; each declares whether older code may run on its schema. */
export const MIGRATIONS = [
  CreateMarketData1763600000000,
  CreateRecords1763600001000,
  CreateParameterSearches1763700000000,
  CreateFundingAndEquity1763700001000,
  CreateBacktestVerifications1763700002000,
  CreateLateWritesAndQuarantine1763800000000,
  LetQuarantinedCandlesWait1763800000500,
  CreateGapsAndQuality1763800001000,
  CreateOpenStreamLists1763800002000,
  CreateFundingIngests1763800003000,
  CreateRollUps1763800004000,
  CreateStoredRegimes1763900000000,
  CreateHeadlines1763900001000,
  CreateFeatures1764000000000,
  CreateEquities1764000100000,
  LeaveRoomBesideSeries1764000900000,
  SetCalendars1764100100000,
  HoldOutliers1764100200000,
  NoteEditsOfBacktests1764100300000,
  KeepTimesOfRegimes1764100300100,
  DeleteCandlesWithTheirSeries1764100600000,
  CreateEquityImpliedFactors1764100800000,
  MarkUnconfirmedCandles1764101100000,
  CreateFeedStates1764101100100,
  CreateRollUpProblems1764101200000,
  KeepFundingRevisions1764101300000,
  WeighAttemptsOfGaps1764101300100,
  VerifySearches1764101400000,
  KeepBasisOfRegimes1764101400100,
  StoreEngineResults1764101500000,
  KeepRescalingsOfShares1764101600000,
  StoreFitsOfRegimes1764101700000,
  KeepJobsInOneTable1764102000000,
  CreateEvents1764103000000,
  CreateIdempotencyKeys1764103100000,
  KeepPositionsOfRelays1764103150000,
  CreateFills1764103500000,
  CreateStrategyIdeaEvidence1764103510000,
  CreateDeadLetters1764103520000,
  CreateRuns1764103530000,
  KeepRuns1764103531000,
  KeepCurvesAndExcursions1764103532000,
  KeepTraceOfJobs1764103540000,
  KeepBenchmarksOfBacktests1764104000000,
  CreateUniverses1764104100000,
  CreatePortfolioRuns1764104110000,
  ListPortfolioRuns1764104120000,
  SearchPortfolios1764104130000,
  LinkPortfolioRunsToIdeas1764104140000,
  ListAllocationsOfRuns1764104150000,
  KeepBenchmarksOfWalkForwards1764104160000,
  KeepTagsAndLegs1764104170000,
  CreateDatasets1764104200000,
  KeepDatasetsOfRuns1764104210000,
  ListRunsAndTradesByIndex1764104230000,
  IndexNumberedEventsAlone1764104240000,
] satisfies (new () => DeclaredMigration)[];
