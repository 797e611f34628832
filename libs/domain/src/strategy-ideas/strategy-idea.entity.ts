import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity('strategy_ideas')
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
