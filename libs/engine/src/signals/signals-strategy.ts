import { BacktestRefusal } from '../backtest/backtest-refusal';
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT, type Strategy } from '../backtest/strategy';
import { type CandleColumns } from '../market/candle-columns';
import { formatDateTime } from '../market/parse-time';
import { type StrategyDeclaration, strategyOf } from '../strategies/registry';
import { type SimulatedStrategy, type TargetStrategy } from '../backtest/target-strategy';
import { SIGNALS_STRATEGY, type SignalsRequest } from './read-signals';
import { alignSignals, rowsKnownBy, type SignalRows } from './signal-rows';

/** A strategy of a dataset, as plain data: it can cross into a thread, which functions cannot. */
export interface DeclaredSignals {
  readonly kind: 'signals';
  readonly request: SignalsRequest;
  readonly rows: SignalRows;
  readonly intervalSeconds: number;
}

/** Signals and targets know nothing before them. */
const DESCRIPTION = { name: SIGNALS_STRATEGY, parameters: {}, warmup: () => 0 } as const;

/** The bits of an entry: 1 or true is long, -1 short, 0 or false neither; 0 bits where there is no value. */
function bitsOf(value: number): number {
  if (value === 1) return ENTER_LONG | EXIT_SHORT;
  if (value === -1) return EXIT_LONG | ENTER_SHORT;
  return value === 0 ? EXIT_LONG | EXIT_SHORT : 0;
}

/** Of any declaration that a single run has. */
export function simulatedStrategyOf(declaration: StrategyDeclaration | DeclaredSignals): SimulatedStrategy {
  return declaration.kind === 'signals' ? strategyOfSignals(declaration) : strategyOf(declaration);
}

/** Throws BacktestRefusal where a value means nothing in the mode. */
export function strategyOfSignals(declared: DeclaredSignals): Strategy | TargetStrategy {
  const { request, rows } = declared;
  const isMeant =
    request.mode === 'target'
      ? (value: number) => value >= -1 && value <= 1
      : (value: number) => bitsOf(value) !== 0;
  const wrong = rows.value.findIndex((value) => !Number.isNaN(value) && !isMeant(value));
  if (wrong >= 0) throw new BacktestRefusal(meaningless(request, rows, wrong));
  return request.mode === 'target' ? targetsOf(declared) : entriesOf(declared);
}

function targetsOf(declared: DeclaredSignals): TargetStrategy {
  const { rebalance, threshold } = declared.request;
  return {
    ...DESCRIPTION,
    summary: 'Holds the share of the equity that a column of a dataset says.',
    rebalance,
    threshold,
    targets: (candles) => valuesAt(candles, declared),
    knownBy: (time) => targetsOf({ ...declared, rows: rowsKnownBy(declared.rows, time) }),
  };
}

function entriesOf(declared: DeclaredSignals): Strategy {
  return {
    ...DESCRIPTION,
    summary: 'Enters and leaves as a column of a dataset says.',
    signals: (candles) => signalsOf(valuesAt(candles, declared)),
    knownBy: (time) => entriesOf({ ...declared, rows: rowsKnownBy(declared.rows, time) }),
  };
}

function signalsOf(values: Float64Array): Uint8Array {
  const signals = new Uint8Array(values.length);
  // Without a function for each value, which would take as long as the run itself.
  for (let bar = 0; bar < values.length; bar++) {
    if (!Number.isNaN(values[bar])) signals[bar] = bitsOf(values[bar]);
  }
  return signals;
}

function valuesAt(candles: CandleColumns, { rows, intervalSeconds }: DeclaredSignals): Float64Array {
  return alignSignals(candles, intervalSeconds, rows).values;
}

function meaningless({ column, mode }: SignalsRequest, { time, value }: SignalRows, row: number): string {
  const allowed = mode === 'target' ? 'from -1 to 1' : '1 (or true), -1, 0 (or false)';
  return `column ${column} is ${value[row]} at ${formatDateTime(time[row])}: in the mode ${mode} its values are ${allowed}`;
}
