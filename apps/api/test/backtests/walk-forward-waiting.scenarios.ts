import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { Shutdown } from '#platform/shutdown/shutdown';
import { ParameterSearchService } from '../../src/backtesting/parameter-search.service';
import { backtestBody } from '../support/bodies';
import { type RunningApi, startApi } from '../support/running-api';
import { failSearch, lastSearchId, nextSearchId, postWalkForward, WALK_FORWARD } from '../support/searches';
import { tokenFor } from '../support/token';
import { onThisMachine } from '../../../../test/on-this-machine';

describe('a request that waits for its walk-forward run', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  it('waits as long as requested, and answers running then', async () => {
    const startedAt = performance.now();
    const answer = await postWalkForward(api, {}, 'wait=1');
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(990);
    expect(answer.body.status).toBe('running');
  });

  it('answers as soon as the run is over', async () => {
    const previous = await lastSearchId(api);
    const startedAt = performance.now();
    const [answer] = await Promise.all([
      postWalkForward(api, {}, 'wait=20'),
      nextSearchId(api, previous).then((id) => failSearch(api, id, 'too little data')),
    ]);
    expect(performance.now() - startedAt).toBeLessThan(onThisMachine(10_000));
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 'failed', detail: 'too little data' });
  });

  it.each([
    ['wait=61', 'wait=60'],
    ['wait=999999999999', 'wait=60'],
    ['respond-async, wait=7', 'wait=7'],
    ['wait=-1', undefined],
    ['wait=soon', undefined],
    ['wait="7"', 'wait=7'],
    ['handling=lenient, Wait = 8; x=y', 'wait=8'],
    // Neither of these waits is a preference: one is text, one a parameter of another (RFC 7240, 2).
    ['note="a, wait=5", wait=6, wait=9', 'wait=6'],
    ['return=minimal; wait=5', undefined],
  ])('takes Prefer: %s for %s', async (prefer, applied) => {
    const previous = await lastSearchId(api);
    const [answer] = await Promise.all([
      postWalkForward(api, {}, prefer),
      nextSearchId(api, previous).then((id) => failSearch(api, id, 'enough')),
    ]);
    expect(answer.headers['preference-applied']).toBe(applied);
  });

  it('drops a request whose client disconnected', async () => {
    const service = api.application.get(ParameterSearchService);
    const waitFor = service.waitFor.bind(service);
    const closed = new Promise((resolve) => {
      jest.spyOn(service, 'waitFor').mockImplementationOnce(async (...request) => {
        const answer = await waitFor(...request);
        resolve(answer);
        return answer;
      });
    });
    const previous = await lastSearchId(api);
    const { hostname, port } = new URL(api.url);
    const request = httpRequest({
      hostname,
      port,
      path: WALK_FORWARD,
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokenFor()}`,
        'content-type': 'application/json',
        prefer: 'wait=60',
      },
    });
    request.on('error', () => undefined);
    request.end(JSON.stringify(backtestBody()));
    await nextSearchId(api, previous);
    request.destroy();
    // Ends long before the minute that was requested, or this test takes too long.
    expect(await closed).toMatchObject({ status: 'pending' });
  });

  it('answers running at once when the process stops', async () => {
    const stopping = await startApi();
    try {
      const waiting = stopping.post(WALK_FORWARD, backtestBody()).set('prefer', 'wait=60').then();
      await once(stopping.application.getHttpServer(), 'request');
      const startedAt = performance.now();
      stopping.application.get(Shutdown).begin();
      const answers = [
        await waiting,
        await stopping.post(WALK_FORWARD, backtestBody()).set('prefer', 'wait=60'),
      ];
      expect(performance.now() - startedAt).toBeLessThan(onThisMachine(5_000));
      for (const { status, body } of answers) {
        expect(status).toBe(200);
        expect(body).toMatchObject({ id: expect.any(Number), status: 'running' });
      }
    } finally {
      await stopping.stop();
    }
  });
});
