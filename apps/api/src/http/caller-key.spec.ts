import { callerKey } from './caller-key';

const keyOf = (authorization: string, user: object) =>
  callerKey({ headersDistinct: { authorization: [authorization] }, user });

describe('callerKey', () => {
  it('is one for all tokens of a subject', () => {
    expect(keyOf('Bearer a.b.c', { sub: 'ada' })).toBe(keyOf('bearer  d.e.f', { sub: 'ada' }));
    expect(keyOf('Bearer a.b.c', { sub: 'ada' })).not.toBe(keyOf('Bearer a.b.c', { sub: 'grace' }));
    expect(keyOf('Bearer a.b.c', { sub: 42 })).toBe(keyOf('Bearer d.e.f', { sub: 42 }));
  });

  it.each([{}, { sub: '' }, { sub: null }, { sub: ['ada'] }])(
    'is that of the token with the claims %j',
    (claims) => {
      const key = keyOf('Bearer a.b.c', claims);
      // RFC 9110, 11.1: the scheme is case-insensitive, and one or more spaces follow it.
      for (const header of ['bearer a.b.c', 'BEARER   a.b.c', 'bEaReR  a.b.c'])
        expect(keyOf(header, claims)).toBe(key);
      expect(keyOf('Bearer a.x.c', claims)).not.toBe(key);
    },
  );

  it('is the same for both signatures that ECDSA has for one content', () => {
    expect(keyOf('Bearer a.b.c', {})).toBe(keyOf('Bearer a.b.d', {}));
  });

  it('does not mistake a subject for a token', () => {
    expect(keyOf('Bearer a.b.c', { sub: 'a.b' })).not.toBe(keyOf('Bearer a.b.c', {}));
  });
});
