import { SubmitBacktestDto } from './backtest.dto';
import { withSweepFields, withWalkForwardFields } from './search-request-fields';

export class SubmitSweepDto extends withSweepFields(SubmitBacktestDto, {
  description:
    "Values to try by parameter: a list, or {min, max, step}; the strategy's own grid by default; at most 10,000 combinations",
  example: { fast: [5, 10, 20], slow: { min: 30, max: 90, step: 30 } },
}) {}

export class SubmitWalkForwardDto extends withWalkForwardFields(SubmitSweepDto) {}
