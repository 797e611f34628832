import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { Client } from 'pg';
import { natsOptions } from '#messaging/broker/nats-options';
import { migrateTradingStream } from '#messaging/broker/trading-stream';
import { eventually } from '../../apps/worker/test/support/within';
import { AUTHORIZATION } from './support/authorization';
import { OwnNats } from './support/own-nats';
import { readMetric } from './support/process-metric';
import { IS_SHORT } from './support/scale';
import { TradingStage } from './support/trading-stage';

const FILLS = IS_SHORT ? 1_000 : 10_000;
const KILLS = IS_SHORT ? 2 : 10;
const FILL = {
  account: 'main',
  exchange: 'sim',
  symbol: 'SIM-A/USDT',
  side: 'buy',
  price: '100',
  quantity: '1',
  time: '2024-01-02T00:00:00Z',
};

describe('fills and positions from the broker', () => {
  let stage: TradingStage;

  beforeAll(async () => {
    stage = await TradingStage.open();
  });
  afterEach(() => stage.killWorkers());
  afterAll(() => stage.close());

  it('come in once there is a broker, after a stream or a consumer was deleted, and after a restart of the broker', async () => {
    await stage.startWorker();
    await stage.listen();
    await stage.untilStream();
    await stage.publish('trading.fill.main', { ...FILL, fill_id: 'first' });
    await stage.publish('trading.position.main', { ...FILL, side: undefined, price: undefined });
    await stage.untilStored(1);
    const positions = () =>
      stage.broker.stage.query<{ reported: string | null }>(
        'select reported_quantity::text as reported from positions',
      );
    await eventually('the position is reported', positions, ([row]) => row.reported === '1');

    const { consumers, streams } = await jetstreamManager(stage.connection);
    await consumers.delete('TRADING', 'candelabra-fills');
    await stage.publish('trading.fill.main', { ...FILL, fill_id: 'second' });
    await stage.untilStored(2);
    await streams.delete('TRADING');
    await stage.untilStream();
    await stage.publish('trading.fill.main', { ...FILL, fill_id: 'third' });
    await stage.untilStored(3);
    await stage.killBroker();
    await stage.listen();
    await stage.publish('trading.fill.main', { ...FILL, fill_id: 'fourth' });
    await stage.untilStored(4);
    // What the new consumer was delivered again counts once.
    expect(await stage.count('fill_revisions')).toBe(0);
    expect(await stage.letters()).toEqual([]);
  });

  it('count once where worker and broker are killed between effect and acknowledgement', async () => {
    const before = await stage.count('fills');
    const worker = await stage.startWorker();
    await stage.deliverAgainSoon();
    const blocker = new Client({ connectionString: stage.broker.stage.postgres.url });
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('lock table fills in access exclusive mode');
    await stage.publish('trading.fill.main', { ...FILL, fill_id: 'unacknowledged' });
    await eventually(
      'the worker waits for the table',
      () =>
        stage.broker.stage.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'candelabra-worker'`,
        ),
      (rows) => rows.length > 0,
    );
    await stage.killBroker();
    await blocker.query('commit');
    await blocker.end();
    await stage.untilStored(before + 1);
    await worker.kill();
    await stage.listen();
    const next = await stage.startWorker();
    await eventually(
      'the next worker has consumed it',
      () => readMetric(next, String.raw`trading_messages_consumed_total\{kind="fill",outcome="unchanged"\}`),
      (messages) => messages > 0,
    );
    expect([await stage.count('fills'), await stage.count('fill_revisions')]).toEqual([before + 1, 0]);
  });

  it('count once while workers are killed between effect and acknowledgement, and are shared by two', async () => {
    const before = await stage.count('fills');
    await stage.startWorker();
    for (let number = 0; number < FILLS; number++) {
      const fill = { ...FILL, account: `a${number % 7}`, fill_id: `kill-${number}` };
      await stage.publish(`trading.fill.${fill.account}`, fill);
    }
    for (let kill = 0; kill < KILLS; kill++) {
      const [worker] = stage.workers.splice(0, 1);
      await stage.startWorker();
      await worker.kill();
    }
    await stage.startWorker();
    await stage.untilStored(before + FILLS);
    const [{ quantity }] = await stage.broker.stage.query<{ quantity: string }>(
      `select sum(quantity)::text as quantity from positions where account ~ '^a\\d$'`,
    );
    expect(quantity).toBe(String(FILLS));
    expect(await stage.count('fill_revisions')).toBe(0);
    expect(await stage.letters()).toEqual([]);
  });

  it('become dead letters at once where their content is wrong, and after five tries where the database refuses them', async () => {
    await stage.broker.stage.query('truncate dead_letters');
    await stage.broker.stage.query(`alter table fills add constraint no_poison check (fill_id <> 'poison')`);
    const worker = await stage.startWorker();
    const before = await stage.count('fills');
    const wrong: [string, object | string | Uint8Array, string][] = [
      ['trading.fill.main', '{"fill_id"', 'message must be JSON'],
      ['trading.fill.main', new Uint8Array([0x7b, 0xff]), 'message must be text in UTF-8'],
      ['trading.fill.main', { ...FILL, fill_id: 'zero', quantity: '0' }, 'quantity must be a decimal'],
      [
        'trading.fill.other',
        { ...FILL, fill_id: 'x' },
        'account must be the account that the subject names: other',
      ],
      [
        'trading.fill.main',
        { ...FILL, fill_id: 'tags', tags: Array.from({ length: 50_000 }, String) },
        'bytes; at most 65536 are allowed',
      ],
      ['trading.position.main', { ...FILL, fill_id: 'y' }, 'side is not a field of a position report'],
    ];
    for (const [subject, message] of wrong) await stage.publish(subject, message);
    await stage.publish('trading.fill.main', { ...FILL, fill_id: 'poison' });
    await stage.publish('trading.fill.main', { ...FILL, fill_id: 'beside-the-poison' });
    await stage.publish('trading.fill.a%2Fb', { ...FILL, account: 'a/b', fill_id: 'encoded' });
    const kept = await eventually(
      'all are kept',
      () => stage.letters(),
      (rows) => rows.length === wrong.length + 1,
      {
        seconds: 60,
      },
    );
    expect(kept.map(({ subject, reason: [{ field, message }] }) => [subject, `${field} ${message}`])).toEqual(
      [
        ...wrong.map(([subject, , reason]): unknown[] => [subject, expect.stringContaining(reason)]),
        ['trading.fill.main', expect.stringContaining('no_poison')],
      ],
    );
    expect(kept.map(({ deliveries }) => deliveries)).toEqual([1, 1, 1, 1, 1, 1, 5]);
    await stage.untilStored(before + 2);
    await stage.untilAcknowledged();
    const figures = ['dead_letters_total', 'dead_letters_waiting', 'trading_messages_pending'].map((name) =>
      readMetric(worker, String.raw`${name}\{kind="fill"\}`),
    );
    expect(await Promise.all(figures)).toEqual([6, 6, 0]);
    await stage.broker.stage.query('alter table fills drop constraint no_poison');
  });

  it('count once where the same fills come over HTTP, too, before or after', async () => {
    const before = await stage.count('fills');
    await stage.startWorker();
    const { url } = await stage.broker.stage.startApi();
    const [first, second] = ['http-first', 'broker-first'].map((fill_id) => ({ ...FILL, fill_id }));
    const post = async (fill: object) => {
      const answer = await fetch(`${url}/api/v1/trade-journal/fills`, {
        method: 'POST',
        headers: { authorization: AUTHORIZATION, 'content-type': 'application/json' },
        body: JSON.stringify([fill]),
      });
      return answer.json();
    };
    expect(await post(first)).toMatchObject({ inserted: 1, unchanged: 0 });
    for (const fill of [first, second]) await stage.publish('trading.fill.main', fill);
    await stage.untilStored(before + 2);
    expect(await post(second)).toMatchObject({ inserted: 0, unchanged: 1 });
    await stage.untilAcknowledged();
    expect([await stage.count('fills'), await stage.count('fill_revisions')]).toEqual([before + 2, 0]);
  });

  it('wait while the database is away, and are neither lost nor given up', async () => {
    const [given, before] = [await stage.count('dead_letters'), await stage.count('fills')];
    const worker = await stage.startWorker();
    await stage.publish('trading.fill.main', { ...FILL, fill_id: 'before-the-outage' });
    await stage.untilStored(before + 1);
    stage.broker.stage.postgres.crash();
    await stage.publish('trading.fill.main', { ...FILL, fill_id: 'during-the-outage' });
    await stage.publish('trading.fill.main', '{');
    await worker.printed(/The ingest of fills and positions failed/);
    await stage.broker.stage.postgres.restart();
    await stage.untilStored(before + 2);
    await eventually(
      'the wrong one is kept',
      () => stage.count('dead_letters'),
      (kept) => kept === given + 1,
    );
    await stage.untilAcknowledged();
  });
});

describe('the streams of fills and positions', () => {
  let nats: OwnNats;
  let connection: NatsConnection;
  beforeEach(async () => {
    nats = await OwnNats.start();
    connection = await connect(natsOptions(nats.url));
  });
  afterEach(async () => {
    await connection.close();
    await nats.close();
  });

  async function made(): Promise<Record<string, unknown>> {
    const { streams, consumers } = await jetstreamManager(connection);
    const found: Record<string, unknown> = {};
    for (const { config } of await streams.list().next())
      found[config.name] = [
        config.subjects,
        (await consumers.list(config.name).next()).map(({ name }) => name),
      ];
    return found;
  }

  it('are one over trading.> where an operator has none, made once by all who start', async () => {
    await Promise.all([migrateTradingStream(nats.url), migrateTradingStream(nats.url)]);
    await migrateTradingStream(nats.url);
    expect(await made()).toEqual({ TRADING: [['trading.>'], ['candelabra-fills', 'candelabra-positions']] });
    const { streams } = await jetstreamManager(connection);
    const { storage, retention } = (await streams.info('TRADING')).config;
    expect([storage, retention]).toEqual(['file', 'limits']);
  });

  it('are those of the operator as far as they cover a kind wholly', async () => {
    const { streams } = await jetstreamManager(connection);
    await streams.add({ name: 'MINE', subjects: ['trading.fill.>', 'orders.>'] });
    await migrateTradingStream(nats.url);
    await migrateTradingStream(nats.url);
    expect(await made()).toEqual({
      MINE: [['trading.fill.>', 'orders.>'], ['candelabra-fills']],
      TRADING: [['trading.position.>'], ['candelabra-positions']],
    });
  });
});
