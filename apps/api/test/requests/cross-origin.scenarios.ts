import { candleBody } from '../support/bodies';
import { CANDLES } from '../support/hourly-candles';
import { sendRaw } from '../support/raw-request';
import { type RunningApi, startApi } from '../support/running-api';
import { tokenFor } from '../support/token';

const PAGE = 'https://app.example.com';
const OTHER_PAGE = 'http://localhost:5173';
const STRANGER = 'https://evil.example';

/** What browsers do by the Fetch standard (3.2, the CORS protocol). */
describe('requests of web pages', () => {
  describe('of configured origins', () => {
    let api: RunningApi;
    beforeAll(async () => {
      api = await startApi(() => ({ CORS_ORIGINS: `${PAGE},${OTHER_PAGE}` }));
    });
    afterAll(() => api.stop());

    const preflight = (origin: string, path = CANDLES) =>
      api.anonymous().options(path).set({
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      });

    it('are allowed by a preflight, which has no token', async () => {
      for (const origin of [PAGE, OTHER_PAGE]) {
        const { status, headers, text } = await preflight(origin);
        expect([status, text]).toEqual([204, '']);
        expect(headers).toMatchObject({
          'access-control-allow-origin': origin,
          vary: 'Accept-Encoding, Origin',
        });
        expect(headers['access-control-allow-methods'].split(', ')).toEqual(
          expect.arrayContaining(['GET', 'POST', 'PATCH', 'DELETE']),
        );
        expect(headers['access-control-allow-headers'].toLowerCase().split(', ')).toEqual(
          expect.arrayContaining([
            'authorization',
            'content-type',
            'idempotency-key',
            'if-match',
            'if-none-match',
            'last-event-id',
            'prefer',
          ]),
        );
        expect(Number(headers['access-control-max-age'])).toBeGreaterThan(0);
      }
    });

    it('have their answers shown to the page with the headers that clients need, errors too', async () => {
      const listed = await api.get(CANDLES).set('origin', PAGE);
      const refused = await api.post(CANDLES, {}).set('origin', PAGE);
      const anonymous = await api.anonymous().get(CANDLES).set('origin', PAGE);
      expect([listed.status, refused.status, anonymous.status]).toEqual([200, 422, 401]);
      for (const { headers } of [listed, refused, anonymous]) {
        expect(headers['access-control-allow-origin']).toBe(PAGE);
        expect(headers['access-control-expose-headers'].split(', ')).toEqual(
          expect.arrayContaining([
            'ETag',
            'Link',
            'Location',
            'RateLimit',
            'RateLimit-Policy',
            'Retry-After',
            'X-Request-Id',
          ]),
        );
        expect(headers.vary).toMatch(/\bOrigin\b/);
        // Browsers send neither cookies nor stored passwords for them.
        expect(headers).not.toHaveProperty('access-control-allow-credentials');
      }
    });

    it('may read streams', async () => {
      const { body } = await api.post(CANDLES, candleBody());
      const stream = new AbortController();
      const query = new URLSearchParams({
        exchange: body.exchange,
        symbol: body.symbol,
        interval: body.interval,
      });
      const answer = await fetch(`${api.url}/api/v1/streams/ohlcv?${query.toString()}`, {
        headers: { authorization: `Bearer ${tokenFor()}`, origin: PAGE },
        signal: stream.signal,
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('access-control-allow-origin')).toBe(PAGE);
      stream.abort();
    });

    it('are not allowed to pages of other origins', async () => {
      for (const origin of [STRANGER, 'null', `${PAGE}.evil.example`, 'http://app.example.com']) {
        const refused = await preflight(origin);
        expect([origin, refused.status]).toEqual([origin, 401]);
        const answer = await api.get(CANDLES).set('origin', origin);
        expect(answer.status).toBe(200);
        for (const { headers } of [refused, answer]) {
          expect(headers).not.toHaveProperty('access-control-allow-origin');
          expect(headers.vary).toMatch(/\bOrigin\b/);
        }
      }
    });

    it('still answer OPTIONS with what a path offers, where it is no preflight', async () => {
      const answer = await sendRaw(
        api.url,
        `OPTIONS ${CANDLES} HTTP/1.1\r\nHost: x\r\nOrigin: ${PAGE}\r\nAuthorization: Bearer ${tokenFor()}\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatchObject({ status: 204, headers: { allow: 'GET, HEAD, POST' } });
    });
  });

  it('are allowed to none where none is configured', async () => {
    const api = await startApi(() => ({ CORS_ORIGINS: '' }));
    const preflight = await api
      .anonymous()
      .options(CANDLES)
      .set({ origin: PAGE, 'access-control-request-method': 'GET' });
    const answer = await api.get(CANDLES).set('origin', PAGE);
    await api.stop();
    expect([preflight.status, answer.status]).toEqual([401, 200]);
    for (const { headers } of [preflight, answer])
      expect(headers).not.toHaveProperty('access-control-allow-origin');
  });
});
