import { nameSchema } from '../http/named-schemas';

const NODE = { $ref: '#/components/schemas/RuleNode' };
const PLAIN_VALUES = [{ type: 'number' }, { type: 'string', nullable: true }, { type: 'boolean' }];

/** The language of custom strategies, as far as a client needs it to write one. */
const RULES =
  'A condition or an expression of a custom strategy: an object with one operation. Conditions: {"all": […]}, {"any": […]}, {"not": …}, ' +
  '{"gt": [a, b]} (gte, lt, lte, eq), {"crosses_above": [a, b]} (crosses_below), {"between": [a, low, high]}, {"rising": [a, n]} (falling). ' +
  'Expressions: a number; "open", "high", "low", "close", "volume"; "$name" of vars; {"param": "name"}; {"ref": [a, k]}, a of k bars ago; ' +
  '{"add": [a, b]} (sub, mul, div, min, max); {"abs": a} (log, sqrt, neg); an indicator with its parameters, such as ' +
  '{"sma": {"period": 20, "source": "close"}}; "hour", "weekday" (0: Monday), "day_of_month" of the bar on the clock of its exchange; ' +
  '"bars_in_trade", "entry_price", "unrealised_return" of the position at the close, without a value while there is none. Of other data what was known at the close: ' +
  '{"column": "dataset.column"}, {"feature": "rsi_14"}, {"regime": {}} (1 bull, -1 bear, 0 neither), {"funding_rate": {}}, {"sentiment": {}}, ' +
  '{"close": {"exchange", "symbol", "interval"?}} of another series, and of an indicator "interval", a longer one: {"ema": {"interval": "1d"}}. Example of rules: {"entry_long": {"crosses_above": ["close", {"sma": {"period": 200}}]}, ' +
  '"exit_long": {"crosses_below": ["close", {"sma": {"period": 200}}]}}';

/** A submission takes any parameters; its run says what is wrong with them. */
const LIST_IN_LIST = {
  type: 'array',
  items: { description: 'Any JSON value: no strategy takes a list in a list, so the run fails' },
};

const VALUE = nameSchema('ParameterValue', {
  description:
    'A number for built-in strategies. Texts, lists and objects are for regime_filter, custom strategies and signals',
  oneOf: [...PLAIN_VALUES, { type: 'array', items: { oneOf: [...PLAIN_VALUES, LIST_IN_LIST, NODE] } }, NODE],
});

// Generators of clients follow a recursion through an object, but not through a list.
nameSchema('RuleNode', {
  type: 'object',
  description: RULES,
  additionalProperties: VALUE,
});

/** Parameters as a request gives them. */
export const STRATEGY_PARAMETERS_SCHEMA = nameSchema('StrategyParameters', {
  type: 'object',
  description:
    'Parameters of the strategy by name, as GET strategies lists them: JSON numbers, each in the unit that its summary says. A custom strategy has ' +
    'rules: {entry_long, exit_long, entry_short, exit_short}, each a RuleNode, {"when": RuleNode, "entry_tag": "text"} (of exits "exit_tag"), ' +
    'or a list of those, of which the first that holds decides; reduce: {"fraction": 0.5, "when": RuleNode, "times"?, "side"?, "exit_tag"?} or a list of ' +
    'them, partial exits; max_bars, bars after which a position is left. Optionally vars, expressions by name; numbers next to them are its parameters. ' +
    'The strategy signals has dataset, version (the newest by default), column, mode (target or entries), and for targets rebalance and threshold; ' +
    'trials declares how many were tried',
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
