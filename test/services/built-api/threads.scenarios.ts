import { sign } from 'jsonwebtoken';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JWT_SECRET } from '../../../apps/worker/test/support/api-client';
import type { JobStage } from '../../../apps/worker/test/support/job-stage';
import { sharedStage } from '../../../apps/worker/test/support/shared-stage';

const SPX = { symbol: 'SPX', exchange: 'us', interval: '1d' };

/** A built API whose worker threads are unavailable, as long as what it loads before anything else throws in them. */
describe('an API without threads', () => {
  let stage: JobStage;
  let directory: string;
  let preload: string;
  let url: string;
  beforeAll(async () => {
    stage = await sharedStage();
    directory = await mkdtemp(join(tmpdir(), 'threads-'));
    preload = join(directory, 'no-threads.cjs');
    await writeFile(
      preload,
      `if (!require('node:worker_threads').isMainThread) throw new Error('no thread');`,
    );
    const api = await stage.startAnotherApi({ NODE_OPTIONS: `--require=${preload}` });
    [, url] = await api.printed(/"url":"([^"]+)"/);
  });
  afterAll(async () => {
    await rm(directory, { recursive: true });
  });

  async function statusOf(method: string, path: string, body?: object) {
    const { status, headers } = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${sign({}, JWT_SECRET)}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });
    return { status, retryAfter: headers.get('retry-after') };
  }
  const regime = () => statusOf('POST', '/api/v1/analysis/regime', { ...SPX, lookback_days: 1_000 });
  const history = () => statusOf('GET', `/api/v1/features/history?${new URLSearchParams(SPX).toString()}`);

  it('answers 503 to what needs one, lives on, and goes on once they start', async () => {
    const refused = { status: 503, retryAfter: '5' };
    expect(await Promise.all([regime(), regime(), history(), history()])).toEqual(Array(4).fill(refused));
    await writeFile(preload, '');
    const statuses = (await Promise.all([regime(), history()])).map(({ status }) => status);
    expect(statuses).toEqual([200, 200]);
  });
});
