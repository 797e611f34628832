import type { LevelShift } from '#engine/market/outlier-judge';
import { formatDateTime } from '#engine/market/parse-time';
import type { ImportProgress, RefusedLine } from './import-lines';

/** How many refused lines the JSON object lists. */
export const LISTED_REFUSALS = 20;

export interface ImportReport {
  readonly file: string;
  /** What the lines belong to, such as exchange, symbol and interval. */
  readonly target: Readonly<Record<string, string>>;
  readonly progress: ImportProgress;
  readonly firstRefusals: readonly RefusedLine[];
  readonly seconds: number;
  /** Further counts, such as off_grid. */
  readonly notes?: Readonly<Record<string, number>>;
  readonly levelShifts?: readonly LevelShift[];
}

export function importReportJson({
  file,
  target,
  progress,
  firstRefusals,
  seconds,
  notes,
  levelShifts,
}: ImportReport): string {
  const { read, inserted, updated, unchanged, refused } = progress;
  return JSON.stringify({
    file,
    ...target,
    read,
    inserted,
    updated,
    unchanged,
    refused,
    ...notes,
    ...(levelShifts && { level_shifts: levelShifts.map(levelShiftJson) }),
    first_refusals: firstRefusals,
    seconds,
  });
}

export function levelShiftJson({ openTime, ratio }: LevelShift): { open_time: string; ratio: number } {
  return { open_time: formatDateTime(openTime), ratio };
}

export function levelShiftText({ openTime, ratio }: LevelShift): string {
  return `level shift at ${formatDateTime(openTime)}: closes are ${ratio.toPrecision(4)} times those before`;
}

export function importReportText({
  file,
  target,
  progress,
  seconds,
  notes = {},
  levelShifts = [],
}: ImportReport): string {
  const counts = [
    ...(['inserted', 'updated', 'unchanged', 'refused'] as const).map(
      (name) => [name, progress[name]] as const,
    ),
    ...Object.entries(notes).filter(([, count]) => count > 0),
  ]
    .map(([name, count]) => `${countText(count)} ${name.replaceAll('_', ' ')}`)
    .join(', ');
  return [
    `${file} → ${Object.values(target).join(' ')}: ` +
      `${countText(progress.read)} rows in ${seconds.toFixed(1)} s (${counts})`,
    ...levelShifts.map(levelShiftText),
  ].join('\n');
}

export function countText(count: number): string {
  return count.toLocaleString('en-US');
}
