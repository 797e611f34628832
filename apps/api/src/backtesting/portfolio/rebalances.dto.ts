import type { ReachedRebalancing } from '#domain/portfolios/rebalancings';
import type { UniverseMember } from '#domain/universes/universe-member';
import { doublesOf } from '#domain/records/doubles';
import { toDecimalText } from '#engine/decimal/decimal-text';
import {
  CountAnswer,
  FractionAnswer,
  IdAnswer,
  MoneyAnswer,
  NumbersAnswer,
  ObjectAnswer,
  TimeAnswer,
} from '../../http/answer-fields';
import { timeText } from '../../http/time-text';
import { IntegerQueryField } from '../../http/validation/fields';
import { MemberNameRead, toMemberName } from './contribution.dto';

export class RebalancesQuery {
  @IntegerQueryField({
    description:
      'Most rebalances to return, thinned out so that the extremes of the turnover are kept (rebalances)',
    minimum: 4,
    maximum: 1_000,
    optional: true,
    default: 500,
  })
  points = 500;
}

/** A decision and what its fills came to. */
class RebalanceRead {
  @CountAnswer('index from 1', { description: 'Number of the rebalance', example: 1 })
  rebalance: number;

  @TimeAnswer({ description: 'When it was decided: the close of its bar', example: '2010-01-05T00:00:00Z' })
  decided_at: string;

  @TimeAnswer({ description: 'When it was filled', example: '2010-01-05T00:00:00Z' })
  filled_at: string;

  @CountAnswer('series', { description: 'Members with a weight after its fills', example: 20 })
  held: number;

  @FractionAnswer({ description: 'Turnover, Σ|reached − drifted| / 2 over all members', example: 0.012 })
  turnover: number;

  @MoneyAnswer({ description: 'Fees and slippage of its fills', example: '1.25' })
  cost: string;

  @NumbersAnswer({
    description: 'Weights after its fills, of each of `members` (fraction of the equity; negative: short)',
    example: [0.0499, 0.0501],
  })
  weights: number[];

  @FractionAnswer({ description: 'Sum of the weights of all other members', example: 0.8 })
  others: number;

  @FractionAnswer({
    description: 'Share of the equity that is in no position: 1 less the sum of all weights',
    example: 0.02,
  })
  cash: number;
}

/** The rebalances of a run in short. */
export class RebalancesRead {
  @IdAnswer('of the portfolio run', 7)
  id: number;

  @CountAnswer('rebalances', {
    description: 'Rebalances of the run, of which the list may have fewer',
    example: 120,
  })
  total: number;

  @ObjectAnswer([MemberNameRead], {
    description: 'Those whose weights are listed: the largest average weights, at most 20, the largest first',
  })
  members: MemberNameRead[];

  @ObjectAnswer([RebalanceRead], { description: 'The rebalances, oldest first. None of rules' })
  rebalances: RebalanceRead[];
}

interface Rebalances {
  readonly id: number;
  readonly total: number;
  /** Of the run. */
  readonly members: readonly UniverseMember[];
  /** Indices of those whose weights are listed. */
  readonly listed: readonly number[];
  readonly rebalancings: readonly ReachedRebalancing[];
}

export function toRebalances({ id, total, members, listed, rebalancings }: Rebalances): RebalancesRead {
  return {
    id,
    total,
    members: listed.map((member) => toMemberName(members[member])),
    rebalances: rebalancings.map((rebalancing) => toRebalance(rebalancing, listed)),
  };
}

const sumOf = (weights: readonly number[]) => weights.reduce((sum, weight) => sum + weight, 0);

function toRebalance(rebalancing: ReachedRebalancing, listed: readonly number[]): RebalanceRead {
  const reached = [...doublesOf(rebalancing.reached)];
  return {
    rebalance: rebalancing.position + 1,
    decided_at: timeText(rebalancing.decidedAt),
    filled_at: timeText(rebalancing.filledAt),
    held: reached.filter((weight) => weight !== 0).length,
    turnover: rebalancing.turnover,
    cost: toDecimalText(rebalancing.cost),
    weights: listed.map((member) => reached[member]),
    others: sumOf(reached.filter((_, member) => !listed.includes(member))),
    cash: 1 - sumOf(reached),
  };
}
