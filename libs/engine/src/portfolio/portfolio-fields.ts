import { type SettingRule } from '../backtest/setting-rule';
import { CALENDAR_REBALANCES, WEIGHT_METHODS } from './portfolio-settings';

/** Longest look back of a decision, in bars. */
const LONGEST_LOOKBACK = 2_000;
export const LARGEST_UNIVERSE = 1_000;

const LOOKBACK = { minimum: 1, maximum: LONGEST_LOOKBACK } as const;
/** 0 keeps a side empty. */
const SIDE = { kind: 'integer', bounds: { minimum: 0, maximum: LARGEST_UNIVERSE } } as const;

/** What each field of a portfolio's request may be, by the object that it is in. */
export const WEIGHTING_RULES = {
  method: { kind: 'word', words: WEIGHT_METHODS },
  lookback: { kind: 'integer', bounds: { minimum: 2, maximum: LONGEST_LOOKBACK } },
  max_weight: { kind: 'number', bounds: { above: 0, maximum: 1 } },
  min_weight: { kind: 'number', bounds: { minimum: 0, maximum: 1 } },
  cash: { kind: 'number', bounds: { minimum: 0, below: 1 } },
  max_turnover: { kind: 'number', bounds: { above: 0, maximum: 1 } },
} as const satisfies Record<string, SettingRule>;

export const GIVEN_WEIGHT_RULE = { kind: 'number', bounds: { minimum: -1, maximum: 1 } } as const;

export const RANKING_RULES = {
  top: SIDE,
  bottom: SIDE,
  gross: { kind: 'number', bounds: { above: 0, maximum: 1 } },
  net: { kind: 'number', bounds: { minimum: -1, maximum: 1 } },
} as const satisfies Record<string, SettingRule>;

export const MOMENTUM_RULES = {
  lookback: { kind: 'integer', bounds: LOOKBACK },
  skip: { kind: 'integer', bounds: { minimum: 0, maximum: LONGEST_LOOKBACK } },
} as const satisfies Record<string, SettingRule>;

export const SHARED_STRATEGY_RULES = {
  max_open_positions: { kind: 'integer', bounds: { minimum: 1, maximum: LARGEST_UNIVERSE } },
  share: { kind: 'number', bounds: { above: 0, maximum: 1 } },
} as const satisfies Record<string, SettingRule>;

export const REBALANCE_RULES = {
  every: { kind: 'word', words: CALENDAR_REBALANCES },
  bars: { kind: 'integer', bounds: { minimum: 1, maximum: 100_000 } },
  drift: { kind: 'number', bounds: { above: 0, below: 1 } },
} as const satisfies Record<string, SettingRule>;

export const DELISTING_RETURN_RULE = { kind: 'number', bounds: { minimum: -1, maximum: 1 } } as const;
