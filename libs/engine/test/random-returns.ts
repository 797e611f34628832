import { seededRandom } from '../src/seeded-random';

/** Returns of members with one market, row by row: `market` is its share of each, from 0 to 1. */
export function randomReturns(
  seed: number,
  observations: number,
  members: number,
  market = 0.5,
): Float64Array {
  const random = seededRandom(seed);
  const draw = () => random() + random() + random() - 1.5;
  const deviations = Array.from({ length: members }, () => 0.005 + 0.03 * random());
  const returns = new Float64Array(observations * members);
  for (let row = 0; row < observations; row++) {
    const common = draw();
    for (let member = 0; member < members; member++) {
      returns[row * members + member] = deviations[member] * (market * common + (1 - market) * draw());
    }
  }
  return returns;
}
