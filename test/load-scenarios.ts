import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { SCENARIOS_VARIABLE, SCENARIO_ENDING } from '../scripts/test-arguments.mjs';

const load = createRequire(__filename);

/**
 * Makes one suite of the scenario files of its folders, which `suiteOf` knows: they run one after the other and share the modules that they import, which
 * Jest would evaluate anew for each file. Each has an application and a database of its own, and finds the environment as the
 * suite found it. `npm test -- <part of a path>` chooses among them.
 */
export function loadScenarios(directory: string, ...folders: readonly string[]): void {
  for (const folder of folders) loadFolder(directory, folder);
}

function loadFolder(directory: string, folder: string): void {
  const chosen = process.env[SCENARIOS_VARIABLE]?.split(',');
  for (const file of readdirSync(join(directory, folder)).sort()) {
    if (!file.endsWith(SCENARIO_ENDING)) continue;
    const path = join(directory, folder, file);
    if (chosen?.every((ending) => !path.replaceAll('\\', '/').endsWith(ending))) continue;
    describe(file.slice(0, -SCENARIO_ENDING.length), () => {
      const found = process.env;
      beforeAll(() => {
        process.env = { ...found };
      });
      afterAll(() => {
        process.env = found;
      });
      load(path);
    });
  }
}
