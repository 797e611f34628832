import { mayOpenWebSocket } from './origins';

const SETTINGS = { corsOrigins: ['https://app.example.com'], publicUrl: 'https://data.example.com/market' };

/** RFC 6455, 4.2.2 and 10.2: a server that is not for every page checks the Origin of the handshake. */
describe('mayOpenWebSocket', () => {
  const allows = (origin: string | undefined, host = 'internal:8003', settings = SETTINGS) =>
    mayOpenWebSocket({ headers: { host, ...(origin !== undefined && { origin }) } }, settings);

  it.each([
    ['what is no browser', undefined],
    ['a page of a configured origin', 'https://app.example.com'],
    ['a page of the public address', 'https://data.example.com'],
    ['a page of the address that was connected to', 'http://internal:8003'],
  ])('allows %s', (_, origin) => {
    expect(allows(origin)).toBe(true);
  });

  it.each([
    'https://evil.example',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://app.example.com.evil.example',
    'https://data.example.com.evil.example',
    'http://internal:8004',
    'null',
    '',
    'file://',
    'not an origin',
  ])('refuses a page of "%s"', (origin) => {
    expect(allows(origin)).toBe(false);
  });

  it('knows the port that a host leaves out', () => {
    expect(allows('https://data.example.org', 'data.example.org:443')).toBe(true);
    expect(allows('https://DATA.example.org', 'data.Example.org')).toBe(true);
    expect(allows('https://data.example.org', 'not a host')).toBe(false);
  });
});
