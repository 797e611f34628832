import {
  Column,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { Dataset } from './dataset.entity';

/** The rows of one upload. Until a version has it, nobody can read it. */
@Entity('dataset_parts')
export class DatasetPart {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'dataset_parts_pkey',
  })
  id: number;

  /** Null while it is being uploaded. */
  @Index('dataset_parts_dataset_id_idx')
  @Column('integer', { nullable: true })
  datasetId: number | null;

  @ManyToOne(() => Dataset, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'dataset_id', foreignKeyConstraintName: 'dataset_parts_dataset_id_fkey' })
  dataset?: Relation<Dataset>;

  /** When its last block was stored. */
  @Column('timestamptz', { default: () => 'now()' })
  renewedAt: Date;
}

const PRIMARY = { primaryKeyConstraintName: 'dataset_blocks_pkey' };

/** Rows of a part, one column of them: as `encodeColumn` makes it. */
@Entity('dataset_blocks')
export class DatasetBlockRow {
  @PrimaryColumn('integer', PRIMARY)
  partId: number;

  @ManyToOne(() => DatasetPart, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'part_id', foreignKeyConstraintName: 'dataset_blocks_part_id_fkey' })
  part?: Relation<DatasetPart>;

  /** From 0 within the part. */
  @PrimaryColumn('integer', PRIMARY)
  sequence: number;

  /** The time is 0, the symbol 1 where there is one; then the columns of the version. */
  @PrimaryColumn('integer', PRIMARY)
  columnIndex: number;

  @Column('integer')
  rowCount: number;

  /** Null where no row has a value. */
  @Column('bytea', { nullable: true })
  content: Buffer | null;
}
