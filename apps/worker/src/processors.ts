import type { Type } from '@nestjs/common';
import type { JobName } from '#messaging/jobs';
import { BacktestVerifyProcessor } from './backtest/backtest-verify.processor';
import { BacktestProcessor } from './backtest/backtest.processor';
import { EquityBackfillProcessor } from './equity-backfill/equity-backfill.processor';
import { FeaturePrecomputeProcessor } from './feature-precompute/feature-precompute.processor';
import { FundingIngestProcessor } from './funding-ingest/funding-ingest.processor';
import { GapRepairProcessor } from './gap-repair/gap-repair.processor';
import { HeadlineFetchProcessor } from './headline-fetch/headline-fetch.processor';
import type { JobProcessor } from './jobs/job-processor';
import { PortfolioVerifyProcessor } from './portfolio/portfolio-verify.processor';
import { PortfolioProcessor } from './portfolio/portfolio.processor';
import { ParameterSearchAssembleProcessor } from './parameter-search/parameter-search-assemble.processor';
import { ParameterSearchChunkProcessor } from './parameter-search/parameter-search-chunk.processor';
import { ParameterSearchProcessor } from './parameter-search/parameter-search.processor';

/** Who does which job. A job without a processor does not compile; a queue is only consumed through this list. */
export const PROCESSORS = {
  backtest: BacktestProcessor,
  'backtest-verify': BacktestVerifyProcessor,
  portfolio: PortfolioProcessor,
  'portfolio-verify': PortfolioVerifyProcessor,
  'gap-repair': GapRepairProcessor,
  'parameter-search': ParameterSearchProcessor,
  'parameter-search-chunk': ParameterSearchChunkProcessor,
  'parameter-search-assemble': ParameterSearchAssembleProcessor,
  'equity-backfill': EquityBackfillProcessor,
  'funding-ingest': FundingIngestProcessor,
  'feature-precompute': FeaturePrecomputeProcessor,
  'headline-fetch': HeadlineFetchProcessor,
} as const satisfies Readonly<Record<JobName, Type<JobProcessor>>>;
