import { above, entry, refusalOf } from '../../test/refusal-of-rules';

const AT = 'parameters.rules.entry_long.gt[1]';

it.each([
  [
    'a column without its dataset',
    { column: 'score' },
    `${AT}.column: expected "dataset.column" or {"dataset", "column", "version"?}, got "score"`,
  ],
  ['a dataset without a column', { column: 'model.' }, `${AT}.column: expected "dataset.column"`],
  [
    'a version that is none',
    { column: { dataset: 'model', column: 'x', version: 0 } },
    `${AT}.column.version: expected the number of a version`,
  ],
  [
    'a feature that nobody computes',
    { feature: 'rsi_15' },
    `${AT}.feature: expected the name of a feature of the feature set, such as rsi_14, got "rsi_15"`,
  ],
  [
    'settings of sentiment',
    { sentiment: { hours: 24 } },
    `${AT}.sentiment: unknown setting "hours"; there are none`,
  ],
  [
    'a symbol without its exchange',
    { funding_rate: { symbol: 'BTC/USDT:USDT' } },
    `${AT}.funding_rate: exchange and symbol belong together`,
  ],
  [
    'a price of nothing else',
    { close: {} },
    `${AT}.close: expected exchange and symbol of another series, or interval`,
  ],
  [
    'an interval that is not known',
    { close: { interval: '7m' } },
    `${AT}.close.interval: expected one of 1m, 3m, 5m, 15m, 30m, 1h, 2h, 4h, 6h, 12h, 1d, got "7m"`,
  ],
  [
    'the clock on longer candles',
    { sma: { interval: '4h', source: 'hour' } },
    `${AT}.sma.source: what an indicator with an interval is computed from is of the candles of that interval alone, which know no clock`,
  ],
  [
    'a column on longer candles',
    { sma: { interval: '4h', source: { column: 'model.x' } } },
    `${AT}.sma.source: what an indicator with an interval is computed from is of the candles of that interval alone, which know no other data`,
  ],
  [
    'the position on longer candles',
    { sma: { interval: '4h', source: 'entry_price' } },
    `${AT}.sma.source: bars_in_trade, entry_price, unrealised_return are of the position`,
  ],
  [
    'a regime of too few bars',
    { regime: { lookback: 10 } },
    `${AT}.regime.lookback: expected an integer from 60 to 5000 or {"param": name}, got 10`,
  ],
])('refuses %s', (_what, value, message) => {
  expect(refusalOf(above(value))).toContain(message);
});

it('refuses more than four different regimes', () => {
  const regimes = [60, 70, 80, 90, 60, 100].map((lookback) => ({ gt: [{ regime: { lookback } }, 0] }));
  expect(refusalOf(entry({ all: regimes }))).toBe(
    'parameters.rules.entry_long.all[5].gt[0]: rules may read 4 different regimes at most',
  );
});
