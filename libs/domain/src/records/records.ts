import type { FindOptionsWhere, ObjectLiteral, QueryDeepPartialEntity, Repository } from 'typeorm';

export interface RecordPage<T, Key = number> {
  readonly items: T[];
  readonly total: number;
  /** The key of the last item, its id for most, where records follow. */
  readonly next?: Key;
}

export interface PageRequest {
  readonly offset: number;
  readonly limit: number;
  /** Only records older than the one with this id. */
  readonly before?: number;
}

type StoredRecord = ObjectLiteral & { id: number };

/** Of an integer key: what a client may name beyond it is not stored. */
export const LARGEST_ID = 2 ** 31 - 1;

/**
 * A page of a counted table, newest first (ids ascend with creation), and the total: the table's without a scan, or that of what
 * matches `where`. Only the columns named are read: what a list does not show may be large.
 */
export async function newestRecords<T extends StoredRecord, Column extends keyof T & string>(
  repository: Repository<T>,
  request: PageRequest,
  columns: Readonly<Record<Column, true>>,
  where: FindOptionsWhere<T> = {},
): Promise<RecordPage<Pick<T, Column | 'id'>>> {
  const isFiltered = Object.keys(where).length > 0;
  const [page, total] = await Promise.all([
    findNewest(repository, request, columns, where),
    isFiltered ? repository.countBy(where) : countRecords(repository),
  ]);
  return { ...page, total };
}

/** The records of a page, newest first, of those that match `where`. */
async function findNewest<T extends StoredRecord, Column extends keyof T & string>(
  repository: Repository<T>,
  { offset, limit, before }: PageRequest,
  columns: Readonly<Record<Column, true>>,
  where: FindOptionsWhere<T> = {},
): Promise<Omit<RecordPage<Pick<T, Column | 'id'>>, 'total'>> {
  const query = repository
    .createQueryBuilder('record')
    .select(['id', ...Object.keys(columns)].map((column) => `record.${column}`))
    .where(where)
    .orderBy('record.id', 'DESC')
    .offset(offset)
    // One more than is shown tells whether records follow.
    .limit(limit + 1);
  if (before !== undefined) query.andWhere('record.id < :before', { before: Math.min(before, LARGEST_ID) });
  return cutPage(await query.getMany(), limit, ({ id }) => id);
}

/** What is shown of records of which one more than that was read, and the key of the last where that one was there. */
export function cutPage<T, Key>(
  found: readonly T[],
  limit: number,
  keyOf: (record: T) => Key,
): Omit<RecordPage<T, Key>, 'total'> {
  const items = found.slice(0, limit);
  return { items, ...(found.length > limit && { next: keyOf(items[limit - 1]) }) };
}

/** The record with this id; null also for an id that is too large to be stored. */
export async function findRecord<T extends StoredRecord>(
  repository: Repository<T>,
  id: number,
): Promise<T | null> {
  if (id > LARGEST_ID) return null;
  return repository.findOneBy({ id } as FindOptionsWhere<T>);
}

/** Sees a record under its lock before it is changed or deleted, and throws to leave it as it is. */
export type Approval<T> = (record: T) => Promise<void>;

/** Changes what is given and answers the record as it then is; null when there is none. */
export async function updateRecord<T extends StoredRecord>(
  repository: Repository<T>,
  id: number,
  changes: QueryDeepPartialEntity<T>,
  approve?: Approval<T>,
): Promise<T | null> {
  if (approve) return afterApproval(repository, id, approve, (locked) => updateRecord(locked, id, changes));
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  if (given.length > 0 && id <= LARGEST_ID) {
    await repository.update(id, Object.fromEntries(given) as typeof changes);
  }
  return findRecord(repository, id);
}

/** Whether there was a record to delete. */
export async function deleteRecord<T extends StoredRecord>(
  repository: Repository<T>,
  id: number,
  approve?: Approval<T>,
): Promise<boolean> {
  if (approve) return afterApproval(repository, id, approve, (locked) => deleteRecord(locked, id));
  if (id > LARGEST_ID) return false;
  const { affected } = await repository.delete(id);
  return affected === 1;
}

async function afterApproval<T extends StoredRecord, Result>(
  repository: Repository<T>,
  id: number,
  approve: Approval<T>,
  work: (repository: Repository<T>) => Promise<Result>,
): Promise<Result> {
  return repository.manager.transaction(async (manager) => {
    const ofTransaction = manager.getRepository<T>(repository.target);
    const where = { id } as FindOptionsWhere<T>;
    const isStorable = id <= LARGEST_ID;
    const record =
      isStorable && (await ofTransaction.findOne({ where, lock: { mode: 'pessimistic_write' } }));
    if (record) await approve(record);
    return work(ofTransaction);
  });
}

/** The total of a counted table, without a scan. */
export async function countRecords<T extends ObjectLiteral>(repository: Repository<T>): Promise<number> {
  const rows = await repository.query<{ total: string }[]>(
    'select coalesce(sum(count), 0) as total from record_counts where table_name = $1',
    [repository.metadata.tableName],
  );
  return Number(rows[0].total);
}
