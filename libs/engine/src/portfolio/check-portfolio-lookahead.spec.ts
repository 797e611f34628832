import { portfolioInput, seededUniverse } from '../../test/seeded-universe';
import { ENTER_LONG, EXIT_LONG } from '../backtest/strategy';
import { STRATEGIES } from '../strategies/registry';
import { type AlignedMembers, alignMembers } from './align-members';
import { checkPortfolioLookahead } from './check-portfolio-lookahead';
import { type Decide } from './decide-weights';
import { type PortfolioInput } from './portfolio';
import { runPortfolio } from './run-portfolio';
import { planOf } from './simulate-portfolio';
import { simulateWeights } from './simulate-weights';

const members = seededUniverse();
const weekly = portfolioInput(members, { weights: { method: 'equal' }, rebalance: { every: 'weekly' } }, 100);

/** Holds what rises most over the next `bars` (back, where negative). */
function bestOver(bars: number): (aligned: AlignedMembers) => Decide {
  return (aligned) => (bar) => {
    const weights = new Float64Array(aligned.members.length);
    const gains = aligned.members.map(({ close }) => (close[bar + bars] ?? close[bar]) / close[bar]);
    weights[gains.indexOf(bars < 0 ? Math.min(...gains) : Math.max(...gains))] = 1;
    return weights;
  };
}

function checkDecisions(input: PortfolioInput, decideOn: (aligned: AlignedMembers) => Decide) {
  const aligned = alignMembers(input);
  const run = simulateWeights(input, aligned, { ...planOf(input.settings), decide: decideOn(aligned) });
  return checkPortfolioLookahead(input, run, { decideOn: (_allocation, given) => decideOn(given) });
}

it('passes weights of what was', () => {
  expect(checkDecisions(weekly, bestOver(-5))).toEqual({ passed: true, cuts: 5 });
});

it.each([1, 5, 20])('finds weights that know the closes of %i bars later', (bars) => {
  expect(checkDecisions(weekly, bestOver(bars))).toMatchObject({
    passed: false,
    difference: { kind: 'decision' },
  });
});

it('finds weights that know the mean of the whole series', () => {
  const belowMean = ({ members: of }: AlignedMembers): Decide => {
    const means = of.map(({ close }) => close.reduce((sum, price) => sum + price, 0) / close.length);
    return (bar) => Float64Array.from(of, ({ close }, member) => (close[bar] < means[member] ? 0.125 : 0.01));
  };
  expect(checkDecisions(weekly, belowMean)).toMatchObject({
    passed: false,
    difference: { kind: 'decision' },
  });
});

it('finds an account that was not that of the decisions', () => {
  const result = runPortfolio(weekly);
  const equity = result.equity.map((value, bar) => (bar === 40 ? value + 1e-9 : value));
  expect(checkPortfolioLookahead(weekly, { ...result, equity })).toMatchObject({
    passed: false,
    difference: { kind: 'equity', index: 140 },
  });
});

describe('a shared strategy', () => {
  const strategies = STRATEGIES as Record<string, (typeof STRATEGIES)[string]>;
  const rules = { strategy_name: 'peeking', max_open_positions: 3 };
  const peek = (bars: number) => {
    strategies.peeking = {
      name: 'peeking',
      summary: 'Knows what comes.',
      parameters: {},
      warmup: () => 1,
      signals: ({ close, length }) =>
        Uint8Array.from({ length }, (_, bar) => {
          const [from, to] = bars === 0 ? [bar - 1, bar] : [bar, bar + bars];
          if (from < 0 || to >= length) return 0;
          return close[to] > close[from] ? ENTER_LONG : EXIT_LONG;
        }),
    };
  };
  afterEach(() => {
    delete strategies.peeking;
  });

  it.each([
    { bars: 0, expected: { passed: true, cuts: 5 } },
    { bars: 1, expected: { passed: false, difference: { kind: 'signal' } } },
    { bars: 10, expected: { passed: false, difference: { kind: 'signal' } } },
  ])('that sees $bars bars ahead', ({ bars, expected }) => {
    peek(bars);
    const input = portfolioInput(members, { rules }, 100);
    expect(checkPortfolioLookahead(input, runPortfolio(input))).toMatchObject(expected);
  });
});
