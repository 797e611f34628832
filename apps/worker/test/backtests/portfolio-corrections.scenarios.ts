import {
  EQUAL_MONTHLY,
  memberDays,
  membersOf,
  PortfolioClient,
  type PortfolioReport,
  storeMember,
} from '../support/portfolio-client';
import { sharedStage } from '../support/shared-stage';

describe('a portfolio run whose candles are corrected later', () => {
  it('says in the report which candles of its members were corrected since', async () => {
    const stage = await sharedStage();
    await stage.runWorkers(1);
    const portfolios = new PortfolioClient(stage);
    const days = memberDays(2_100);
    for (const symbol of ['FIRST', 'SECOND']) await storeMember(stage, symbol, days);
    const request = { ...EQUAL_MONTHLY, universe: membersOf('FIRST', 'SECOND'), start_date: '2010-03-01' };
    const { id, candles_corrected_since: none } = await portfolios.run(request);
    expect(none).toMatchObject({ count: 0, start: null, truncated: false });
    const correct = (symbol: string, indices: readonly number[]) =>
      storeMember(
        stage,
        symbol,
        indices.map((index) => ({ ...days[index], close: days[index].low })),
      );
    await correct('FIRST', [100, 120]);
    // One is before the run.
    await correct('SECOND', [0, 120]);
    const { candles_corrected_since: corrected, warnings } = await portfolios.get<PortfolioReport>(
      `/${id}/report`,
    );
    expect(corrected).toMatchObject({
      count: 3,
      start: days[100].openTime.toISOString().replace('.000', ''),
      end: days[120].openTime.toISOString().replace('.000', ''),
    });
    expect(warnings[0]).toMatch(/^candles corrected since: 3, from 2010-04-11T00:00:00Z/);
  });
});
