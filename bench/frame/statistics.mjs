/** The value below which the share `fraction` of the values lies (nearest rank). */
export function quantile(values, fraction) {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)];
}

export const median = (values) => quantile(values, 0.5);

/**
 * Runs contestants one after another, in an order that alternates, so that a disturbance of the machine meets all of them.
 * Each is a function that answers the samples of one round; the samples of all rounds come back by name.
 */
export async function interleave(contestants, { rounds, warmupRounds = 1 }) {
  const names = Object.keys(contestants);
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -warmupRounds; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : [...names].reverse()) {
      const taken = await contestants[name]();
      if (round >= 0) for (const sample of taken) samples[name].push(sample);
    }
  }
  return samples;
}

/** Milliseconds of each of `repetitions` calls. */
export function timeCalls(work, repetitions) {
  const samples = [];
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const startedAt = performance.now();
    work();
    samples.push(performance.now() - startedAt);
  }
  return samples;
}
