import { crossSignals } from './cross-signals';
import { ENTER_LONG, ENTER_SHORT, EXIT_LONG, EXIT_SHORT } from '../backtest/strategy';

const UP = ENTER_LONG | EXIT_SHORT;
const DOWN = EXIT_LONG | ENTER_SHORT;

/** Signals of a column against a level of 5. */
function crosses(column: number[], from = 1): number[] {
  const level = new Float64Array(column.length).fill(5);
  return Array.from(crossSignals(Float64Array.from(column), level, from));
}

it('signals on the bar that gets to the other side', () => {
  expect(crosses([4, 4, 6, 7, 6, 3, 2, 8])).toEqual([0, 0, UP, 0, 0, DOWN, 0, UP]);
});

it('is silent while the columns touch, and signals where they part, also to the side they came from', () => {
  expect(crosses([6, 5, 5, 6, 5, 4, 5, 4, 5, 6])).toEqual([0, 0, 0, UP, 0, DOWN, 0, DOWN, 0, UP]);
});

it('signals on the first bar that it may when the one before was not on that side', () => {
  expect(crosses([9, 9, 4, 6, 6], 3)).toEqual([0, 0, 0, UP, 0]);
  expect(crosses([9, 9, 6, 6, 6], 3)).toEqual([0, 0, 0, 0, 0]);
});

it('is silent over fewer bars than it waits for', () => {
  expect(crosses([4, 6], 3)).toEqual([0, 0]);
});
