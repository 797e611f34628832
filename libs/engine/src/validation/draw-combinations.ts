import { BacktestRefusal } from '../backtest/backtest-refusal';
import { type StrategyParameters } from '../backtest/strategy';
import {
  type Combinations,
  combinationAt,
  MOST_COMBINATIONS,
  type ParameterGrid,
  refuseNone,
} from './parameter-grid';
import { seededRandom } from '../seeded-random';

/** One draw has 32 bits: indices beyond would never be drawn. */
const LARGEST_GRID = 2 ** 32;
/** Where a strategy refuses most of its grid, drawing must still end. */
const DRAWS_PER_TRIAL = 20;

/**
 * A seeded random search: `trials` different combinations of the grid, or all it has if those are fewer, answered in grid
 * order. Combinations that the strategy's own check refuses are drawn again (and counted), up to 20 draws per trial.
 * Throws BacktestRefusal beyond 10,000 trials or 2^32 combinations, or when none was accepted.
 */
export function drawCombinations(grid: ParameterGrid, trials: number, seed: number): Combinations {
  if (!Number.isInteger(trials) || trials < 1 || trials > MOST_COMBINATIONS) {
    throw new BacktestRefusal(
      `n_trials must be a whole number from 1 to ${MOST_COMBINATIONS}, got ${trials}`,
    );
  }
  if (grid.size > LARGEST_GRID) {
    throw new BacktestRefusal(
      `the grid has ${grid.size} combinations, at most ${LARGEST_GRID} can be drawn from`,
    );
  }
  const random = seededRandom(seed);
  // The shuffle of Fisher and Yates, of which only the indices that moved are kept.
  const moved = new Map<number, number>();
  const accepted: { index: number; parameters: StrategyParameters }[] = [];
  const draws = Math.min(grid.size, trials * DRAWS_PER_TRIAL);
  let skipped = 0;
  for (let draw = 0; draw < draws && accepted.length < trials; draw++) {
    const chosen = draw + Math.floor(random() * (grid.size - draw));
    const index = moved.get(chosen) ?? chosen;
    moved.set(chosen, moved.get(draw) ?? draw);
    const parameters = combinationAt(grid, index);
    if (parameters === undefined) skipped++;
    else accepted.push({ index, parameters });
  }
  refuseNone(grid, accepted.length, skipped);
  accepted.sort((one, other) => one.index - other.index);
  return { combinations: accepted.map(({ parameters }) => parameters), skipped };
}
