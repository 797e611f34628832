import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomWalkCandles } from '../../test/random-walk-candles';
import { readSpxCandles } from '../../test/spx-candles';
import { CandleColumns, sliceCandleColumns } from '../market/candle-columns';
import { Indicator } from './indicator';
import { INDICATORS } from './registry';

type Parameters = Readonly<Record<string, number>>;

/** What bench/peers/ta_lib_spx.py wrote: TA-Lib's or pandas' values on the S&P 500, with their versions. */
interface Fixture {
  readonly bars: number;
  readonly runs: readonly {
    readonly indicator: string;
    readonly parameters: Parameters;
    readonly source: string;
    readonly outputs: readonly {
      readonly first: number;
      readonly values: readonly (readonly [bar: number, value: number])[];
    }[];
  }[];
}

const FIXTURE = JSON.parse(
  readFileSync(join(__dirname, 'fixtures/spx-indicators.fixture.json'), 'utf8'),
) as Fixture;
const FOUR_HOURS = 4 * 3_600_000;

function compute(indicator: Indicator, candles: CandleColumns, parameters: Parameters) {
  return indicator.input === 'source'
    ? indicator.compute(candles.close, parameters)
    : indicator.compute(candles, parameters);
}

function defaultsOf(indicator: Indicator): Parameters {
  return Object.fromEntries(Object.entries(indicator.parameters).map(([name, rule]) => [name, rule.default]));
}

it('has an outside source for every indicator', () => {
  expect(new Set(FIXTURE.runs.map(({ indicator }) => indicator))).toEqual(new Set(Object.keys(INDICATORS)));
});

describe.each(FIXTURE.runs.map((run) => [run.indicator, JSON.stringify(run.parameters), run] as const))(
  '%s %s',
  (name, _text, run) => {
    const indicator = INDICATORS[name];
    const spx = readSpxCandles();
    // The daily averages need days of several bars; the fixture counts six to a day.
    spx.openTime.forEach((_time, bar) => (spx.openTime[bar] = bar * FOUR_HOURS));
    const columns = compute(indicator, spx, run.parameters);

    it(`equals ${run.source} on the S&P 500`, () => {
      expect(spx.length).toBe(FIXTURE.bars);
      expect(columns).toHaveLength(run.outputs.length);
      run.outputs.forEach(({ values }, output) => {
        // Where a band or a difference is near 0, what counts is the size of what it is made of.
        const size = Math.max(...values.map(([, value]) => Math.abs(value))) * 1e-3;
        const worst = values.map(
          ([bar, value]) => Math.abs(columns[output][bar] - value) / Math.max(Math.abs(value), size),
        );
        expect(Math.max(...worst)).toBeLessThan(1e-9);
      });
    });

    it('starts where it does, and its look-back says when all of it is known', () => {
      run.outputs.forEach(({ first }, output) => {
        expect(columns[output].subarray(0, first).every(Number.isNaN)).toBe(true);
        expect(columns[output].subarray(first).some(Number.isNaN)).toBe(false);
      });
      expect(indicator.lookback(run.parameters)).toBe(Math.max(...run.outputs.map(({ first }) => first)));
    });
  },
);

/** What every indicator promises, whichever it is. */
describe.each(Object.keys(INDICATORS))('%s', (name) => {
  const indicator = INDICATORS[name];
  const parameters = defaultsOf(indicator);
  const lookback = indicator.lookback(parameters);
  const candles = randomWalkCandles(700, 5, 3_600);
  const columns = compute(indicator, candles, parameters);

  it('is registered under its own name and describes itself', () => {
    expect(indicator.name).toBe(name);
    expect(indicator.summary).toMatch(/^[A-Z].*\.$/);
    expect(columns).toHaveLength(indicator.outputs.length);
    for (const rule of Object.values(indicator.parameters)) {
      expect(rule.summary).toMatch(/^[A-Z].*\.$/);
      expect(rule.default).toBeGreaterThanOrEqual(rule.minimum);
      expect(rule.default).toBeLessThanOrEqual(rule.maximum);
    }
    expect(indicator.check?.(parameters)).toBeUndefined();
  });

  it('has one value per bar, known from its look-back on', () => {
    for (const column of columns) {
      expect(column).toHaveLength(candles.length);
      expect(column.subarray(lookback).every(Number.isFinite)).toBe(true);
    }
  });

  it('is deterministic and leaves the candles alone', () => {
    const before = randomWalkCandles(700, 5, 3_600);
    expect(compute(indicator, candles, parameters)).toEqual(columns);
    expect(candles).toEqual(before);
  });

  it.each([0, 1, 2, lookback, lookback + 1, 57, 333, 699])('knows nothing after bar %i', (length) => {
    compute(indicator, sliceCandleColumns(candles, 0, length), parameters).forEach((column, output) => {
      expect(column).toEqual(columns[output].slice(0, length));
    });
  });

  it('takes the least and the longest of its parameters', () => {
    const rules = Object.entries(indicator.parameters);
    const atLimit = (limit: 'minimum' | 'maximum') =>
      Object.fromEntries(rules.map(([key, rule]) => [key, rule[limit]]));
    for (const limits of [atLimit('minimum'), atLimit('maximum')]) {
      if (indicator.check?.(limits) !== undefined) continue;
      for (const column of compute(indicator, candles, limits)) {
        expect(column).toHaveLength(candles.length);
        expect(column.subarray(indicator.lookback(limits)).every(Number.isFinite)).toBe(true);
      }
    }
  });
});
