import { join } from 'node:path';
import { childEnvironment, type LaunchSettings } from './launch-settings';
import { LIVE_SERIES } from './live-candle';
import { findMetricsPorts, requireApiPort } from './ports';
import { waitUntilReady } from './wait-until-ready';
import { samplePrices } from './sample-prices';
import { type ProcessDescription, SupervisedProcess } from './supervised-process';

/** What an API or worker gets to leave in good order; with the database's own end it stays below 10 s. */
export const GRACE_MILLISECONDS = 5_000;

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

/** A process of ours, not started yet, and where it says that it can work. */
export interface DescribedService {
  readonly name: string;
  readonly process: SupervisedProcess;
  readonly readyUrl: string;
  readonly logFile: string;
}

/** The two programs and the addresses that they get. */
export interface ServiceAddresses {
  readonly app: 'api' | 'worker';
  readonly name: string;
  readonly metricsPort: number;
  readonly readyUrl: string;
  readonly metricsUrl: string;
}

export async function findAddresses(context: ServiceContext): Promise<readonly ServiceAddresses[]> {
  const { settings, signal } = context;
  await requireApiPort(settings, context);
  const ports = await findMetricsPorts(settings);
  signal.throwIfAborted();
  const workerUrl = `http://127.0.0.1:${ports.worker}`;
  return [
    {
      app: 'api',
      name: 'API',
      metricsPort: ports.api,
      readyUrl: `${settings.apiUrl}/ready`,
      metricsUrl: `http://127.0.0.1:${ports.api}/metrics`,
    },
    {
      app: 'worker',
      name: 'worker',
      metricsPort: ports.worker,
      readyUrl: `${workerUrl}/ready`,
      metricsUrl: `${workerUrl}/metrics`,
    },
  ];
}

/** The API and the worker, each a process of its own with a log of its own. */
export async function startServices(context: ServiceContext): Promise<Services> {
  const addresses = await findAddresses(context);
  const both = addresses.map((address) => describeService(context, address));
  const [api, worker] = addresses.map(({ metricsUrl }) => metricsUrl);
  for (const { process } of both) process.start();
  return {
    metricsUrls: { api, worker },
    ready: async () => {
      await Promise.all(both.map((service) => waitUntilReady({ ...service, signal: context.signal })));
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

export function describeService(
  context: ServiceContext,
  { app, name, metricsPort, readyUrl }: ServiceAddresses,
  debugging: Pick<ProcessDescription, 'nodeOptions' | 'onLine'> = {},
): DescribedService {
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
    ...debugging,
  });
  return { name, process, readyUrl, logFile };
}
