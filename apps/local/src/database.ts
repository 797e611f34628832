import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KEPT_FILES } from '#platform/local/kept-files';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres/start-embedded-postgres';
import type { LaunchSettings } from './launch-settings';

const WATCH_MILLISECONDS = 1_000;

export interface Database {
  readonly url: string;
  readonly description: string;
  readonly notice: string | undefined;
  stop(): Promise<void>;
}

export interface DatabaseWatcher {
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
  /** Called when the database has stopped for good. */
  readonly giveUp: (error: Error) => void;
}

/** The user's database, or the embedded one, which is started again should it ever end. */
export async function openDatabase(settings: LaunchSettings, watcher: DatabaseWatcher): Promise<Database> {
  const given = settings.environment.databaseUrl;
  if (given !== undefined) {
    const { host, pathname } = new URL(given);
    return {
      url: given,
      description: `${host}${pathname}, as DATABASE_URL says`,
      notice: undefined,
      stop: () => Promise.resolve(),
    };
  }
  const options = { dataDirectory: settings.dataDirectory, signal: watcher.signal };
  const postgres = await startEmbeddedPostgres(options);
  const urlFile = join(settings.dataDirectory, KEPT_FILES.databaseUrl);
  writeFileSync(urlFile, `${postgres.url}\n`, { mode: 0o600 });
  const watch = keepRunning(postgres, options, watcher);
  const origin = postgres.adopted ? 'taken over from a launcher that was killed' : 'embedded';
  return {
    url: postgres.url,
    description: [
      `127.0.0.1:${postgres.port}, ${origin}`,
      ...(postgres.notice === undefined ? [`in ${settings.shownDataDirectory}`] : []),
    ].join(', '),
    notice: postgres.notice,
    stop: async () => {
      await watch.end();
      rmSync(urlFile, { force: true });
      await postgres.stop();
    },
  };
}

/** API and worker reconnect by themselves, so a server on the same port is all it takes. */
function keepRunning(
  postgres: EmbeddedPostgres,
  options: { dataDirectory: string },
  { say, giveUp, signal }: DatabaseWatcher,
): { end: () => Promise<void> } {
  let restart: Promise<void> | undefined;
  const startAgain = async () => {
    say(`The embedded Postgres stopped unexpectedly; ${postgres.logFile} may say why. It is started again.`);
    const again = await startEmbeddedPostgres({ ...options, preferredPort: postgres.port });
    if (again.port === postgres.port) return;
    throw new Error(`The embedded Postgres lost its port ${postgres.port} to another program`);
  };
  const timer = setInterval(() => {
    if (restart || signal.aborted || postgres.isRunning()) return;
    restart = startAgain()
      .catch((error: unknown) => giveUp(error as Error))
      .finally(() => (restart = undefined));
  }, WATCH_MILLISECONDS);
  return {
    end: async () => {
      clearInterval(timer);
      await restart;
    },
  };
}
