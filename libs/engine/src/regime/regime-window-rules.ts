import { type ParameterRule } from '../indicators/parameter-rule';

/** What the models of rolling regimes are fitted on, and how often. */
export const REGIME_WINDOW_RULES = {
  lookback: {
    type: 'integer',
    default: 500,
    minimum: 60,
    maximum: 5_000,
    summary: 'Bars that the model of the regimes is fitted on.',
  },
  refit: {
    type: 'integer',
    default: 100,
    minimum: 10,
    maximum: 5_000,
    summary: 'Bars after which a new model is fitted.',
  },
} as const satisfies Record<string, ParameterRule>;
