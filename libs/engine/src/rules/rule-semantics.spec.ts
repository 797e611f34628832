import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { candlesFromPrices } from '../../test/candles-from-prices';
import { readSpxCandles } from '../../test/spx-candles';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { INDICATORS } from '../indicators/registry';
import { type CandleColumns } from '../market/candle-columns';
import { compileRules } from './compile-rules';

/** What bench/peers/rules_numpy_spx.py printed: on which bars of the S&P 500 numpy and pandas find each condition true. */
interface Fixture {
  readonly bars: number;
  readonly cases: readonly {
    readonly name: string;
    readonly condition: unknown;
    readonly count: number;
    /** A bit per bar, lowest first, in base64. */
    readonly bits: string;
  }[];
}

const FIXTURE = JSON.parse(
  readFileSync(join(__dirname, 'fixtures/spx-conditions.fixture.json'), 'utf8'),
) as Fixture;
const spx = readSpxCandles();

function barsWhere(condition: unknown, candles: CandleColumns, vars?: unknown): number[] {
  const { strategy, parameters } = compileRules({
    rules: { entry_long: condition },
    ...(vars !== undefined && { vars }),
  });
  const signals = strategy.signals(candles, parameters, new IndicatorMemo());
  return [...signals.keys()].filter((bar) => signals[bar] !== 0);
}

function warmupOf(condition: unknown, vars?: unknown): number {
  const { strategy, parameters } = compileRules({
    rules: { entry_long: condition },
    ...(vars !== undefined && { vars }),
  });
  return strategy.warmup(parameters);
}

describe.each(FIXTURE.cases.map((peer) => [peer.name, peer] as const))(
  '%s',
  (_name, { condition, bits, count }) => {
    it('holds on the bars on which numpy says so', () => {
      const bytes = Buffer.from(bits, 'base64');
      const peer = Array.from({ length: FIXTURE.bars }, (_, bar) => bar).filter(
        (bar) => (bytes[bar >> 3] & (1 << (bar & 7))) !== 0,
      );
      expect(spx.length).toBe(FIXTURE.bars);
      expect(peer).toHaveLength(count);
      expect(count).toBeGreaterThan(10);
      // Rules wait for the value before the first; numpy does not.
      const warmup = warmupOf(condition);
      expect(barsWhere(condition, spx)).toEqual(peer.filter((bar) => bar >= warmup));
    });
  },
);

/** Expected by hand: the prices are short enough to count on one's fingers. */
describe('by hand', () => {
  const candles = candlesFromPrices([1, 2, 3, 3, 2, 4, 5, 6, 1, 7]);

  it.each([
    ['gt', { gt: ['close', 3] }, [5, 6, 7, 9]],
    ['gte', { gte: ['close', 3] }, [2, 3, 5, 6, 7, 9]],
    ['lt', { lt: ['close', 3] }, [0, 1, 4, 8]],
    ['lte', { lte: ['close', 3] }, [0, 1, 2, 3, 4, 8]],
    ['eq', { eq: ['close', 2] }, [1, 4]],
    ['between, both ends in', { between: ['close', 2, 4] }, [1, 2, 3, 4, 5]],
    ['between ends the wrong way round', { between: ['close', 4, 2] }, []],
    // From 3 = 3 to 4 > 3 counts as a cross: not above before, above now.
    ['crosses_above, from touching', { crosses_above: ['close', 3] }, [5, 9]],
    ['crosses_below, from touching', { crosses_below: ['close', 3] }, [4, 8]],
    // Three steps up in a row: 2→4→5→6.
    ['rising', { rising: ['close', 3] }, [7]],
    ['rising once', { rising: ['close', 1] }, [1, 2, 5, 6, 7, 9]],
    ['falling', { falling: ['close', 1] }, [4, 8]],
    ['ref', { gt: ['close', { ref: ['close', 2] }] }, [2, 3, 5, 6, 7, 9]],
    ['ref 0', { eq: ['close', { ref: ['close', 0] }] }, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['two constants', { gt: [2, 1] }, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['a cross of constants', { crosses_above: [2, 1] }, []],
    ['a rising constant', { rising: [2, 1] }, []],
    ['arithmetic of constants', { gt: ['close', { add: [2, { mul: [2, 1.5] }] }] }, [7, 9]],
    ['not', { not: { gt: ['close', 3] } }, [0, 1, 2, 3, 4, 8]],
    ['all of one', { all: [{ gt: ['close', 5] }] }, [7, 9]],
    ['any with a constant', { any: [{ gt: [1, 2] }, { gt: ['close', 5] }] }, [7, 9]],
    ['all with a constant', { all: [{ gt: [2, 1] }, { gt: ['close', 5] }] }, [7, 9]],
  ])('%s', (_name, condition, bars) => {
    expect(barsWhere(condition, candles)).toEqual(bars);
  });

  it('holds nowhere where a side has no value, and its contrary everywhere', () => {
    const nothing = { div: [1, { sub: ['close', 'close'] }] };
    for (const comparison of ['gt', 'gte', 'lt', 'lte', 'eq', 'crosses_above', 'crosses_below']) {
      expect(barsWhere({ [comparison]: [nothing, 1] }, candles)).toEqual([]);
      expect(barsWhere({ [comparison]: [1, nothing] }, candles)).toEqual([]);
    }
    expect(barsWhere({ rising: [nothing, 1] }, candles)).toEqual([]);
    expect(barsWhere({ not: { eq: [nothing, nothing] } }, candles)).toHaveLength(candles.length);
  });

  it('needs the value before for a cross, also after a gap', () => {
    // 6 / (close - 3): -3, -6, none, none, -6, 6, 3, 2, -3, 1.5. Bar 4 comes from nowhere, not from above.
    const value = { div: [6, { sub: ['close', 3] }] };
    expect(barsWhere({ crosses_above: [value, 1] }, candles)).toEqual([5, 9]);
    expect(barsWhere({ crosses_below: [value, 0] }, candles)).toEqual([8]);
  });

  it('starts an indicator afresh after a gap', () => {
    // 1 / (close - 2): -1, none, 1, 1, none, 1/2, 1/3, 1/4, -1, 1/5. Two in a row end at bars 3, 6, 7, 8 and 9.
    const inverse = { div: [1, { sub: ['close', 2] }] };
    const mean = { sma: { source: inverse, period: 2 } };
    expect(barsWhere({ gt: [mean, 0] }, candles)).toEqual([3, 6, 7]);
    expect(barsWhere({ lt: [mean, 0] }, candles)).toEqual([8, 9]);
  });

  it('replaces variables by their values', () => {
    const vars = { doubled: { mul: ['$price', 2] }, price: 'close' };
    expect(barsWhere({ gt: ['$doubled', 10] }, candles, vars)).toEqual([7, 9]);
  });
});

describe('warm-up', () => {
  it.each([
    ['prices', { gt: ['close', 'open'] }, 0],
    ['a cross of prices', { crosses_above: ['close', 'open'] }, 1],
    ['ref', { gt: ['close', { ref: ['close', 7] }] }, 7],
    ['ref of ref', { gt: ['close', { ref: [{ ref: ['close', 7] }, 3] }] }, 10],
    ['steps', { rising: ['close', 4] }, 4],
    // First value at bar 19, and the one before it known at bar 20.
    ['an average', { gt: ['close', { sma: { period: 20 } }] }, 20],
    ['a cross of averages', { crosses_above: [{ sma: { period: 20 } }, { sma: { period: 50 } }] }, 50],
    ['a channel of the bars before', { gt: ['close', { ref: [{ highest: { period: 20 } }, 1] }] }, 20],
    ['a later channel', { gt: ['close', { ref: [{ highest: { period: 20 } }, 5] }] }, 24],
    ['an average of an index', { gt: [{ sma: { source: { rsi: { period: 14 } }, period: 5 } }, 50] }, 19],
    ['steps of an average', { rising: [{ sma: { period: 10 } }, 3] }, 12],
    [
      'the longest of several',
      { all: [{ gt: ['close', { ema: { period: 9 } }] }, { rising: ['close', 30] }] },
      30,
    ],
  ])('of %s', (_name, condition, bars) => {
    expect(warmupOf(condition)).toBe(bars);
    const signals = barsWhere({ any: [condition, { not: condition }] }, spx);
    expect(signals[0]).toBe(bars);
    expect(signals).toHaveLength(spx.length - bars);
  });

  it('counts what a variable needs', () => {
    expect(warmupOf({ gt: ['close', '$slow'] }, { slow: { sma: { period: 40 } } })).toBe(40);
    expect(warmupOf({ gt: ['close', 'open'] }, { unused: { sma: { period: 40 } } })).toBe(0);
  });
});

describe.each(Object.entries(INDICATORS))('the indicator %s', (name, indicator) => {
  const defaults = Object.fromEntries(
    Object.entries(indicator.parameters).map(([key, rule]) => [key, rule.default]),
  );
  const columns =
    indicator.input === 'source' ? indicator.compute(spx.close, defaults) : indicator.compute(spx, defaults);

  it('is offered with its defaults, and each of its outputs by name', () => {
    indicator.outputs.forEach((output, index) => {
      const settings = indicator.outputs.length > 1 ? { output } : {};
      const at = spx.length - 100;
      expect(barsWhere({ eq: [{ [name]: settings }, columns[index][at]] }, spx)).toContain(at);
    });
    expect(barsWhere({ eq: [{ [name]: {} }, { [name]: defaults }] }, spx).length).toBeGreaterThan(2_000);
  });

  it('has no setting that the language needs for itself', () => {
    const own = Object.keys(indicator.parameters);
    expect(own.filter((key) => ['source', 'output', 'param'].includes(key))).toEqual([]);
  });
});
