import { createHash } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';

/** The rebalancings of a run as columns; weights one after the other, as many for each as the run has members. */
export interface StoredRebalancings {
  /** Milliseconds since 1970 UTC. */
  readonly decidedAt: readonly number[];
  readonly filledAt: readonly number[];
  readonly held: readonly number[];
  readonly turnover: readonly number[];
  readonly cost: readonly number[];
  /** Little-endian doubles. */
  readonly target: Uint8Array;
  readonly drifted: Uint8Array;
  readonly reached: Uint8Array;
}

/** A statement takes this much of each of the three; what a driver sends it copies. */
const BYTES_AT_ONCE = 4 * 1024 * 1024;

export async function storeRebalancings(
  manager: EntityManager,
  id: number,
  stored: StoredRebalancings,
): Promise<void> {
  await manager.query('delete from portfolio_rebalancings where portfolio_id = $1', [id]);
  const count = stored.decidedAt.length;
  const bytesEach = count === 0 ? 0 : stored.target.byteLength / count;
  const rowsAtOnce = Math.max(1, Math.floor(BYTES_AT_ONCE / Math.max(1, bytesEach)));
  for (let start = 0; start < count; start += rowsAtOnce) {
    const end = Math.min(count, start + rowsAtOnce);
    const weightsOf = (weights: Uint8Array) =>
      Array.from({ length: end - start }, (_, index) =>
        Buffer.from(weights.buffer, weights.byteOffset + (start + index) * bytesEach, bytesEach),
      );
    const timesOf = (times: readonly number[]) =>
      times.slice(start, end).map((time) => new Date(time).toISOString());
    await manager.query(
      `insert into portfolio_rebalancings
         (portfolio_id, position, decided_at, filled_at, held, turnover, cost, target, drifted, reached)
       select $1, $2::integer + ordinality - 1, decided_at, filled_at, held, turnover, cost, target, drifted, reached
       from unnest($3::timestamptz[], $4::timestamptz[], $5::integer[], $6::float8[], $7::float8[], $8::bytea[], $9::bytea[],
         $10::bytea[]) with ordinality as rebalancing (decided_at, filled_at, held, turnover, cost, target, drifted, reached)`,
      [
        id,
        start,
        timesOf(stored.decidedAt),
        timesOf(stored.filledAt),
        stored.held.slice(start, end),
        stored.turnover.slice(start, end),
        stored.cost.slice(start, end),
        weightsOf(stored.target),
        weightsOf(stored.drifted),
        weightsOf(stored.reached),
      ],
    );
  }
}

/** Whether they are what is stored, to the last byte. */
export async function holdsRebalancings(
  dataSource: DataSource,
  id: number,
  { target, drifted, reached, ...columns }: StoredRebalancings,
): Promise<boolean> {
  const rows = await dataSource.query<
    [{ hashes: (Buffer | null)[]; decided: number[]; filled: number[]; turnover: number[]; cost: number[] }]
  >(
    `select array[${['target', 'drifted', 'reached']
      .map((weights) => `sha256(coalesce(string_agg(${weights}, ''::bytea order by position), ''))`)
      .join(', ')}] as hashes,
       ${['decided_at', 'filled_at']
         .map(
           (time) =>
             `coalesce(array_agg((extract(epoch from ${time}) * 1000)::float8 order by position), '{}') as ${time.split('_')[0]}`,
         )
         .join(', ')},
       coalesce(array_agg(turnover order by position), '{}') as turnover,
       coalesce(array_agg(cost order by position), '{}') as cost
     from portfolio_rebalancings where portfolio_id = $1`,
    [id],
  );
  const [{ hashes, decided, filled, turnover, cost }] = rows;
  const areEqual = (one: readonly number[], other: readonly number[]) =>
    one.length === other.length && one.every((value, index) => value === other[index]);
  return (
    [target, drifted, reached].every((weights, index) =>
      createHash('sha256').update(weights).digest().equals(hashes[index]!),
    ) &&
    areEqual(decided, columns.decidedAt) &&
    areEqual(filled, columns.filledAt) &&
    areEqual(turnover, columns.turnover) &&
    areEqual(cost, columns.cost)
  );
}
