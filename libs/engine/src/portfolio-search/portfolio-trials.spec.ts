import { openOf, unlikeMembers } from '../../test/portfolio-members';
import { type Execution } from '../backtest/execution';
import { type Span } from '../validation/trial-setting';
import { type PortfolioInput } from '../portfolio/portfolio';
import { runPortfolio } from '../portfolio/run-portfolio';
import { type Fields } from '../portfolio/setting-reader';
import { readPortfolioSearch } from './portfolio-search';
import { portfolioTrials } from './portfolio-trials';

const members = unlikeMembers();
const [{ candles }] = members;

function searchOf(request: Fields, traded: Partial<Execution> = {}) {
  const search = readPortfolioSearch(request, members);
  if ('problems' in search) throw new Error(JSON.stringify(search.problems));
  const input: PortfolioInput = {
    members: members.map((member) => ({ ...member, execution: { ...member.execution, ...traded } })),
    range: { from: openOf(candles, 60), to: openOf(candles, 799) + 1 },
    intervalSeconds: 86_400,
    calendar: '24x7',
    settings: search.settingsOf({}),
  };
  return { input, settingsOf: search.settingsOf, trials: portfolioTrials(input, search.settingsOf) };
}

/** Over gaps, beginnings and ends of members; the first before any member has its closes. */
const SPANS: readonly Span[] = [
  { from: 60, to: 95 },
  { from: 150, to: 304 },
  { from: 150, to: 307 },
  { from: 304, to: 425 },
  { from: 410, to: 660 },
  { from: 60, to: 800 },
];

const MOMENTUM = { by: { momentum: { lookback: 40 } }, top: 2 };

describe.each<[string, Fields, Readonly<Record<string, number>>, Partial<Execution>?]>([
  ['a lookback', { weights: { method: 'inverse_volatility' } }, { 'weights.lookback': 30 }],
  ['a method by its word', { weights: { method: 'equal', lookback: 20 } }, { 'weights.method': 2 }],
  ['a number of members', { ranking: MOMENTUM, rebalance: { every: 'weekly' } }, { 'ranking.top': 3 }],
  [
    'the weights of a ranking',
    { ranking: { ...MOMENTUM, by: { rule: { roc: { period: 20 } } } }, rebalance: { bars: 7 } },
    { 'ranking.weights.method': 1, 'ranking.weights.lookback': 15, 'rebalance.bars': 9 },
  ],
  ['a feature', { ranking: { ...MOMENTUM, by: { feature: 'rsi_14' } } }, { 'ranking.top': 1 }],
  [
    'a band instead of months',
    { weights: { method: 'equal', max_turnover: 0.1 } },
    { 'rebalance.drift': 0.02 },
  ],
  [
    'fills at the close',
    { weights: { method: 'risk_parity', lookback: 20 } },
    { 'weights.cash': 0.2 },
    { fill: 'close' },
  ],
  [
    'parameters of a strategy',
    { rules: { strategy_name: 'sma_cross', parameters: { fast: 3 }, max_open_positions: 2 } },
    { 'rules.parameters.slow': 12 },
  ],
  [
    'positions by priority',
    {
      rules: {
        strategy_name: 'rsi_reversion',
        max_open_positions: 3,
        priority: { momentum: { lookback: 20 } },
      },
    },
    { 'rules.max_open_positions': 1, 'rules.parameters.period': 5 },
    { stopLoss: { unit: 'fraction', value: 0.05 } },
  ],
])('a combination with %s', (_, request, parameters, traded) => {
  const { input, settingsOf, trials } = searchOf(request, traded);
  const settings = settingsOf(parameters);
  const simulate = trials.simulatorOf(parameters);

  it.each(SPANS)('over bars $from to $to is the run of that range with the same history', (span) => {
    const run = simulate(span);
    const range = { from: openOf(candles, span.from), to: openOf(candles, span.to - 1) + 1 };
    const alone = runPortfolio({ ...input, settings, range });
    expect(run.equity).toEqual(alone.equity);
    expect(run.openTime).toEqual(alone.openTime);
    expect(run.trades).toEqual(alone.trades);
    expect(run.equity[0]).toBe(trials.execution.initialCapital);
    expect(run.trades.length).toBeGreaterThan(0);
  });
});

describe('trials of a portfolio', () => {
  it('hold the universe at equal weights in the rhythm of the request', () => {
    const { input, trials } = searchOf({
      weights: { method: 'inverse_volatility' },
      rebalance: { bars: 11 },
    });
    const alone = runPortfolio({ ...input, settings: searchOf(EQUALLY).input.settings });
    expect(trials.hold({ from: 60, to: 800 }).equity).toEqual(alone.equalWeight.equity);
  });

  it('stay flat where a combination can decide nothing', () => {
    const { trials } = searchOf({ weights: { method: 'inverse_volatility' } });
    const run = trials.simulatorOf({ 'weights.lookback': 300 })({ from: 60, to: 200 });
    expect(run.trades).toEqual([]);
    expect(new Set(run.equity)).toEqual(new Set([trials.execution.initialCapital]));
  });

  it('make no trade with settings that a single run over the whole range refuses', () => {
    const { trials } = searchOf({ weights: { method: 'equal' } });
    const rarely = { 'rebalance.bars': 100_000 };
    expect(trials.findProblem(rarely)).toMatch(/^rebalance.bars of 100000 falls on no bar/);
    const { equity, trades } = trials.simulatorOf(rarely)({ from: 60, to: 800 });
    expect(trades).toHaveLength(0);
    expect(new Set(equity)).toEqual(new Set([equity[0]]));
  });

  it('need the bars that a decision looks back on', () => {
    const { trials } = searchOf({ ranking: MOMENTUM });
    expect(trials.warmupBars({ 'ranking.by.momentum.lookback': 55 })).toBe(55);
    expect(trials.first).toBe(60);
  });
});

const EQUALLY = { weights: { method: 'equal' }, rebalance: { bars: 11 } };
