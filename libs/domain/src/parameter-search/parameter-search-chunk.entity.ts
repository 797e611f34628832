import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ParameterSearch } from './parameter-search.entity';

/** Some of a search's combinations over one of its windows: what one worker does at a time. */
@Entity('parameter_search_chunks')
export class ParameterSearchChunk {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'parameter_search_chunks_pkey' })
  searchId: number;

  @PrimaryColumn('integer', { primaryKeyConstraintName: 'parameter_search_chunks_pkey' })
  position: number;

  @ManyToOne(() => ParameterSearch, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'search_id', foreignKeyConstraintName: 'parameter_search_chunks_search_id_fkey' })
  search?: Relation<ParameterSearch>;

  /** Which window, and which combinations of the plan. */
  @Column('jsonb')
  work: object;

  /** Null until the chunk is done. */
  @Column('jsonb', { nullable: true })
  result: object | null;
}
