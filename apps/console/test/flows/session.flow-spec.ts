import { eventually } from '../support/eventually';
import { newConsole, openConsole } from '../support/console-page';
import { origin, token, tokenFor } from '../support/run';

const EVENTS = '/api/v1/events';
const NEEDED = { name: 'Token needed', level: 1 } as const;

describe('the session', () => {
  it('requires a token, and begins with the token that is pasted, on the page that was wanted', async () => {
    const { page, settled } = await openConsole('/console/series', { token: null });
    await page.getByRole('heading', NEEDED).waitFor();
    await page.getByLabel('Token (JWT)').fill(`  ${token}\n`);
    await page.getByRole('button', { name: 'Use this token' }).click();
    await page.getByRole('heading', { name: 'Series', level: 1 }).waitFor();
    await settled();
    expect(page.url()).toBe(`${origin}/console/series`);
  });

  it('begins with the token of the fragment, which leaves the address before anything is requested', async () => {
    const { page, settled } = await newConsole();
    await page.addInitScript(() => {
      const addresses: string[] = [];
      const send = window.fetch.bind(window);
      window.fetch = (...parameters) => {
        addresses.push(location.href);
        return send(...parameters);
      };
      Object.assign(window, { addresses });
    });
    await page.goto(`/console/series#token=${token}`);
    await settled();
    const addresses = await page.evaluate(() => (window as unknown as { addresses: string[] }).addresses);
    expect(new Set(addresses)).toEqual(new Set([`${origin}/console/series`]));
    expect(page.url()).toBe(`${origin}/console/series`);
    // Nor does Back lead to it.
    expect(await page.evaluate(() => history.length)).toBe(2);
  });

  it('begins with the token of a link that is opened in a tab of the console', async () => {
    const { page, settled } = await openConsole('/console/series', { token: null });
    await page.goto(`/console/series#token=${token}`);
    await page.getByRole('heading', { name: 'Series', level: 1 }).waitFor();
    await settled();
    expect(page.url()).toBe(`${origin}/console/series`);
  });

  it('says what a token is where the pasted text is none', async () => {
    const { page } = await openConsole('/console/series', { token: null });
    await page.getByLabel('Token (JWT)').fill('eyJ…');
    await page.getByRole('button', { name: 'Use this token' }).click();
    expect(await page.getByRole('alert').textContent()).toMatch(/no token.*letters, digits/);
  });

  it('ends when the token of an open live chart expires', async () => {
    const { page } = await openConsole('/console/candles?exchange=sim&symbol=SIM-A%2FUSDT&interval=1m', {
      token: tokenFor('flow-session', { secondsLeft: 7 }),
    });
    await page.getByRole('heading', NEEDED).waitFor();
    expect(await page.getByRole('alert').textContent()).toMatch(/expired/i);
  });

  it('is kept in the storage of the tab alone', async () => {
    const { page } = await openConsole('/');
    const where = await page.evaluate((secret) => {
      const has = (storage: Storage) =>
        Object.values(storage).some((value) => String(value).includes(secret));
      return { tab: has(sessionStorage), browser: has(localStorage), cookies: document.cookie };
    }, token);
    expect(where).toEqual({ tab: true, browser: false, cookies: '' });
    expect(await page.context().cookies()).toEqual([]);
    const databases = await page.evaluate(async () => (await indexedDB.databases()).length);
    expect(databases).toBe(0);

    const another = await page.context().newPage();
    await another.goto('/');
    await another.getByRole('heading', NEEDED).waitFor();
  });

  it('reaches live candles as a subprotocol, and events in the header of a fetch', async () => {
    const view = await newConsole();
    const { page } = view;
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    const socket = new Promise<Readonly<Record<string, string>>>((resolve) => {
      network.on('Network.webSocketWillSendHandshakeRequest', ({ request }) => resolve(request.headers));
    });
    await view.open(`/#token=${token}`);
    expect((await socket)['Sec-WebSocket-Protocol']).toBe(`bearer, ${token}`);

    const stream = page.waitForRequest((request) => new URL(request.url()).pathname === EVENTS);
    await view.open('/console/events');
    const events = await stream;
    expect(events.resourceType()).toBe('fetch');
    expect(await events.headerValue('authorization')).toBe(`Bearer ${token}`);
    await page.getByText('live', { exact: true }).waitFor();
  });

  it('shows when it expires', async () => {
    const { page } = await openConsole('/', { token: tokenFor('flow-session', { secondsLeft: 45 * 60 }) });
    await page.getByText(/^Token expires in 4[45] min/).waitFor();
  });

  it('ends when the service refuses its token, says why, and goes on with another', async () => {
    const view = await newConsole();
    view.expectProblem(401, /^\/api\/v1\//);
    await view.open(`/console/series#token=${tokenFor('flow-session', { secondsLeft: -60 })}`);
    await view.page.getByRole('heading', NEEDED).waitFor();
    expect(await view.page.getByRole('alert').textContent()).toMatch(/expired/i);
    expect(await view.page.evaluate(() => sessionStorage.length)).toBe(0);

    await view.page.getByLabel('Token (JWT)').fill(token);
    await view.page.getByRole('button', { name: 'Use this token' }).click();
    await view.page.getByRole('heading', { name: 'Series', level: 1 }).waitFor();
    await view.settled();
    await eventually(async () => expect(await view.page.getByRole('row').count()).toBeGreaterThan(1));
  });
});
