import { BYTES, REGION } from './kernel-memory';
import {
  add,
  both,
  type Code,
  differs,
  dividedBy,
  F64,
  get,
  higherOf,
  i32,
  I32,
  isBelow,
  loadOne,
  loadTwo,
  lowerOf,
  minus,
  plus,
  repeat,
  select,
  set,
  splat,
  storeOne,
  storeTwo,
  times,
  V128,
  type WasmFunction,
} from './web-assembly';

/**
 * Extremes of windows, as M. van Herk finds them (Pattern Recognition Letters 13, 1992): the series is cut into blocks of a
 * window's length, and each window is the tail of one block and the head of the next, whose extremes are carried on from
 * value to value. At `tails`, one longer than a block, are those of the block before. All in bytes; a JavaScript engine
 * makes branches of these comparisons, which no processor foresees.
 */
function extremes(extremeOf: (left: Code, right: Code) => Code, worst: number): Code {
  const [values, result, tails, bytes, blockBytes, end, stop, tail, best] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
  const forward = (local: number, by: number) => set(local, add(get(local), i32(by)));
  return [
    ...set(end, add(get(values), get(bytes))),
    ...repeat(
      [
        ...set(stop, add(get(values), get(blockBytes))),
        ...set(stop, select(isBelow(get(stop), get(end)), get(stop), get(end))),
        ...set(tail, get(tails)),
        ...set(best, splat(worst)),
        ...repeat(
          [
            ...forward(tail, BYTES),
            ...set(best, extremeOf(get(best), loadOne(get(values)))),
            ...storeOne(get(result), extremeOf(get(best), loadOne(get(tail)))),
            ...forward(values, BYTES),
            ...forward(result, BYTES),
          ],
          isBelow(get(values), get(stop)),
        ),
        ...set(stop, get(values)),
        ...set(best, splat(worst)),
        ...repeat(
          [
            ...forward(stop, -BYTES),
            ...forward(tail, -BYTES),
            ...set(best, extremeOf(get(best), loadOne(get(stop)))),
            ...storeOne(get(tail), get(best)),
          ],
          isBelow(get(tails), get(tail)),
        ),
      ],
      isBelow(get(values), get(end)),
    ),
  ];
}

/** Two doubles at a time, from the addresses of the first four parameters to the one of the fifth, that of the first's end. */
function positions(): Code {
  const [close, lowest, highest, result, end, lowestPosition] = [0, 1, 2, 3, 4, 5];
  const range = minus(loadTwo(get(highest)), loadTwo(get(lowest)));
  const above = minus(loadTwo(get(close)), loadTwo(get(lowest)));
  const position = plus(dividedBy(times(splat(100), above), range), splat(get(lowestPosition)));
  return repeat(
    [
      ...storeTwo(get(result), both(position, differs(range, splat(0)))),
      ...[close, lowest, highest, result].flatMap((pointer) =>
        set(pointer, add(get(pointer), i32(2 * BYTES))),
      ),
    ],
    isBelow(get(close), get(end)),
  );
}

/**
 * Slopes of the windows that end in the blocks from `values` to `end`; see SlopeSums. The tails of a block are summed when the
 * next begins, around its first value: those by age are a region after the plain ones.
 */
function slopes(): Code {
  const [values, result, tails, end, blockBytes, meanAge, ageDeviations] = [0, 1, 2, 3, 4, 5, 6];
  const [stop, before, tail, origin, sum, sumByAge, count] = [7, 8, 9, 10, 11, 12, 13];
  const step = (local: number, by: number) => set(local, add(get(local), i32(by)));
  const byAge = add(get(tail), i32(REGION * BYTES));
  const begin = [sum, sumByAge].flatMap((local) => set(local, splat(0)));
  const distance = (pointer: number) => minus(loadOne(get(pointer)), get(origin));
  const ofWindow = plus(plus(loadOne(byAge), times(get(count), loadOne(get(tail)))), get(sumByAge));
  const slope = dividedBy(
    minus(times(plus(loadOne(get(tail)), get(sum)), splat(get(meanAge))), ofWindow),
    splat(get(ageDeviations)),
  );
  return repeat(
    [
      ...set(origin, loadOne(get(values))),
      ...begin,
      ...set(count, splat(1)),
      ...set(before, get(values)),
      ...set(tail, add(get(tails), get(blockBytes))),
      ...repeat(
        [
          ...step(before, -BYTES),
          ...step(tail, -BYTES),
          ...set(sum, plus(get(sum), distance(before))),
          ...set(sumByAge, plus(get(sumByAge), times(distance(before), get(count)))),
          ...storeOne(get(tail), get(sum)),
          ...storeOne(byAge, get(sumByAge)),
          ...set(count, plus(get(count), splat(1))),
        ],
        isBelow(add(get(tails), i32(BYTES)), get(tail)),
      ),
      ...begin,
      ...set(count, splat(0)),
      ...set(tail, get(tails)),
      ...set(stop, add(get(values), get(blockBytes))),
      ...set(stop, select(isBelow(get(stop), get(end)), get(stop), get(end))),
      ...repeat(
        [
          ...step(tail, BYTES),
          ...set(sumByAge, plus(get(sumByAge), get(sum))),
          ...set(sum, plus(get(sum), distance(values))),
          ...storeOne(get(result), slope),
          ...set(count, plus(get(count), splat(1))),
          ...step(values, BYTES),
          ...step(result, BYTES),
        ],
        isBelow(get(values), get(stop)),
      ),
    ],
    isBelow(get(values), get(end)),
  );
}

const ofExtremes = { parameters: [I32, I32, I32, I32, I32], locals: [I32, I32, I32, V128] };

export const blockFunctions: readonly WasmFunction[] = [
  { name: 'highest', ...ofExtremes, code: extremes(higherOf, -Infinity) },
  { name: 'lowest', ...ofExtremes, code: extremes(lowerOf, Infinity) },
  { name: 'position', parameters: [I32, I32, I32, I32, I32, F64], locals: [], code: positions() },
  {
    name: 'slope',
    parameters: [I32, I32, I32, I32, I32, F64, F64],
    locals: [I32, I32, I32, V128, V128, V128, V128],
    code: slopes(),
  },
];
