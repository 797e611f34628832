import { featureColumns } from '../../test/feature-columns';
import { readFixture } from '../../test/read-fixture';
import { readSpxCandles } from '../../test/spx-candles';
import { type CandleColumns } from '../market/candle-columns';
import { FEATURES } from './feature-set';

/** What bench/peers/qlib_alpha158_spx.py wrote: Qlib's own values, of the S&P 500 as it is and with holes. */
interface Fixture {
  readonly runs: readonly {
    readonly series: string;
    readonly bars: readonly number[];
    readonly features: Readonly<Record<string, readonly (number | null)[]>>;
  }[];
}

const [AS_IT_IS, WITH_HOLES] = (readFixture('features', 'spx-alpha158') as Fixture).runs;

function ourNameOf(qlibName: string): string {
  const windowed = /^([A-Z]+?)(5|10|20|30|60)$/.exec(qlibName);
  return `alpha158_${(windowed ? `${windowed[1]}_${windowed[2]}` : qlibName).toLowerCase()}`;
}

/** Bars that did not trade, and a hundred in which nothing moved. */
function withHoles(candles: CandleColumns): CandleColumns {
  for (let bar = 0; bar < candles.length; bar += 37) candles.volume[bar] = 0;
  const still = candles.close[999];
  for (const prices of [candles.open, candles.high, candles.low, candles.close])
    prices.fill(still, 1_000, 1_100);
  candles.volume.fill(0, 1_000, 1_100);
  return candles;
}

it('has every factor of Alpha158 that a candle knows', () => {
  const ours = FEATURES.filter(({ group }) => group === 'alpha158').map(({ name }) => name);
  const qlibs = Object.keys(AS_IT_IS.features).map(ourNameOf);
  expect(qlibs).toHaveLength(9 + 29 * 5);
  expect(new Set(ours)).toEqual(new Set(qlibs));
});

describe.each([
  { run: AS_IT_IS, candles: readSpxCandles() },
  { run: WITH_HOLES, candles: withHoles(readSpxCandles()) },
])('$run.series', ({ run, candles }) => {
  const columns = featureColumns(candles);

  it.each(Object.keys(run.features))('%s is what Qlib makes of it', (qlibName) => {
    const name = ourNameOf(qlibName);
    const column = columns.get(name)!;
    const { lookback } = FEATURES.find((feature) => feature.name === name)!;
    // Where a difference is near 0, what counts is the size of what it is made of.
    const size = Math.max(...AS_IT_IS.features[qlibName].map((value) => Math.abs(value ?? 0))) * 1e-3;
    const divides = ['alpha158_vma', 'alpha158_vstd'].some((factor) => name.startsWith(factor));
    run.bars.forEach((bar, index) => {
      const expected = run.features[qlibName][index];
      // Qlib begins with what there is of a window, and divides by 1e-12 where nothing traded.
      const known = bar >= lookback && expected !== null && !(divides && candles.volume[bar] === 0);
      if (!known) expect(column[bar]).toBeNaN();
      else {
        const error = Math.abs(column[bar] - expected) / Math.max(Math.abs(expected), size);
        expect(error).toBeLessThan(1e-9);
      }
    });
  });
});
