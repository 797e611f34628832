import {
  ENTER_LONG,
  ENTER_SHORT,
  EXIT_LONG,
  EXIT_SHORT,
  type BarTimes,
  type Strategy,
} from '../backtest/strategy';
import { type TargetStrategy } from '../backtest/target-strategy';
import { type IndicatorMemo } from '../indicators/indicator-memo';
import { closeTimesOf } from '../known-data/close-times';
import { type DataNeed, keyOfRequest } from '../known-data/data-request';
import { knownOf, type KnownRows } from '../known-data/known-data';
import { type CandleColumns } from '../market/candle-columns';
import { formatDateTime } from '../market/parse-time';
import { columnOfSignals, SIGNALS_DESCRIPTION, SIGNALS_STRATEGY, type SignalsRequest } from './read-signals';
import { type AlignedSignals, alignSignals } from './signal-rows';
import { signalWarnings } from './signal-warnings';

/** A strategy of a dataset, as plain data: it can cross into a thread, which functions cannot. */
export interface DeclaredSignals {
  readonly kind: 'signals';
  readonly request: SignalsRequest;
}

/** The bits of an entry: 1 or true is long, -1 short, 0 or false neither; 0 bits where there is no value. */
function bitsOf(value: number): number {
  if (value === 1) return ENTER_LONG | EXIT_SHORT;
  if (value === -1) return EXIT_LONG | ENTER_SHORT;
  return value === 0 ? EXIT_LONG | EXIT_SHORT : 0;
}

/** The strategy that checked parameters of signals are. */
export function strategyOfSignals(request: SignalsRequest): Strategy | TargetStrategy {
  return request.mode === 'target' ? targetsOf(request) : entriesOf(request);
}

function targetsOf(request: SignalsRequest): TargetStrategy {
  return {
    ...described(request, findNoShare),
    summary: 'Holds the share of the equity that a column of a dataset says.',
    parameters: { threshold: { ...SIGNALS_DESCRIPTION.parameters.threshold, default: request.threshold } },
    trading: ({ threshold }) => ({ rebalance: request.rebalance, threshold }),
    targets: (candles, _, indicators, times) => alignedAt(request, candles, indicators, times).values,
  };
}

function entriesOf(request: SignalsRequest): Strategy {
  return {
    ...described(request, findNoEntry),
    summary: 'Enters and leaves as a column of a dataset says.',
    parameters: {},
    signals: (candles, _, indicators, times) =>
      signalsOf(alignedAt(request, candles, indicators, times!).values),
  };
}

/** What both modes have in common: signals and targets know nothing before them. */
function described(
  request: SignalsRequest,
  findMeaningless: (values: Float64Array) => number,
): Pick<Strategy, 'name' | 'warmup' | 'needs' | 'findProblem' | 'dataWarnings'> {
  const need: DataNeed = {
    request: columnOfSignals(request),
    path: 'parameters.column',
    datasetPaths: { dataset: 'parameters.dataset', version: 'parameters.version' },
    warmupBars: 0,
  };
  return {
    name: SIGNALS_STRATEGY,
    warmup: () => 0,
    needs: () => [need],
    findProblem: (_candles, _parameters, _indicators, times) => {
      const rows = rowsOf(request, times!);
      const wrong = findMeaningless(rows.value);
      return wrong < 0 ? undefined : meaningless(request, rows, wrong);
    },
    dataWarnings: (candles, tradeFrom, _, indicators, times) =>
      signalWarnings(request, alignedAt(request, candles, indicators, times), candles, tradeFrom),
  };
}

/** The row of the first value that is no share of the equity, -1 without. NaN, no value, is neither below nor above. */
function findNoShare(values: Float64Array): number {
  for (let row = 0; row < values.length; row++) if (values[row] < -1 || values[row] > 1) return row;
  return -1;
}

/** The row of the first value that is none of those that `bitsOf` knows, -1 without. */
function findNoEntry(values: Float64Array): number {
  for (let row = 0; row < values.length; row++) {
    const value = values[row];
    if (!Number.isNaN(value) && value !== 0 && Math.abs(value) !== 1) return row;
  }
  return -1;
}

function signalsOf(values: Float64Array): Uint8Array {
  const signals = new Uint8Array(values.length);
  // Without a function for each value, which would take as long as the run itself.
  for (let bar = 0; bar < values.length; bar++) {
    if (!Number.isNaN(values[bar])) signals[bar] = bitsOf(values[bar]);
  }
  return signals;
}

/** What else is known of the values that a memo keeps. */
const alignments = new WeakMap<Float64Array, AlignedSignals>();

/** Once for a run, whose decisions and warnings both read it. */
function alignedAt(
  request: SignalsRequest,
  candles: CandleColumns,
  indicators: IndicatorMemo,
  times: BarTimes,
): AlignedSignals {
  const key = `signals ${keyOfRequest(columnOfSignals(request))}`;
  const values = indicators.getOwned(key, candles.length, (into) => {
    const closeTimes = closeTimesOf(candles, times, indicators);
    const aligned = alignSignals(candles, closeTimes, rowsOf(request, times), into);
    alignments.set(aligned.values, aligned);
    return aligned.values;
  });
  return alignments.get(values)!;
}

function rowsOf(request: SignalsRequest, { data }: BarTimes): KnownRows {
  const known = knownOf(data, columnOfSignals(request));
  if (known.kind === 'rows') return known;
  throw new Error(`${request.dataset}.${request.column} was not loaded as rows`);
}

function meaningless({ column, mode }: SignalsRequest, { time, value }: KnownRows, row: number): string {
  const allowed = mode === 'target' ? 'from -1 to 1' : '1 (or true), -1, 0 (or false)';
  return `column ${column} is ${value[row]} at ${formatDateTime(time[row])}: in the mode ${mode} its values are ${allowed}`;
}
