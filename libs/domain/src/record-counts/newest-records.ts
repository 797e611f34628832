import type { ObjectLiteral, Repository } from 'typeorm';

export interface RecordPage<T> {
  readonly items: T[];
  readonly total: number;
}

/** A page of a counted table, newest first (ids ascend with creation), and the table's total without a scan. */
export async function newestRecords<T extends ObjectLiteral>(
  repository: Repository<T>,
  { offset, limit }: { offset: number; limit: number },
): Promise<RecordPage<T>> {
  const [items, total] = await Promise.all([
    repository
      .createQueryBuilder('record')
      .orderBy('record.id', 'DESC')
      .offset(offset)
      .limit(limit)
      .getMany(),
    countRecords(repository),
  ]);
  return { items, total };
}

async function countRecords<T extends ObjectLiteral>(repository: Repository<T>): Promise<number> {
  const rows: { total: string }[] = await repository.query(
    'select coalesce(sum(count), 0) as total from record_counts where table_name = $1',
    [repository.metadata.tableName],
  );
  return Number(rows[0].total);
}
