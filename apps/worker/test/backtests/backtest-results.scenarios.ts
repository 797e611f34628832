import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatDateTime } from '#engine/market/parse-time';
import { SMA_CROSS } from '../support/api-client';
import { ROOT } from '../support/built-files';
import type { JobStage } from '../support/job-stage';
import { shortOf, storePerpetual } from '../support/perpetual';
import { sampleColumns } from '../support/sample-candles';
import { sharedStage } from '../support/shared-stage';
import { within } from '../support/within';

interface TradeRead {
  readonly entry_time: string;
  readonly exit_time: string;
  readonly side: string;
  readonly quantity: string;
  readonly entry_price: string;
  readonly exit_price: string;
  readonly funding: string;
  readonly exit_reason: string;
}

interface EquityRead {
  readonly total: number;
  readonly points: readonly { readonly time: string; readonly equity: string }[];
}

interface PeerRun {
  readonly equity_without_last_bar: readonly number[];
  /** Of a run with protective exits: its trades, and the hash of their lines. */
  readonly count: number;
  readonly sha256: string;
}

/** What backtesting.py found on the same candles; each file names its command and versions. */
function readPeerRun(name: string): PeerRun {
  const folder = join(ROOT, 'libs', 'engine', 'src', 'backtest', 'fixtures');
  return JSON.parse(readFileSync(join(folder, `${name}.fixture.json`), 'utf8')) as PeerRun;
}

const { openTime } = sampleColumns();
const PARAMETERS = { fast: 10, slow: 30 };
const NO_COSTS = { fees: { maker: '0', taker: '0' }, slippage_bps: 0 };
/** sma_cross as a tree of rules. */
const SMA_CROSS_RULES = {
  rules: {
    entry_long: { crosses_above: ['$fast', '$slow'] },
    exit_long: { crosses_below: ['$fast', '$slow'] },
  },
  vars: { fast: { sma: { period: { param: 'fast' } } }, slow: { sma: { period: { param: 'slow' } } } },
};

describe('the results of a backtest', () => {
  let stage: JobStage;

  beforeAll(async () => {
    stage = await sharedStage();
    await stage.runWorkers(1);
  });

  async function complete(request: Partial<typeof SMA_CROSS>): Promise<number> {
    const id = await stage.api.submit({ ...SMA_CROSS, ...request });
    await stage.audit.untilStatus(id, 'completed');
    return id;
  }

  async function read<T>(path: string): Promise<T> {
    const { status, text } = await stage.api.request('GET', path);
    expect(status).toBe(200);
    return JSON.parse(text) as T;
  }

  async function tradesOf(id: number): Promise<readonly TradeRead[]> {
    return (await read<{ items: TradeRead[] }>(`/${id}/trades?size=1000`)).items;
  }

  async function csvOf(id: number): Promise<string> {
    const response = await stage.api.open('GET', `/${id}/trades`, { accept: 'text/csv' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/csv/);
    return response.text();
  }

  it("has backtesting.py's equity at every close but the last, which that one closes at its open", async () => {
    const peer = readPeerRun('spx-sma-cross-long-fee-0');
    const id = await complete({
      parameters: PARAMETERS,
      execution: { ...NO_COSTS, initial_capital: '1000000', lot_size: '1' },
    });
    const { total, points } = await read<EquityRead>(`/${id}/equity`);
    expect(total).toBe(openTime.length);
    expect(points.map(({ time }) => time)).toEqual(Array.from(openTime, formatDateTime));
    // The fixture is in whole cents, of a million.
    const differences = peer.equity_without_last_bar.map((value, bar) =>
      Math.abs(value - Number(points[bar].equity)),
    );
    expect(differences).toHaveLength(total - 1);
    expect(Math.max(...differences)).toBeLessThan(0.005001);
  });

  it('thins the equity out without losing its ends and extremes', async () => {
    const id = await complete({ parameters: PARAMETERS });
    const whole = (await read<EquityRead>(`/${id}/equity`)).points;
    const thin = await read<EquityRead>(`/${id}/equity?points=50`);
    expect(thin.total).toBe(whole.length);
    expect(thin.points.length).toBeLessThanOrEqual(50);
    const ascending = [...whole].sort((a, b) => Number(a.equity) - Number(b.equity));
    for (const point of [whole[0], whole.at(-1), ascending[0], ascending.at(-1)]) {
      expect(thin.points).toContainEqual(point);
    }
    expect((await stage.api.request('GET', `/${id}/equity?points=3`)).status).toBe(422);
  });

  it('answers all trades as CSV: what the pages hold, line by line', async () => {
    const id = await complete({ parameters: PARAMETERS });
    const trades = await tradesOf(id);
    const [header, ...lines] = (await csvOf(id)).trimEnd().split('\r\n');
    expect(header).toBe(
      'entry_time,exit_time,side,quantity,entry_price,exit_price,fees,funding,pnl,return,exit_reason,mae,mfe,number,duration_seconds',
    );
    const columns = header.split(',');
    expect(lines).toEqual(
      trades.map((trade) => columns.map((column) => trade[column as keyof typeof trade]).join(',')),
    );
    expect(lines.length).toBeGreaterThan(50);
  });

  it('streams each change of the record until the run is over', async () => {
    // Nobody reads the series now: the run begins and cannot end.
    const unlock = await stage.lockTable('series');
    const id = await stage.api.submit({ ...SMA_CROSS, exchange: 'us' });
    const response = await stage.api.open('GET', `/${id}/events`, { accept: 'text/event-stream' });
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    let text = '';
    const follow = async () => {
      let isHeld = true;
      for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
        text += part;
        if (isHeld && text.includes('"status":"running"')) {
          isHeld = false;
          await unlock();
        }
      }
    };
    await within(follow(), 'the stream ends', { describe: () => text });
    const statuses = [...text.matchAll(/^event: status\ndata: \{"id":\d+,.*"status":"(\w+)"/gm)].map(
      ([, status]) => status,
    );
    expect(statuses.slice(-2)).toEqual(['running', 'completed']);
    const { text: record } = await stage.api.request('GET', `/${id}`);
    expect(text).toContain(`data: ${record}\n\n`);

    // Of a run that is over it sends the end at once.
    const again = await stage.api.request('GET', `/${id}/events`);
    expect(again.text).toBe(`event: status\ndata: ${record}\n\n`);
    expect((await stage.api.request('GET', '/999999/events')).status).toBe(404);
  });

  it("stops losses and takes profits on backtesting.py's bars, at its prices", async () => {
    const peer = readPeerRun('stops-spx-sma-cross-long-fee-0.001-stop-loss-0.03-take-profit-0.06');
    const id = await complete({
      execution: {
        initial_capital: '1000000',
        fees: { maker: '0.001', taker: '0.001' },
        slippage_bps: 0,
        lot_size: '1',
        stop_loss: { fraction: 0.03 },
        take_profit: { fraction: 0.06 },
      },
    });
    const bars = new Map(Array.from(openTime, (time, bar) => [formatDateTime(time), bar]));
    const lines = (await tradesOf(id))
      .filter(({ exit_reason }) => exit_reason !== 'end_of_data')
      .map((trade) => [
        bars.get(trade.entry_time),
        bars.get(trade.exit_time),
        trade.quantity,
        Number(trade.entry_price).toFixed(6),
        Number(trade.exit_price).toFixed(6),
        trade.exit_reason,
      ]);
    expect(lines).toHaveLength(peer.count);
    expect(createHash('sha256').update(lines.join('\n')).digest('hex')).toBe(peer.sha256);
  });

  it('trades as the built-in strategy when that is written as rules, to the last byte', async () => {
    const builtIn = await complete({ parameters: PARAMETERS });
    const rules = await complete({
      strategy_name: 'custom',
      parameters: { ...SMA_CROSS_RULES, ...PARAMETERS },
    });
    expect(await csvOf(rules)).toBe(await csvOf(builtIn));
    expect(await read(`/${rules}/equity`)).toEqual({
      ...(await read<object>(`/${builtIn}/equity`)),
      id: rules,
    });
  });

  it('says that no run knew the future', async () => {
    for (const request of [
      {},
      { strategy_name: 'custom', parameters: { ...SMA_CROSS_RULES, ...PARAMETERS } },
    ]) {
      const { lookahead_check } = await stage.api.report(await complete(request));
      expect(lookahead_check).toEqual({ passed: true, cuts: 5 });
    }
  });

  // freqtrade, tests/exchange/test_exchange.py, test__fetch_and_calculate_funding_fees: what a short pays at a negative rate.
  it.each([
    [30, 0.00091409999],
    [50, 0.0015235],
  ])("pays freqtrade's funding: a short of %d over two settlements %d", async (quantity, paid) => {
    await stage.query(`delete from funding_rates`);
    await storePerpetual(stage);
    const id = await complete(shortOf(quantity));
    const [trade, ...others] = await tradesOf(id);
    expect(others).toEqual([]);
    expect(trade).toMatchObject({ side: 'short', quantity: String(quantity), exit_reason: 'signal' });
    expect(Number(trade.funding)).toBeCloseTo(paid, 10);
    const { costs, metrics, fingerprint } = await stage.api.report(id);
    expect(costs).toMatchObject({ funding: trade.funding, fees: '0', slippage: '0' });
    expect(Number(metrics!.total_return) * 10_000).toBeCloseTo(-paid, 9);
    expect(fingerprint!.funding_sha256).toMatch(/^[0-9a-f]{64}$/);
  });
});
