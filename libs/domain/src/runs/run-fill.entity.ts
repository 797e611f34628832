import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far the runs of before there was a list of all runs are in it; no row where all are. */
@Entity('run_fills')
export class RunFill {
  /** The table whose rows are still to be listed. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'run_fills_pkey' })
  source: 'backtests' | 'parameter_searches';

  /** Those from this id on are listed. */
  @Column('integer')
  belowId: number;
}
