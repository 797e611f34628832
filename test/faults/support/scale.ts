/** How hard the scenarios hit: `FAULT_SCALE=short` is for every change, the full form for before a release. */
export const IS_SHORT = process.env.FAULT_SCALE === 'short';

/** A figure that a scenario measured, for people to read. */
export function report(what: string): void {
  process.stderr.write(`  ${what}\n`);
}
