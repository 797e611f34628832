import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RelativeMeasures, type RelativeReturns } from '../src/performance/relative/measure-relative';
import { type RollingMeasure } from '../src/performance/relative/rolling-relative';
import { returnsOf } from '../src/performance/sample-returns';
import { readSpxCandles } from './spx-candles';

interface FixtureCase {
  readonly name: string;
  readonly periodsPerYear: number;
  readonly riskFreeRatePerYear: number;
  /** Absent where they are made of the index. */
  readonly returns?: readonly number[];
  readonly benchmarkReturns?: readonly number[];
  readonly whole: Omit<RelativeMeasures, 'observations'>;
  readonly rolling: readonly {
    readonly window: number;
    readonly rows: readonly (Readonly<Record<RollingMeasure, number | null>> & { readonly end: number })[];
  }[];
}

const FILE = join(__dirname, '../src/performance/relative/fixtures/empyrical-relative.fixture.json');

/** What empyrical-reloaded 0.7.1 computed (bench/peers/empyrical_relative.py), with the returns it computed it of. */
export function readEmpyricalCases(): (FixtureCase & { readonly input: Required<RelativeReturns> })[] {
  const { cases } = JSON.parse(readFileSync(FILE, 'utf8')) as { cases: FixtureCase[] };
  return cases.map((entry) => ({ ...entry, input: inputOf(entry) }));
}

function inputOf({ returns, benchmarkReturns, periodsPerYear, riskFreeRatePerYear }: FixtureCase) {
  const benchmark = Float64Array.from(benchmarkReturns ?? returnsOf(readSpxCandles().close));
  return {
    // As the script says: in the index for 60 sessions of every 360.
    returns: Float64Array.from(returns ?? benchmark.map((value, index) => (index % 360 < 60 ? value : 0))),
    benchmarkReturns: benchmark,
    periodsPerYear,
    riskFreeRatePerYear,
  };
}

/** Largest difference from the figures of the peer, as a share of those above 1; a figure that one of both lacks is Infinity. */
export function largestDifference(
  found: Readonly<Record<string, number | null>>,
  expected: Readonly<Record<string, number | null>>,
): number {
  return Object.entries(expected).reduce((largest, [name, value]) => {
    const mine = found[name];
    if (mine === null || value === null) return mine === value ? largest : Infinity;
    return Math.max(largest, Math.abs(mine - value) / Math.max(1, Math.abs(value)));
  }, 0);
}
