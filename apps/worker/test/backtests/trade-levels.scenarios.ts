import { SMA_CROSS } from '../support/api-client';
import type { JobStage } from '../support/job-stage';
import { sharedStage } from '../support/shared-stage';

interface Trades {
  readonly items: readonly {
    readonly number: number;
    readonly entry_price: string;
    readonly exit_price: string;
    readonly exit_reason: string;
  }[];
}

describe('the levels of a trade', () => {
  let stage: JobStage;
  beforeAll(async () => {
    stage = await sharedStage();
    await stage.runWorkers(1);
  });

  async function complete(execution: object): Promise<number> {
    const id = await stage.api.submit({ ...SMA_CROSS, execution });
    await stage.audit.untilStatus(id, 'completed');
    return id;
  }

  async function get<Answer>(path: string): Promise<Answer> {
    const { status, text } = await stage.api.request('GET', path);
    expect([status, text]).toEqual([200, expect.any(String)]);
    return JSON.parse(text) as Answer;
  }

  it('are a share of the entry price, at which the run left', async () => {
    const id = await complete({
      stop_loss: { fraction: 0.03 },
      take_profit: { fraction: 0.06 },
      slippage_bps: 0,
    });
    const { items } = await get<Trades>(`/${id}/trades?size=100`);
    // Fixture stops-spx-sma-cross-long-fee-0.001-stop-loss-0.03-take-profit-0.06 of the engine: what backtesting.py printed.
    const stopped = items.find(({ exit_reason: reason }) => reason === 'stop_loss')!;
    const levels = await get<Record<string, unknown>>(`/${id}/trades/${stopped.number}/levels`);
    const entry = Number(stopped.entry_price);
    expect(levels).toMatchObject({
      id,
      number: stopped.number,
      entry_price: stopped.entry_price,
      exit_price: stopped.exit_price,
      trailing_stop: null,
      liquidation: null,
      candles_corrected_since: { count: 0 },
    });
    expect(Number(levels['stop_loss'])).toBeCloseTo(entry * 0.97, 6);
    expect(Number(levels['take_profit'])).toBeCloseTo(entry * 1.06, 6);
  });

  it('are null without stops, and there is none of a trade that was not made', async () => {
    const id = await complete({});
    expect(await get(`/${id}/trades/1/levels`)).toMatchObject({
      ...{ stop_loss: null, take_profit: null, trailing_stop: null, liquidation: null },
    });
    for (const [number, named] of [
      ['0', 'trade with this number'],
      ['100000', 'trade 100000'],
      // More than a database can number.
      ['99999999999999999999', 'trade with this number'],
    ]) {
      const { status, text } = await stage.api.request('GET', `/${id}/trades/${number}/levels`);
      expect([status, text]).toEqual([404, expect.stringContaining(`Backtest ${id} has no ${named}`)]);
    }
  });
});
