import { join } from 'node:path';
import { KEPT_FILES } from '#platform/local/kept-files';
import { ApiClient } from './api-client';
import { DevelopmentServices, type DevelopmentSwitches } from './development-services';
import { describeSample, type Launch, launchToken, startFoundation } from './launch';
import { runLauncher } from './run-launcher';
import { loadSample } from './sample';
import { findAddresses } from './service-processes';
import { switchSqlLog } from './sql-log';

export interface Development extends DevelopmentSwitches {
  /**
   * Compiles what is saved from now on. After each compilation without an error, `onCompiled` gets the files that it wrote,
   * by their paths in the build.
   */
  readonly watch: (onCompiled: (files: readonly string[]) => void) => { stop(): void };
}

/** `npm run dev`: database, API and worker, which are started anew after each change. */
export function develop(development: Development): Promise<never> {
  return runLauncher((launch) => launchDevelopment(launch, development));
}

async function launchDevelopment(launch: Launch, development: Development): Promise<void> {
  const { settings, signal, say, started } = launch;
  const foundation = await startFoundation(launch);
  const { step, context, command } = foundation;
  await switchSqlLog(context.databaseUrl, development.logsSql);

  const addresses = await findAddresses(context);
  const services = new DevelopmentServices(foundation, addresses, development);
  started.push({ name: 'API and worker', stop: () => services.stop(), kill: () => services.kill() });
  await step(
    'API, worker',
    () => services.start(),
    () => 'ready',
  );
  const token = launchToken(context);
  if (token) {
    const api = new ApiClient(settings.apiUrl, token, signal, say);
    await step('Sample', () => loadSample(api, command), describeSample);
  }
  const compiler = development.watch((files) => services.refresh(files));
  started.push({
    name: 'compiler',
    stop: () => {
      compiler.stop();
      return Promise.resolve();
    },
  });

  const folder = settings.shownDataDirectory;
  const sqlLog = join(folder, 'logs', 'postgres.log');
  const lines = [
    '  Console   npm run dev:console, in another terminal with the same PORT',
    `  API       ${settings.apiUrl}, documentation at ${settings.apiUrl}/docs`,
    `  Metrics   ${addresses.map(({ metricsUrl, name }) => `${metricsUrl} (${name})`).join(', ')}`,
    `  Database  psql "$(cat ${join(folder, KEPT_FILES.databaseUrl)})"`,
    `  SQL       ${development.logsSql ? `tail -f ${sqlLog}` : 'npm run dev -- --sql logs every statement'}`,
    `  Debugger  ${services.debuggers.join(', ') || 'npm run dev -- --inspect lets one attach'}`,
    ...(token ? ['', `TOKEN=${token}`] : []),
  ];
  say(`\n${lines.join('\n')}\n`);
  say(
    'What is saved below apps and libs is compiled, and API and worker are started anew. Ctrl-C stops everything.',
  );
}
