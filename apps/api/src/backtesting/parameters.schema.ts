import { nameSchema } from '../http/named-schemas';

const NODE = { $ref: '#/components/schemas/RuleNode' };
const PLAIN_VALUES = [{ type: 'number' }, { type: 'string', nullable: true }, { type: 'boolean' }];

const VALUE = nameSchema('ParameterValue', {
  description:
    'A number in nearly all cases. Texts, lists and objects are what regime_filter and custom strategies are made of',
  oneOf: [...PLAIN_VALUES, { type: 'array', items: { oneOf: [...PLAIN_VALUES, NODE] } }, NODE],
});

// Generators of clients follow a recursion through an object, but not through a list.
nameSchema('RuleNode', {
  type: 'object',
  description: 'A condition or an expression of a custom strategy, by its operation',
  additionalProperties: VALUE,
});

/** Parameters as a request gives them. */
export const STRATEGY_PARAMETERS_SCHEMA = nameSchema('StrategyParameters', {
  type: 'object',
  description:
    'Parameters of the strategy by name, as GET strategies lists them: JSON numbers, each in the unit that its summary says',
  additionalProperties: VALUE,
});

const RANGE = nameSchema('ParameterRange', {
  type: 'object',
  description: 'min, min + step, … up to max',
  required: ['min', 'max', 'step'],
  properties: {
    min: { type: 'number', description: 'First value (unit of the parameter)', example: 30 },
    max: { type: 'number', description: 'Largest value (unit of the parameter)', example: 90 },
    step: {
      type: 'number',
      description: 'From value to value, above 0 (unit of the parameter)',
      example: 30,
    },
  },
  additionalProperties: false,
});

/** Values to try, by the parameter's name. */
export const PARAMETER_GRID_SCHEMA = nameSchema('ParameterGrid', {
  type: 'object',
  description: 'Values to try by parameter: a list of numbers, or a range',
  additionalProperties: {
    oneOf: [
      {
        type: 'array',
        items: { oneOf: [{ type: 'number' }, { type: 'string' }] },
        minItems: 1,
        maxItems: 10_000,
      },
      RANGE,
    ],
  },
});
