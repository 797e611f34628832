import { join } from 'node:path';
import { childEnvironment, type LaunchSettings } from './launch-settings';
import { LIVE_SERIES } from './live-candle';
import { findMetricsPorts, requireApiPort } from './ports';
import { waitUntilReady } from './readiness';
import { samplePrices } from './sample-prices';
import { SupervisedProcess } from './supervised-process';

/** What an API or worker gets to leave in good order; with the database's own end it stays below 10 s. */
const GRACE_MILLISECONDS = 5_000;

export interface ServiceContext {
  readonly settings: LaunchSettings;
  /** The folder of the build, `dist`. */
  readonly buildDirectory: string;
  readonly databaseUrl: string;
  readonly jwtSecrets: readonly string[] | undefined;
  readonly predecessorWasKilled: boolean;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

export interface Services {
  readonly metricsUrls: { readonly api: string; readonly worker: string };
  /** Resolves when both can work. */
  ready(): Promise<void>;
  stop(): Promise<void>;
  kill(): void;
}

/** The API and the worker, each a process of its own with a log of its own. */
export async function startServices(context: ServiceContext): Promise<Services> {
  const { settings, signal } = context;
  await requireApiPort(settings, context);
  const metricsPorts = await findMetricsPorts(settings);
  signal.throwIfAborted();

  const api = describe(context, 'API', 'api', metricsPorts.api, `${settings.apiUrl}/ready`);
  const workerUrl = `http://127.0.0.1:${metricsPorts.worker}`;
  const worker = describe(context, 'worker', 'worker', metricsPorts.worker, `${workerUrl}/ready`);
  const both = [api, worker];
  for (const { process } of both) process.start();
  return {
    metricsUrls: { api: `http://127.0.0.1:${metricsPorts.api}/metrics`, worker: `${workerUrl}/metrics` },
    ready: async () => {
      await Promise.all(both.map((service) => waitUntilReady({ ...service, signal })));
      for (const { process } of both) process.keepAlive();
    },
    stop: async () => {
      await Promise.all(both.map(({ process }) => process.stop(GRACE_MILLISECONDS)));
    },
    kill: () => {
      for (const { process } of both) process.kill();
    },
  };
}

/** The variables that every process of ours gets, the command-line tool's included. */
export function commonVariables(context: Pick<ServiceContext, 'settings' | 'databaseUrl' | 'jwtSecrets'>) {
  const { settings, databaseUrl, jwtSecrets } = context;
  return {
    DATABASE_URL: databaseUrl,
    // Of a database that is not ours; an empty one counts as not set, also where .env names it.
    ...(settings.isEmbedded && { DATABASE_DIRECT_URL: '' }),
    DATA_DIR: settings.dataDirectory,
    JWT_SECRET: jwtSecrets?.join(','),
    HOST: settings.host,
    PORT: String(settings.environment.port),
  };
}

function describe(
  context: ServiceContext,
  name: string,
  app: 'api' | 'worker',
  metricsPort: number,
  readyUrl: string,
) {
  const logFile = join(context.settings.dataDirectory, 'logs', `${app}.log`);
  const { feedsSimulation, bringsPrices, dataDirectory } = context.settings;
  const process = new SupervisedProcess({
    name,
    entryFile: join(context.buildDirectory, 'apps', app, 'src', 'main.js'),
    environment: childEnvironment({
      ...commonVariables(context),
      METRICS_PORT: String(metricsPort),
      // No balancer is in front of it.
      SHUTDOWN_DELAY_SECONDS: '0',
      ...(bringsPrices && samplePrices(dataDirectory)),
      ...(feedsSimulation && { CANDLE_FEED: Object.values(LIVE_SERIES).join(':') }),
    }),
    logFile,
    say: context.say,
  });
  return { name, process, readyUrl, logFile };
}
