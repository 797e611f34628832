import type { ParameterRule } from '#engine/indicators/parameter-rule';
import { SIGNALS_DESCRIPTION } from '#engine/signals/read-signals';
import { REGIME_FILTER_DESCRIPTION } from '#engine/strategies/regime-filter';
import { STRATEGIES } from '#engine/strategies/registry';
import {
  MapAnswer,
  NamedAnswer,
  NumberAnswer,
  ObjectAnswer,
  TextAnswer,
  TextsAnswer,
  WordAnswer,
} from '../http/answer-fields';
import { nameSchema } from '../http/named-schemas';

const PARAMETER_TYPES = ['integer', 'number'] as const satisfies readonly ParameterRule['type'][];

const IN_ITS_UNIT = 'unit that the summary says';

/** What a number in `parameters` must be. */
class ParameterRuleRead {
  @WordAnswer(PARAMETER_TYPES, { description: 'Whether the value is an integer', example: 'integer' })
  type: ParameterRule['type'];

  @NumberAnswer(IN_ITS_UNIT, { description: 'Value of a parameter that is left out', example: 10 })
  default: number;

  @NumberAnswer(IN_ITS_UNIT, { description: 'Smallest value that is allowed', example: 1 })
  minimum: number;

  @NumberAnswer(IN_ITS_UNIT, { description: 'Largest value that is allowed', example: 2000 })
  maximum: number;

  @TextsAnswer({
    description:
      'Names of the integers 0, 1, …; the name may be given instead of the integer. Left out where the values have no names',
    example: ['arithmetic', 'geometric'],
    required: false,
  })
  words?: readonly string[];

  @TextAnswer({ description: 'What the parameter is, with its unit', example: 'Bars of the fast average' })
  summary: string;
}

const RULE_EXAMPLE = {
  type: 'integer',
  default: 10,
  minimum: 1,
  maximum: 2000,
  summary: 'Bars of the fast average',
};

const GRID = nameSchema('DefaultGrid', {
  type: 'object',
  description: 'Values that a search tries, by parameter (unit of the parameter)',
  additionalProperties: { type: 'array', items: { type: 'number' } },
});

class StrategyRead {
  @TextAnswer({ description: 'The value of strategy_name', example: 'sma_cross' })
  name: string;

  @TextAnswer({
    description: 'What it does',
    example: 'Holds while the fast moving average is above the slow one.',
  })
  summary: string;

  @MapAnswer(ParameterRuleRead, { description: 'Its parameters by name', example: { fast: RULE_EXAMPLE } })
  parameters: Readonly<Record<string, ParameterRuleRead>>;

  @NamedAnswer(GRID, {
    description: 'Values that a search tries without a param_grid',
    example: { fast: [5, 10, 20], slow: [30, 50, 100] },
  })
  default_grid: Readonly<Record<string, readonly number[]>>;
}

class WrapperFieldsRead {
  @TextAnswer({ description: 'What parameters.base is', example: REGIME_FILTER_DESCRIPTION.fields.base })
  base: string;

  @TextAnswer({
    description: 'What parameters.regimes is',
    example: REGIME_FILTER_DESCRIPTION.fields.regimes,
  })
  regimes: string;
}

class StrategyWrapperRead {
  @TextAnswer({ description: 'The value of strategy_name', example: 'regime_filter' })
  name: string;

  @TextAnswer({ description: 'What it does', example: REGIME_FILTER_DESCRIPTION.summary })
  summary: string;

  @ObjectAnswer(WrapperFieldsRead, {
    description: 'Further fields of parameters, next to the parameters of the base strategy',
  })
  fields: WrapperFieldsRead;

  @MapAnswer(ParameterRuleRead, {
    description: 'Its own parameters by name',
    example: { regime_lookback: RULE_EXAMPLE },
  })
  parameters: Readonly<Record<string, ParameterRuleRead>>;
}

class DatasetFieldsRead {
  @TextAnswer({ description: 'What parameters.dataset is', example: SIGNALS_DESCRIPTION.fields.dataset })
  dataset: string;

  @TextAnswer({ description: 'What parameters.version is', example: SIGNALS_DESCRIPTION.fields.version })
  version: string;

  @TextAnswer({ description: 'What parameters.column is', example: SIGNALS_DESCRIPTION.fields.column })
  column: string;

  @TextAnswer({ description: 'What parameters.mode is', example: SIGNALS_DESCRIPTION.fields.mode })
  mode: string;

  @TextAnswer({ description: 'What parameters.rebalance is', example: SIGNALS_DESCRIPTION.fields.rebalance })
  rebalance: string;
}

class DatasetStrategyRead {
  @TextAnswer({ description: 'The value of strategy_name', example: 'signals' })
  name: string;

  @TextAnswer({ description: 'What it does', example: SIGNALS_DESCRIPTION.summary })
  summary: string;

  @ObjectAnswer(DatasetFieldsRead, { description: 'Fields of parameters that are no numbers with a default' })
  fields: DatasetFieldsRead;

  @MapAnswer(ParameterRuleRead, {
    description: 'Its parameters by name',
    example: { trials: SIGNALS_DESCRIPTION.parameters.trials },
  })
  parameters: Readonly<Record<string, ParameterRuleRead>>;
}

export class StrategiesRead {
  @ObjectAnswer([StrategyRead], { description: 'The built-in strategies' })
  strategies: StrategyRead[];

  @ObjectAnswer([StrategyWrapperRead], { description: 'Strategies that filter the signals of another one' })
  wrappers: StrategyWrapperRead[];

  @ObjectAnswer([DatasetStrategyRead], {
    description: 'Strategies that a dataset decides',
  })
  dataset_strategies: DatasetStrategyRead[];
}

/** The registry of strategies as the API shows it. */
export function describeStrategies(): StrategiesRead {
  return {
    strategies: Object.values(STRATEGIES).map(({ name, summary, parameters, defaultGrid }) => ({
      name,
      summary,
      parameters,
      default_grid: (defaultGrid ?? {}) as Record<string, readonly number[]>,
    })),
    wrappers: [REGIME_FILTER_DESCRIPTION],
    dataset_strategies: [SIGNALS_DESCRIPTION],
  };
}
