import type { Schemas } from '../../api/hooks';
import { MEASURES } from '../../components/measures';

/** The service's number for a gain over a loss of 0. */
const NOTHING_LOST = Number.MAX_VALUE;

/** A score in the unit of its objective. */
export function scoreText(objective: Schemas['Objective'], score: number | null): string {
  return score === NOTHING_LOST ? 'no loss' : MEASURES[objective].format(score);
}
