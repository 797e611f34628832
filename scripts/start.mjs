// npm start: installs and builds when needed, then hands over to the launcher in this process.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { ensureInstalled, root } from './ensure-installed.mjs';

await ensureInstalled();
await build({ withConsole: true });
await import(pathToFileURL(join(root, 'dist', 'apps', 'local', 'src', 'main.js')).href);
