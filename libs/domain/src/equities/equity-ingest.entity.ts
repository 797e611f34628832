import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { JobRow } from '../job-rows/job-row';

/** A job to request from the provider the sessions that symbols lack, and its outcome. One is worked on at a time. */
@Entity('equity_ingests')
@Index('equity_ingests_unfinished_idx', ['id'], { where: `status in ('queued', 'running')` })
@Index('equity_ingests_running_key', ['status'], { unique: true, where: `status = 'running'` })
export class EquityIngest extends JobRow {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'equity_ingests_pkey',
  })
  id: number;

  /** Both inclusive. */
  @Column('date')
  startDate: string;

  @Column('date')
  endDate: string;

  /** The outcome, in a sentence. */
  @Column('text', { nullable: true })
  detail: string | null;

  /** Counts the times in a row that it waits because the provider limited the rate. */
  @Column('integer', { default: 0 })
  pauses: number;
}
