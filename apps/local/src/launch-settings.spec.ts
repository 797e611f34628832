import { reachableHost } from './launch-settings';

describe('reachableHost', () => {
  it.each([
    ['0.0.0.0', '127.0.0.1'],
    ['::', '127.0.0.1'],
    ['192.0.2.7', '192.0.2.7'],
    ['::1', '[::1]'], // brackets: RFC 3986, section 3.2.2
    ['localhost', 'localhost'],
  ])('reaches a server on %s at %s', (host, reachable) => {
    expect(reachableHost(host)).toBe(reachable);
  });
});
