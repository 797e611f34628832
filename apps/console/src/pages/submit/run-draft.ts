import type { Schemas } from '../../api/hooks';
import type { SeriesName } from '../../forms/series-picker';
import type { RunSearch } from '../search-parameters';
import { type ExecutionTexts, readExecution, writeExecution } from './execution-texts';
import { readGridText, writeGridText } from './grid-text';
import { numberOr, readJson, writeJson } from './json-text';
import { SIGNALS, signalParameters } from './signal-parameters';

export type RunKind = 'backtest' | 'sweep' | 'walk-forward';
type Texts = Readonly<Record<string, string>>;

/** The strategy whose rules the request holds. */
export const CUSTOM = 'custom';

/** What is filled in, as text: blank means that the request leaves it to the service. */
export interface RunDraft {
  readonly strategy: string;
  /** Of a wrapper: the strategy whose signals it filters, and the regimes that it lets through. */
  readonly base: string;
  readonly regimes: readonly string[];
  /** By name. */
  readonly parameters: Texts;
  /** Of the custom strategy: its parameters as JSON. */
  readonly rules: string;
  /** Values to try by parameter; undefined: the grid of the strategy. */
  readonly grid: Texts | undefined;
  readonly series: SeriesName | undefined;
  readonly start: string;
  readonly end: string;
  readonly execution: ExecutionTexts;
  /** The series that is held beside it; without a symbol, its own. */
  readonly benchmark: { readonly exchange: string; readonly symbol: string };
  /** Further fields of a search by name: numbers and words. */
  readonly search: Texts;
}

const RULES_EXAMPLE = {
  rules: {
    entry_long: { crosses_above: ['close', { sma: { period: { param: 'length' } } }] },
    exit_long: { crosses_below: ['close', { sma: { period: { param: 'length' } } }] },
  },
  length: 50,
};

/** A draft with what the address says. */
export function draftOf({ parameters = {}, param_grid, ...search }: RunSearch): RunDraft {
  const { base, regimes, ...rest } = parameters;
  const strategy = search.strategy_name ?? 'sma_cross';
  return {
    strategy,
    base: typeof base === 'string' ? base : 'sma_cross',
    regimes: Array.isArray(regimes) ? regimes.map(String) : [],
    parameters: strategy === CUSTOM ? {} : mapTexts(rest, String),
    rules: writeJson(strategy === CUSTOM && Object.keys(parameters).length > 0 ? parameters : RULES_EXAMPLE),
    grid: param_grid && mapTexts(param_grid, writeGridText),
    series: seriesOf(search),
    start: search.start_date ?? '',
    end: search.end_date ?? '',
    execution: readExecution(search.execution ?? {}),
    benchmark: { exchange: '', symbol: '', ...mapTexts(search.benchmark ?? {}, String) },
    search: {},
  };
}

function seriesOf({ exchange, symbol, interval }: RunSearch): SeriesName | undefined {
  return exchange && symbol && interval ? { exchange, symbol, interval } : undefined;
}

/** The request, with nothing in it that was not filled in. */
export function requestOf(kind: RunKind, draft: RunDraft): Record<string, unknown> {
  const { strategy, series, start, end } = draft;
  const execution = writeExecution(draft.execution);
  const parameters = parametersOf(draft);
  const isSearch = kind !== 'backtest';
  return {
    strategy_name: strategy,
    ...series,
    start_date: start,
    end_date: end,
    ...(parameters !== undefined && { parameters }),
    ...(Object.keys(execution).length > 0 && { execution }),
    ...(draft.benchmark.symbol.trim() !== '' && { benchmark: filledIn(draft.benchmark, String) }),
    ...(isSearch && draft.grid && { param_grid: gridOf(draft.grid) }),
    ...(isSearch && filledIn(draft.search, numberOr)),
  };
}

export function parametersOf({ strategy, rules, parameters, base, regimes }: RunDraft): unknown {
  if (strategy === CUSTOM) {
    const read = readJson(rules);
    return 'value' in read ? read.value : undefined;
  }
  if (strategy === SIGNALS) return signalParameters(parameters);
  const wrapped = strategy === 'regime_filter' && { base, ...(regimes.length > 0 && { regimes }) };
  const given = { ...wrapped, ...filledIn(parameters, numberOr) };
  return Object.keys(given).length > 0 ? given : undefined;
}

function gridOf(grid: Texts): Record<string, unknown> {
  return filledIn(grid, readGridText);
}

/** The entries that are not blank. */
function filledIn(texts: Texts, read: (text: string) => unknown): Record<string, unknown> {
  const entries = Object.entries(texts).filter(([, text]) => text.trim() !== '');
  return Object.fromEntries(entries.map(([name, text]) => [name, read(text)]));
}

function mapTexts(values: Readonly<Record<string, unknown>>, write: (value: unknown) => string): Texts {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, write(value)]));
}

/** Parameters of the strategy with their rules; of a wrapper, those of its base with its own. None of the custom strategy. */
export function rulesOf(
  { strategies, wrappers }: Schemas['StrategiesRead'],
  { strategy, base }: Pick<RunDraft, 'strategy' | 'base'>,
): Schemas['StrategyRead']['parameters'] {
  const wrapper = wrappers.find(({ name }) => name === strategy);
  const name = wrapper ? base : strategy;
  return { ...strategies.find((one) => one.name === name)?.parameters, ...wrapper?.parameters };
}

/** The values that a search tries without a grid of its own, as texts. */
export function gridOfStrategy(
  { strategies, wrappers }: Schemas['StrategiesRead'],
  { strategy, base }: Pick<RunDraft, 'strategy' | 'base'>,
): Texts {
  const name = wrappers.some((wrapper) => wrapper.name === strategy) ? base : strategy;
  return mapTexts(strategies.find((one) => one.name === name)?.default_grid ?? {}, writeGridText);
}

/** Of custom rules: the parameters that a search can vary, the numbers beside the rules. */
export function namesOfCustom(rules: string): string[] {
  const read = readJson(rules);
  if (!('value' in read) || typeof read.value !== 'object' || read.value === null) return [];
  return Object.entries(read.value)
    .filter(([, value]) => typeof value === 'number')
    .map(([name]) => name);
}
