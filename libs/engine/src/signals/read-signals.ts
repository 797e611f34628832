import { BacktestRefusal } from '../backtest/backtest-refusal';
import { type StrategyParameters } from '../backtest/strategy';
import { LARGEST_VERSION } from '../datasets/dataset-column';
import { describeRule, followsRule, type ParameterRule } from '../indicators/parameter-rule';
import { type ColumnRequest } from '../known-data/data-request';
import { type FieldRule } from '../market/field-rule';
import { type FieldProblem } from '../market/validate-candle';

/** The strategy that a dataset decides. */
export const SIGNALS_STRATEGY = 'signals';

const SIGNAL_MODES = ['target', 'entries'] as const;

type SignalMode = (typeof SIGNAL_MODES)[number];

const NUMBERS = {
  threshold: {
    type: 'number',
    default: 0,
    minimum: 0,
    maximum: 1,
    summary:
      'Of targets: how far the target must be from the share that is held; a target of 0 is always traded.',
  },
  trials: {
    type: 'integer',
    default: 1,
    minimum: 1,
    maximum: 1_000_000,
    summary:
      'How many strategies were tried before this one was chosen, itself included; it deflates the Sharpe ratio.',
  },
} as const satisfies Record<string, ParameterRule>;

/** What a request has to say to trade a dataset. */
export const SIGNALS_DESCRIPTION = {
  name: SIGNALS_STRATEGY,
  summary: 'Trades what a column of a dataset says, from the close at which its row was known.',
  fields: {
    dataset: 'The name of the dataset.',
    version: 'The number of one of its versions (default: the newest when the run is submitted).',
    column: 'A column of numbers or flags; of a dataset with symbols the rows of the run’s symbol count.',
    mode: 'target (default): a share of the equity from -1 to 1; entries: 1 or true is long, -1 short, 0 or false neither.',
    rebalance:
      'Of targets: true trades at each bar to the last target (default: false, what does not change is not traded).',
  },
  parameters: NUMBERS,
} as const;

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
const numberRule = (rule: ParameterRule): FieldRule<number> => ({
  rule: `must be ${describeRule(rule)}`,
  read: (value) => (followsRule(value, rule) ? value : undefined),
});

const RULES: { readonly [Name in keyof SignalsRequest]-?: FieldRule<NonNullable<SignalsRequest[Name]>> } = {
  dataset: { rule: 'must be the name of a dataset', read: isText },
  version: {
    rule: `must be the number of a version, from 1 to ${LARGEST_VERSION}`,
    read: (value) => {
      const version = Number(value);
      return Number.isInteger(value) && version >= 1 && version <= LARGEST_VERSION ? version : undefined;
    },
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
  threshold: numberRule(NUMBERS.threshold),
  trials: numberRule(NUMBERS.trials),
};

const DEFAULTS: Partial<SignalsRequest> = {
  mode: 'target',
  rebalance: false,
  threshold: NUMBERS.threshold.default,
  trials: NUMBERS.trials.default,
};
const OF_TARGETS = ['rebalance', 'threshold'] as const;

/** Reads `{dataset, version?, column, mode?, rebalance?, threshold?, trials?}`, or says what is wrong with each of them. */
export function checkSignals(given: object): SignalsRequest | { readonly problems: readonly FieldProblem[] } {
  const wanted = new Map<string, unknown>(Object.entries(given));
  const names = Object.keys(RULES) as (keyof SignalsRequest)[];
  const problems: FieldProblem[] = [];
  const refuse = (name: string, message: string) => problems.push({ field: `parameters.${name}`, message });
  for (const name of wanted.keys()) {
    if (!Object.hasOwn(RULES, name))
      refuse(name, `is no parameter of ${SIGNALS_STRATEGY}: it has ${names.join(', ')}`);
  }
  const read: Record<string, unknown> = {};
  for (const name of names) {
    const value = wanted.get(name) ?? DEFAULTS[name];
    if (value === undefined && name === 'version') continue;
    read[name] = RULES[name].read(value);
    if (read[name] === undefined) refuse(name, RULES[name].rule);
  }
  if (read.mode === 'entries') {
    for (const name of OF_TARGETS) if (wanted.has(name)) refuse(name, 'is for the mode target alone');
  }
  return problems.length > 0 ? { problems } : (read as unknown as SignalsRequest);
}

/** The same; throws BacktestRefusal with every problem. */
export function readSignals(given: object): SignalsRequest {
  const read = checkSignals(given);
  if (!('problems' in read)) return read;
  throw new BacktestRefusal(read.problems.map(({ field, message }) => `${field} ${message}`).join('; '));
}

/** What it reads. */
export function columnOfSignals({ dataset, version, column }: SignalsRequest): ColumnRequest {
  return { kind: 'column', dataset, column, ...(version !== undefined && { version }) };
}

/** The numbers among them, as a report has them. */
export function numbersOf({ mode, rebalance, threshold, trials }: SignalsRequest): StrategyParameters {
  return mode === 'entries' ? { trials } : { rebalance: Number(rebalance), threshold, trials };
}
