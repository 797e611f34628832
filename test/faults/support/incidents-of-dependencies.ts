import { Client } from 'pg';
import { eventually } from '../../../apps/worker/test/support/within';
import type { Incident } from './incident';
import type { IncidentStage } from './incident-stage';

const untilReady = (incident: IncidentStage) => () =>
  incident.untilStatus((statuses) => statuses.every((status) => status === 'ready'));

const untilUnready = (incident: IncidentStage) =>
  incident.untilStatus((statuses) => statuses.every((status) => status !== 'ready'));

/** Workers, an exchange, Redis, the database and a forgotten session. */
export const INCIDENTS_OF_DEPENDENCIES: readonly Incident[] = [
  {
    alert: 'CandelabraNoWorker',
    labels: { severity: 'page', job: 'candelabra-worker' },
    scrapes: 7,
    begin: async (incident) => {
      await incident.stopWorker();
      return () => Promise.resolve();
    },
  },
  {
    alert: 'CandelabraFeedSilent',
    labels: { severity: 'page', exchange: 'binance' },
    scrapes: 17,
    begin: async (incident) => {
      await incident.exchange.subscribed('BTC/USDT 1m');
      Object.assign(incident.exchange.stall, { sockets: true, requests: true });
      incident.variables.EXCHANGE_ENDPOINTS = `binance=${incident.relay.endpoint}`;
      return () => incident.relay.subscribed('BTC/USDT 1m');
    },
  },
  {
    alert: 'CandelabraQueueUnreachable',
    labels: { severity: 'page', job: 'candelabra-worker' },
    scrapes: 8,
    begin: async (incident) => {
      await incident.redis.kill();
      await untilUnready(incident);
      return untilReady(incident);
    },
  },
  {
    alert: 'CandelabraDatabaseUnavailable',
    labels: { severity: 'page', job: 'candelabra-worker' },
    scrapes: 8,
    begin: async (incident) => {
      await incident.stage.query('alter system set default_transaction_read_only = on');
      await incident.stage.query('select pg_reload_conf()');
      await untilUnready(incident);
      return untilReady(incident);
    },
  },
  {
    alert: 'CandelabraEventsGrowing',
    labels: { severity: 'ticket' },
    scrapes: 23,
    begin: async (incident) => {
      const forgotten = await lockOldestEvent(incident);
      await writeEvents(incident);
      await incident.restartWorker(); // which deletes old events ten seconds later
      await eventually(
        'the deletion of old events waits',
        () => incident.stage.query("select 1 from pg_locks where not granted and locktype = 'transactionid'"),
        ({ length }) => length > 0,
        { seconds: 120 },
      );
      return async () => {
        await eventually(
          'old events are deleted',
          () => countEvents(incident),
          (rows) => rows <= 100,
          { seconds: 150 },
        );
        await forgotten.end().catch(() => undefined);
      };
    },
  },
];

/** A psql that somebody forgot: it has the oldest events, and is idle. */
async function lockOldestEvent({ stage }: IncidentStage): Promise<Client> {
  const client = new Client({ connectionString: stage.postgres.url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin');
  await client.query('select id from events order by position limit 1 for update');
  return client;
}

async function countEvents({ stage }: IncidentStage): Promise<number> {
  const [{ rows }] = await stage.query<{ rows: number }>('select count(*)::integer as rows from events');
  return rows;
}

async function writeEvents(incident: IncidentStage): Promise<void> {
  const writers = incident.writeCandles();
  await eventually(
    'more events than may be kept',
    () => countEvents(incident),
    (rows) => rows > 200,
  );
  await writers.stop();
}
