import { withSweepFields, withWalkForwardFields } from '../search-request-fields';
import { SubmitPortfolioDto } from './submit-portfolio.dto';

export class SubmitPortfolioSweepDto extends withSweepFields(SubmitPortfolioDto, {
  description:
    'Values to try by path of a setting, such as ranking.top, words included: a list, or {min, max, step}; by default what matters most, such as the lookback; at most 10,000 combinations',
  example: { 'weights.lookback': [63, 126, 252], 'weights.max_weight': [0.25, 1] },
}) {}

export class SubmitPortfolioWalkForwardDto extends withWalkForwardFields(SubmitPortfolioSweepDto) {}
