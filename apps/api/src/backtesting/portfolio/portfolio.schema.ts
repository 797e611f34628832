import {
  DELISTING_RETURN_RULE,
  GIVEN_WEIGHT_RULE,
  LARGEST_UNIVERSE,
  RANKING_RULES,
  REBALANCE_RULES,
  SHARED_STRATEGY_RULES,
  WEIGHTING_RULES,
} from '#engine/portfolio/portfolio-fields';
import { nameSchema } from '../../http/named-schemas';
import { STRATEGY_PARAMETERS_SCHEMA } from '../parameters.schema';
import { objectOf, objectWith, schemaOf } from '../setting-schema';
import { RANK_SOURCE_SCHEMA } from './rank-source.schema';

const GIVEN_WEIGHT = nameSchema('GivenWeight', {
  ...objectWith(
    {
      weight: {
        rule: GIVEN_WEIGHT_RULE,
        summary: 'Target, a fraction of the equity; negative: short',
        example: 0.25,
      },
    },
    {
      exchange: {
        type: 'string',
        description: 'Exchange of the member; left out: the one that has the symbol in the universe',
        example: 'us',
      },
      symbol: { type: 'string', description: 'Symbol of a member of the universe', example: 'AAPL' },
    },
    { required: ['symbol', 'weight'] },
  ),
  description: 'The target weight of a member',
});

const WEIGHTING = {
  method: {
    rule: WEIGHTING_RULES.method,
    summary: 'How the capital is divided',
    example: 'inverse_volatility',
  },
  lookback: {
    rule: WEIGHTING_RULES.lookback,
    summary:
      'Returns that a decision is computed from (bars); a member with fewer closes is left out. Without effect for equal',
    default: 252,
    example: 252,
  },
  max_weight: {
    rule: WEIGHTING_RULES.max_weight,
    summary: 'Most that one member may have, a fraction of the equity',
    default: 1,
    example: 0.2,
  },
  min_weight: {
    rule: WEIGHTING_RULES.min_weight,
    summary: 'Least that a chosen member has, a fraction of the equity',
    default: 0,
    example: 0.01,
  },
  cash: {
    rule: WEIGHTING_RULES.cash,
    summary: 'Fraction of the equity that stays cash',
    default: 0,
    example: 0.05,
  },
  max_turnover: {
    rule: WEIGHTING_RULES.max_turnover,
    summary:
      'Largest turnover of one rebalance, a fraction of the equity (Σ|new − drifted| / 2); null: no limit',
    default: null,
    isNullable: true,
    example: 0.3,
  },
};

/** `weights` of a request, and of a ranking. */
export const WEIGHTS_SCHEMA = nameSchema('PortfolioWeights', {
  ...objectWith(
    WEIGHTING,
    {
      values: {
        type: 'array',
        items: GIVEN_WEIGHT,
        minItems: 1,
        maxItems: LARGEST_UNIVERSE,
        description:
          'Targets of the method given, whose sizes add up to 1 at most; members that are left out have 0, and the rest of 1 is cash. Of no other method',
        example: [{ symbol: 'AAPL', weight: 0.25 }],
      },
      rule: {
        allOf: [{ $ref: '#/components/schemas/ParameterValue' }],
        description:
          'Of the method given, instead of values: an expression of the language of custom strategies, such as a column of a dataset. At each decision its value of a member is the weight of that member; without allow_short a negative one is 0, and where it has no value, too',
        example: { column: 'model.weight' },
      },
    },
    { required: ['method'] },
  ),
  description: 'How the capital is divided between the members',
});

const RANKING = {
  top: {
    rule: RANKING_RULES.top,
    summary: 'How many series of the highest are held long',
    default: 0,
    example: 5,
  },
  bottom: {
    rule: RANKING_RULES.bottom,
    summary: 'How many series of the lowest are held short, which needs execution.allow_short',
    default: 0,
    example: 0,
  },
  gross: {
    rule: RANKING_RULES.gross,
    summary: 'Sum of the sizes of all weights, a fraction of the equity',
    default: 1,
    example: 1,
  },
  net: {
    rule: RANKING_RULES.net,
    summary:
      'Sum of all weights, a fraction of the equity; null: gross where one side is held, 0 where both are',
    default: null,
    isNullable: true,
    example: 0,
  },
};

export const RANKING_SCHEMA = nameSchema('PortfolioRanking', {
  ...objectWith(
    RANKING,
    {
      by: {
        allOf: [RANK_SOURCE_SCHEMA],
        description: 'By what members are put in order',
        example: { momentum: {} },
      },
      weights: {
        allOf: [WEIGHTS_SCHEMA],
        description: 'How the capital is divided between those that are held; equal by default. Not given',
        example: { method: 'equal' },
      },
    },
    { required: ['by'] },
  ),
  description: 'Holds the highest members of an order, the lowest short, or both',
});

const SHARED_STRATEGY = {
  max_open_positions: {
    rule: SHARED_STRATEGY_RULES.max_open_positions,
    summary: 'How many series may be held at once',
    example: 5,
  },
  share: {
    rule: SHARED_STRATEGY_RULES.share,
    summary:
      'What an entry takes, a fraction of the equity; null: 1 / max_open_positions, or as execution.sizing says',
    default: null,
    isNullable: true,
    example: 0.2,
  },
};

export const SHARED_RULES_SCHEMA = nameSchema('PortfolioRules', {
  ...objectWith(
    SHARED_STRATEGY,
    {
      strategy_name: {
        type: 'string',
        description:
          'A strategy of GET strategies, or custom; one that places orders of its own shares no account',
        example: 'sma_cross',
      },
      parameters: {
        allOf: [STRATEGY_PARAMETERS_SCHEMA],
        description: "The strategy's parameters; those left out have their defaults",
        example: { fast: 10, slow: 30 },
      },
      priority: {
        type: 'object',
        nullable: true,
        allOf: [RANK_SOURCE_SCHEMA],
        description:
          'Who enters first where more want to than may, the highest first; null: in the order of the universe',
        example: { momentum: { lookback: 126 } },
      },
    },
    { required: ['strategy_name', 'max_open_positions'] },
  ),
  description: 'One strategy on every series, with shared cash',
});

const REBALANCE = {
  every: {
    rule: REBALANCE_RULES.every,
    summary: 'At the close of the first bar of each day, ISO week, month or quarter',
    example: 'monthly',
  },
  bars: { rule: REBALANCE_RULES.bars, summary: 'Every so many bars of the account', example: 20 },
  drift: {
    rule: REBALANCE_RULES.drift,
    summary: 'Where a weight is further than this from its target (fraction of the equity)',
    example: 0.05,
  },
};

export const REBALANCE_SCHEMA = nameSchema('PortfolioRebalance', {
  ...objectOf(REBALANCE, { minProperties: 1, maxProperties: 1 }),
  description:
    'When weights are decided anew: one of the three. The first bar always decides, the last one never',
});

export const DELISTING_RETURN = schemaOf({
  rule: DELISTING_RETURN_RULE,
  summary:
    'Where a series that was delisted while it was held is sold, as a fraction of its last close: −1 loses all of it, 0 nothing',
  default: 0,
  example: -0.3,
});
