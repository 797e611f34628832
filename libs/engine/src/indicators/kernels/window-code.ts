import { keepInState, stateAt } from './column-code';
import { addressOf, BYTES, RESULTS, VALUES } from './kernel-memory';
import {
  add,
  bothBits,
  type Code,
  dividedBy,
  either,
  get,
  higherOf,
  i32,
  I32,
  inAnyLane,
  isBelow,
  isLess,
  isZero,
  loadOne,
  magnitude,
  minus,
  plus,
  repeat,
  select,
  set,
  splat,
  squareRoot,
  storeOne,
  times,
  V128,
  type WasmFunction,
} from './web-assembly';

/** Of a sum of squares whose rest is smaller than this, too few digits are left to go on with. */
export const SMALLEST_REST = 1e-4;

const [AT, END, LENGTH, IS_DUE, INCOMING, OUTGOING] = [0, 1, 2, 3, 4, 5];
const SUMS = [6, 7, 8, 9, 10, 11, 12];

/**
 * Kernels that carry the sums of a window on, from the first address to the second, both from the beginning of the stretch;
 * the third parameter is the window's length in bytes. They answer where they stopped, before the end at the value with
 * which the sums are due to start afresh or to get new limits, and which they have taken in.
 */
function carryOn(code: Code, due: Code): Code {
  return [
    ...repeat(
      [
        ...set(INCOMING, loadOne(add(get(AT), get(LENGTH)), addressOf(VALUES))),
        ...set(OUTGOING, loadOne(get(AT), addressOf(VALUES))),
        ...code,
        ...set(IS_DUE, inAnyLane(due)),
        ...set(AT, add(get(AT), i32(BYTES))),
      ],
      bothBits(isBelow(get(AT), get(END)), isZero(get(IS_DUE))),
    ),
    ...select(get(IS_DUE), add(get(AT), i32(-BYTES)), get(AT)),
  ];
}

function deviations(): Code {
  const [origin, sum, squares, mostSquares, share, rest] = SUMS;
  const distance = (local: number) => set(local, minus(get(local), get(origin)));
  const square = (local: number) => times(get(local), get(local));
  return [
    ...[origin, sum, squares, mostSquares, share].flatMap((local, index) => set(local, stateAt(index))),
    ...carryOn(
      [
        ...distance(INCOMING),
        ...distance(OUTGOING),
        ...set(sum, plus(get(sum), minus(get(INCOMING), get(OUTGOING)))),
        ...set(squares, plus(get(squares), minus(square(INCOMING), square(OUTGOING)))),
        ...set(mostSquares, higherOf(get(mostSquares), get(squares))),
        ...set(rest, minus(get(squares), times(square(sum), get(share)))),
        ...storeOne(get(AT), squareRoot(times(get(rest), get(share))), addressOf(RESULTS[1])),
      ],
      isLess(get(rest), times(get(mostSquares), splat(SMALLEST_REST))),
    ),
    ...[sum, squares, mostSquares].flatMap((local, index) => keepInState(index + 1, local)),
  ];
}

/** The mean of the sums, or of those whose weights fall by one with each value. */
function means(hasWeights: boolean): Code {
  const [sum, size, smallest, largest, weighted, period, divisor] = SUMS;
  const moved = plus(get(weighted), minus(times(get(period), get(INCOMING)), get(sum)));
  return [
    ...SUMS.flatMap((local, index) => set(local, stateAt(index))),
    ...carryOn(
      [
        ...(hasWeights ? set(weighted, moved) : []),
        ...set(sum, plus(get(sum), minus(get(INCOMING), get(OUTGOING)))),
        ...set(size, plus(get(size), minus(magnitude(get(INCOMING)), magnitude(get(OUTGOING))))),
        ...storeOne(
          get(AT),
          dividedBy(get(hasWeights ? weighted : sum), get(divisor)),
          addressOf(RESULTS[0]),
        ),
      ],
      either(isLess(get(size), get(smallest)), isLess(get(largest), get(size))),
    ),
    ...keepInState(0, sum),
    ...keepInState(1, size),
    ...keepInState(4, weighted),
  ];
}

const described = {
  parameters: [I32, I32, I32],
  locals: [I32, ...new Array<number>(2 + SUMS.length).fill(V128)],
  result: I32,
};

export const windowFunctions: readonly WasmFunction[] = [
  { name: 'deviations', ...described, code: deviations() },
  { name: 'means', ...described, code: means(false) },
  { name: 'weightedMeans', ...described, code: means(true) },
];
