import {
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
  Unique,
} from 'typeorm';
import type { ColumnSummary } from '#engine/datasets/dataset-column';
import type { Interval } from '#engine/market/interval';
import { Dataset } from './dataset.entity';
import { COUNT } from '../postgres/count-column';

/** What a dataset held at one time; it never changes. */
@Entity('dataset_versions')
@Unique('dataset_versions_dataset_id_version_key', ['datasetId', 'version'])
export class DatasetVersion {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'dataset_versions_pkey',
  })
  id: number;

  @Column('integer')
  datasetId: number;

  @ManyToOne(() => Dataset, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'dataset_id', foreignKeyConstraintName: 'dataset_versions_dataset_id_fkey' })
  dataset?: Relation<Dataset>;

  /** 1 for the first. */
  @Column('integer')
  version: number;

  /** Of names, types and values, however they were sent. */
  @Column('text')
  contentSha256: string;

  /** The uploads that its rows came by, in their sequence; versions share those that were appended to. */
  @Column('integer', { array: true })
  parts: number[];

  /** Without the key. */
  @Column('jsonb')
  columns: readonly ColumnSummary[];

  /** The column with the time from which a row is known; null where `interval` says it. */
  @Column('text', { nullable: true })
  availableAt: string | null;

  /** `time` is the open of a bar of this length, and a row is known at its close. */
  @Column('text', { nullable: true })
  interval: Interval | null;

  @Column('bigint', { transformer: COUNT })
  rowCount: number;

  /** Null where the rows have no symbol. */
  @Column('integer', { nullable: true })
  symbolCount: number | null;

  @Column('timestamptz')
  startTime: Date;

  @Column('timestamptz')
  endTime: Date;

  /** The newest time of each symbol in ms, that of '' without symbols: later rows are appended after it. */
  @Column('jsonb')
  lastTimes: readonly (readonly [string, number])[];

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
