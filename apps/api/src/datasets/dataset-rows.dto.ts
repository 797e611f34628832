import type { StoredColumn, StoredRows } from '#domain/datasets/dataset-reader';
import { type ColumnValues, NULL_FLAG, type StoredType } from '#engine/datasets/dataset-column';
import { formatDateTime } from '#engine/market/parse-time';
import { nameSchema } from '../http/named-schemas';
import { pageSchema } from '../http/operation';
import { DatasetSummaryRead } from './datasets.dto';

const ROW = nameSchema('DatasetRow', {
  type: 'object',
  description:
    'time, symbol where rows have one, and the columns of the dataset by name; null where there is no value',
  additionalProperties: {
    description: 'A number, a text, a flag, or a time as RFC 3339 text',
    oneOf: [{ type: 'number' }, { type: 'string', nullable: true }, { type: 'boolean' }],
  },
});

const PAGE = pageSchema(DatasetSummaryRead);

export const ROWS_PAGE = {
  ...PAGE,
  properties: { ...PAGE.properties, items: { ...PAGE.properties.items, items: ROW } },
};

export type Cell = number | string | boolean | null;

/** A value of a row as JSON has it. */
export function cellAt(values: ColumnValues, type: StoredType, row: number): Cell {
  const value = values === null ? null : values[row];
  if (value === null || typeof value === 'string') return value;
  if (type === 'flag') return value === NULL_FLAG ? null : value === 1;
  if (Number.isNaN(value)) return null;
  return type === 'time' ? formatDateTime(value) : value;
}

export function toRow(
  { columns }: StoredRows,
  stored: readonly StoredColumn[],
  row: number,
): Record<string, Cell> {
  return Object.fromEntries(stored.map(({ name, type }, index) => [name, cellAt(columns[index], type, row)]));
}
