import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import type { Route } from 'playwright-core';
import { waveOfCandles } from '../support/candles';
import { type ConsolePage, newConsole, openConsole } from '../support/console-page';
import { eventually } from '../support/eventually';
import { origin, token, tokenFor } from '../support/run';

const SERIES = '/api/v1/market-data/series';
const UPLOADS = '/api/v1/market-data/candlesticks/bulk';
const GAPS = '/api/v1/market-data/gaps';
const EVENTS = '/api/v1/events';
/** Longer than a stream waits by itself. */
const STREAM_WAIT_SECONDS = 5;
/** What one subject may send at a time, see docs/guide/bulk-uploads.md. */
const UPLOADS_AT_A_TIME = 2;

/** Opens the page of series while its list is answered like this. */
async function openWhile(
  answer: (route: Route) => Promise<void>,
  expected: number | 'away',
): Promise<ConsolePage> {
  const view = await newConsole();
  view.expectProblem(expected, SERIES);
  await view.page.route(`**${SERIES}?*`, answer);
  await view.open(`/console/series#token=${token}`);
  return view;
}

/** The words of the problem; `Try again` leads to the list when the service is well again. */
async function readAndRetry({ page, settled }: ConsolePage): Promise<string> {
  const alert = page.getByRole('alert');
  await alert.waitFor();
  const words = (await alert.textContent()) ?? '';
  await page.unrouteAll();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('row', { name: /SPX/ }).first().waitFor();
  await settled();
  expect(await alert.count()).toBe(0);
  return words;
}

/** An answer as the service gives it when it is not well, which one that is shared by all flows must not be. */
const refuse = (status: number, detail: string, headers: Record<string, string> = {}) => {
  return (route: Route) => route.fulfill({ status, headers, json: { detail, request_id: 'request-1' } });
};

/** An upload that does not end; resolves when the service has begun to read it. */
async function holdUpload(subject: string): Promise<ClientRequest> {
  const upload = request(`${origin}${UPLOADS}?exchange=example&symbol=ERRORS-HELD&interval=1h`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokenFor(subject)}`,
      'content-type': 'text/csv',
      // Answered with 100 as soon as the upload is accepted.
      expect: '100-continue',
    },
  }).on('error', () => undefined);
  upload.flushHeaders();
  await once(upload, 'continue');
  return upload;
}

const UNKNOWN = [
  ['backtests', 'backtest', /^\/api\/v1\/backtesting\/0\/report$/],
  ['sweeps', 'sweep', /\/sweep\/0$/],
  ['walk-forwards', 'walk-forward', /\/walk-forward\/0$/],
  ['portfolios', 'portfolio run', /\/portfolio\/0\/report$/],
] as const;

describe('an address without a run', () => {
  it.each(UNKNOWN)('of %s leads to the list', async (pages, what, path) => {
    const view = await newConsole();
    view.expectProblem(404, path);
    await view.open(`/console/${pages}/abc#token=${token}`);
    const { page } = view;
    await page.getByRole('heading', { name: `No ${what} has this number` }).waitFor();
    await page.getByRole('link', { name: 'See those that exist' }).click();
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
  });
});

describe('errors', () => {
  it('says that the service is away, and tries again', async () => {
    const view = await openWhile((route) => route.abort('connectionrefused'), 'away');
    expect(await readAndRetry(view)).toMatch(/cannot be reached/);
  });

  it('says that the service is not ready, with the number of the request for its log', async () => {
    const view = await openWhile(refuse(503, 'The database is out of reach', { 'retry-after': '1' }), 503);
    const words = await readAndRetry(view);
    expect(words).toContain('The database is out of reach');
    expect(words).toContain('request-1');
  });

  it('says how long to wait after too many requests', async () => {
    const view = await openWhile(refuse(429, 'Too many requests', { 'retry-after': '7' }), 429);
    expect(await readAndRetry(view)).toContain('Try again in 7 s');
  });

  it('waits with a stream for as long as the service says', async () => {
    const view = await newConsole();
    view.expectProblem(429, EVENTS);
    const requestedAt: number[] = [];
    const limited = refuse(429, 'Too many requests', { 'retry-after': String(STREAM_WAIT_SECONDS) });
    await view.page.route(`**${EVENTS}*`, (route) =>
      requestedAt.push(Date.now()) === 1 ? limited(route) : route.continue(),
    );
    await view.open(`/console/events#token=${token}`);
    await eventually(() => expect(requestedAt).toHaveLength(2));
    expect(requestedAt[1]! - requestedAt[0]!).toBeGreaterThanOrEqual(STREAM_WAIT_SECONDS * 1_000);
  });

  it('says what the service refuses while others of the same subject are served, and sends it again', async () => {
    const subject = 'flow-errors';
    const held = await Promise.all(Array.from({ length: UPLOADS_AT_A_TIME }, () => holdUpload(subject)));
    const view = await openConsole('/console/import', { token: tokenFor(subject) });
    view.expectProblem(429, UPLOADS);
    const { page } = view;
    const csv = Buffer.from(waveOfCandles({ count: 5 }));
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'candles.csv', mimeType: 'text/csv', buffer: csv });
    await page.getByLabel('Exchange').fill('example');
    await page.getByLabel('Symbol').fill('ERRORS-UPLOAD');
    await page.getByLabel('Interval').selectOption('1h');
    await page.getByRole('button', { name: 'Import' }).click();
    expect(await page.getByRole('alert').textContent()).toMatch(/Too many requests.*Try again in \d+ s/);

    for (const upload of held) upload.destroy();
    const stored = page.getByText('All 5 lines are stored');
    // The service notices their end a moment later.
    await eventually(async () => {
      if ((await stored.count()) === 0) await page.getByRole('button', { name: 'Import' }).click();
      await view.settled();
      expect(await stored.count()).toBe(1);
    });
  });

  it('says which field breaks which rule, beside the field', async () => {
    const view = await openConsole('/console/gaps?exchange=us&symbol=SPX&interval=1d');
    const { page } = view;
    await page.getByLabel('To', { exact: true }).fill('2010-01-01');
    await view.settled();
    view.expectProblem(422, GAPS);
    await page.getByLabel('From').fill('2020-01-01');
    const from = page.locator('input[aria-invalid=true]').first();
    await from.waitFor();
    const error = page.locator(
      `[id="${((await from.getAttribute('aria-describedby')) ?? '').split(' ').at(-1)}"]`,
    );
    expect(await error.textContent()).toMatch(/\S/);

    await page.getByLabel('From').fill('2005-01-03');
    await page.locator('input[aria-invalid=true]').waitFor({ state: 'detached' });
    await view.settled();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('says that a list is empty, and where to go on', async () => {
    const { page } = await openConsole('/console/quarantine?exchange=us&symbol=SPX&interval=1d');
    await page.getByText('No candle that fits is in quarantine').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'gaps' }).click();
    await page.getByRole('heading', { name: 'Gaps', level: 1 }).waitFor();
  });

  it('says that nothing has an address, and leads home', async () => {
    const { page } = await openConsole('/console/no-such-page');
    await page.getByRole('heading', { name: 'No page has this address' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'from home' }).click();
    await page.waitForURL('/');
  });
});
