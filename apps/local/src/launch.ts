import { join } from 'node:path';
import { issueToken } from '#platform/local/issue-token';
import { addressesText, mainJobText } from './announcement';
import { ApiClient } from './api-client';
import { runCommand } from './command-line-tool';
import { openDatabase } from './database';
import { type FirstEvent, readFirstEvent } from './first-event';
import { KeptSampleRuns } from './kept-sample-runs';
import { childEnvironment, type LaunchSettings } from './launch-settings';
import { type LiveCandle, readLiveCandle } from './live-candle';
import { runMainJob } from './main-job';
import { marketViewText, readMarketView } from './market-view';
import { loadSample, type SampleResult } from './sample';
import { sampleTradeText, tradeSample } from './sample-trade';
import { jwtSecrets } from './secrets';
import { commonVariables, type ServiceContext, startServices } from './service-processes';

/** Something that was started and must end: last started, first stopped. */
export interface StartedPart {
  readonly name: string;
  stop(): Promise<void>;
  /** At once. */
  kill?(): void;
}

export interface Launch {
  readonly settings: LaunchSettings;
  readonly predecessorWasKilled: boolean;
  readonly signal: AbortSignal;
  readonly giveUp: (error: Error) => void;
  readonly say: (line: string) => void;
  /** Filled as things start, so that an interrupted launch takes back what it did. */
  readonly started: StartedPart[];
}

const TOKEN_DAYS = 30;
const BUILD_DIRECTORY = join(__dirname, '..', '..', '..');
const COMMAND_LINE_TOOL = join(BUILD_DIRECTORY, 'apps', 'cli', 'src', 'main.js');

/** What every launch begins with: the database, migrated. */
export interface Foundation {
  /** Says what was done and how long it took. */
  readonly step: <T>(label: string, work: () => Promise<T>, describe: (result: T) => string) => Promise<T>;
  readonly context: ServiceContext;
  /** Runs a command of the command-line tool on the database. */
  readonly command: (words: readonly string[]) => Promise<string>;
}

export async function startFoundation(launch: Launch): Promise<Foundation> {
  const { settings, signal, giveUp, say, started } = launch;
  const step = async <T>(
    label: string,
    work: () => Promise<T>,
    describe: (result: T) => string,
  ): Promise<T> => {
    signal.throwIfAborted();
    const startedAt = performance.now();
    const result = await work();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    say(`  ${label.padEnd(14)}${describe(result)} (${seconds} s)`);
    return result;
  };

  const secrets = jwtSecrets(settings);
  const opening = openDatabase(settings, { signal, say, giveUp });
  started.push({ name: 'database', stop: async () => (await opening.catch(() => undefined))?.stop() });
  const database = await step(
    'Database',
    () => opening,
    (opened) => opened.description,
  );
  if (database.notice) say(`  ${database.notice}`);

  const context = {
    settings,
    signal,
    say,
    predecessorWasKilled: launch.predecessorWasKilled,
    buildDirectory: BUILD_DIRECTORY,
    databaseUrl: database.url,
    jwtSecrets: secrets,
  };
  const environment = childEnvironment(commonVariables(context));
  const command = (words: readonly string[]) => runCommand(COMMAND_LINE_TOOL, words, environment, signal);
  await step(
    'Migrations',
    () => command(['migrate']),
    () => 'up to date',
  );
  return { step, context, command };
}

/** A token of the secrets that the API accepts; undefined where only those of the user's issuer count. */
export function launchToken({ settings, jwtSecrets: secrets }: ServiceContext): string | undefined {
  return secrets && issueToken(secrets[0], settings.environment, { days: TOKEN_DAYS, subject: 'local' });
}

/** Everything from the database to the table of results. */
export async function launch(parts: Launch): Promise<void> {
  const { settings, signal, say, started } = parts;
  const { step, context, command } = await startFoundation(parts);
  const services = await startServices(context);
  started.push({ name: 'API and worker', stop: () => services.stop(), kill: () => services.kill() });
  await step(
    'API, worker',
    () => services.ready(),
    () => 'ready',
  );

  const token = launchToken(context);
  let backtestId: number | undefined;
  let liveCandle: LiveCandle | undefined;
  let firstEvent: FirstEvent | undefined;
  if (token) {
    const api = new ApiClient(settings.apiUrl, token, signal, say);
    await step('Sample', () => loadSample(api, command), describeSample);
    const attempt = { signal, say };
    const result = await tried(
      'Main job',
      () => runMainJob(api, new KeptSampleRuns(settings.dataDirectory)),
      attempt,
    );
    if (result) say(`\n${mainJobText(result)}\n`);
    backtestId = result?.backtestId;
    const view = await tried('Analysis', () => readMarketView(api), attempt);
    if (view) say(`${marketViewText(view)}\n`);
    const trade = await tried('Round trip', () => tradeSample(api), attempt);
    if (trade) say(`${sampleTradeText(trade)}\n`);
    if (settings.feedsSimulation) liveCandle = await readLiveCandle(api);
    firstEvent = await readFirstEvent(settings.apiUrl, token, signal);
  } else {
    say('  Only tokens of your issuer are accepted, so the sample and the main job are left out.');
  }
  const { metricsUrls } = services;
  say(addressesText({ settings, metricsUrls, token, backtestId, liveCandle, firstEvent }));
}

/** What fails is said aloud, and leaves the service running, so that the reason can be found. */
async function tried<Result>(
  what: string,
  work: () => Promise<Result>,
  { signal, say }: Pick<Launch, 'signal' | 'say'>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    say(`\n${what} FAILED: ${(error as Error).message}\n`);
    return undefined;
  }
}

export function describeSample({ candles, isNew }: SampleResult): string {
  return `S&P 500, ${candles} daily candles ${isNew ? 'imported' : 'already here'}`;
}
