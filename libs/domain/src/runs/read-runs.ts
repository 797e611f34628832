import type { DataSource } from 'typeorm';
import { poolOf } from '../postgres/pool';
import type { RunCondition } from './run-conditions';
import { Run } from './run.entity';
import type { RunPosition, RunStretch } from './run-stretches';

export type ListedRun = Run & { readonly position: RunPosition };

/** The conditions of a statement with its values. */
interface Where {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** A parameter by its name, as in `:name::jsonb`; no part of a cast. */
const PARAMETER = /(?<!:):(\w+)/g;

export function whereOf(conditions: readonly RunCondition[]): Where {
  const values: unknown[] = [];
  const numbered = conditions.map(({ sql, values: named }) =>
    sql.replace(PARAMETER, (_, name: string) => `$${values.push(named[name])}`),
  );
  return { sql: ['true', ...numbered].join(' and '), values };
}

export async function countRuns(dataSource: DataSource, { sql, values }: Where): Promise<number> {
  const { rows } = await poolOf(dataSource).query<{ total: number }>(
    `select count(*)::integer as total from runs run where ${sql}`,
    [...values],
  );
  return rows[0].total;
}

/** Past the ORM, which takes three times as long for a page as the database. What is computed is computed of the page alone. */
export async function readRuns(
  dataSource: DataSource,
  { sql, values }: Where,
  { measure, direction, nulls, newest }: RunStretch,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<ListedRun[]> {
  const sorted = [
    ...(measure === null ? [] : [`${measure} ${direction} ${nulls}`]),
    ...['created_at', 'kind', 'run_id'].map((column) => `run.${column} ${newest}`),
  ].join(', ');
  const { rows } = await poolOf(dataSource).query<Run & { value: number | null; microseconds: string }>(
    `select ${columnsOf(dataSource)}, ${measure ?? 'null::float8'} as value,
       (extract(epoch from run.created_at) * 1000000)::bigint as microseconds
     from (
       select * from runs run where ${sql} order by ${sorted} limit $${values.length + 1} offset $${values.length + 2}
     ) run order by ${sorted}`,
    [...values, limit, offset],
  );
  return rows.map(({ value, microseconds, ...run }) => {
    const position = { value, microseconds: Number(microseconds), kind: run.kind, id: run.runId };
    return Object.assign(run, { position });
  });
}

/** Named as the properties of the entity are; days as text. */
function columnsOf(dataSource: DataSource): string {
  return dataSource
    .getMetadata(Run)
    .columns.map(({ databaseName, propertyName, type }) => {
      return `run.${databaseName}${type === 'date' ? '::text' : ''} as "${propertyName}"`;
    })
    .join(', ');
}
