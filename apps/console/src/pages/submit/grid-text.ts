import { numberOr } from './json-text';

interface Range {
  readonly min: number | string;
  readonly max: number | string;
  readonly step: number | string;
}

/** Values to try of one parameter, as the request has them. */
export type GridValues = readonly (number | string)[] | Range;

const RANGE = /^(\S+)\s+to\s+(\S+)\s+step\s+(\S+)$/i;

/** `5, 10, 20` is a list, `30 to 90 step 30` a range; undefined where the text is blank. */
export function readGridText(text: string): GridValues | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const [, min, max, step] = RANGE.exec(trimmed) ?? [];
  if (min !== undefined && max !== undefined && step !== undefined)
    return { min: numberOr(min), max: numberOr(max), step: numberOr(step) };
  return trimmed
    .split(/[,;\s]+/)
    .filter((value) => value !== '')
    .map(numberOr);
}

export function writeGridText(values: unknown): string {
  if (Array.isArray(values)) return values.join(', ');
  const { min, max, step } = values as Range;
  return `${min} to ${max} step ${step}`;
}

/** How many combinations the texts describe; undefined where one of them is no grid. The service leaves out what the strategy does not accept. */
export function countCombinations(texts: readonly string[]): number | undefined {
  const counts = texts.map((text) => countValues(readGridText(text)));
  return counts.includes(Number.NaN) ? undefined : counts.reduce((product, each) => product * each, 1);
}

/** Steps are decimal: 0 to 0.3 step 0.1 are 4 values. */
const TOLERANCE = 1e-9;

function countValues(values: GridValues | undefined): number {
  if (values === undefined) return 1;
  if ('min' in values) {
    const steps = (Number(values.max) - Number(values.min)) / Number(values.step);
    return steps >= 0 && Number.isFinite(steps) ? Math.floor(steps + TOLERANCE) + 1 : Number.NaN;
  }
  return new Set(values).size;
}
