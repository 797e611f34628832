import { readPortfolio } from './read-portfolio';

const MEMBERS = [
  { exchange: 'us', symbol: 'AAPL' },
  { exchange: 'us', symbol: 'MSFT' },
  { exchange: 'xetra', symbol: 'MSFT' },
];

const EQUAL = { method: 'equal' };
const MOMENTUM = { momentum: { lookback: 126 } };

function problemsOf(request: Readonly<Record<string, unknown>>): Record<string, string> {
  const read = readPortfolio(request, MEMBERS);
  if (!('problems' in read)) throw new Error('nothing was wrong');
  return Object.fromEntries(read.problems.map(({ field, message }) => [field, message]));
}

function settingsOf(request: Readonly<Record<string, unknown>>) {
  const read = readPortfolio(request, MEMBERS);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.settings;
}

it('fills in every default', () => {
  expect(settingsOf({ weights: EQUAL })).toEqual({
    allocation: {
      kind: 'weights',
      weighting: {
        method: 'equal',
        lookbackBars: 252,
        maximumWeight: 1,
        minimumWeight: 0,
        cashShare: 0,
        maximumTurnover: null,
        givenWeights: null,
      },
    },
    rebalance: { kind: 'calendar', every: 'monthly' },
    delistingReturn: 0,
  });
  expect(settingsOf({ ranking: { by: MOMENTUM, top: 2 } }).allocation).toMatchObject({
    ranking: { by: { kind: 'momentum', lookbackBars: 126, skipBars: 0 }, bottom: 0, gross: 1, net: null },
  });
});

it('puts given weights into the order of the universe', () => {
  const values = [
    { exchange: 'xetra', symbol: 'MSFT', weight: 0.2 },
    { symbol: 'AAPL', weight: 0.5 },
  ];
  expect(settingsOf({ weights: { method: 'given', values } }).allocation).toMatchObject({
    weighting: { givenWeights: [0.5, 0, 0.2] },
  });
});

it('gives a series that is a member twice one weight for both periods', () => {
  const values = [{ symbol: 'AAPL', weight: 0.8 }];
  const read = readPortfolio({ weights: { method: 'given', values } }, [MEMBERS[0], MEMBERS[1], MEMBERS[0]]);
  expect(read).toMatchObject({ settings: { allocation: { weighting: { givenWeights: [0.8, 0, 0.8] } } } });
});

it('resolves the strategy, and shares the equity among the positions that may be open', () => {
  const rules = { strategy_name: 'sma_cross', parameters: { fast: 5 }, max_open_positions: 4 };
  expect(settingsOf({ rules })).toMatchObject({
    allocation: {
      strategy: { strategyName: 'sma_cross', parameters: { fast: 5, slow: 30 }, share: 0.25, priority: null },
    },
    rebalance: null,
  });
  const sizing = { mode: 'fixed_cash', value: 100 };
  expect(settingsOf({ rules, execution: { sizing } }).allocation).toMatchObject({
    strategy: { share: null },
  });
});

it.each([
  [{}, 'weights', 'exactly one of weights, ranking, rules is required'],
  [{ weights: EQUAL, ranking: { by: MOMENTUM, top: 1 } }, 'ranking', 'exactly one'],
  [{ weights: [] }, 'weights', 'must be an object'],
  [{ weights: {} }, 'weights.method', 'is required and must be one of equal'],
  [
    { weights: { method: 'equal', lookbak: 3 } },
    'weights.lookbak',
    'is not offered; known: method, lookback',
  ],
  [{ weights: { method: 'equal', lookback: 1 } }, 'weights.lookback', 'a whole number from 2 to 2000'],
  [{ weights: { method: 'equal', lookback: 20.5 } }, 'weights.lookback', 'a whole number'],
  [{ weights: { method: 'equal', max_weight: 0 } }, 'weights.max_weight', 'above 0 and at most 1'],
  [
    { weights: { method: 'equal', max_weight: 0.2, min_weight: 0.3 } },
    'weights.min_weight',
    'must not be above weights.max_weight',
  ],
  [{ weights: { method: 'equal', cash: 1 } }, 'weights.cash', 'from 0'],
  [{ weights: { method: 'equal', max_turnover: 0 } }, 'weights.max_turnover', '; or null'],
  [{ weights: { method: 'equal', values: [] } }, 'weights.values', 'is of the method given alone'],
  [{ weights: { method: 'given' } }, 'weights.values', 'is required'],
  [{ weights: { method: 'given', values: [{ symbol: 'AAPL' }] } }, 'weights.values[0].weight', 'is required'],
  [
    { weights: { method: 'given', values: [{ symbol: 'AAPL', weight: 2 }] } },
    'weights.values[0].weight',
    'from -1 to 1',
  ],
  [
    { weights: { method: 'given', values: [{ symbol: 'IBM', weight: 1 }] } },
    'weights.values[0].symbol',
    'must be a symbol of the universe',
  ],
  [
    { weights: { method: 'given', values: [{ symbol: 'MSFT', weight: 1 }] } },
    'weights.values[0].symbol',
    'is in the universe on us and xetra',
  ],
  [
    {
      weights: {
        method: 'given',
        values: [
          { symbol: 'AAPL', weight: 0.5 },
          { symbol: 'AAPL', weight: 0.2 },
        ],
      },
    },
    'weights.values[1].symbol',
    'has a weight already',
  ],
  [
    {
      weights: {
        method: 'given',
        values: [
          { symbol: 'AAPL', weight: 0.7 },
          { exchange: 'us', symbol: 'MSFT', weight: 0.4 },
        ],
      },
    },
    'weights.values',
    'add up to 1 at most, not to 1.1',
  ],
  [
    { weights: { method: 'given', values: [{ symbol: 'AAPL', weight: -0.5 }] } },
    'weights.values',
    'needs execution.allow_short',
  ],
  [{ weights: EQUAL, execution: { leverage: 2 } }, 'execution.leverage', 'is of rules'],
  [{ weights: EQUAL, execution: { stop_loss: { fraction: 0.1 } } }, 'execution.stop_loss', 'is of rules'],
  [{ weights: EQUAL, rebalance: { every: 'yearly' } }, 'rebalance.every', 'one of daily, weekly'],
  [{ weights: EQUAL, rebalance: { bars: 0 } }, 'rebalance.bars', 'a whole number from 1'],
  [{ weights: EQUAL, rebalance: { drift: 1 } }, 'rebalance.drift', 'above 0 and below 1'],
  [{ weights: EQUAL, rebalance: { every: 'daily', bars: 2 } }, 'rebalance', 'exactly one of'],
  [{ weights: EQUAL, rebalance: 'monthly' }, 'rebalance', 'must be an object of every, bars, drift'],
  [{ weights: EQUAL, delisting_return: -1.5 }, 'delisting_return', 'from -1 to 1'],
  [{ ranking: { by: MOMENTUM } }, 'ranking.top', 'must not both be 0'],
  [{ ranking: { top: 1 } }, 'ranking.by', 'is required'],
  [{ ranking: { by: {}, top: 1 } }, 'ranking.by', 'exactly one of momentum, rule, feature'],
  [{ ranking: { by: { momentum: { lookback: 0 } }, top: 1 } }, 'ranking.by.momentum.lookback', 'from 1'],
  [
    { ranking: { by: { feature: 'luck' }, top: 1 } },
    'ranking.by.feature',
    'one of the features of the feature set',
  ],
  [{ ranking: { by: { rule: { sma: 3 } }, top: 1 } }, 'ranking.by.rule.sma', 'settings of sma'],
  [{ ranking: { by: { rule: { param: 'n' } }, top: 1 } }, 'ranking.by.rule', 'no parameters here'],
  [
    { ranking: { by: { rule: 'hour' }, top: 1 } },
    'ranking.by.rule',
    'hour is known to the rules of a run alone',
  ],
  [
    { ranking: { by: { rule: { add: ['close', 'entry_price'] } }, top: 1 } },
    'ranking.by.rule',
    'entry_price is known to the rules of a run alone',
  ],
  [{ ranking: { by: MOMENTUM, top: 1, gross: 2 } }, 'ranking.gross', 'at most 1'],
  [{ ranking: { by: MOMENTUM, top: 1, bottom: 1, net: 0.5, gross: 0.2 } }, 'ranking.net', 'from -0.2 to 0.2'],
  [{ ranking: { by: MOMENTUM, top: 1, net: 0 } }, 'ranking.net', 'both sides'],
  [{ ranking: { by: MOMENTUM, top: 1, net: -1 } }, 'ranking.net', 'it is 1'],
  [
    { ranking: { by: MOMENTUM, bottom: 1, net: 1 }, execution: { allow_short: true } },
    'ranking.net',
    'it is -1',
  ],
  [{ ranking: { by: MOMENTUM, bottom: 1 } }, 'ranking.bottom', 'needs execution.allow_short'],
  [
    {
      ranking: {
        by: MOMENTUM,
        top: 1,
        weights: { method: 'given', values: [{ symbol: 'AAPL', weight: 1 }] },
      },
    },
    'ranking.weights.method',
    'given is of weights alone',
  ],
  [
    { rules: { strategy_name: 'luck', max_open_positions: 1 } },
    'rules.strategy_name',
    'unknown strategy "luck"',
  ],
  [
    { rules: { strategy_name: 'sma_cross', parameters: { fast: 0 }, max_open_positions: 1 } },
    'rules.parameters',
    'parameter fast of sma_cross',
  ],
  [{ rules: { strategy_name: 'grid', max_open_positions: 1 } }, 'rules.strategy_name', 'orders of its own'],
  [{ rules: { strategy_name: 'sma_cross' } }, 'rules.max_open_positions', 'is required'],
  [
    {
      rules: { strategy_name: 'sma_cross', max_open_positions: 2, share: 0.5 },
      execution: { sizing: { mode: 'fixed_cash', value: 5 } },
    },
    'rules.share',
    'exclude each other',
  ],
  [
    { rules: { strategy_name: 'sma_cross', max_open_positions: 1 }, rebalance: { bars: 3 } },
    'rebalance',
    'is of weights and ranking',
  ],
])('refuses %j at %s', (request, field, message) => {
  expect(problemsOf(request)).toEqual(
    expect.objectContaining({ [field]: expect.stringContaining(message) as string }),
  );
});

it.each(['x', 7, null, [], true])('answers hostile values with problems: %j', (value) => {
  for (const field of ['weights', 'ranking', 'rules', 'rebalance', 'delisting_return', 'execution']) {
    expect(() => readPortfolio({ weights: EQUAL, [field]: value }, MEMBERS)).not.toThrow();
    expect(() => readPortfolio({ [field]: value }, null)).not.toThrow();
  }
});
