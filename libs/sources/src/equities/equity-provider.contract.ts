import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatDate } from '#engine/market/parse-time';
import { FakeEquityServer } from '../../../../test/fake-equities/fake-equity-server';
import { patiently } from '../patiently';
import { SourceFailure } from '../source-failure';
import { appleMarket, describeEquitySource } from './equity-source.contract';
import { type EquitySettings, openEquitySource } from './open-equity-source';

const { signal } = new AbortController();
const RANGE = { from: '2014-01-01', to: '2023-12-31' };

/** What providers that are requested over HTTP owe besides; `secrets` are those of the settings. */
export function describeEquityProvider(
  provider: FakeEquityServer['provider'],
  { exact, secrets }: { exact: boolean; secrets: readonly string[] },
): void {
  describeEquitySource(provider, {
    exact,
    open: async (market) => {
      const server = await FakeEquityServer.start(provider, market);
      return { source: openEquitySource(server.settings), stop: () => server.stop() };
    },
  });

  describe(`${provider} over HTTP`, () => {
    let server: FakeEquityServer;
    beforeEach(async () => {
      server = await FakeEquityServer.start(provider, appleMarket());
    });
    afterEach(() => server.stop());

    const fetch = (changes: Partial<EquitySettings> = {}) =>
      openEquitySource({ ...server.settings, ...changes } as EquitySettings).fetchDaily(
        'AAPL',
        RANGE,
        signal,
      );
    const failureOf = async (requested: Promise<unknown>): Promise<SourceFailure> => {
      const failure: unknown = await requested.then(
        () => undefined,
        (error: unknown) => error,
      );
      if (failure instanceof SourceFailure) return failure;
      throw new Error('it did not fail as sources do', { cause: failure });
    };

    it('is rate limited for as long as the provider says', async () => {
      server.answerNext('too many requests');
      const failure = await failureOf(fetch());

      expect(failure).toMatchObject({ kind: 'rate limited', message: expect.stringContaining('429') });
      expect(failure.retryAfterMilliseconds).toBeGreaterThan(900);
      expect(failure.retryAfterMilliseconds).toBeLessThanOrEqual(3_000);
    });

    it('is outlasted with patience', async () => {
      server.answerNext({ status: 503, headers: { 'Retry-After': '0' }, body: '' }, 2);
      const { candles } = await patiently(() => fetch(), { signal, firstPauseMilliseconds: 1 });

      expect(candles).toHaveLength(7);
    });

    it.each([
      [
        'html',
        'malformed',
        `${provider}: what it answered is no JSON: <!DOCTYPE html> <html><title>Checking`,
      ],
      ['error', 'unreachable', `${provider}: it answered 503: upstream connect error`],
      ['cut', 'unreachable', `${provider}: the connection failed: ECONNRESET`],
    ] as const)('says what went wrong when it gets %s', async (wrong, kind, message) => {
      server.answerNext(wrong);

      await expect(fetch()).rejects.toMatchObject({ kind, message: expect.stringContaining(message) });
    });

    it.each([
      ['nothing', ''],
      ['other JSON', '{"answer": 42}'],
      ['a list of numbers', '[1, 2]'],
      ['null', 'null'],
      ['half of it', '{"chart":{"result":[{"meta"'],
      ['too much', ' '.repeat(9 * 2 ** 20)],
    ])('finds %s malformed', async (_, body) => {
      server.answerNext({ body });

      await expect(fetch()).rejects.toMatchObject({
        kind: 'malformed',
        message: expect.stringMatching(new RegExp(`^${provider}: `)),
      });
    });

    it('is unreachable where it hangs, and where nobody listens', async () => {
      server.answerNext('hang');
      await expect(fetch({ timeoutMilliseconds: 100 })).rejects.toMatchObject({
        kind: 'unreachable',
        message: `${provider}: no answer within 0.1 s`,
      });
      await expect(fetch({ endpoint: 'http://127.0.0.1:1' })).rejects.toMatchObject({
        kind: 'unreachable',
        message: `${provider}: the connection failed: ECONNREFUSED`,
      });
    });

    it("ends with the caller's signal, in the middle of a request", async () => {
      const stop = new AbortController();
      server.answerNext('hang');
      const requested = openEquitySource(server.settings).fetchDaily('AAPL', RANGE, stop.signal);
      setImmediate(() => stop.abort(new Error('no longer wanted')));

      await expect(requested).rejects.toThrow('no longer wanted');
    });

    it('follows no redirect, which would carry its keys elsewhere', async () => {
      const elsewhere = createServer((_, response) => response.end('[]')).listen(0, '127.0.0.1');
      const requested = jest.fn();
      elsewhere.on('request', requested);
      await once(elsewhere, 'listening');
      const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
      server.answerNext({ status: 302, headers: { Location: location }, body: '' });

      await expect(fetch()).rejects.toMatchObject({
        kind: 'unreachable',
        message: `${provider}: it answered 302, a redirect, which is not followed`,
      });
      expect(requested).not.toHaveBeenCalled();
      elsewhere.close();
    });

    it.each([400, 401, 403, 404, 422, 429, 500])(
      'repeats no key, not even one that an answer of %d shows',
      async (status) => {
        server.answerNext({ status, body: `who are you, ${secrets.join(' ')}?` });
        const failure = await failureOf(fetch());

        expect(failure.message).toContain('who are you');
        for (const secret of secrets) expect(failure.message).not.toContain(secret);
        // Where the quotation ends in the middle of one.
        for (const secret of secrets) {
          server.answerNext({ status, body: `${'x'.repeat(110)}${secret}` });
          expect((await failureOf(fetch())).message).not.toContain(secret.slice(0, 5));
        }
        expect(server.requests.join()).not.toMatch(/secret|token-of/);
      },
    );

    it('leaves out the session that is still running, until half an hour after its close', async () => {
      const last = async (time: string) => {
        server.market.now = Date.parse(time);
        const { candles } = await fetch();
        return formatDate(candles.at(-1)!.openTime);
      };

      // The session of 28 August 2020 closed at 20:00 UTC.
      expect(await last('2020-08-28T15:00:00Z')).toBe('2020-08-07');
      expect(await last('2020-08-28T19:59:59Z')).toBe('2020-08-07');
      expect(await last('2020-08-28T22:00:00Z')).toBe('2020-08-28');
      expect(await last('2020-08-30T12:00:00Z')).toBe('2020-08-28');
      expect(await last('2020-08-31T19:00:00Z')).toBe('2020-08-28');
    });
  });
}
