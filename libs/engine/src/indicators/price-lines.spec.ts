import { readSpxCandles } from '../../test/spx-candles';
import { PRICE_LINES } from './price-lines';
import { INDICATORS } from './registry';

const candles = readSpxCandles();

it.each(Object.entries(INDICATORS))(
  'a line of %s is on the price where it stays near the close',
  (name, indicator) => {
    const parameters = Object.fromEntries(
      Object.entries(indicator.parameters).map(([key, rule]) => [key, rule.default]),
    );
    const columns =
      indicator.input === 'source'
        ? indicator.compute(candles.close, parameters)
        : indicator.compute(candles, parameters);
    const near = indicator.outputs.filter((_, output) =>
      columns[output].every((value, bar) => Number.isNaN(value) || isNear(value, candles.close[bar])),
    );
    expect(near).toEqual(PRICE_LINES[name] ?? []);
  },
);

/** No average or channel of the S&P 500 with its usual parameters is ever half or twice its close. */
function isNear(value: number, close: number): boolean {
  return value > close / 2 && value < close * 2;
}
