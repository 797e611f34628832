import type { ParameterRule } from '#engine/indicators/parameter-rule';
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
  @WordAnswer(PARAMETER_TYPES, { description: 'Whether it has to be whole', example: 'integer' })
  type: ParameterRule['type'];

  @NumberAnswer(IN_ITS_UNIT, { description: 'Where it is left out', example: 10 })
  default: number;

  @NumberAnswer(IN_ITS_UNIT, { description: 'Smallest', example: 1 })
  minimum: number;

  @NumberAnswer(IN_ITS_UNIT, { description: 'Largest', example: 2000 })
  maximum: number;

  @TextsAnswer({
    description:
      'What the integers from the minimum 0 mean; the word may be given itself. Left out where they are numbers',
    example: ['arithmetic', 'geometric'],
    required: false,
  })
  words?: readonly string[];

  @TextAnswer({ description: 'What it is', example: 'Bars of the fast average' })
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
  @TextAnswer({ description: 'What strategy_name takes', example: 'sma_cross' })
  name: string;

  @TextAnswer({
    description: 'What it does',
    example: 'Holds while the fast moving average is above the slow one.',
  })
  summary: string;

  @MapAnswer(ParameterRuleRead, { description: 'By name', example: { fast: RULE_EXAMPLE } })
  parameters: Readonly<Record<string, ParameterRuleRead>>;

  @NamedAnswer(GRID, {
    description: 'Values that a search tries where it names none',
    example: { fast: [5, 10, 20], slow: [30, 50, 100] },
  })
  default_grid: Readonly<Record<string, readonly number[]>>;
}

class WrapperTakesRead {
  @TextAnswer({ description: 'Another strategy', example: REGIME_FILTER_DESCRIPTION.takes.base })
  base: string;

  @TextAnswer({ description: 'When it trades', example: REGIME_FILTER_DESCRIPTION.takes.regimes })
  regimes: string;
}

class StrategyWrapperRead {
  @TextAnswer({ description: 'What strategy_name takes', example: 'regime_filter' })
  name: string;

  @TextAnswer({ description: 'What it does', example: REGIME_FILTER_DESCRIPTION.summary })
  summary: string;

  @ObjectAnswer(WrapperTakesRead, { description: 'What else parameters takes, next to those of the base' })
  takes: WrapperTakesRead;

  @MapAnswer(ParameterRuleRead, { description: 'By name', example: { regime_lookback: RULE_EXAMPLE } })
  parameters: Readonly<Record<string, ParameterRuleRead>>;
}

export class StrategiesRead {
  @ObjectAnswer([StrategyRead], { description: 'The built-in strategies' })
  strategies: StrategyRead[];

  @ObjectAnswer([StrategyWrapperRead], { description: 'Strategies that trade another one' })
  wrappers: StrategyWrapperRead[];
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
  };
}
