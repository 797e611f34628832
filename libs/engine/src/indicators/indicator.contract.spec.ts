import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { barsOf } from '../../test/bars-of';
import { firstDifference } from '../../test/first-difference';
import { randomWalkCandles } from '../../test/random-walk-candles';
import { readSpxCandles } from '../../test/spx-candles';
import { type CandleColumns, sliceCandleColumns } from '../market/candle-columns';
import { computeOnSource, startOnSource } from './compute-on-source';
import { type IncrementalIndicator, type Indicator } from './indicator';
import { type ParameterRule } from './parameter-rule';
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

/** The daily averages need days of several bars: six to a day, as the fixture counts them. */
function everyFourHours(candles: CandleColumns): CandleColumns {
  candles.openTime.forEach((_time, bar) => (candles.openTime[bar] = bar * FOUR_HOURS));
  return candles;
}

const spx = everyFourHours(readSpxCandles());

function defaultsOf(indicator: Indicator): Parameters {
  return parametersOf(indicator, (rule) => rule.default);
}

function parametersOf(indicator: Indicator, choose: (rule: ParameterRule) => number): Parameters {
  return Object.fromEntries(Object.entries(indicator.parameters).map(([name, rule]) => [name, choose(rule)]));
}

it('has an outside source for every indicator', () => {
  expect(new Set(FIXTURE.runs.map(({ indicator }) => indicator))).toEqual(new Set(Object.keys(INDICATORS)));
});

describe.each(FIXTURE.runs.map((run) => [run.indicator, JSON.stringify(run.parameters), run] as const))(
  '%s %s',
  (name, _text, run) => {
    const indicator = INDICATORS[name];
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
describe.each(Object.keys(INDICATORS))('the indicator %s', (name) => {
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

  it('computes the same into columns that are lent, whatever is in them', () => {
    const lent = columns.map((column) => column.map(() => 7));
    const given =
      indicator.input === 'source'
        ? indicator.compute(candles.close, parameters, lent)
        : indicator.compute(candles, parameters, lent);
    expect(firstDifference(given, columns)).toBeUndefined();
    given.forEach((column, output) => expect(column).toBe(lent[output]));
    const short = candles.close.subarray(0, 300);
    const ofShort = () =>
      indicator.input === 'source'
        ? indicator.compute(short, parameters, lent)
        : indicator.compute(sliceCandleColumns(candles, 0, 300), parameters, lent);
    expect(ofShort).toThrow('A column of 700 values was lent for an output of 300.');
  });

  const lengths = new Set([0, 1, 2, lookback, lookback + 1, 57, 333, 699]);
  it.each([...lengths])('knows nothing after bar %i', (length) => {
    const shorter = compute(indicator, sliceCandleColumns(candles, 0, length), parameters);
    const expected = columns.map((column) => column.slice(0, length));
    expect(firstDifference(shorter, expected)).toBeUndefined();
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

/** The lengths of "big" go through several blocks and restarts of every window within the shortest series below. */
const PARAMETER_SETS: Readonly<Record<string, (rule: ParameterRule) => number>> = {
  default: (rule) => rule.default,
  minimum: (rule) => rule.minimum,
  big: (rule) => Math.min(rule.maximum, rule.default * 7 + 1),
};

const SERIES: Readonly<Record<string, CandleColumns>> = {
  'a random walk': randomWalkCandles(2_500, 11, 3_600),
  'the S&P 500': spx,
  'a walk without movement at times': withoutMovementAtTimes(randomWalkCandles(2_500, 12, 3_600)),
};

function withoutMovementAtTimes(candles: CandleColumns): CandleColumns {
  for (const [from, to] of [
    [300, 330],
    [700, 1_100],
    [1_500, 1_503],
  ]) {
    for (const column of [candles.open, candles.high, candles.low, candles.close])
      column.fill(candles.close[from], from, to);
    candles.volume.fill(0, from, to);
  }
  return candles;
}

/** What no price does: zeros of both signs, numbers below zero and orders of magnitude apart. */
function anyNumbers(): Float64Array {
  const { close } = randomWalkCandles(2_500, 13);
  return close.map((value, index) =>
    index % 5 < 2 ? [0, -0][index % 2] : (value - 100) * 10 ** (index % 7),
  );
}

function withHoles(source: Float64Array): Float64Array {
  const holes = [0, 1, 40, 41, 900, 1_000, 2_499];
  return source.map((value, index) =>
    holes.includes(index) ? [NaN, Infinity, -Infinity][index % 3] : value,
  );
}

/** What an incremental indicator computes of each value, as columns. */
function updateAll<Input>(
  state: IncrementalIndicator<Input>,
  inputs: readonly Input[],
): readonly Float64Array[] {
  const { values } = state;
  const columns = Array.from(values, () => new Float64Array(inputs.length));
  inputs.forEach((input, index) => {
    state.update(input);
    columns.forEach((column, output) => (column[index] = values[output]));
  });
  return columns;
}

describe.each(Object.keys(INDICATORS))('%s bar by bar, with parameters of', (name) => {
  const indicator = INDICATORS[name];
  const sets = Object.entries(PARAMETER_SETS)
    .map(([label, choose]) => [label, parametersOf(indicator, choose)] as const)
    .filter(([, parameters]) => indicator.check?.(parameters) === undefined);

  it.each(sets)('%s is the same to the bit', (_label, parameters) => {
    for (const candles of Object.values(SERIES)) {
      const columns =
        indicator.input === 'source'
          ? updateAll(indicator.start(parameters), Array.from(candles.close))
          : updateAll(indicator.start(parameters), barsOf(candles));
      expect(firstDifference(columns, compute(indicator, candles, parameters))).toBeUndefined();
    }
  });

  if (indicator.input !== 'source') return;

  it.each(sets)('%s is the same to the bit for any numbers, with and without holes', (_label, parameters) => {
    const numbers = anyNumbers();
    expect(
      firstDifference(
        updateAll(indicator.start(parameters), Array.from(numbers)),
        indicator.compute(numbers, parameters),
      ),
    ).toBeUndefined();
    for (const source of [withHoles(numbers), withHoles(SERIES['a random walk'].close)]) {
      const columns = updateAll(startOnSource(indicator, parameters), Array.from(source));
      expect(firstDifference(columns, computeOnSource(indicator, source, parameters))).toBeUndefined();
      const lent = columns.map((column) => column.map(() => 7));
      const given = computeOnSource(indicator, source, parameters, lent);
      expect(firstDifference(given, columns)).toBeUndefined();
      given.forEach((column, output) => expect(column).toBe(lent[output]));
    }
  });
});
