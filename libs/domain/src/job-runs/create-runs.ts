import type { DataSource, EntityManager } from 'typeorm';
import type { Trace } from '#platform/tracing/trace-parent';
import { poolOf } from '../postgres/pool';
import type { JobDefinition } from './job-definition';
import type { JobEntry } from './job-outbox-entry.entity';
import { creating } from './job-run-statements';
import type { Submitter } from './job-runs';

/** What a job is about: a row to be, by the properties of its entity, null included. Rows of one kind have the same. */
export interface Creation extends Submitter, Trace {
  readonly row: object;
}

export interface CreatedRun {
  readonly id: number;
  readonly createdAt: Date;
  readonly entry: JobEntry;
}

interface Row extends Omit<JobEntry, 'id'> {
  readonly id: number;
  readonly createdAt: Date;
  readonly entryId: string;
}

/** In the transaction of the manager, or as a statement by itself, which each connection plans once. */
type Database = DataSource | EntityManager;

/** Writes rows, each with its job and the entry of the outbox, in one statement; answers them in their order. */
export async function createRuns(
  database: Database,
  definition: JobDefinition,
  creations: readonly Creation[],
): Promise<CreatedRun[]> {
  const stored = creations.map(({ row }) => toColumns(database, definition, row));
  const text = creating(definition, Object.keys(stored[0]));
  const rows = await send(database, { name: `create ${definition.name}`, text }, [
    JSON.stringify(stored),
    ...(['submittedBy', 'requestId', 'traceparent', 'tracestate'] as const).map((field) =>
      creations.map((creation) => creation[field]),
    ),
  ]);
  return rows.map(({ id, createdAt, entryId, ...entry }) => ({
    id,
    createdAt,
    entry: { id: entryId, ...entry },
  }));
}

function toColumns(database: Database, { resource }: JobDefinition, row: object): Record<string, unknown> {
  const { columns } = ('driver' in database ? database : database.dataSource).getMetadata(resource!.table);
  const values = new Map(Object.entries(row));
  const given = columns.filter(({ propertyName }) => values.has(propertyName));
  return Object.fromEntries(
    given.map(({ databaseName, propertyName }) => [databaseName, values.get(propertyName) as unknown]),
  );
}

async function send(
  database: Database,
  { name, text }: { readonly name: string; readonly text: string },
  values: unknown[],
): Promise<Row[]> {
  if ('driver' in database) return (await poolOf(database).query<Row>({ name, text, values })).rows;
  return database.query<Row[]>(text, values);
}
