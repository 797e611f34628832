import type { Measurement } from './history.mjs';

export function summarise(repetitions: readonly (readonly Measurement[])[]): Measurement[];
