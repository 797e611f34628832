import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../apps/worker/test/support/within';
import { BrokerStage } from './support/broker-stage';
import { postCandles } from './support/post-candles';
import { readMetric } from './support/process-metric';
import { IS_SHORT, report } from './support/scale';
import { onThisMachine } from '../on-this-machine';

const AWAY_SECONDS = IS_SHORT ? 2 : 60;
/** Twice: before and after. */
const THERE_SECONDS = IS_SHORT ? 2 : 20;
const BACKLOG = { symbols: 20, requests: IS_SHORT ? 10 : 100, candles: 100 };
const MOST_BACKLOG_SECONDS = IS_SHORT ? 60 : 240;
const AGED_HOURS = 23;
/** The write path waits for no broker: a timeout of one is 5,000 ms. */
const P99_BOUND = { ratio: 3, floorMilliseconds: 250 };

describe('a backlog of events', () => {
  let broker: BrokerStage;
  beforeAll(async () => {
    broker = await BrokerStage.open();
  });
  afterAll(() => broker.close());

  it('is recorded as fast as without an outage, measured, and published in order from 23 hours ago on', async () => {
    await broker.nats.listen();
    const { url } = await broker.stage.startApi();
    const worker = await broker.stage.startWorker();
    const connected = (wanted: number) =>
      eventually(
        `event_broker_connected is ${wanted}`,
        () => readMetric(worker, 'event_broker_connected'),
        (value) => value === wanted,
      );
    await connected(1);
    const writers = broker.write(url);
    await broker.writeMore();
    const measure = async (seconds: number) => {
      const before = writers.durations.length;
      await delay(seconds * 1_000);
      return writers.durations.slice(before);
    };
    const first = await measure(THERE_SECONDS);
    await broker.nats.kill();
    const away = await measure(AWAY_SECONDS);
    await broker.nats.listen();
    await connected(1);
    await broker.untilPublished();
    const there = [...first, ...(await measure(THERE_SECONDS))];
    const [p99There, p99Away] = [there, away].map(p99);
    report(
      `p99 of a write: ${p99There.toFixed(0)} ms (${there.length} writes), ${p99Away.toFixed(0)} ms ` +
        `with the broker away for ${AWAY_SECONDS} s (${away.length} writes)`,
    );
    expect(p99Away).toBeLessThan(
      Math.max(P99_BOUND.ratio * p99There, onThisMachine(P99_BOUND.floorMilliseconds)),
    );

    await broker.nats.kill();
    await connected(0);
    await broker.writeMore();
    await writers.stop();
    const { symbols, requests, candles } = BACKLOG;
    for (let request = 0; request < requests; request++) {
      for (let symbol = 0; symbol < symbols; symbol++) {
        await postCandles(url, `BACKLOG-${symbol}`, candles, '1.50', request * candles);
      }
    }
    await broker.stage.query(`update events set recorded_at = recorded_at - interval '${AGED_HOURS} hours'`);
    // Workers report gaps, too, from time to time.
    const { rows, events } = await eventually(
      'the metric is the number of rows',
      async () => {
        const [unpublished] = await broker.stage.query<{ rows: number; events: number }>(
          `select count(*)::integer as rows, sum(event_count)::integer as events
           from events where position is null or position > (select position from event_relay_positions)`,
        );
        return { ...unpublished, metric: await readMetric(worker, 'event_relay_lag_rows') };
      },
      ({ rows, metric }) => rows === metric,
    );
    expect(events).toBeGreaterThan(symbols * requests * candles);
    const lag = await readMetric(worker, 'event_relay_lag_seconds');
    expect(lag).toBeGreaterThan(AGED_HOURS * 3_600);
    expect(lag).toBeLessThan((AGED_HOURS + 1) * 3_600);

    await broker.nats.listen();
    await connected(1);
    const startedAt = performance.now();
    await broker.untilPublished(MOST_BACKLOG_SECONDS);
    const seconds = (performance.now() - startedAt) / 1_000;
    report(`a backlog of ${events} events in ${rows} rows: ${(events / seconds).toFixed(0)} events/s`);
    await broker.expectAllPublished();
    for (const name of ['event_relay_lag_rows', 'event_relay_lag_seconds']) {
      await eventually(
        `${name} is 0`,
        () => readMetric(worker, name),
        (value) => value === 0,
      );
    }
  });
});

function p99(durations: readonly number[]): number {
  return [...durations].sort((one, other) => one - other)[Math.floor(durations.length * 0.99)];
}
