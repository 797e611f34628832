import { randomWalkCandles } from '../../test/random-walk-candles';
import { above, entry, refusalOf } from '../../test/refusal-of-rules';
import { IndicatorMemo } from '../indicators/indicator-memo';
import { compileRules } from './compile-rules';

const json = (text: string): unknown => JSON.parse(text);

/** `depth` operations inside each other. */
function nested(depth: number, around: (inner: unknown) => unknown, innermost: unknown): unknown {
  let tree = innermost;
  for (let level = 0; level < depth; level++) tree = around(tree);
  return tree;
}

it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'])(
  'takes %s for no name it knows',
  (name) => {
    const operation = json(`{"${name}": ["close", 1]}`);
    const settings = json(`{"sma": {"${name}": {"period": 5}}}`);
    const variable = json(`{"${name}": 1}`);
    expect(refusalOf(entry(operation))).toContain('unknown condition');
    expect(refusalOf(above(operation))).toContain('unknown operation');
    expect(refusalOf(above(settings))).toContain(`sma has no setting "${name}"`);
    expect(refusalOf(above(name))).toContain('unknown column');
    expect(refusalOf(above(`$${name}`))).toContain('unknown variable');
    expect(refusalOf({ rules: json(`{"${name}": {"gt": [2, 1]}}`) })).toContain('unknown rule');
    expect(refusalOf({ ...above(1), ...(json(`{"vars": {"${name}": "nothing"}}`) as object) })).toContain(
      'parameters.vars',
    );
    expect(refusalOf(json(`{"rules": {"entry_long": {"gt": [2, 1]}}, "${name}": 5}`))).toContain(
      'unknown key',
    );
    expect(refusalOf(above({ param: name }))).toMatch(/a name is a letter|missing/);
    expect(Object.keys(variable as object)).toEqual([name]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  },
);

describe('limits', () => {
  it('reads 12 levels and no more', () => {
    // The condition is the first level and the column the last.
    const deep = (levels: number) => above(nested(levels - 2, (inner) => ({ neg: inner }), 'close'));
    expect(compileRules(deep(12)).strategy.name).toBe('custom');
    expect(refusalOf(deep(13))).toMatch(
      /^parameters\.rules\.entry_long\.gt\[1\](\.neg){11}: rules may be 12 levels deep at most$/,
    );
    expect(refusalOf(deep(100_000))).toContain('12 levels deep at most');
    expect(refusalOf(entry(nested(100_000, (inner) => ({ not: inner }), { gt: [1, 2] })))).toContain(
      '12 levels',
    );
    expect(refusalOf(entry(nested(100_000, (inner) => ({ all: [inner] }), 1)))).toContain('12 levels');
  });

  it('counts the levels of a variable where it is used', () => {
    const vars = {
      a: nested(5, (inner) => ({ neg: inner }), 'close'),
      b: nested(4, (inner) => ({ abs: inner }), '$a'),
    };
    expect(compileRules({ ...above('$b'), vars }).strategy.name).toBe('custom');
    expect(refusalOf({ ...above({ neg: { neg: '$b' } }), vars })).toBe(
      'parameters.rules.entry_long.gt[1].neg.neg: with the value of $b, the rules are more than 12 levels deep',
    );
  });

  it('reads 200 nodes and no more', () => {
    // Three for each comparison, and the group itself.
    const wide = (comparisons: number) =>
      entry({ any: Array.from({ length: comparisons }, (_, index) => ({ gt: ['close', index] })) });
    expect(compileRules(wide(66)).strategy.name).toBe('custom');
    expect(refusalOf(wide(67))).toContain('rules and variables may have 200 nodes at most');
    expect(refusalOf(wide(1_000_000))).toContain('parameters.rules.entry_long.any[66]');
    expect(refusalOf(entry({ gt: Array(1_000_000).fill('close') }))).toContain(
      'expected an array of 2, got 1000000',
    );
  });

  it('counts variables, and the nodes in them', () => {
    const named = (count: number, value: unknown) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`v${index}`, value]));
    expect(compileRules({ ...above('$v1'), vars: named(50, 1) }).strategy.name).toBe('custom');
    expect(refusalOf({ ...above(1), vars: named(51, 1) })).toBe(
      'parameters.vars: there may be 50 variables at most, got 51',
    );
    expect(refusalOf({ ...above(1), vars: named(100_000, 1) })).toContain('50 variables at most');
    expect(refusalOf({ ...above(1), vars: named(50, { add: ['close', { neg: 'open' }] }) })).toContain(
      '200 nodes',
    );
  });

  it('does not multiply what variables use twice', () => {
    const vars: Record<string, unknown> = { v0: { sma: { period: 5 } } };
    for (let level = 1; level <= 8; level++)
      vars[`v${level}`] = { add: [`$v${level - 1}`, `$v${level - 1}`] };
    const { strategy, parameters } = compileRules({
      ...above({ sma: { source: '$v8', period: 3 } }),
      vars,
    });
    expect(strategy.warmup(parameters)).toBe(7);
    expect(strategy.signals(randomWalkCandles(1_000, 1), parameters, new IndicatorMemo())).toHaveLength(
      1_000,
    );
  });

  it('keeps its messages short', () => {
    const long = 'x'.repeat(1_000_000);
    for (const parameters of [
      above(long),
      entry({ [long]: 1 }),
      above({ sma: { [long]: 1 } }),
      { ...above(1), vars: { [long]: 1 } },
    ]) {
      expect(refusalOf(parameters).length).toBeLessThan(1_000);
    }
  });
});

it('survives what no JSON can say', () => {
  const circle: Record<string, unknown> = {};
  circle.neg = circle;
  const all: unknown[] = [];
  all.push({ all });
  for (const odd of [circle, 10n, Symbol('x'), () => 1, new Date(), new Map(), /x/, undefined]) {
    expect(refusalOf(above(odd))).toMatch(/^parameters\.rules\.entry_long/);
    expect(refusalOf(entry(odd))).toMatch(/^parameters\.rules/);
  }
  expect(refusalOf(entry({ all }))).toContain('12 levels');
});
