import { RUN_MEASURES } from '#domain/runs/run-measures';
import type { Run } from '#domain/runs/run.entity';
import { freeTextCell } from '#engine/csv/free-text-cell';
import { toCsvLine } from '#engine/csv/to-csv-line';
import { toRunRead } from './run.dto';

const BEFORE = [
  'kind',
  'id',
  'allocation',
  'strategy_name',
  'symbol',
  'exchange',
  'interval',
  'start_date',
  'end_date',
  'status',
  'verdict',
  'author',
  'created_at',
] as const;

/** RFC 4180: parameters as name:number between commas, tags between commas. */
export const RUNS_CSV_HEADER = toCsvLine([...BEFORE, 'name', 'note', 'tags', 'parameters', ...RUN_MEASURES]);

export function toRunLine(run: Run): string {
  const read = toRunRead(run);
  const { labels, measures } = read;
  const parameters = Object.entries(read.parameters).map(([name, value]) => `${name}:${value}`);
  return toCsvLine([
    ...BEFORE.map((column) => cellOf(read[column])),
    freeTextCell(labels.name),
    freeTextCell(labels.note),
    freeTextCell(labels.tags.join(',')),
    parameters.join(','),
    ...RUN_MEASURES.map((measure) => measures[measure]),
  ]);
}

function cellOf(value: string | number | null): string | number | null {
  return typeof value === 'string' ? freeTextCell(value) : value;
}
