import type { ClientBase } from 'pg';
import { hasChunks } from './set-chunk-length';

/** What comes later than this after the end of a chunk is rare: nobody waits for the lock of a reorder. */
const SETTLED_AFTER = '1 hour';
/** Of the series with the physical order of rows, in the planner's statistics: 1 series by series, about 0 minute by minute. */
const ORDERED_CORRELATION = 0.9;

/** A chunk of the candles. Both names are ready for a statement. */
export interface CandleChunk {
  readonly name: string;
  /** Of the index by series and time. */
  readonly index: string;
}

interface ChunkStatistics extends CandleChunk {
  readonly correlation: number | null;
}

/** Empty ones have no statistics, and need no order. */
const CLOSED_CHUNKS = `
  select format('%I.%I', c.chunk_schema, c.chunk_name) as name, quote_ident(by_series.relname) as index, s.correlation
  from timescaledb_information.chunks c
  join pg_class t on t.oid = format('%I.%I', c.chunk_schema, c.chunk_name)::regclass and t.reltuples <> 0
  join pg_index i on i.indrelid = t.oid and i.indisprimary
  join pg_class by_series on by_series.oid = i.indexrelid
  left join pg_stats s on (s.schemaname, s.tablename, s.attname) = (c.chunk_schema, c.chunk_name, 'series_id')
  where (c.hypertable_schema, c.hypertable_name) = (current_schema(), 'candlesticks')
    and c.range_end < now() - $1::interval and not c.is_compressed
  order by c.range_end desc`;

/** The chunks that nothing is written to any more and whose rows lie in the order in which they came; the newest first. */
export async function disorderedChunks(client: ClientBase): Promise<CandleChunk[]> {
  if (!(await hasChunks(client))) return [];
  for (const { name, correlation } of await closedChunks(client)) {
    if (correlation === null) await client.query(`analyze ${name}`);
  }
  const chunks = await closedChunks(client);
  return chunks.filter(({ correlation }) => correlation !== null && correlation < ORDERED_CORRELATION);
}

async function closedChunks(client: ClientBase): Promise<ChunkStatistics[]> {
  const { rows } = await client.query<ChunkStatistics>(CLOSED_CHUNKS, [SETTLED_AFTER]);
  return rows;
}
