import { BacktestRefusal } from '../backtest/backtest-refusal';
import { type StrategyParameters } from '../backtest/strategy';
import { LARGEST_VERSION } from '../datasets/dataset-column';
import { type ColumnRequest } from '../known-data/data-request';
import { type FieldRule } from '../market/field-rule';

/** The strategy that a dataset decides. */
export const SIGNALS_STRATEGY = 'signals';

const SIGNAL_MODES = ['target', 'entries'] as const;

type SignalMode = (typeof SIGNAL_MODES)[number];

const MOST_TRIALS = 1_000_000;

/** What `parameters` of the strategy say, with every default. */
export interface SignalsRequest {
  readonly dataset: string;
  /** Undefined: the newest at the submission. */
  readonly version: number | undefined;
  readonly column: string;
  readonly mode: SignalMode;
  readonly rebalance: boolean;
  readonly threshold: number;
  /** How many strategies were tried before this one, itself included. */
  readonly trials: number;
}

const isText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const isInteger = (value: unknown, most: number) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most ? value : undefined;

const RULES: { readonly [Name in keyof SignalsRequest]-?: FieldRule<NonNullable<SignalsRequest[Name]>> } = {
  dataset: { rule: 'must be the name of a dataset', read: isText },
  version: {
    rule: `must be the number of a version, from 1 to ${LARGEST_VERSION}`,
    read: (value) => isInteger(value, LARGEST_VERSION),
  },
  column: { rule: 'must be the name of a column of the dataset', read: isText },
  mode: {
    rule: `must be one of ${SIGNAL_MODES.join(', ')}`,
    read: (value) => SIGNAL_MODES.find((mode) => mode === value),
  },
  rebalance: {
    rule: 'must be true or false',
    read: (value) => (typeof value === 'boolean' ? value : undefined),
  },
  threshold: {
    rule: 'must be a number from 0 to 1',
    read: (value) => (typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined),
  },
  trials: {
    rule: `must be an integer from 1 to ${MOST_TRIALS}`,
    read: (value) => isInteger(value, MOST_TRIALS),
  },
};

const DEFAULTS: Partial<SignalsRequest> = { mode: 'target', rebalance: false, threshold: 0, trials: 1 };
const OF_TARGETS = ['rebalance', 'threshold'] as const;

/** Reads `{dataset, version?, column, mode?, rebalance?, threshold?, trials?}`; throws BacktestRefusal with every problem. */
export function readSignals(given: object): SignalsRequest {
  const wanted = new Map<string, unknown>(Object.entries(given));
  const names = Object.keys(RULES) as (keyof SignalsRequest)[];
  const problems = [...wanted.keys()]
    .filter((name) => !Object.hasOwn(RULES, name))
    .map((name) => `${SIGNALS_STRATEGY} has no parameter ${name}: it has ${names.join(', ')}`);
  const read: Record<string, unknown> = {};
  for (const name of names) {
    const value = wanted.get(name) ?? DEFAULTS[name];
    if (value === undefined && name === 'version') continue;
    read[name] = RULES[name].read(value);
    if (read[name] === undefined) problems.push(`parameters.${name} ${RULES[name].rule}`);
  }
  if (read.mode === 'entries') {
    const unusable = OF_TARGETS.filter((name) => wanted.has(name));
    problems.push(...unusable.map((name) => `parameters.${name} is for the mode target alone`));
  }
  if (problems.length > 0) throw new BacktestRefusal(problems.join('; '));
  return read as unknown as SignalsRequest;
}

/** What it reads. */
export function columnOfSignals({ dataset, version, column }: SignalsRequest): ColumnRequest {
  return { kind: 'column', dataset, column, ...(version !== undefined && { version }) };
}

/** The numbers among them, as a report has them. */
export function numbersOf({ mode, rebalance, threshold, trials }: SignalsRequest): StrategyParameters {
  return mode === 'entries' ? { trials } : { rebalance: Number(rebalance), threshold, trials };
}
