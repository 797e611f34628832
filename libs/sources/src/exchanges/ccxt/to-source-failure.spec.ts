import ccxt from 'ccxt';
import { SourceFailure } from '../../source-failure';
import type { CcxtErrors } from './ccxt-client';
import { toSourceFailure } from './to-source-failure';

// Loading ccxt into Jest takes seconds on a busy machine.
jest.setTimeout(60_000);

const ERRORS = ccxt as unknown as CcxtErrors & Record<string, new (message: string) => Error>;

describe('toSourceFailure', () => {
  // ccxt's families as its manual draws them ("Error hierarchy").
  it.each([
    ['BadSymbol', 'unsupported'],
    ['BadRequest', 'unsupported'],
    ['NotSupported', 'unsupported'],
    ['ArgumentsRequired', 'unsupported'],
    ['RateLimitExceeded', 'rate limited'],
    ['DDoSProtection', 'rate limited'],
    ['NetworkError', 'unreachable'],
    ['RequestTimeout', 'unreachable'],
    ['ExchangeNotAvailable', 'unreachable'],
    ['OnMaintenance', 'unreachable'],
    ['PermissionDenied', 'unreachable'],
    ['RestrictedLocation', 'unreachable'],
    ['BadResponse', 'malformed'],
    ['NullResponse', 'malformed'],
    ['ExchangeError', 'malformed'],
  ])('calls a %s %s', (name, kind) => {
    const cause = new ERRORS[name]('binance said so');

    expect(toSourceFailure(cause, 'binance', ERRORS)).toMatchObject({
      kind,
      message: 'binance said so',
      cause,
    });
  });

  it('calls what ccxt fell over malformed, and names the exchange', () => {
    expect(toSourceFailure(new TypeError('x is undefined'), 'okx', ERRORS)).toMatchObject({
      kind: 'malformed',
      message: 'okx: x is undefined',
    });
  });

  it('does not repeat the password of a relay', () => {
    const failed = new ERRORS.NetworkError('okx GET http://me:hidden@relay:80/www.okx.com/x fetch failed');

    expect(toSourceFailure(failed, 'okx', ERRORS).message).toBe(
      'okx GET http://relay:80/www.okx.com/x fetch failed',
    );
  });

  it('cuts a page of HTML short, and leaves a failure of ours as it is', () => {
    const failure = new SourceFailure('malformed', 'no time');

    expect(toSourceFailure(new Error('x'.repeat(10_000)), 'okx', ERRORS).message.length).toBeLessThan(320);
    expect(toSourceFailure(failure, 'okx', ERRORS)).toBe(failure);
  });
});
