import type { Measurement } from './history.mjs';

export function summarise(turns: readonly (readonly Measurement[])[]): Measurement[];
