import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Between which open times the gaps of a series have been reported as events: there they are known, however often they are counted. */
@Entity('gap_reports')
export class GapReport {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'gap_reports_pkey' })
  seriesId: number;

  @Column('timestamptz')
  reportedFrom: Date;

  /** Inclusive. */
  @Column('timestamptz')
  reportedTo: Date;
}
