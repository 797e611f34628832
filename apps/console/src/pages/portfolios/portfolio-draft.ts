import type { Schemas } from '../../api/hooks';
import type { PortfolioSearch } from '../search-parameters';
import { writeExecution } from '../submit/execution-texts';
import { readGridText, writeGridText } from '../submit/grid-text';
import { readJson, writeJson } from '../submit/json-text';
import { draftOf as runDraftOf, parametersOf, type RunDraft } from '../submit/run-draft';
import { readMembers, writeMembers } from '../universes/members-text';
import { nest, type Texts, textsOf } from './nested-texts';
import { readTargets, writeTargets } from './targets-text';

export const ALLOCATIONS = ['weights', 'ranking', 'rules'] as const;
type Allocation = (typeof ALLOCATIONS)[number];
export type Mode = 'run' | 'sweep' | 'walk-forward';

/** The method whose weights the request lists. */
export const GIVEN = 'given';

/** What is filled in, as text: blank means that the request leaves it to the service. */
export interface PortfolioDraft {
  readonly mode: Mode;
  /** A stored universe; blank: the members below. */
  readonly universe: string;
  readonly members: string;
  readonly interval: Schemas['Interval'];
  readonly start: string;
  readonly end: string;
  readonly allocation: Allocation;
  /** Fields by their paths, such as `weights.lookback`; `by` and `priority` are in `order`. */
  readonly texts: Texts;
  /** By what members are put in order: `momentum`, `feature` or `rule`, and its fields by their paths. */
  readonly order: Texts;
  /** The weights of the method `given`. */
  readonly targets: string;
  /** Strategy, execution, and fields of a search. */
  readonly run: RunDraft;
  /** Values to try, a line for each setting. */
  readonly grid: string;
}

const FIRST_TEXTS: Readonly<Record<Allocation, Texts>> = {
  weights: { 'weights.method': 'equal' },
  ranking: { 'ranking.top': '5' },
  rules: { 'rules.max_open_positions': '5' },
};
const FIRST = { ...FIRST_TEXTS.weights, ...FIRST_TEXTS.ranking, ...FIRST_TEXTS.rules };

/** A draft with what the address says. */
export function portfolioDraftOf(search: PortfolioSearch): PortfolioDraft {
  const { weights, ranking, rules, rebalance, benchmark, delisting_return, execution } = search;
  const { by, ...ranked } = ranking ?? {};
  const { strategy_name, parameters, priority, ...shared } = rules ?? {};
  const { values, ...weighed } = weights ?? {};
  const given = { weights: weighed, ranking: ranked, rules: shared, rebalance, benchmark, delisting_return };
  return {
    mode: search.mode ?? 'run',
    universe: typeof search.universe === 'string' ? search.universe : '',
    members: Array.isArray(search.universe) ? writeMembers(search.universe) : '',
    interval: search.interval ?? '1d',
    start: search.start_date ?? '',
    end: search.end_date ?? '',
    allocation: ALLOCATIONS.find((kind) => search[kind] !== undefined) ?? 'weights',
    texts: { ...FIRST, ...textsOf(given) },
    order: orderOf(by ?? priority),
    targets: Array.isArray(values) ? writeTargets(values) : '',
    run: runDraftOf({ strategy_name, parameters, execution } as Parameters<typeof runDraftOf>[0]),
    grid: writeGrid(search.param_grid ?? {}),
  };
}

const RULE_EXAMPLE = { div: [{ roc: { period: 126 } }, { atr: { period: 14 } }] };

function orderOf(by: unknown): Texts {
  const given = (by ?? {}) as Readonly<Record<string, unknown>>;
  const kind = Object.keys(given)[0] ?? '';
  return { kind, rule: writeJson(given.rule ?? RULE_EXAMPLE), ...textsOf({ ...given, rule: undefined }) };
}

/** The request, with nothing in it that was not filled in. */
export function portfolioRequestOf(draft: PortfolioDraft): Record<string, unknown> {
  const { mode, universe, members, interval, start, end, allocation, run, texts } = draft;
  const execution = writeExecution(run.execution);
  const isSearch = mode !== 'run';
  const grid = readGrid(draft.grid);
  const shared = ['delisting_return', 'benchmark', ...(allocation === 'rules' ? [] : ['rebalance'])];
  return {
    universe: universe === '' ? readMembers(members) : universe,
    interval,
    start_date: start,
    end_date: end,
    [allocation]: allocationOf(draft),
    ...nest(texts, shared),
    ...(Object.keys(execution).length > 0 && { execution }),
    ...(isSearch && Object.keys(grid).length > 0 && { param_grid: grid }),
    ...(isSearch && nest(run.search, Object.keys(run.search))),
  };
}

function allocationOf(draft: PortfolioDraft): Record<string, unknown> {
  const { allocation, texts, run } = draft;
  const { weights = {} } = nest(texts, ['weights']) as { weights?: Record<string, unknown> };
  const fields = (nest(texts, [allocation])[allocation] ?? {}) as Record<string, unknown>;
  const by = sourceOf(draft.order);
  switch (allocation) {
    case 'weights':
      return weights.method === GIVEN ? givenWeights(weights, draft.targets) : weights;
    case 'ranking':
      return { by: by ?? { momentum: {} }, ...fields, ...(Object.keys(weights).length > 0 && { weights }) };
    case 'rules': {
      const parameters = parametersOf(run);
      return {
        strategy_name: run.strategy,
        ...(parameters !== undefined && { parameters }),
        ...fields,
        ...(by && { priority: by }),
      };
    }
  }
}

/** Of the fields of weights the method `given` has only one. */
const givenWeights = ({ method, max_turnover }: Record<string, unknown>, targets: string) => ({
  method,
  ...(max_turnover !== undefined && { max_turnover }),
  values: readTargets(targets),
});

function sourceOf(order: Texts): Record<string, unknown> | undefined {
  switch (order.kind) {
    case 'momentum':
      return { momentum: nest(order, ['momentum']).momentum ?? {} };
    case 'feature':
      return { feature: order.feature?.trim() ?? '' };
    case 'rule': {
      const read = readJson(order.rule ?? '');
      return { rule: 'value' in read ? read.value : order.rule };
    }
    default:
      return undefined;
  }
}

/** weights.lookback: 60, 120 */
function readGrid(text: string): Record<string, unknown> {
  const lines = text.split('\n').map((line) => line.split(':'));
  return Object.fromEntries(
    lines.flatMap(([path = '', values]) =>
      path.trim() === '' ? [] : [[path.trim(), readGridText(values ?? '') ?? []]],
    ),
  );
}

const writeGrid = (grid: Readonly<Record<string, unknown>>): string =>
  Object.entries(grid)
    .map(([path, values]) => `${path}: ${writeGridText(values)}`)
    .join('\n');
