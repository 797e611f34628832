import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

@Entity('strategy_ideas')
@Index('strategy_ideas_status_id_idx', ['status', 'id'])
@Index('strategy_ideas_asset_class_id_idx', ['assetClass', 'id'])
export class StrategyIdea {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'strategy_ideas_pkey',
  })
  id: number;

  @Column('text')
  name: string;

  @Column('text')
  description: string;

  @Column('text', { default: 'crypto' })
  assetClass: string;

  @Column('text', { default: 'draft' })
  status: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
