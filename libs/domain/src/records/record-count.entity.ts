import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * How many rows a table holds, in shards that add up, so that writers do not wait for each other. Triggers on the counted
 * tables keep it: a list's total is one look-up instead of a scan.
 */
@Entity('record_counts')
export class RecordCount {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'record_counts_pkey' })
  tableName: string;

  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'record_counts_pkey' })
  shard: number;

  @Column('bigint')
  count: string;
}
