import { MOMENTUM_RULES } from '#engine/portfolio/portfolio-fields';
import { nameSchema } from '../../http/named-schemas';
import { objectOf } from '../setting-schema';

const MOMENTUM = nameSchema(
  'Momentum',
  objectOf({
    lookback: {
      rule: MOMENTUM_RULES.lookback,
      summary: 'Bars that the return is taken over',
      default: 126,
      example: 126,
    },
    skip: {
      rule: MOMENTUM_RULES.skip,
      summary: 'Latest bars that are left out of it',
      default: 0,
      example: 21,
    },
  }),
);

/** By what members are put in order. */
export const RANK_SOURCE_SCHEMA = nameSchema('RankSource', {
  type: 'object',
  description: 'By what members are put in order, the highest first: one of the three',
  properties: {
    momentum: {
      allOf: [MOMENTUM],
      description:
        'The return of its closes: close / close lookback ago − 1, both skip bars before the decision',
      example: { lookback: 126, skip: 21 },
    },
    rule: {
      allOf: [{ $ref: '#/components/schemas/ParameterValue' }],
      description: 'An expression of the language of custom strategies',
      example: { div: [{ roc: { period: 126 } }, { atr: { period: 14 } }] },
    },
    feature: {
      type: 'string',
      description: 'The name of a feature of GET features/definitions',
      example: 'rsi_14',
    },
  },
  minProperties: 1,
  maxProperties: 1,
  additionalProperties: false,
});
