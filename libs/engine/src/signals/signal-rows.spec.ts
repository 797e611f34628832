import { type KnownRows } from '../known-data/known-data';
import { seededRandom } from '../seeded-random';
import { alignSignals } from './signal-rows';

/** Ascending times, one or two apart. */
function ascending(count: number, random: () => number): Float64Array {
  let time = Math.floor(random() * 4);
  return Float64Array.from({ length: count }, () => (time += random() < 0.8 ? 1 : 2));
}

/** The alignment by its definition: for each candle the row of its time, for each row the candle. */
function defined(
  opens: Float64Array,
  closeTimes: Float64Array,
  { time, knownAt, value }: Omit<KnownRows, 'kind'>,
) {
  const rowAt = (bar: number) => time.indexOf(opens[bar]);
  const isKnown = (row: number, bar: number) => row >= 0 && knownAt[row] <= closeTimes[bar];
  return {
    values: opens.map((_, bar) => (isKnown(rowAt(bar), bar) ? value[rowAt(bar)] : NaN)),
    late: opens.filter((_, bar) => rowAt(bar) >= 0 && !isKnown(rowAt(bar), bar)).length,
    unmatched: time.filter((at) => at > opens[0] && at < opens[opens.length - 1] && !opens.includes(at))
      .length,
  };
}

it('aligns rows as defined, with any gaps, late rows and rows of no candle, whatever is in a lent column', () => {
  const random = seededRandom(7);
  for (let round = 0; round < 300; round++) {
    const opens = ascending(1 + Math.floor(random() * 40), random);
    const closeTimes = opens.map((open) => open + 1);
    // Nearly all of the candles' times, or few of them; some between them, before and after.
    const share = round % 3 === 0 ? 0.3 : 0.95;
    const time = Float64Array.from({ length: 100 }, (_, moment) => moment / 2).filter(
      (moment) => random() < (opens.includes(moment) ? share : 0.05),
    );
    const rows = {
      time,
      knownAt: time.map((moment) => moment + (random() < 0.05 ? 2 : 1)),
      value: time.map((_, row) => (random() < 0.2 ? NaN : row)),
    };
    const given = { openTime: opens, length: opens.length };
    const garbage = opens.map(() => 9_999);
    expect(alignSignals(given, closeTimes, rows, garbage)).toEqual(defined(opens, closeTimes, rows));
  }
});
