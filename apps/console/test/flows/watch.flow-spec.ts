import type { BrowserContext } from 'playwright-core';
import { eventually } from '../support/eventually';
import { PageWatch } from '../support/page-watch';
import { connectBrowser, origin, token } from '../support/run';

/** What a page must not do, and how the watch names it. Each page comes from the service's own address, with the policy of the console. */
const OFFENCES: readonly (readonly [string, string, RegExp])[] = [
  ['an error on the console', `console.error('lost')`, /^console error: lost /],
  ['a warning on the console', `console.warn('deprecated')`, /^console warning: deprecated /],
  ['an uncaught error', `setTimeout(() => { throw new Error('broken'); })`, /^uncaught: Error: broken/],
  ['an uncaught rejection', `void Promise.reject(new Error('broken'))`, /^uncaught: Error: broken/],
  ['an answer of 404', `await fetch('/health/absent')`, /^404: GET .*\/health\/absent$/],
  [
    'no answer',
    `await fetch('/api/v1/away').catch(() => undefined)`,
    /^net::ERR_CONNECTION_REFUSED: GET .*\/api\/v1\/away$/,
  ],
  [
    'a request to another host',
    `await fetch('http://127.0.0.1:9/').catch(() => undefined)`,
    /^another host: GET http:\/\/127\.0\.0\.1:9\/$/,
  ],
  ['a token in an address', `await fetch('/health?token=${token}')`, /^a token in an address: GET /],
  [
    'a script in the page',
    `document.body.setAttribute('onclick', 'x()')`,
    /^content security policy: script-src/,
  ],
  [
    'a socket to another host',
    `new WebSocket('ws://127.0.0.1:9/')`,
    /^another host: WebSocket ws:\/\/127\.0\.0\.1:9\/$/,
  ],
];
/** The policy of the console, but for connections, which the watch must judge by itself. */
const POLICY = "default-src 'self'; script-src 'self' 'nonce-probe'; img-src data:; connect-src *";

describe('the watch of every flow', () => {
  let context: BrowserContext;
  let watch: PageWatch;

  beforeEach(async () => {
    context = await (await connectBrowser()).newContext({ baseURL: origin });
    watch = new PageWatch(origin, token);
    await watch.follow(context);
  });
  afterEach(() => context.close());

  async function run(script: string): Promise<void> {
    const page = await context.newPage();
    await page.route('**/api/v1/away', (route) => route.abort('connectionrefused'));
    await page.route('**/health/absent', (route) => route.fulfill({ status: 404, body: '' }));
    await page.route('**/probe', (route) =>
      route.fulfill({
        contentType: 'text/html',
        headers: { 'content-security-policy': POLICY },
        body: `<html lang="en"><link rel="icon" href="data:,"><h1>Probe</h1><script type="module" nonce="probe">${script}; document.body.dataset.done = 'yes'</script>`,
      }),
    );
    await page.goto('/probe');
    await page.locator('body[data-done]').waitFor({ state: 'attached' });
  }

  it.each(OFFENCES)('notices %s', async (_what, script, words) => {
    await run(script);
    await eventually(() => expect(watch.problems).toContainEqual(expect.stringMatching(words)));
  });

  it('has nothing against a page that keeps the rules, nor against a request that it gave up', async () => {
    await run(`
      console.info('drawn');
      const stop = new AbortController();
      const answer = fetch('/health', { signal: stop.signal }).catch(() => undefined);
      stop.abort();
      await answer;
      await fetch('/health')`);
    expect(watch.problems).toEqual([]);
    await eventually(() => expect(watch.waiting).toEqual([]));
  });

  it('allows what was announced, and wants it to come', async () => {
    watch.expect(404, '/health/absent');
    watch.expect('away', /away$/);
    expect(watch.problems).toEqual([
      'expected, but did not come: 404 of /health/absent',
      'expected, but did not come: away of /away$/',
    ]);
    await run(`await fetch('/health/absent'); await fetch('/api/v1/away').catch(() => undefined)`);
    await eventually(() => expect(watch.problems).toEqual([]));
  });
});
