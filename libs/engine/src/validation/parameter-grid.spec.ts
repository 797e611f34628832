import { resolveStrategy } from '../strategies/registry';
import { drawCombinations } from './draw-combinations';
import { allCombinations, readParameterGrid } from './parameter-grid';
import { countRange, valuesOfRange } from './parameter-values';
import { seededRandom } from '../seeded-random';

function gridOf(strategyName: string, grid: unknown, fixed: Record<string, number> = {}) {
  const { strategy, parameters } = resolveStrategy(strategyName, fixed);
  return readParameterGrid(strategy, parameters, Object.keys(fixed), grid);
}

describe('a range', () => {
  it.each([
    [{ min: 0.1, max: 0.3, step: 0.1 }, [0.1, 0.2, 0.3]],
    [{ min: 1, max: 2, step: 0.25 }, [1, 1.25, 1.5, 1.75, 2]],
    [{ min: 5, max: 10, step: 2 }, [5, 7, 9]],
    [{ min: -0.2, max: 0.1, step: 0.1 }, [-0.2, -0.1, 0, 0.1]],
    [{ min: 1e-7, max: 3e-7, step: 1e-7 }, [1e-7, 2e-7, 3e-7]],
    [{ min: 7, max: 7, step: 1 }, [7]],
  ])('%p holds the decimals as written', (range, values) => {
    expect(valuesOfRange(range)).toEqual(values);
    expect(countRange(range)).toBe(values.length);
  });

  it('of a thousand tenths has no rounding in it', () => {
    const values = valuesOfRange({ min: 0, max: 100, step: 0.1 });
    expect(values).toHaveLength(1_001);
    expect(values.every((value, index) => value === Number((index / 10).toFixed(1)))).toBe(true);
  });

  it('is counted without being made', () => {
    expect(countRange({ min: 0, max: 1e300, step: 1e-300 })).toBeGreaterThan(1e300);
    expect(countRange({ min: 0, max: 1, step: 0 })).toBe(0);
    expect(countRange({ min: 2, max: 1, step: 1 })).toBe(0);
  });
});

describe('a grid', () => {
  it("runs through the strategy's own order of parameters, the last one fastest, values as given", () => {
    const grid = gridOf('sma_cross', { slow: [30, 20], fast: { min: 5, max: 15, step: 5 } });
    expect(allCombinations(grid).combinations).toEqual([
      { fast: 5, slow: 30 },
      { fast: 5, slow: 20 },
      { fast: 10, slow: 30 },
      { fast: 10, slow: 20 },
      { fast: 15, slow: 30 },
      { fast: 15, slow: 20 },
    ]);
  });

  it('leaves out what the strategy refuses, and counts it', () => {
    const { combinations, skipped } = allCombinations(
      gridOf('sma_cross', { fast: [10, 30], slow: [20, 30, 40] }),
    );
    expect(combinations).toEqual([
      { fast: 10, slow: 20 },
      { fast: 10, slow: 30 },
      { fast: 10, slow: 40 },
      { fast: 30, slow: 40 },
    ]);
    expect(skipped).toBe(2);
    expect(() => allCombinations(gridOf('sma_cross', { fast: [50], slow: [20, 30] }))).toThrow(
      'sma_cross accepts none of the 2 combinations of param_grid that were tried',
    );
  });

  it.each([null, undefined, {}])('that is %p is the default one, without what the client fixed', (given) => {
    const { strategy } = resolveStrategy('sma_cross', {});
    const { fast, slow } = strategy.defaultGrid as { fast: number[]; slow: number[] };
    expect(gridOf('sma_cross', given).size).toBe(fast.length * slow.length);
    const fixed = gridOf('sma_cross', given, { slow: 77 });
    expect(allCombinations(fixed).combinations).toEqual(fast.map((value) => ({ fast: value, slow: 77 })));
  });

  it('searches what is both fixed and in the grid', () => {
    const grid = gridOf('sma_cross', { fast: [3, 4] }, { fast: 9, slow: 50 });
    expect(allCombinations(grid).combinations).toEqual([
      { fast: 3, slow: 50 },
      { fast: 4, slow: 50 },
    ]);
  });

  it('of a strategy without parameters is one combination', () => {
    expect(allCombinations(gridOf('buy_and_hold', null))).toEqual({ combinations: [{}], skipped: 0 });
  });

  it('counts repeated values once', () => {
    expect(gridOf('sma_cross', { fast: [5, 5, 5], slow: [20, 20] }).size).toBe(1);
  });

  it.each([
    ['a list in place of names', [], 'param_grid must be an object of {name: [values] or {min, max, step}}'],
    ['a text', 'fast', 'param_grid must be an object'],
    ['an unknown name', { fsat: [5] }, 'param_grid.fsat is no parameter of sma_cross: it has fast, slow'],
    ['the name toString', { toString: [5] }, 'param_grid.toString is no parameter of sma_cross'],
    [
      'the name __proto__',
      JSON.parse('{"__proto__": [5]}'),
      'param_grid.__proto__ is no parameter of sma_cross',
    ],
    ['no value', { fast: [] }, 'param_grid.fast names no value'],
    [
      'a number',
      { fast: 5 },
      'param_grid.fast must be a list of numbers, or {min, max, step} of finite numbers',
    ],
    ['null in place of a list', { fast: null }, 'param_grid.fast must be a list of numbers'],
    [
      'a range without a step',
      { fast: { min: 1, max: 5 } },
      'param_grid.fast must be a list of numbers, or {min, max, step}',
    ],
    [
      'a range with more',
      { fast: { min: 1, max: 5, step: 1, x: 1 } },
      'param_grid.fast must be a list of numbers',
    ],
    [
      'a range without end',
      { fast: { min: 1, max: Infinity, step: 1 } },
      'param_grid.fast must be a list of numbers',
    ],
    [
      'a range from a text',
      { fast: { min: '1', max: 5, step: 1 } },
      'param_grid.fast must be a list of numbers',
    ],
    [
      'a range with a step of 0',
      { fast: { min: 1, max: 5, step: 0 } },
      'param_grid.fast must have a step above 0, got 0',
    ],
    [
      'a range whose end is before its start',
      { fast: { min: 5, max: 1, step: 1 } },
      'param_grid.fast must have a max from its min 5, got 1',
    ],
    [
      'a range of too many values',
      { fast: { min: 0, max: 1e9, step: 1 } },
      'param_grid.fast has 1000000001 values',
    ],
    [
      'a fraction for a count of bars',
      { fast: [5.5] },
      'param_grid.fast must hold an integer from 1 to 1999 (default 10), got 5.5',
    ],
    ['NaN', { fast: [5, NaN] }, 'param_grid.fast must hold an integer from 1 to 1999 (default 10), got null'],
    [
      'a number as text',
      { fast: ['5'] },
      'param_grid.fast must hold an integer from 1 to 1999 (default 10), got "5"',
    ],
    [
      'two parameters out of bounds',
      { fast: [0], slow: [1] },
      'param_grid.fast must hold an integer from 1 to 1999 (default 10), got 0; param_grid.slow',
    ],
  ])('with %s is refused', (_name, grid, message) => {
    expect(() => gridOf('sma_cross', grid)).toThrow(message);
  });

  it('above 10,000 combinations is refused with their number', () => {
    const grid = gridOf('sma_cross', {
      fast: { min: 1, max: 101, step: 1 },
      slow: { min: 200, max: 299, step: 1 },
    });
    expect(() => allCombinations(grid)).toThrow('the grid has 10100 combinations, at most 10000 are tried');
    expect(() => gridOf('sma_cross', { fast: { min: 1, max: 1e308, step: 1e-300 } })).toThrow('countless');
  });
});

describe('a random search', () => {
  const wide = gridOf('sma_cross', {
    fast: { min: 1, max: 500, step: 1 },
    slow: { min: 2, max: 2_000, step: 1 },
  });

  it('draws different combinations, in grid order, the same for the same seed', () => {
    const { combinations } = drawCombinations(wide, 300, 42);
    expect(combinations).toHaveLength(300);
    expect(new Set(combinations.map((one) => JSON.stringify(one))).size).toBe(300);
    expect([...combinations].sort((a, b) => a.fast - b.fast || a.slow - b.slow)).toEqual(combinations);
    expect(combinations.every(({ fast, slow }) => fast < slow)).toBe(true);
    expect(drawCombinations(wide, 300, 42)).toEqual(drawCombinations(wide, 300, 42));
    expect(drawCombinations(wide, 300, 43)).not.toEqual(drawCombinations(wide, 300, 42));
  });

  it('that requests more than there is gets the whole grid', () => {
    const small = gridOf('sma_cross', { fast: [5, 10, 15], slow: [10, 20] });
    expect(drawCombinations(small, 100, 7)).toEqual(allCombinations(small));
  });

  it('draws every combination about equally often', () => {
    const small = gridOf('sma_cross', { fast: [1, 2, 3, 4, 5], slow: [10, 20, 30, 40] });
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 4_000; seed++) {
      for (const one of drawCombinations(small, 5, seed).combinations) {
        counts.set(JSON.stringify(one), (counts.get(JSON.stringify(one)) ?? 0) + 1);
      }
    }
    // 1,000 expected of each; five standard deviations of a binomial are 137.
    expect(counts.size).toBe(20);
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(137);
  });

  it('ends where the strategy refuses nearly everything', () => {
    const refused = (from: number) =>
      gridOf('sma_cross', {
        fast: { min: from, max: from + 200, step: 1 },
        slow: { min: 2, max: 1_001, step: 1 },
      });
    const { combinations, skipped } = drawCombinations(refused(900), 100, 1);
    expect(combinations.length).toBeGreaterThan(0);
    expect(combinations.length + skipped).toBe(2_000);
    expect(() => drawCombinations(refused(1_001), 10, 1)).toThrow(
      'sma_cross accepts none of the 200 combinations',
    );
  });

  it.each([0, -1, 1.5, NaN, 10_001])('of %p trials is refused', (trials) => {
    expect(() => drawCombinations(wide, trials, 1)).toThrow(
      `n_trials must be a whole number from 1 to 10000, got ${trials}`,
    );
  });

  it('over more than 2^32 combinations is refused', () => {
    const range = { min: 0, max: 99.99, step: 0.01 };
    const huge = gridOf('rsi_reversion', {
      period: { min: 2, max: 2_000, step: 1 },
      oversold: range,
      overbought: range,
    });
    expect(huge.size).toBe(1_999 * 10_000 ** 2);
    expect(() => drawCombinations(huge, 10, 1)).toThrow(
      'the grid has 199900000000 combinations, at most 4294967296',
    );
  });
});

/** Printed by the author's C program (T. Ettinger, mulberry32.c), compiled with gcc. */
it.each([
  [0, [1144304738, 1416247, 958946056, 627933444]],
  [1, [2693262067, 11749833, 2265367787, 4213581821]],
  [42, [2581720956, 1925393290, 3661312704, 2876485805]],
  [4294967295, [3850105811, 813802916, 3073704848, 4054706436]],
])('mulberry32 seeded with %i gives the published sequence', (seed, expected) => {
  const random = seededRandom(seed);
  expect(expected.map(() => random() * 2 ** 32)).toEqual(expected);
});
