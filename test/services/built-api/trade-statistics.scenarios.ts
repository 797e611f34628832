import type { JobStage } from '../../../apps/worker/test/support/job-stage';
import { sharedStage } from '../../../apps/worker/test/support/shared-stage';

/** So many are computed in a thread, which is a file of the build, and read in parts. */
const TRADES = 4_500;

describe('statistics of thousands of trades', () => {
  let stage: JobStage;
  let url: string;
  beforeAll(async () => {
    stage = await sharedStage();
    [, url] = await stage.apiProcess.printed(/"url":"([^"]+)"/);
    await stage.query(
      `insert into trade_journal_entries
         (symbol, side, entry_price, exit_price, quantity, currency, gross_pnl, net_pnl, fees, tags, exit_time)
       select 'PARTS', 'buy', 1, 2, 1, 'EUR', 0.000000000000000001 * n, 0.000000000000000001 * n - 1, 1, array['a', 'b'],
         case n when 1 then '0001-01-01 00:00:00+00' when 2 then '9999-12-31 23:59:59+00' else '2024-01-01'::timestamptz end
       from generate_series(1, ${TRADES}) n`,
    );
  });

  async function statistics(query: string) {
    const headers = { authorization: stage.api.authorization };
    const answer = await fetch(`${url}/api/v1/trade-journal/stats?${query}`, { headers });
    expect(answer.status).toBe(200);
    return (await answer.json()) as { groups: Record<string, unknown>[] };
  }

  it('are exact over all parts, for exits in the years 1 to 9999', async () => {
    // Python: Decimal(4500 * 4501 // 2).scaleb(-18), and that less 4500.
    const sums = { gross_pnl: '0.00000000001012725', net_pnl: '-4499.99999999998987275', fees: '4500' };
    expect((await statistics('symbol=PARTS')).groups).toMatchObject([
      { trades: TRADES, losses: TRADES, longest_losing_streak: TRADES, ...sums },
    ]);
    expect((await statistics('group_by=tag')).groups).toMatchObject([
      { group: 'a', trades: TRADES, ...sums },
      { group: 'b', trades: TRADES, ...sums },
    ]);
    const months = (await statistics('group_by=month')).groups.map(({ group }) => group);
    expect(months).toEqual(['0001-01', '2024-01', '9999-12']);
  });
});
