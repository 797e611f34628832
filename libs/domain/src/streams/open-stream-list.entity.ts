import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SeriesName } from '../market-data/series/series-name';

export const STREAM_TYPES = ['sse', 'websocket'] as const;

/** A stream as `GET streams/active` shows it. */
export interface OpenStream {
  readonly id: string;
  readonly type: (typeof STREAM_TYPES)[number];
  /** Null where it is of no series: a stream of events, of which these are filters. */
  readonly exchange: string | null;
  readonly symbol: string | null;
  readonly interval: string | null;
  readonly opened_at: string;
  readonly events_sent: number;
  readonly instance: string;
}

/** The streams that one API instance has open. The table is unlogged: after a crash every instance writes its row again. */
@Entity('open_stream_lists')
export class OpenStreamList {
  /** A name that the instance keeps as long as it lives. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'open_stream_lists_pkey' })
  instance: string;

  @Column('json')
  streams: readonly OpenStream[];

  /** The series of those streams, each once. */
  @Column('jsonb')
  series: readonly SeriesName[];

  /** An instance that lives renews it every few seconds. */
  @Column('timestamptz')
  updatedAt: Date;
}
