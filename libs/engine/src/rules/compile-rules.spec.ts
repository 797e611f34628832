import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomWalkCandles } from '../../test/random-walk-candles';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { candlesFromPrices } from '../../test/candles-from-prices';
import { allCombinations, readParameterGrid } from '../validation/parameter-grid';
import { compileRules } from './compile-rules';

const crossing = (fast: unknown, slow: unknown) => ({
  entry_long: { crosses_above: [{ sma: { period: fast } }, { sma: { period: slow } }] },
  exit_long: { crosses_below: [{ sma: { period: fast } }, { sma: { period: slow } }] },
});
const SEARCHED = { rules: crossing({ param: 'fast' }, { param: 'slow' }), fast: 10, slow: 30 };

describe('parameters that rules name', () => {
  const candles = randomWalkCandles(3_000, 5);

  it('mean what their values would mean instead of them', () => {
    const { strategy, parameters } = compileRules(SEARCHED);
    for (const values of [parameters, { fast: 5, slow: 50 }, { fast: 1, slow: 2_000 }]) {
      const written = compileRules({ rules: crossing(values.fast, values.slow) });
      expect(strategy.warmup(values)).toBe(written.strategy.warmup({}));
      expect(strategy.signals(candles, values, new IndicatorMemo())).toEqual(
        written.strategy.signals(candles, {}, new IndicatorMemo()),
      );
    }
  });

  it('are described with what all their uses allow', () => {
    const { strategy, parameters } = compileRules({
      rules: {
        entry_long: {
          all: [
            { gt: [{ rsi: { period: { param: 'bars' } } }, { param: 'level' }] },
            { rising: [{ ref: ['close', { param: 'bars' }] }, { param: 'bars' }] },
          ],
        },
      },
      level: 55.5,
      bars: 7,
    });
    expect(parameters).toEqual({ bars: 7, level: 55.5 });
    // An RSI takes 2 bars or more, a rise 1 or more, a reference 0 or more.
    expect(strategy.parameters).toEqual({
      bars: {
        type: 'integer',
        default: 7,
        minimum: 2,
        maximum: 2_000,
        summary: 'Used by parameters.rules.entry_long.all[0].gt[0].rsi.period.',
      },
      level: {
        type: 'number',
        default: 55.5,
        minimum: -1e12,
        maximum: 1e12,
        summary: 'Used by parameters.rules.entry_long.all[0].gt[1].',
      },
    });
  });

  it('come in the same order, whatever the order of the keys', () => {
    const { entry_long, exit_long } = SEARCHED.rules;
    const { strategy } = compileRules({ slow: 30, rules: { exit_long, entry_long }, fast: 10 });
    expect(Object.keys(strategy.parameters)).toEqual(['fast', 'slow']);
  });

  it('can be searched over like those of a built-in strategy', () => {
    const { strategy, parameters } = compileRules(SEARCHED);
    const grid = readParameterGrid(strategy, parameters, [], {
      fast: [5, 10],
      slow: { min: 20, max: 40, step: 10 },
    });
    expect(allCombinations(grid).combinations).toEqual([
      { fast: 5, slow: 20 },
      { fast: 5, slow: 30 },
      { fast: 5, slow: 40 },
      { fast: 10, slow: 20 },
      { fast: 10, slow: 30 },
      { fast: 10, slow: 40 },
    ]);
  });

  it('are checked against each other where an indicator does', () => {
    const { strategy } = compileRules({
      rules: { entry_long: { gt: [{ macd: { fast: { param: 'fast' }, slow: { param: 'slow' } } }, 0] } },
      fast: 12,
      slow: 26,
    });
    expect(strategy.check({ fast: 12, slow: 26 })).toBeUndefined();
    expect(strategy.check({ fast: 26, slow: 12 })).toBe(
      'parameters.rules.entry_long.gt[0].macd: fast (26) must be below slow (12)',
    );
  });
});

describe('a value that no candle has', () => {
  const candles = candlesFromPrices([5, 6, 7, 6, 5, 4, 5, 6]);
  const problemOf = (condition: unknown) => {
    const { strategy, parameters } = compileRules({ rules: { entry_long: condition } });
    return strategy.findProblem(candles, parameters, new IndicatorMemo());
  };

  it('is found and named by its path', () => {
    expect(problemOf({ all: [{ gt: ['close', 5] }, { gt: [{ log: { neg: 'close' } }, 0] }] })).toBe(
      'parameters.rules.entry_long.all[1].gt[0]: has no value on any of the 8 candles after the warm-up, so that nothing ' +
        'can be compared with it (a division by zero, or a logarithm or root of a negative number)',
    );
    expect(problemOf({ gt: [{ div: [1, 0] }, 0] })).toContain(
      'parameters.rules.entry_long.gt[0]: has no value',
    );
    expect(problemOf({ rising: [{ sqrt: -1 }, 2] })).toContain('any of the 6 candles');
    // Volume is the same on all of these candles.
    expect(problemOf({ gt: [{ zscore: { source: 'volume', period: 3 } }, 2] })).toContain(
      'any of the 5 candles',
    );
  });

  it('is none where one candle has it, or where none could', () => {
    expect(problemOf({ gt: [{ log: { sub: ['close', 6] } }, 0] })).toBeUndefined();
    expect(problemOf({ gt: ['close', { sma: { period: 3 } }] })).toBeUndefined();
    expect(problemOf({ gt: ['close', { sma: { period: 300 } }] })).toBeUndefined();
  });
});

it('takes the examples of its documentation', () => {
  const page = readFileSync(join(__dirname, '../../../../docs/guide/custom-strategies.md'), 'utf8');
  const examples = [...page.matchAll(/```json\n([^]*?)```/g)]
    .map(([, text]) => JSON.parse(text) as object)
    .filter((example) => 'rules' in example);
  expect(examples).toHaveLength(3);
  const candles = randomWalkCandles(2_000, 3);
  for (const example of examples) {
    const { strategy, parameters } = compileRules(example);
    expect(new Set(strategy.signals(candles, parameters, new IndicatorMemo()))).toEqual(new Set([0, 1, 2]));
  }
});
