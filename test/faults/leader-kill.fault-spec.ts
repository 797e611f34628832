import { SimulatedExchange } from '#sources/exchanges/simulation/simulated-exchange';
import { readMetric } from '../../apps/worker/test/support/metrics';
import type { ServiceProcess } from '../../apps/worker/test/support/service-process';
import { eventually } from '../../apps/worker/test/support/within';
import { FaultStage } from './support/fault-stage';
import { IS_SHORT, report } from './support/scale';
import { findWrongCounters } from './support/series-counters';
import { untilComplete } from './support/stored-closes';
import { onThisMachine } from '../on-this-machine';

const KILLS = IS_SHORT ? 2 : 12;
const SYMBOL = 'SIM-A/USDT';
const TAKEOVER_SECONDS = 5;
/** What a series that nobody has stored yet begins with. */
const HISTORY_CANDLES = 498;

describe('the leader of a feed killed again and again', () => {
  let stage: FaultStage;
  beforeAll(async () => {
    stage = await FaultStage.open({ CANDLE_FEED: `sim:${SYMBOL}:1m` });
  });
  afterAll(() => stage.close());

  const leads = async (worker: ServiceProcess) =>
    (await readMetric(worker, 'candle_feed_leader{exchange="sim"}')) === 1;

  const version = async () => {
    const rows = await stage.query<{ version: string }>('select version from series where symbol = $1', [
      SYMBOL,
    ]);
    return Number(rows.at(0)?.version ?? 0);
  };

  const countClosed = async () => {
    const [{ closed }] = await stage.query<{ closed: number }>(
      'select count(*)::integer as closed from candlesticks where is_closed',
    );
    return closed;
  };

  async function untilWritten(): Promise<void> {
    const before = await version();
    await eventually('a live candle is stored', version, (now) => now > before);
  }

  /** Stored closed candles that are not what the simulation says, which is a function of the time. */
  async function findDifferences(): Promise<string[]> {
    const rows = await stage.query<{ time: string; line: string }>(
      `select (extract(epoch from open_time) * 1000)::bigint as time,
              concat_ws(',', open, high, low, close, volume) as line
       from candlesticks where is_closed order by open_time`,
    );
    const source = new SimulatedExchange();
    const never = new AbortController().signal;
    const truth = await source.fetchCandles(SYMBOL, '1m', Number(rows[0].time), never);
    const expected = truth.slice(0, rows.length).map(({ openTime, open, high, low, close, volume }) => ({
      time: String(openTime),
      line: [open, high, low, close, volume].join(','),
    }));
    return expected
      .map(({ time, line }, index) => ({ time, line, stored: rows[index] }))
      .filter(({ time, line, stored }) => stored.time !== time || stored.line !== line)
      .map(({ time, line, stored }) => `${time} is ${line}, stored ${stored.time} ${stored.line}`);
  }

  it('is followed within five seconds, and neither the series nor its streams miss a candle', async () => {
    const { url } = await stage.startApi();
    let workers = [await stage.startWorker(), await stage.startWorker()];
    const watcher = stage.watch([url], SYMBOL, 'sim');
    await eventually(
      'the history of the series is stored',
      countClosed,
      (closed) => closed >= HISTORY_CANDLES,
    );

    const takeovers: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const flags = await eventually(
        'somebody leads',
        () => Promise.all(workers.map(leads)),
        (led) => led.some(Boolean),
      );
      const leader = workers[flags.indexOf(true)];
      const killedAt = performance.now();
      await leader.kill();
      await untilWritten();
      takeovers.push((performance.now() - killedAt) / 1000);
      workers = [...workers.filter((worker) => worker !== leader), await stage.startWorker()];
    }
    for (const worker of workers) worker.signal('SIGTERM');
    await Promise.all(workers.map((worker) => worker.exited));

    expect(Math.max(...takeovers)).toBeLessThan(onThisMachine(TAKEOVER_SECONDS));
    expect(await findDifferences()).toEqual([]);
    expect(await findWrongCounters(stage)).toEqual([]);
    await untilComplete(stage, watcher, SYMBOL, 'sim');
    report(
      `${KILLS} leaders killed: the next live candle was stored after ` +
        `${takeovers.map((seconds) => seconds.toFixed(1)).join(', ')} s`,
    );
  });
});
