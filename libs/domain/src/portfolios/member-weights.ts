import type { DataSource } from 'typeorm';
import { doublesOf } from '../records/doubles';
import { PortfolioRebalancing } from './portfolio-results.entity';

/** A member in a rebalancing. */
export interface MemberWeight {
  /** Of the rebalancing in its run: 1 is the first. */
  readonly number: number;
  readonly decidedAt: Date;
  readonly filledAt: Date;
  readonly turnover: number;
  readonly cost: number;
  readonly member: number;
  readonly target: number;
  readonly drifted: number;
  readonly reached: number;
}

interface Stretch {
  readonly offset: number;
  readonly limit: number;
}

/** Weights of a run, by rebalancing and then by member; members that are not in a rebalancing are left out of it. */
export async function listWeights(
  dataSource: DataSource,
  id: number,
  { offset, limit }: Stretch,
): Promise<{ readonly items: MemberWeight[]; readonly total: number }> {
  const [counted] = await dataSource.query<[{ total: number; first: number | null; before: number | null }]>(
    `with numbered as (
       select position, held, sum(held) over (order by position) - held as before
       from portfolio_rebalancings where portfolio_id = $1
     )
     select coalesce(sum(held), 0)::integer as total,
       max(position) filter (where before <= $2) as first, (max(before) filter (where before <= $2))::integer as before
     from numbered`,
    [id, offset],
  );
  const { total, first } = counted;
  if (first === null || offset >= total) return { items: [], total };
  const skipped = offset - counted.before!;
  const items: MemberWeight[] = [];
  // Each has one at least that is held, so that these are enough.
  for (let position = first; items.length < skipped + limit;) {
    const rows = await readRebalancings(dataSource, id, position);
    if (rows.length === 0) break;
    for (const row of rows) items.push(...membersOf(row));
    position = rows.at(-1)!.position + 1;
  }
  return { items: items.slice(skipped, skipped + limit), total };
}

/** All weights of a run, a piece after the other. */
export async function* streamWeights(dataSource: DataSource, id: number): AsyncGenerator<MemberWeight[]> {
  for (let position = 0; ;) {
    const rows = await readRebalancings(dataSource, id, position);
    if (rows.length === 0) return;
    yield rows.flatMap(membersOf);
    position = rows.at(-1)!.position + 1;
  }
}

const ROWS_AT_ONCE = 20;

function readRebalancings(
  dataSource: DataSource,
  portfolioId: number,
  start: number,
): Promise<PortfolioRebalancing[]> {
  return dataSource
    .createQueryBuilder(PortfolioRebalancing, 'rebalancing')
    .where('rebalancing.portfolio_id = :portfolioId and rebalancing.position >= :start', {
      portfolioId,
      start,
    })
    .orderBy('rebalancing.position')
    .limit(ROWS_AT_ONCE)
    .getMany();
}

function membersOf(row: PortfolioRebalancing): MemberWeight[] {
  const { position, decidedAt, filledAt, turnover, cost } = row;
  const [target, drifted, reached] = [row.target, row.drifted, row.reached].map(doublesOf);
  const weights: MemberWeight[] = [];
  for (let member = 0; member < target.length; member++) {
    if (!isHeld(target, drifted, reached, member)) continue;
    weights.push({
      number: position + 1,
      decidedAt,
      filledAt,
      turnover,
      cost,
      member,
      target: target[member],
      drifted: drifted[member],
      reached: reached[member],
    });
  }
  return weights;
}

/** Whether a rebalancing lists the member. */
export function isHeld(
  target: Float64Array,
  drifted: Float64Array,
  reached: Float64Array,
  member: number,
): boolean {
  return target[member] !== 0 || drifted[member] !== 0 || reached[member] !== 0;
}
