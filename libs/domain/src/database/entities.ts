import { StoredRegime } from '../analysis/stored-regime.entity';
import { BacktestEquity } from '../backtesting/backtest-equity.entity';
import { BacktestReport } from '../backtesting/backtest-report.entity';
import { BacktestTrade } from '../backtesting/backtest-trade.entity';
import { BacktestVerification } from '../backtesting/backtest-verification.entity';
import { Backtest } from '../backtesting/backtest.entity';
import { DatasetBlockRow, DatasetPart } from '../datasets/dataset-part.entity';
import { DatasetVersion } from '../datasets/dataset-version.entity';
import { Dataset } from '../datasets/dataset.entity';
import { EquityDividend } from '../equities/equity-dividend.entity';
import { EquityImpliedFactor } from '../equities/equity-implied-factor.entity';
import { EquityIngestSymbol } from '../equities/equity-ingest-symbol.entity';
import { EquityIngest } from '../equities/equity-ingest.entity';
import { EquitySplit } from '../equities/equity-split.entity';
import { EquitySymbol } from '../equities/equity-symbol.entity';
import { CandleLoadRow } from '../events/candle-load.entity';
import { EventRelayPosition } from '../events/event-relay-position.entity';
import { EventRow } from '../events/event-row.entity';
import { GapReport } from '../events/gap-report.entity';
import { FeaturePrecompute } from '../features/feature-precompute.entity';
import { FeatureSet } from '../features/feature-set.entity';
import { FundingIngest } from '../funding/funding-ingest.entity';
import { FundingRateRevision } from '../funding/funding-rate-revision.entity';
import { FundingRate } from '../funding/funding-rate.entity';
import { ConfirmedGap } from '../gaps/confirmed-gap.entity';
import { GapRepair } from '../gaps/gap-repair.entity';
import { SeriesQuality } from '../gaps/series-quality.entity';
import { HeadlineFeed } from '../headlines/headline-feed.entity';
import { StoredHeadline } from '../headlines/stored-headline.entity';
import { IdempotencyKeyRow } from '../idempotency/idempotency-key.entity';
import { JobOutboxEntry } from '../job-runs/job-outbox-entry.entity';
import { JobRun } from '../job-runs/job-run.entity';
import { QuarantinedCandle } from '../market-data/quarantine/quarantined-candle.entity';
import { CandlestickRevision } from '../market-data/revisions/candlestick-revision.entity';
import { Candlestick } from '../market-data/series/candlestick.entity';
import { FeedStateRow } from '../market-data/series/feed-state.entity';
import { LateWrite } from '../market-data/series/late-write.entity';
import { Series } from '../market-data/series/series.entity';
import { ParameterSearchChunk } from '../parameter-search/parameter-search-chunk.entity';
import { ParameterSearch } from '../parameter-search/parameter-search.entity';
import { WalkForwardCurve, WalkForwardTrade } from '../parameter-search/walk-forward-tests.entity';
import { RecordCount } from '../records/record-count.entity';
import {
  PortfolioEquity,
  PortfolioRebalancing,
  PortfolioReport,
  PortfolioTradeRow,
  PortfolioVerification,
} from '../portfolios/portfolio-results.entity';
import { PortfolioRun } from '../portfolios/portfolio-run.entity';
import { RollUpFailure } from '../roll-ups/roll-up-failure.entity';
import { RollUpSkip } from '../roll-ups/roll-up-skip.entity';
import { RollUp } from '../roll-ups/roll-up.entity';
import { Run } from '../runs/run.entity';
import { StrategyIdeaEvidence } from '../strategy-ideas/strategy-idea-evidence.entity';
import { StrategyIdea } from '../strategy-ideas/strategy-idea.entity';
import { OpenStreamList } from '../streams/open-stream-list.entity';
import { TradeJournalEntry } from '../trade-journal/trade-journal-entry.entity';
import { DeadLetter } from '../trading/dead-letter.entity';
import { FillRevision } from '../trading/fill-revision.entity';
import { Fill } from '../trading/fill.entity';
import { Position } from '../trading/position.entity';
import { RoundTripEntry } from '../trading/round-trip-entry.entity';
import { Universe } from '../universes/universe.entity';

/** Every table that TypeORM knows. */
export const ENTITIES = [
  Backtest,
  BacktestEquity,
  BacktestReport,
  BacktestTrade,
  BacktestVerification,
  CandleLoadRow,
  Candlestick,
  CandlestickRevision,
  ConfirmedGap,
  Dataset,
  DatasetBlockRow,
  DatasetPart,
  DatasetVersion,
  EquityDividend,
  EquityImpliedFactor,
  EquityIngest,
  EquityIngestSymbol,
  EquitySplit,
  EquitySymbol,
  EventRelayPosition,
  EventRow,
  FeaturePrecompute,
  FeatureSet,
  FundingIngest,
  FundingRate,
  FundingRateRevision,
  GapRepair,
  GapReport,
  HeadlineFeed,
  IdempotencyKeyRow,
  JobOutboxEntry,
  JobRun,
  FeedStateRow,
  LateWrite,
  OpenStreamList,
  ParameterSearch,
  ParameterSearchChunk,
  PortfolioEquity,
  PortfolioRebalancing,
  PortfolioReport,
  PortfolioRun,
  PortfolioTradeRow,
  PortfolioVerification,
  QuarantinedCandle,
  RecordCount,
  RollUp,
  RollUpFailure,
  RollUpSkip,
  Run,
  Series,
  SeriesQuality,
  StoredHeadline,
  StoredRegime,
  StrategyIdea,
  StrategyIdeaEvidence,
  TradeJournalEntry,
  WalkForwardCurve,
  WalkForwardTrade,
  DeadLetter,
  Fill,
  FillRevision,
  Position,
  RoundTripEntry,
  Universe,
];
