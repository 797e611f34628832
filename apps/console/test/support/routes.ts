import { api } from './api';

/** What the pages of single records show. */
export interface Shown {
  readonly backtest: number;
  readonly sweep: number;
  readonly walkForward: number;
  readonly journalEntry: number;
  readonly idea: number;
  readonly portfolio: number;
}

const SAMPLE = { exchange: 'us', symbol: 'SPX', interval: '1d' };
/** The sample in two periods, so that there are two members. */
const UNIVERSE = [
  { exchange: 'us', symbol: 'SPX', to: '2009-12-31' },
  { exchange: 'us', symbol: 'SPX', from: '2010-01-01' },
];
const DATASET = 'time,symbol,target,label,buy\n2010-01-04,SPX,0.5,calm,true\n2010-01-05,SPX,-1,wild,\n';
const DAYS = { start_date: '2010-01-01', end_date: '2020-04-17' };

/** The ids of records that the sample brings; what it lacks is made. */
export async function arrangeRecords(): Promise<Shown> {
  const first = async (path: string) => (await api.get<{ items: { id: number }[] }>(path)).items[0]!.id;
  const [backtest, walkForward, journalEntry, sweep, idea, portfolio] = await Promise.all([
    first('/backtesting/runs?kind=backtest&symbol=SPX&order=asc&size=1'),
    first('/backtesting/runs?kind=walk-forward&symbol=SPX&order=asc&size=1'),
    first('/trade-journal'),
    api.sweep({
      ...SAMPLE,
      ...DAYS,
      strategy_name: 'sma_cross',
      param_grid: { fast: [5, 10, 15], slow: [30, 50, 70] },
    }),
    api.post<{ id: number }>('/strategy-ideas', {
      name: 'Buy the dip',
      description: 'After three falling days.',
    }),
    api.portfolio({
      universe: UNIVERSE,
      interval: '1d',
      start_date: '2005-01-03',
      end_date: '2014-12-31',
      weights: { method: 'equal' },
    }),
    api.put('/universes/sample%20in%20two', { members: UNIVERSE }),
    api.put('/datasets/sample?interval=1d', DATASET, { headers: { 'content-type': 'text/csv' } }),
  ]);
  return { backtest, walkForward, journalEntry, sweep: sweep.id, idea: idea.id, portfolio: portfolio.id };
}

/** Every page, by what it is called in the name of a test. Sub-pages with a content of their own are listed, too. */
export const ROUTES: Readonly<Record<string, (shown: Shown) => string>> = {
  home: () => '/',
  runs: () => '/console/runs',
  comparison: ({ backtest, walkForward }) =>
    `/console/compare?runs=${encodeURIComponent(`backtest:${backtest},walk-forward:${walkForward}`)}`,
  'new backtest': () => '/console/backtests/new',
  backtest: ({ backtest }) => `/console/backtests/${backtest}`,
  'backtest, chart': ({ backtest }) => `/console/backtests/${backtest}?tab=chart`,
  'backtest, trades': ({ backtest }) => `/console/backtests/${backtest}?tab=trades`,
  'backtest, execution': ({ backtest }) => `/console/backtests/${backtest}?tab=execution`,
  'new sweep': () => '/console/sweeps/new',
  sweep: ({ sweep }) => `/console/sweeps/${sweep}`,
  'new walk-forward': () => '/console/walk-forwards/new',
  'walk-forward': ({ walkForward }) => `/console/walk-forwards/${walkForward}`,
  'windows of a walk-forward': ({ walkForward }) => `/console/walk-forwards/${walkForward}?tab=windows`,
  'overfitting of a walk-forward': ({ walkForward }) =>
    `/console/walk-forwards/${walkForward}?tab=overfitting`,
  'trades of a walk-forward': ({ walkForward }) => `/console/walk-forwards/${walkForward}?tab=trades`,
  'report of a walk-forward': ({ walkForward }) => `/console/walk-forwards/${walkForward}?tab=report`,
  'new portfolio run': () => '/console/portfolios/new',
  portfolio: ({ portfolio }) => `/console/portfolios/${portfolio}`,
  'weights of a portfolio': ({ portfolio }) => `/console/portfolios/${portfolio}?tab=weights`,
  'trades of a portfolio': ({ portfolio }) => `/console/portfolios/${portfolio}?tab=trades`,
  'execution of a portfolio': ({ portfolio }) => `/console/portfolios/${portfolio}?tab=execution`,
  universes: () => '/console/universes',
  universe: () => '/console/universe?name=sample%20in%20two',
  datasets: () => '/console/datasets',
  dataset: () => '/console/datasets/sample',
  series: () => '/console/series',
  'candle chart': () => `/console/candles?${new URLSearchParams(SAMPLE)}`,
  gaps: () => '/console/gaps',
  quarantine: () => '/console/quarantine',
  import: () => '/console/import',
  regimes: () => '/console/regimes',
  sentiment: () => '/console/sentiment',
  features: () => '/console/features',
  funding: () => '/console/funding',
  equities: () => '/console/equities',
  journal: () => '/console/journal',
  'journal entry': ({ journalEntry }) => `/console/journal/${journalEntry}`,
  ideas: () => '/console/ideas',
  idea: ({ idea }) => `/console/ideas/${idea}`,
  'dead letters': () => '/console/dead-letters',
  events: () => '/console/events',
  settings: () => '/console/settings',
  'an address without a page': () => '/console/no-such-page',
};
