import { BacktestRefusal } from '../backtest/backtest-refusal';
import { describeRule, readParameter } from '../indicators/parameter-rule';
import type { FieldProblem } from '../market/validate-candle';
import { type Strategy, type StrategyParameters } from '../backtest/strategy';
import { countRange, type ParameterRange, valuesOfRange } from './parameter-values';

export const MOST_COMBINATIONS = 10_000;

/** What parameters are searched of: a strategy, or what has the like. */
export type Searchable = Pick<Strategy, 'name' | 'parameters' | 'defaultGrid' | 'check'>;

/** The values to try of each searched parameter; the others stay as they are. */
export interface ParameterGrid {
  readonly strategy: Searchable;
  /** What the parameters are where the grid does not say. */
  readonly fixed: StrategyParameters;
  /** In the order of the strategy's own parameters. */
  readonly axes: readonly { readonly name: string; readonly values: readonly number[] }[];
  /** The product of the axes' lengths, before the strategy's own check. */
  readonly size: number;
}

/**
 * Reads {name: [values] or {min, max, step}}; null, undefined and {} mean the strategy's default grid, without the
 * parameters in `given`, which the client fixed. A parameter that is both fixed and in the grid is searched. Repeated
 * values count once: trying the same twice is not two trials. Throws BacktestRefusal with every problem in one message.
 */
export function readParameterGrid(
  strategy: Searchable,
  fixed: StrategyParameters,
  given: readonly string[],
  grid: unknown,
): ParameterGrid {
  const { axes, problems } =
    grid === null || grid === undefined || isEmptyObject(grid)
      ? { axes: defaultAxes(strategy, given), problems: [] }
      : readAxes(strategy, grid);
  if (problems.length > 0) {
    throw new BacktestRefusal(problems.map(({ field, message }) => `${field} ${message}`).join('; '));
  }
  const size = axes.reduce((product, { values }) => product * values.length, 1);
  return { strategy, fixed, axes, size };
}

/** What is wrong with a grid, an entry per parameter; its number of combinations, where it is given, is another matter. */
export function findGridProblems(strategy: Searchable, grid: object): readonly FieldProblem[] {
  return readAxes(strategy, grid).problems;
}

/**
 * The parameters at an index of the grid, 0 … size-1: the first axis changes slowest, values in the order they were given.
 * Undefined where the strategy's own check refuses them.
 */
export function combinationAt(grid: ParameterGrid, index: number): StrategyParameters | undefined {
  const parameters = parametersAt(grid, index);
  return grid.strategy.check?.(parameters) === undefined ? Object.freeze(parameters) : undefined;
}

function parametersAt({ fixed, axes }: ParameterGrid, index: number): Record<string, number> {
  const parameters: Record<string, number> = { ...fixed };
  let rest = index;
  for (let axis = axes.length - 1; axis >= 0; axis--) {
    const { name, values } = axes[axis];
    parameters[name] = values[rest % values.length]!;
    rest = Math.floor(rest / values.length);
  }
  return parameters;
}

export interface Combinations {
  /** In grid order, which decides ties. */
  readonly combinations: readonly StrategyParameters[];
  /** How many the strategy's own check refused. */
  readonly skipped: number;
}

/** Every combination that the strategy accepts; throws BacktestRefusal beyond 10,000 or when none is left. */
export function allCombinations(grid: ParameterGrid): Combinations {
  if (grid.size > MOST_COMBINATIONS) {
    throw new BacktestRefusal(
      `the grid has ${grid.size} combinations, at most ${MOST_COMBINATIONS} are tried: ` +
        'give fewer values, or a number of trials to draw',
    );
  }
  const candidates = Array.from({ length: grid.size }, (_, index) => combinationAt(grid, index));
  const combinations = candidates.filter((parameters) => parameters !== undefined);
  refuseNone(grid, combinations.length, grid.size);
  return { combinations, skipped: grid.size - combinations.length };
}

/** Throws BacktestRefusal when the strategy accepted none of the combinations tried; with what it says of the first. */
export function refuseNone(grid: ParameterGrid, accepted: number, tried: number): void {
  if (accepted > 0) return;
  const { strategy } = grid;
  const reason = strategy.check?.(parametersAt(grid, 0));
  throw new BacktestRefusal(
    `${strategy.name} accepts none of the ${tried} combinations of param_grid that were tried` +
      (reason === undefined ? '' : `: ${reason}`),
  );
}

/**
 * What is wrong with the form of a grid, whatever the strategy: of each name a list of numbers (or of a parameter's words),
 * or {min, max, step}.
 */
export function findGridFormProblems(grid: object): FieldProblem[] {
  return Object.entries(grid).flatMap(([name, given]: [string, unknown]) => {
    const isList = Array.isArray(given) && given.length > 0 && given.every(isNumberOrWord);
    return isList || isRange(given)
      ? []
      : [problemOf(name, Array.isArray(given) && given.length === 0 ? NO_VALUE : FORM)];
  });
}

/** Of a parameter in messages; those of portfolios are paths. */
const LONGEST_NAME = 60;
const NO_VALUE = 'names no value';
const FORM = 'must be a list of numbers, or {min, max, step} of finite numbers';

function isNumberOrWord(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'string';
}

type Axis = ParameterGrid['axes'][number];

function defaultAxes(strategy: Searchable, given: readonly string[]): Axis[] {
  return Object.keys(strategy.parameters)
    .filter((name) => !given.includes(name))
    .map((name) => ({ name, values: strategy.defaultGrid?.[name] ?? [] }))
    .filter(({ values }) => values.length > 0);
}

function readAxes(
  strategy: Searchable,
  grid: unknown,
): { readonly axes: Axis[]; readonly problems: FieldProblem[] } {
  if (typeof grid !== 'object' || grid === null || Array.isArray(grid)) {
    const message = 'must be an object of {name: [values] or {min, max, step}}';
    return { axes: [], problems: [{ field: 'param_grid', message }] };
  }
  const problems = Object.keys(grid)
    .filter((name) => !Object.hasOwn(strategy.parameters, name))
    .map((name) => problemOf(name, `is no parameter of ${strategy.name}: ${namesOf(strategy)}`));
  const axes: Axis[] = [];
  // The strategy's own order: the order of a JSON object's keys does not survive its storage.
  for (const name of Object.keys(strategy.parameters)) {
    if (!Object.hasOwn(grid, name)) continue;
    const given = readValues((grid as Readonly<Record<string, unknown>>)[name]);
    if (typeof given === 'string') {
      problems.push(problemOf(name, given));
      continue;
    }
    const rule = strategy.parameters[name];
    const values = given.map((value) => readParameter(value, rule));
    const wrong = values.indexOf(undefined);
    if (wrong < 0) axes.push({ name, values: [...new Set(values as number[])] });
    else problems.push(problemOf(name, `must hold ${describeRule(rule)}, got ${quoted(given[wrong])}`));
  }
  return { axes, problems };
}

function problemOf(name: string, message: string): FieldProblem {
  return { field: `param_grid.${name.slice(0, LONGEST_NAME)}`, message };
}

/** The values, or what is wrong with them. */
function readValues(given: unknown): readonly unknown[] | string {
  if (Array.isArray(given)) {
    if (given.length === 0) return NO_VALUE;
    return given.length > MOST_COMBINATIONS ? tooMany(given.length) : given;
  }
  if (!isRange(given)) return FORM;
  if (!(given.step > 0)) return `must have a step above 0, got ${given.step}`;
  if (given.max < given.min) return `must have a max from its min ${given.min}, got ${given.max}`;
  const count = countRange(given);
  return count > MOST_COMBINATIONS ? tooMany(count) : valuesOfRange(given);
}

function isRange(given: unknown): given is ParameterRange {
  if (typeof given !== 'object' || given === null) return false;
  const entries = Object.entries(given);
  return (
    entries.length === 3 &&
    ['min', 'max', 'step'].every((key) => Object.hasOwn(given, key)) &&
    entries.every(([, value]) => Number.isFinite(value))
  );
}

function isEmptyObject(grid: unknown): boolean {
  return typeof grid === 'object' && grid !== null && !Array.isArray(grid) && Object.keys(grid).length === 0;
}

function tooMany(count: number): string {
  return `has ${Number.isFinite(count) ? count : 'countless'} values, at most ${MOST_COMBINATIONS} combinations are tried`;
}

function namesOf(strategy: Searchable): string {
  const names = Object.keys(strategy.parameters);
  return names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`;
}

function quoted(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
