import type { JobStage } from '../support/job-stage';
import { EQUAL_MONTHLY, membersOf, PortfolioClient, storeMembers } from '../support/portfolio-client';
import { sharedStage } from '../support/shared-stage';

interface Weights {
  readonly items: readonly {
    readonly rebalance: number;
    readonly decided_at: string;
    readonly symbol: string;
    readonly reached: number;
    readonly turnover: number;
  }[];
}

interface Rebalances {
  readonly total: number;
  readonly members: readonly { readonly symbol: string }[];
  readonly rebalances: readonly {
    readonly rebalance: number;
    readonly decided_at: string;
    readonly held: number;
    readonly turnover: number;
    readonly weights: readonly number[];
    readonly others: number;
    readonly cash: number;
  }[];
}

describe('the rebalances of a portfolio run', () => {
  let stage: JobStage;
  let portfolios: PortfolioClient;

  beforeAll(async () => {
    stage = await sharedStage();
    await stage.runWorkers(1);
    await storeMembers(stage);
    portfolios = new PortfolioClient(stage);
  });

  it('have the weights of the members that are held most, and are thinned out by their turnover', async () => {
    const universe = membersOf('A', 'B', 'C');
    const values = [0.1, 0.5, 0.2].map((weight, index) => ({ ...universe[index], weight }));
    const { id } = await portfolios.run({ ...EQUAL_MONTHLY, weights: { method: 'given', values } });
    const { items } = await portfolios.get<Weights>(`/${id}/weights?size=1000`);
    const all = await portfolios.get<Rebalances>(`/${id}/rebalances`);
    expect(all.total).toBe(10);
    // The largest target first.
    expect(all.members.map(({ symbol }) => symbol)).toEqual(['B', 'C', 'A']);
    for (const { rebalance, decided_at, held, turnover, weights, others, cash } of all.rebalances) {
      const listed = items.filter((item) => item.rebalance === rebalance);
      const reachedBy = (symbol: string) => listed.find((item) => item.symbol === symbol)?.reached;
      expect(weights).toEqual(['B', 'C', 'A'].map(reachedBy));
      expect([decided_at, held, turnover]).toEqual([listed[0].decided_at, 3, listed[0].turnover]);
      expect([others, cash]).toEqual([0, expect.closeTo(0.2, 2)]);
    }

    const few = await portfolios.get<Rebalances>(`/${id}/rebalances?points=4`);
    const numbers = few.rebalances.map(({ rebalance }) => rebalance);
    expect([few.total, numbers.at(0), numbers.at(-1)]).toEqual([10, 1, 10]);
    expect(numbers.length).toBeLessThanOrEqual(4);
    const least = Math.min(...all.rebalances.map(({ turnover }) => turnover));
    expect(few.rebalances.map(({ turnover }) => turnover)).toContain(least);
  });

  it('are none of rules', async () => {
    const rules = { strategy_name: 'sma_cross', parameters: { fast: 5, slow: 20 }, max_open_positions: 2 };
    const { id } = await portfolios.run({ ...EQUAL_MONTHLY, weights: undefined, rules });
    expect(await portfolios.get(`/${id}/rebalances`)).toMatchObject({ id, total: 0, rebalances: [] });
  });
});
