// npm run dev: an embedded Postgres, the API and a worker on a data folder of their own (.data/dev, or DATA_DIR), and a compiler that watches
// the sources: what is saved is compiled, and the processes that load it are started anew.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from './build.mjs';
import { ensureInstalled, root } from './ensure-installed.mjs';

const USAGE = `npm run dev -- [--sql] [--inspect]
  --sql       every SQL statement, with parameters and milliseconds, in logs/postgres.log of the data folder
  --inspect   Node's debugger may attach: the API at 127.0.0.1:9229, the worker at 127.0.0.1:9230`;

const { sql, inspect } = readSwitches();

await ensureInstalled();
await build();

process.env.DATA_DIR ||= '.data/dev';
// Neither the database of a .env nor its queue is one to try things on. Variables that are set win over the file.
process.env.DATABASE_URL = process.env.DATABASE_URL_FILE = '';
process.env.REDIS_URL ??= '';
process.env.REDIS_URL_FILE ??= '';

const { watchSources } = await import('./watch-sources.mjs');
const { develop } = await import(
  pathToFileURL(join(root, 'dist', 'apps', 'local', 'src', 'development.js')).href
);
await develop({ logsSql: sql, debugs: inspect, watch: watchSources });

function readSwitches() {
  const off = { type: 'boolean', default: false };
  try {
    const { help, ...switches } = parseArgs({ options: { sql: off, inspect: off, help: off } }).values;
    if (!help) return switches;
    console.log(USAGE);
    process.exit(0);
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
}
