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
  lanesOf,
  loadSplat,
  loadTwo,
  magnitude,
  minus,
  plus,
  repeat,
  select,
  set,
  splat,
  squareRoot,
  storeOne,
  storeTwo,
  times,
  V128,
  when,
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
        ...set(INCOMING, loadSplat(add(get(AT), get(LENGTH)), addressOf(VALUES))),
        ...set(OUTGOING, loadSplat(get(AT), addressOf(VALUES))),
        ...code,
        ...set(IS_DUE, inAnyLane(due)),
        ...set(AT, add(get(AT), i32(BYTES))),
      ],
      bothBits(isBelow(get(AT), get(END)), isZero(get(IS_DUE))),
    ),
  ];
}

const STOPPED_AT = select(get(IS_DUE), add(get(AT), i32(-BYTES)), get(AT));

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
    ...STOPPED_AT,
  ];
}

const OF_TWO = [13, 14, 15, 16, 17];
const [FIRST_SUM, SECOND_SUM, FIRST_SIZE, SECOND_SIZE, CHANGE] = OF_TWO;

const isOutOfLimits = (sizes: Code): Code => {
  const [, , smallest, largest] = SUMS;
  return either(isLess(sizes, get(smallest)), isLess(get(largest), sizes));
};

/** Means of the sums, or of those whose weights fall by one with each value, one by one. */
function meansOneByOne(hasWeights: boolean): Code {
  const [sum, size, , , weighted, period, divisor] = SUMS;
  const moved = plus(get(weighted), minus(times(get(period), get(INCOMING)), get(sum)));
  const meansFrom = get(hasWeights ? weighted : sum);
  return carryOn(
    [
      ...(hasWeights ? set(weighted, moved) : []),
      ...set(sum, plus(get(sum), minus(get(INCOMING), get(OUTGOING)))),
      ...set(size, plus(get(size), minus(magnitude(get(INCOMING)), magnitude(get(OUTGOING))))),
      ...storeOne(get(AT), dividedBy(meansFrom, get(divisor)), addressOf(RESULTS[0])),
    ],
    isOutOfLimits(get(size)),
  );
}

/**
 * Means of the sums, two at a time, until there are no two left or one of them is due. The sums, which both lanes hold, still
 * move value by value, so that they round as they do one by one; all that does not wait for them is done for both at once.
 */
function meansTwoByTwo(): Code {
  const [sum, size, , , , , divisor] = SUMS;
  const changeIn = (lane: 0 | 1) => lanesOf(get(CHANGE), lane, get(CHANGE), lane);
  const ofBoth = (first: number, second: number) => lanesOf(get(first), 0, get(second), 0);
  const move = (change: Code, from: number, first: number, second: number) => [
    ...set(CHANGE, change),
    ...set(first, plus(get(from), changeIn(0))),
    ...set(second, plus(get(first), changeIn(1))),
  ];
  const areTwoLeft = isBelow(add(get(AT), i32(BYTES)), get(END));
  const nextTwo = [
    ...set(INCOMING, loadTwo(add(get(AT), get(LENGTH)), addressOf(VALUES))),
    ...set(OUTGOING, loadTwo(get(AT), addressOf(VALUES))),
    ...move(minus(get(INCOMING), get(OUTGOING)), sum, FIRST_SUM, SECOND_SUM),
    ...move(minus(magnitude(get(INCOMING)), magnitude(get(OUTGOING))), size, FIRST_SIZE, SECOND_SIZE),
    ...set(IS_DUE, inAnyLane(isOutOfLimits(ofBoth(FIRST_SIZE, SECOND_SIZE)))),
  ];
  const keepTwo = [
    ...storeTwo(get(AT), dividedBy(ofBoth(FIRST_SUM, SECOND_SUM), get(divisor)), addressOf(RESULTS[0])),
    ...set(sum, get(SECOND_SUM)),
    ...set(size, get(SECOND_SIZE)),
    ...set(AT, add(get(AT), i32(2 * BYTES))),
  ];
  return when(
    areTwoLeft,
    repeat([...nextTwo, ...when(isZero(get(IS_DUE)), keepTwo)], bothBits(areTwoLeft, isZero(get(IS_DUE)))),
  );
}

function means(hasWeights: boolean): Code {
  const [sum, size, , , weighted] = SUMS;
  return [
    ...SUMS.flatMap((local, index) => set(local, stateAt(index))),
    // Beside weighted sums a processor has no room for two of each.
    ...(hasWeights ? [] : meansTwoByTwo()),
    ...when(isBelow(get(AT), get(END)), meansOneByOne(hasWeights)),
    ...keepInState(0, sum),
    ...keepInState(1, size),
    ...keepInState(4, weighted),
    ...STOPPED_AT,
  ];
}

const described = {
  parameters: [I32, I32, I32],
  locals: [I32, ...new Array<number>(2 + SUMS.length + OF_TWO.length).fill(V128)],
  result: I32,
};

export const windowFunctions: readonly WasmFunction[] = [
  { name: 'deviations', ...described, code: deviations() },
  { name: 'means', ...described, code: means(false) },
  { name: 'weightedMeans', ...described, code: means(true) },
];
