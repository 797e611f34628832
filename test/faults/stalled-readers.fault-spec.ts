import { eventually } from '../../apps/worker/test/support/within';
import { postCandles } from './support/post-candles';
import { WRITTEN_EXCHANGE } from './support/candle-writers';
import { AUTHORIZATION } from './support/authorization';
import { FaultStage } from './support/fault-stage';
import { residentMebibytes } from './support/resident-memory';
import { IS_SHORT, report } from './support/scale';
import { openStalledReader, openStalledSocket } from './support/stalled-reader';
import { untilComplete } from './support/stored-closes';

const STALLED = IS_SHORT ? 30 : 100;
const HEALTHY = IS_SHORT ? 10 : 50;
const MOST_GROWTH_MEBIBYTES = 150;
const CANDLES = 4_000;
const ROUNDS = IS_SHORT ? 4 : 8;
const SYMBOL = 'W0';
const STREAM = `/api/v1/streams/ohlcv?exchange=${WRITTEN_EXCHANGE}&symbol=${SYMBOL}&interval=1m`;

describe('readers that stall beside healthy ones', () => {
  let stage: FaultStage;
  beforeAll(async () => {
    stage = await FaultStage.open();
  });
  afterAll(() => stage.close());

  it('are dropped before they cost much memory, and the healthy ones miss nothing', async () => {
    const { url, process } = await stage.startApi({ STREAMS_PER_TOKEN: '1000' });
    await postCandles(url, SYMBOL, CANDLES, '1.00');
    const watchers = Array.from({ length: HEALTHY }, () => stage.watch([url], SYMBOL));
    const half = Array.from({ length: STALLED / 2 });
    const subscription = { symbols: [`${WRITTEN_EXCHANGE}:${SYMBOL}`], channels: ['kline_1m'] };
    const stalledStreams = await Promise.all(half.map(() => openStalledReader(url, STREAM)));
    const stalledSockets = await Promise.all(half.map(() => openStalledSocket(url, subscription)));
    const active = async () => {
      const response = await fetch(`${url}/api/v1/streams/active`, {
        headers: { authorization: AUTHORIZATION },
      });
      return ((await response.json()) as { total: number }).total;
    };
    await eventually('all streams are open', active, (total) => total === HEALTHY + STALLED);

    const before = await residentMebibytes(process);
    let most = before;
    for (let round = 0; round < ROUNDS; round++) {
      await postCandles(url, SYMBOL, CANDLES, `${round + 2}.00`);
      most = Math.max(most, await residentMebibytes(process));
    }
    await Promise.all(watchers.map((watcher) => untilComplete(stage, watcher, SYMBOL)));
    most = Math.max(most, await residentMebibytes(process));
    await eventually('the stalled ones are dropped', active, (total) => total === HEALTHY);

    report(
      `${STALLED} stalled and ${HEALTHY} healthy readers: memory grew by ${(most - before).toFixed(0)} MiB ` +
        `(goal at most ${MOST_GROWTH_MEBIBYTES}), ${watchers.reduce((sum, { events }) => sum + events, 0)} events read, ` +
        `${watchers.reduce((sum, { connections }) => sum + connections - 1, 0)} healthy reconnections`,
    );
    expect(most - before).toBeLessThan(MOST_GROWTH_MEBIBYTES);
    for (const socket of stalledStreams) socket.destroy();
    for (const socket of stalledSockets) socket.terminate();
  });
});
