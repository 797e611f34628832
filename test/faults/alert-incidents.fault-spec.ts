import { Client } from 'pg';
import { eventually } from '../../apps/worker/test/support/within';
import { IncidentStage } from './support/incident-stage';
import { replayAlert } from './support/replay-alert';
import { report } from './support/scale';

/** Scrapes before the incident, and of what came after the mending. */
const CALM = 4;
const MENDED = 8;

interface Incident {
  readonly alert: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Until the alert must fire: the window of its rates and its `for`, in scrapes, and two more. */
  readonly scrapes: number;
  /** Makes it; resolves with what waits until the mending shows. */
  readonly begin: (stage: IncidentStage) => Promise<() => Promise<unknown>>;
}

const untilReady = (incident: IncidentStage) => () =>
  incident.untilStatus((statuses) => statuses.every((status) => status === 'ready'));

const untilUnready = (incident: IncidentStage) =>
  incident.untilStatus((statuses) => statuses.every((status) => status !== 'ready'));

const INCIDENTS: readonly Incident[] = [
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
        { seconds: 45 },
      );
      return async () => {
        await eventually(
          'old events are deleted',
          () => countEvents(incident),
          (rows) => rows <= 100,
          { seconds: 100 },
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

describe('incidents that an alert reports and the runbook mends', () => {
  let incident: IncidentStage;
  beforeAll(async () => {
    incident = await IncidentStage.open();
  });
  afterAll(() => incident.close());

  it.each(INCIDENTS)('$alert fires, and resolves after its command', async (scripted) => {
    const { alert, labels, scrapes, begin } = scripted;
    const recorder = incident.record();
    await recorder.record(CALM);
    const calm = recorder.seconds;
    const mended = await begin(incident);
    await recorder.record(scrapes);
    const firing = recorder.seconds;
    await incident.followRunbook(alert);
    await mended();
    await recorder.record(MENDED);
    await expect(
      replayAlert(recorder, { alert, labels, firing, quiet: [calm, recorder.seconds] }),
    ).resolves.toBeUndefined();
    report(
      `${alert}: fires ${firing - calm} s of the rules' time after its cause, resolved at ${recorder.seconds} s`,
    );
  });
});
