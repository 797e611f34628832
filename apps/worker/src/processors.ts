import type { Type } from '@nestjs/common';
import type { JobName } from '#messaging/jobs';
import { BacktestProcessor } from './backtest/backtest.processor';
import type { JobProcessor } from './job-processor';

/** Who does which job. A job without a processor does not compile; a queue is only consumed through this list. */
export const PROCESSORS = {
  backtest: BacktestProcessor,
} as const satisfies { readonly [Name in JobName]: Type<JobProcessor<Name>> };
