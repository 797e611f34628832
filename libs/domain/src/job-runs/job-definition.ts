import type { EntityManager } from 'typeorm';
import type { JobStatus } from './job-status';

/** The table whose rows show the state of a job. It is copied there in the statement that changes it. */
export interface JobResource {
  readonly table: string;
  /** Which row it is, in SQL: `run` is the job's row. */
  readonly row: string;
  /** What is copied, in SQL: `status = run.status, …`. */
  readonly set: string;
  /** The states that are copied; all of them unless given. */
  readonly shows?: readonly JobStatus[];
}

/** Everything that is particular to the life of one kind of job. */
export interface JobDefinition<Name extends string = string> {
  /** Its queue's name, too: a kebab-case noun. */
  readonly name: Name;
  /** What a loss of its worker is called, as the first words of a sentence. */
  readonly loss: string;
  readonly resource?: JobResource;
  /** One of them runs at a time, over all workers. */
  readonly exclusive?: boolean;
  /** In the transaction in which it failed for good. */
  readonly afterFailure?: (manager: EntityManager, subject: string) => Promise<void>;
}

export function defineJob<Name extends string>(definition: JobDefinition<Name>): JobDefinition<Name> {
  return definition;
}

/** A table with an integer id, of which the job's subject is the text. */
export function resourceById(table: string, set: string, shows?: readonly JobStatus[]): JobResource {
  return { table, row: `${table}.id = run.subject::integer`, set, ...(shows && { shows }) };
}
