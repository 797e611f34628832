import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { within } from '../frame/measurement.mjs';
import { atMost, kilobytes } from './goals.mjs';
import { openTab } from './tab.mjs';

const LOADS = 9;
const assets = join(import.meta.dirname, '..', '..', 'dist', 'apps', 'console', 'static', 'assets');

export const title = 'First load, and home with cached files';

export async function* measure({ origin, token }) {
  const bytes = readdirSync(assets).map((file) => statSync(join(assets, file)).size);
  yield {
    what: 'all files of all pages, not compressed',
    ours: bytes.reduce((a, b) => a + b),
    format: kilobytes,
  };
  const tab = await openTab({ origin, token });
  try {
    yield await firstLoad(tab);
    const times = [];
    for (let load = 0; load < LOADS; load++) times.push((await tab.load('/')).readyAt);
    times.sort((a, b) => a - b);
    yield { what: `home interactive, median of ${LOADS}`, ours: times[(LOADS - 1) / 2], goal: within(1_000) };
    yield { what: `home interactive, longest of ${LOADS}`, ours: times.at(-1) };
  } finally {
    await tab.close();
  }
}

/** What `/` transfers of documents, scripts, styles, pictures and fonts, compressed, without the answers of the API. */
async function firstLoad({ firstRequests }) {
  const isFile = (request) => !['fetch', 'xhr', 'websocket'].includes(request.resourceType());
  const sizes = await Promise.all(firstRequests.filter(isFile).map((request) => request.sizes()));
  const ours = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  return {
    what: `first load, ${sizes.length} files, compressed`,
    ours,
    goal: atMost(200_000, '200 kB'),
    format: kilobytes,
  };
}
