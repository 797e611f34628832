import { addressOf, BYTES, CLOSES, LOWS, RESULTS, STATE, VALUES, VOLUMES } from './kernel-memory';
import {
  add,
  both,
  type Code,
  differs,
  dividedBy,
  get,
  higherOf,
  i32,
  I32,
  isBelow,
  isLess,
  loadOne,
  loadSplat,
  loadTwo,
  lowerOf,
  magnitude,
  minus,
  plus,
  repeat,
  set,
  splat,
  storeOne,
  storeTwo,
  times,
  V128,
  type WasmFunction,
} from './web-assembly';

/**
 * Kernels over a stretch of columns: the first parameter is its length in bytes, the second how many bytes of values come
 * before the stretch. What they know before and leave for the next stretch is in the state.
 */

const [BYTES_TO_DO, LAG] = [0, 1];
/** How far the pairs of a step are from its address; the last step of a stretch may go on beyond its end. */
const UNROLLED = [0, 2].map((value) => value * BYTES);
/** Averages of ranges that are made of the one before them; a stretch but for the last one has a multiple of them. */
export const AVERAGES_AT_ONCE = 4;

const stateAddress = (index: number): Code => i32(addressOf(STATE) + index * BYTES);
/** In both lanes. */
export const stateAt = (index: number): Code => loadSplat(stateAddress(index));
export const keepInState = (index: number, local: number): Code => storeOne(stateAddress(index), get(local));

const advance = (at: number, by: number): Code => set(at, add(get(at), i32(by)));

/** Two values at a time: `code` is given how far they are from the address in the local `at`. */
function forPairs(at: number, code: (offset: number) => Code): Code {
  return repeat(
    [...UNROLLED.flatMap(code), ...advance(at, 2 * UNROLLED[1])],
    isBelow(get(at), get(BYTES_TO_DO)),
  );
}

function changes(): Code {
  const at = 2;
  return forPairs(at, (offset) => {
    const now = loadTwo(add(get(at), get(LAG)), addressOf(VALUES) + offset);
    const before = loadTwo(get(at), addressOf(VALUES) + offset);
    return storeTwo(get(at), minus(now, before), addressOf(RESULTS[0]) + offset);
  });
}

/** An infinite rate less itself is NaN. */
function rates(): Code {
  const [at, rate] = [2, 3];
  return forPairs(at, (offset) => {
    const now = loadTwo(add(get(at), get(LAG)), addressOf(VALUES) + offset);
    const before = loadTwo(get(at), addressOf(VALUES) + offset);
    return [
      ...set(rate, times(minus(dividedBy(now, before), splat(1)), splat(100))),
      ...storeTwo(get(at), plus(get(rate), minus(get(rate), get(rate))), addressOf(RESULTS[0]) + offset),
    ];
  });
}

/** The closes begin a bar before the stretch. */
function trueRange(at: number, offset: number): Code {
  const closeBefore = loadTwo(get(at), addressOf(CLOSES) + offset);
  return minus(
    higherOf(closeBefore, loadTwo(get(at), addressOf(VALUES) + offset)),
    lowerOf(closeBefore, loadTwo(get(at), addressOf(LOWS) + offset)),
  );
}

function trueRanges(): Code {
  const at = 2;
  return forPairs(at, (offset) => storeTwo(get(at), trueRange(at, offset), addressOf(RESULTS[0]) + offset));
}

/**
 * Of an average `a`, a share `k` that is kept of it, and new shares `s`, the next averages are `a·k + s₁`, `a·k² + (s₁·k + s₂)`
 * and so on: only the last of `AVERAGES_AT_ONCE` must be waited for. `IncrementalAverageTrueRange` makes them in the same way.
 */
function averageRanges(): Code {
  const [at, average, sum, weight] = [2, 3, 4, 5];
  const powers = Array.from({ length: AVERAGES_AT_ONCE }, (_, index) => 6 + index);
  const result = addressOf(RESULTS[0]);
  const shares = UNROLLED.flatMap((offset) =>
    storeTwo(get(at), times(trueRange(at, offset), get(weight)), result + offset),
  );
  const next = powers.flatMap((power, bar) => {
    const share = loadOne(get(at), result + bar * BYTES);
    const value = plus(times(get(average), get(power)), get(sum));
    const isLast = bar === AVERAGES_AT_ONCE - 1;
    return [
      ...set(sum, bar === 0 ? share : plus(times(get(sum), get(powers[0])), share)),
      ...(isLast ? set(average, value) : []),
      ...storeOne(get(at), isLast ? get(average) : value, result + bar * BYTES),
    ];
  });
  return [
    ...[average, weight, ...powers].flatMap((local, index) => set(local, stateAt(index))),
    ...repeat(
      [...shares, ...next, ...advance(at, AVERAGES_AT_ONCE * BYTES)],
      isBelow(get(at), get(BYTES_TO_DO)),
    ),
    ...keepInState(0, average),
  ];
}

/** Results in percent of the closes. */
function percents(): Code {
  const at = 2;
  return forPairs(at, (offset) => {
    const result = addressOf(RESULTS[0]) + offset;
    const close = loadTwo(get(at), addressOf(CLOSES) + BYTES + offset);
    return storeTwo(get(at), times(dividedBy(loadTwo(get(at), result), close), splat(100)), result);
  });
}

/** The line is that of all flows so far, one by one. */
function moneyFlows(): Code {
  const [at, line, high, low, close, range] = [2, 3, 4, 5, 6, 7];
  const position = dividedBy(minus(minus(get(close), get(low)), minus(get(high), get(close))), get(range));
  const addTo = (address: number): Code => [
    ...set(line, plus(get(line), loadOne(get(at), address))),
    ...storeOne(get(at), get(line), address),
  ];
  return [
    ...set(line, stateAt(0)),
    ...forPairs(at, (offset) => {
      const result = addressOf(RESULTS[0]) + offset;
      const flow = times(position, loadTwo(get(at), addressOf(VOLUMES) + offset));
      return [
        ...set(high, loadTwo(get(at), addressOf(VALUES) + offset)),
        ...set(low, loadTwo(get(at), addressOf(LOWS) + offset)),
        ...set(close, loadTwo(get(at), addressOf(CLOSES) + offset)),
        ...set(range, minus(get(high), get(low))),
        ...storeTwo(get(at), both(flow, isLess(splat(0), get(range))), result),
        ...addTo(result),
        ...addTo(result + BYTES),
      ];
    }),
  ];
}

/**
 * From the sums of windows, whose length in bytes is the second parameter: how far the newest value is from the mean of its window, in
 * mean distances of the window's values times a scale; 0 where either is 0. Four windows at a time.
 */
function distances(): Code {
  const [at, stop, pointer, period, scale] = [2, 3, 4, 5, 6];
  const ofPairs = UNROLLED.map((offset, index) => ({
    offset,
    mean: 7 + 2 * index,
    deviation: 8 + 2 * index,
  }));
  const result = addressOf(RESULTS[0]);
  const values = addressOf(VALUES);
  return [
    ...set(period, stateAt(0)),
    ...set(scale, stateAt(1)),
    ...repeat(
      [
        ...ofPairs.flatMap(({ offset, mean, deviation }) => [
          ...set(mean, dividedBy(loadTwo(get(at), result + offset), get(period))),
          ...set(deviation, splat(0)),
        ]),
        ...set(pointer, get(at)),
        ...set(stop, add(get(at), get(LAG))),
        ...repeat(
          [
            ...ofPairs.flatMap(({ offset, mean, deviation }) =>
              set(
                deviation,
                plus(get(deviation), magnitude(minus(loadTwo(get(pointer), values + offset), get(mean)))),
              ),
            ),
            ...advance(pointer, BYTES),
          ],
          isBelow(get(pointer), get(stop)),
        ),
        ...ofPairs.flatMap(({ offset, mean, deviation }) => [
          ...set(mean, minus(loadTwo(add(get(pointer), i32(-BYTES)), values + offset), get(mean))),
          ...storeTwo(
            get(at),
            both(
              dividedBy(get(mean), dividedBy(times(get(scale), get(deviation)), get(period))),
              both(differs(get(deviation), splat(0)), differs(get(mean), splat(0))),
            ),
            result + offset,
          ),
        ]),
        ...advance(at, 2 * UNROLLED[1]),
      ],
      isBelow(get(at), get(BYTES_TO_DO)),
    ),
  ];
}

/** From the middle and, where the upper band will be, the widths in units of a factor. */
function bands(): Code {
  const [at, factor, width] = [2, 3, 4];
  const [middle, upper, lower] = RESULTS.map(addressOf);
  return [
    ...set(factor, stateAt(0)),
    ...forPairs(at, (offset) => [
      ...set(width, times(get(factor), loadTwo(get(at), upper + offset))),
      ...storeTwo(get(at), plus(loadTwo(get(at), middle + offset), get(width)), upper + offset),
      ...storeTwo(get(at), minus(loadTwo(get(at), middle + offset), get(width)), lower + offset),
    ]),
  ];
}

const parameters = [I32, I32];
const doubles = (count: number) => new Array<number>(count).fill(V128);

export const columnFunctions: readonly WasmFunction[] = [
  { name: 'changes', parameters, locals: [I32], code: changes() },
  { name: 'rates', parameters, locals: [I32, V128], code: rates() },
  { name: 'trueRanges', parameters, locals: [I32], code: trueRanges() },
  {
    name: 'averageRanges',
    parameters,
    locals: [I32, ...doubles(3 + AVERAGES_AT_ONCE)],
    code: averageRanges(),
  },
  { name: 'percents', parameters, locals: [I32], code: percents() },
  { name: 'moneyFlows', parameters, locals: [I32, ...doubles(5)], code: moneyFlows() },
  { name: 'distances', parameters, locals: [I32, I32, I32, ...doubles(6)], code: distances() },
  { name: 'bands', parameters, locals: [I32, ...doubles(2)], code: bands() },
];
