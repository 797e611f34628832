import { type RunningApi, startApi } from '../support/running-api';

describe('the OpenAPI document', () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  it('is shown by Swagger UI without a token', async () => {
    const page = await api.anonymous().get('/docs');
    expect(page.status).toBe(200);
    expect(page.text).toContain('<title>Candelabra</title>');
    for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-init.js']) {
      expect((await api.anonymous().get(`/docs/${file}`)).status).toBe(200);
    }
  });

  it('lets Swagger UI run scripts of its own origin alone, in no frame, and keep no token', async () => {
    for (const path of ['/docs', '/docs/', '/docs/swagger-ui-init.js']) {
      const { headers } = await api.anonymous().get(path);
      const policy = headers['content-security-policy'].split('; ');
      expect(policy).toEqual(expect.arrayContaining(["script-src 'self'", "frame-ancestors 'none'"]));
      expect(headers['x-frame-options']).toBe('DENY');
    }
    const { text } = await api.anonymous().get('/docs');
    for (const [, attributes, content] of text.matchAll(/<script([^>]*)>([^<]*)/g)) {
      expect([attributes, content.trim()]).toEqual([expect.stringMatching(/ src="/), '']);
    }
    expect(text).not.toMatch(/ on\w+=/);
    expect((await api.anonymous().get('/docs/swagger-ui-init.js')).text).not.toContain(
      'persistAuthorization',
    );
  });
});
