import { SMA_CROSS } from '../support/api-client';
import type { JobStage } from '../support/job-stage';
import { sampleColumns } from '../support/sample-candles';
import { sharedStage } from '../support/shared-stage';

interface CurvePoint {
  readonly time: string;
  readonly benchmark: string;
  readonly drawdown: number;
  readonly position: string;
}

interface ReportRead {
  readonly metrics: { readonly max_drawdown: number; readonly exposure: number };
  readonly benchmark: { readonly final_equity: string };
}

interface TradeRead {
  readonly entry_time: string;
  readonly exit_time: string;
  readonly quantity: string;
  readonly entry_price: string;
  readonly exit_price: string;
  readonly mae: number;
  readonly mfe: number;
}

const { openTime, high, low } = sampleColumns();

describe('the curves of a backtest', () => {
  let stage: JobStage;
  beforeAll(async () => {
    stage = await sharedStage();
    await stage.runWorkers(1);
  });

  async function read<T>(path: string): Promise<T> {
    const { status, text } = await stage.api.request('GET', path);
    expect(status).toBe(200);
    return JSON.parse(text) as T;
  }

  it('keeps buy and hold, the position and the excursions of trades, which agree with the report', async () => {
    const id = await stage.api.submit({ ...SMA_CROSS, parameters: { fast: 10, slow: 30 } });
    await stage.audit.untilStatus(id, 'completed');
    const report = await read<ReportRead>(`/${id}/report`);
    const { points } = await read<{ points: CurvePoint[] }>(`/${id}/equity?with=benchmark,drawdown,position`);
    expect(points.at(-1)!.benchmark).toBe(report.benchmark.final_equity);
    expect(Math.max(...points.map(({ drawdown }) => drawdown))).toBe(report.metrics.max_drawdown);
    const held = points.filter(({ position }) => position !== '0');
    expect(held.length / points.length).toBeCloseTo(report.metrics.exposure, 2);
    const [first] = (await read<{ items: TradeRead[] }>(`/${id}/trades?size=1`)).items;
    expect(held[0]).toMatchObject({ time: first.entry_time, position: first.quantity });
    // By the highs and lows of the sample from the entry's bar to the one before the exit's.
    const [from, to] = [first.entry_time, first.exit_time].map((time) => openTime.indexOf(Date.parse(time)));
    const entry = Number(first.entry_price);
    expect(first.mae).toBeCloseTo(
      (entry - Math.min(...low.subarray(from, to), Number(first.exit_price))) / entry,
      12,
    );
    expect(first.mfe).toBeCloseTo((Math.max(...high.subarray(from, to), entry) - entry) / entry, 12);
  });
});
