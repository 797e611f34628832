import { FractionAnswer, NamedAnswer } from '../../http/answer-fields';
import { RANKING_SCHEMA, REBALANCE_SCHEMA, SHARED_RULES_SCHEMA, WEIGHTS_SCHEMA } from './portfolio.schema';

/** What decides what a portfolio holds, and when. */
export class AllocationRead {
  @NamedAnswer(WEIGHTS_SCHEMA, {
    description: 'Weights for all members; null: of another kind',
    example: { method: 'inverse_volatility', lookback: 60 },
    nullable: true,
  })
  weights: object | null;

  @NamedAnswer(RANKING_SCHEMA, {
    description: 'Holds the highest members of an order; null: of another kind',
    example: null,
    nullable: true,
  })
  ranking: object | null;

  @NamedAnswer(SHARED_RULES_SCHEMA, {
    description: 'One strategy on every series; null: of another kind',
    example: null,
    nullable: true,
  })
  rules: object | null;

  @NamedAnswer(REBALANCE_SCHEMA, {
    description: 'When weights are decided anew; null: monthly by default, and never for rules',
    example: { every: 'monthly' },
    nullable: true,
  })
  rebalance: object | null;

  @FractionAnswer({
    description: 'Where a delisted series is sold, against its last close; null: 0 by default',
    example: 0,
    nullable: true,
  })
  delisting_return: number | null;
}

export function toAllocation(settings: Readonly<Record<string, unknown>>): AllocationRead {
  const { weights, ranking, rules, rebalance, delisting_return } = settings as Partial<AllocationRead>;
  return {
    weights: weights ?? null,
    ranking: ranking ?? null,
    rules: rules ?? null,
    rebalance: rebalance ?? null,
    delisting_return: delisting_return ?? null,
  };
}
