import { isAbsolute, resolve } from 'node:path';
import { type Environment, environmentWith, isSet, readEnvironment } from '#platform/config/environment';

export interface LaunchSettings {
  readonly environment: Environment;
  readonly dataDirectory: string;
  /** As the user knows it, for messages. */
  readonly shownDataDirectory: string;
  /** No DATABASE_URL: we bring the database. */
  readonly isEmbedded: boolean;
  /** Something live is simulated: not beside a feed of the user's own, nor in a database of the user's. */
  readonly feedsSimulation: boolean;
  /** The user names neither an equity provider nor a directory of them: the sample is one. */
  readonly bringsPrices: boolean;
  readonly host: string;
  readonly apiUrl: string;
  readonly runsUnderNpm: boolean;
}

export function readLaunchSettings(): LaunchSettings {
  const environment = readEnvironment();
  const isEmbedded = environment.databaseUrl === undefined;
  const host = isEmbedded && !isSet('HOST') ? '127.0.0.1' : environment.host;
  const shownDataDirectory = environment.dataDir;
  return {
    environment,
    dataDirectory: isAbsolute(shownDataDirectory) ? shownDataDirectory : resolve(shownDataDirectory),
    shownDataDirectory,
    isEmbedded,
    feedsSimulation: isEmbedded && environment.candleFeed.length === 0,
    bringsPrices: environment.equityProvider === undefined && environment.equityCsvDir === undefined,
    host,
    apiUrl: `http://${reachableHost(host)}:${environment.port}`,
    runsUnderNpm: isSet('npm_lifecycle_event'),
  };
}

/** Where a server that listens on this address answers us. */
export function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** glibc gives back what is free, and keeps fewer heaps of its own for threads: 7 MB of an idle API. */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

/** Our environment with these variables set, for the processes we start. */
export function childEnvironment(variables: Record<string, string | undefined>): NodeJS.ProcessEnv {
  return { ...MALLOC, ...environmentWith(variables) };
}
