import type { DataSource } from 'typeorm';
import { PortfolioRebalancing } from './portfolio-results.entity';

const COLUMNS = ['position', 'decidedAt', 'filledAt', 'turnover', 'cost', 'reached'] as const;

/** A rebalancing with the weights that its fills reached, but not those that it found and wanted. */
export type ReachedRebalancing = Pick<PortfolioRebalancing, (typeof COLUMNS)[number]>;

/** What each rebalancing of a run turned over, in their order. */
export async function readTurnovers(dataSource: DataSource, id: number): Promise<Float64Array> {
  const rows = await dataSource.query<{ turnover: number }[]>(
    'select turnover from portfolio_rebalancings where portfolio_id = $1 order by position',
    [id],
  );
  return Float64Array.from(rows, ({ turnover }) => turnover);
}

/** The rebalancings of a run at these positions, in their order. */
export function findRebalancings(
  dataSource: DataSource,
  portfolioId: number,
  positions: readonly number[],
): Promise<ReachedRebalancing[]> {
  return dataSource
    .createQueryBuilder(PortfolioRebalancing, 'rebalancing')
    .select(COLUMNS.map((column) => `rebalancing.${column}`))
    .where('rebalancing.portfolio_id = :portfolioId and rebalancing.position = any(:positions)', {
      portfolioId,
      positions,
    })
    .orderBy('rebalancing.position')
    .getMany();
}
