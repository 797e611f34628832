import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far events have been published to a broker: everything up to this position was acknowledged. */
@Entity('event_relay_positions')
export class EventRelayPosition {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'event_relay_positions_pkey' })
  outlet: string;

  @Column('bigint')
  position: string;

  @Column('timestamptz')
  updatedAt: Date;
}
