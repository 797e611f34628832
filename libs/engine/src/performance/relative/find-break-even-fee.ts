/** Where fees are searched: from a rebate of a tenth of a fill's value to all of it. */
const LOWEST_RATE = -0.1;
const HIGHEST_RATE = 1;
const FIRST_STEP = 0.001;
const MOST_STEPS = 200;
/** Of the total return, and of the fee rate: 1e-6 basis points. */
const NO_RETURN = 1e-13;
const NO_WIDTH = 1e-10;
const BASIS_POINTS = 10_000;
/** Of the initial capital; a ruined account counts as this much, so that it has a logarithm. */
const LEAST_GROWTH = 1e-12;

interface Point {
  readonly feeRate: number;
  /** ln(1 + total return), which is nearly a line where gains are invested again. */
  readonly value: number;
}

/**
 * The fee per side, in basis points of a fill's value, at which the total return is 0. `totalReturnAt` runs the account
 * again with that rate (a fraction) in place of its maker and its taker fees, everything else as it was. Negative: it loses
 * without fees, and a rebate of that much would make up for it. Where quantities are whole lots, and the return jumps
 * over 0, the fee at the jump. Null where no fee from −1,000 to 10,000 basis points does it. `guess` is a rate; it
 * changes how many runs are needed, some six to ten.
 */
export function findBreakEvenFee(
  totalReturnAt: (feeRate: number) => number,
  guess = FIRST_STEP,
): number | null {
  const at = (feeRate: number): Point => ({
    feeRate,
    value: Math.log(Math.max(LEAST_GROWTH, 1 + totalReturnAt(feeRate))),
  });
  const free = at(0);
  if (isZero(free)) return 0;
  const bracket = bracketFrom(free, at, Number.isFinite(guess) && guess !== 0 ? Math.abs(guess) : FIRST_STEP);
  return bracket && narrow(bracket, at) * BASIS_POINTS;
}

function isZero({ value }: Point): boolean {
  return Math.abs(value) <= NO_RETURN;
}

/** Goes away from 0 in steps that double until the return has changed its sign. */
function bracketFrom(
  free: Point,
  at: (feeRate: number) => Point,
  firstStep: number,
): readonly [Point, Point] | null {
  const limit = free.value > 0 ? HIGHEST_RATE : LOWEST_RATE;
  const direction = Math.sign(limit);
  let near = free;
  for (let step = firstStep; ; step *= 2) {
    const isLast =
      near.feeRate + direction * step >= HIGHEST_RATE || near.feeRate + direction * step <= LOWEST_RATE;
    const far = at(isLast ? limit : near.feeRate + direction * step);
    if (far.value === 0 || Math.sign(far.value) !== Math.sign(free.value)) return [near, far];
    if (isLast) return null;
    near = far;
  }
}

/**
 * The rate between two of other signs. Regula falsi by halves (Illinois), and the middle wherever that has not halved the
 * distance in two steps.
 *
 * Source: M. Dowell, P. Jarratt, A modified regula falsi method for computing the root of an equation, BIT (1971).
 */
function narrow([one, other]: readonly [Point, Point], at: (feeRate: number) => Point): number {
  let [kept, newest] = [one, other];
  let width = Math.abs(newest.feeRate - kept.feeRate);
  for (let step = 1; step <= MOST_STEPS && !isZero(newest); step++) {
    const present = Math.abs(newest.feeRate - kept.feeRate);
    if (present <= NO_WIDTH) break;
    const halves = step % 2 === 0 && present > width / 2;
    if (step % 2 === 0) width = present;
    const share = halves ? 0.5 : newest.value / (newest.value - kept.value);
    const next = at(newest.feeRate + (kept.feeRate - newest.feeRate) * share);
    if (Math.sign(next.value) === Math.sign(newest.value)) kept = { ...kept, value: kept.value / 2 };
    else kept = newest;
    newest = next;
  }
  return newest.feeRate;
}
