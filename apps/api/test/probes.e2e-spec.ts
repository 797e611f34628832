import { Shutdown } from '#platform/shutdown/shutdown';
import { createEmptyDatabase, type TestDatabase } from '../../../test/test-database';
import { type RunningApi, startApi } from './support/running-api';

describe('probes', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  it.each([
    ['/health', 'ok'],
    ['/ready', 'ready'],
  ])('%s answers without a token', async (path, status) => {
    const answer = await api.anonymous().get(path);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ status });
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.headers['x-request-id']).toMatch(/^[\w.:-]+$/);
  });

  it('leaves out the body for HEAD', async () => {
    const answer = await api.anonymous().head('/health');
    expect(answer.status).toBe(200);
    expect(answer.text).toBeFalsy();
  });

  it('needs a token for any other method on the same paths', async () => {
    for (const path of ['/health', '/ready']) {
      expect((await api.anonymous().post(path)).status).toBe(401);
      const answer = await api.post(path);
      expect(answer.status).toBe(405);
      expect(answer.headers.allow).toBe('GET, HEAD');
    }
  });

  it('is not ready while it shuts down, and tells clients to come elsewhere', async () => {
    const leaving = await startApi();
    leaving.application.get(Shutdown).begin();
    const answer = await leaving.anonymous().get('/ready');
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({ status: 'unavailable', detail: 'The process is shutting down' });
    expect(answer.headers.connection).toBe('close');
    expect((await leaving.anonymous().get('/health')).body).toEqual({ status: 'ok' });
    await leaving.stop();
  });
});

describe('with migrations pending', () => {
  let empty: TestDatabase;
  let api: RunningApi;
  beforeAll(async () => {
    empty = await createEmptyDatabase();
    api = await startApi(() => ({ DATABASE_URL: empty.url }));
  });
  afterAll(async () => {
    await api.stop();
    await empty.drop();
  });

  it('lives, is not ready and says what to do', async () => {
    expect((await api.anonymous().get('/health')).status).toBe(200);
    const answer = await api.anonymous().get('/ready');
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    expect(answer.body.status).toBe('unavailable');
    expect(answer.body.detail).toMatch(/npm run migrate/);
  });
});
