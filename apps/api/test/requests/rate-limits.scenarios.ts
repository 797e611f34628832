import { expectError } from '../support/expect-error';
import { type RunningApi, startApi } from '../support/running-api';
import { tokenFor } from '../support/token';

const IDEAS = '/api/v1/strategy-ideas';

describe('rate limiting', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi(() => ({ RATE_LIMIT_PER_MINUTE: '3' }));
  });
  afterAll(async () => {
    await api.stop();
    delete process.env.RATE_LIMIT_PER_MINUTE;
  });

  it('is 429 with Retry-After beyond the limit, for that token alone, and never for the probes and the console', async () => {
    for (let request = 0; request < 3; request++) expect((await api.get(IDEAS)).status).toBe(200);
    const answer = await api.get(IDEAS);
    expectError(answer, 429, /More than 3 requests in a minute/);
    expect(answer.body.code).toBe('RATE_LIMIT_EXCEEDED');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
    const other = await api
      .anonymous()
      .get(IDEAS)
      .set('authorization', `Bearer ${tokenFor({ sub: 'another' })}`);
    expect(other.status).toBe(200);
    for (let request = 0; request < 5; request++)
      expect((await api.anonymous().get('/health')).status).toBe(200);
    // The console, whether it is built or not.
    for (const path of ['/', '/console', '/console/assets/x.js', '/console/runs', '/console']) {
      expect((await api.get(path)).status).not.toBe(429);
      expect((await api.anonymous().get(path)).status).not.toBe(429);
    }
    expect((await api.get(IDEAS)).status).toBe(429);
  });

  it('counts the token or its subject, not the spelling of the header', async () => {
    const spellings = ['Bearer ', 'bearer ', 'BEARER  ', 'bEaReR   '];
    const request = async (authorization: string) =>
      (await api.anonymous().get(IDEAS).set({ authorization })).status;
    for (const claims of [{}, { sub: 'many spellings' }]) {
      const token = tokenFor(claims);
      const statuses: number[] = [];
      for (const scheme of spellings) statuses.push(await request(scheme + token));
      expect(statuses).toEqual([200, 200, 200, 429]);
    }
    const tokens = [1, 2, 3, 4].map((serial) => tokenFor({ sub: 'many tokens', serial }));
    const statuses: number[] = [];
    for (const token of tokens) statuses.push(await request(`Bearer ${token}`));
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});
