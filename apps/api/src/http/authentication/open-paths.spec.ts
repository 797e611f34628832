import { isOpen } from './open-paths';

describe('isOpen', () => {
  it.each([
    '/health',
    '/ready',
    '/docs',
    '/docs/',
    '/docs/swagger-ui.css',
    '/docs/a/b.js',
    '/openapi.json',
    '/asyncapi.json',
    '/health?verbose=1',
  ])('opens GET and HEAD %s', (url) => {
    expect(isOpen({ method: 'GET', url })).toBe(true);
    expect(isOpen({ method: 'HEAD', url })).toBe(true);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'get'])('does not open %s', (method) => {
    expect(isOpen({ method, url: '/health' })).toBe(false);
  });

  it.each([
    '/',
    '',
    '*',
    '//health',
    '/health/',
    '/HEALTH',
    '/healthz',
    '/health/../api/v1/backtesting',
    '/health;/api',
    '/health%2f',
    '/%68ealth',
    '/health#/api',
    'http://host/health',
    '/ready/x',
    '/docs/../api/v1/backtesting',
    '/docs/./x',
    '/docs/..',
    '/docs/...',
    '/docs//x',
    '/docs/%2e%2e/api',
    '/docs/..%2fapi',
    '/docs\\..\\api',
    '/docs/x\\..',
    '/docs/x;y',
    '/docsx',
    '/Docs/x',
    '/openapi.json/',
    '/openapi.yaml',
    '/metrics',
    '/api/v1/market-data/candlesticks?/health',
  ])('does not open %j', (url) => {
    expect(isOpen({ method: 'GET', url })).toBe(false);
  });
});
