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
    '/',
    '/?theme=dark',
    '/console',
    '/console/',
    '/console/runs',
    '/console/runs/walk-forward/7?symbol=BTC%2FUSDT&next=../api',
    '/console/assets/index-C8Sovzau.js',
    '/console/assets/_shared-B-x_1.css',
    '/health?verbose=1',
  ])('opens GET and HEAD %s', (url) => {
    expect(isOpen({ method: 'GET', url })).toBe(true);
    expect(isOpen({ method: 'HEAD', url })).toBe(true);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'get'])('does not open %s', (method) => {
    for (const url of ['/health', '/', '/console', '/console/assets/index-C8Sovzau.js']) {
      expect(isOpen({ method, url })).toBe(false);
    }
  });

  it.each([
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
    '//',
    '/.',
    '/..',
    '/index.html',
    '/assets/x.js',
    '//console',
    '/Console',
    '/consoles',
    '/console.js',
    '/console/../api/v1/backtesting',
    '/console/./runs',
    '/console/..',
    '/console/.../x',
    '/console//runs',
    '/console/%2e%2e/metrics',
    '/console/..%2fmetrics',
    '/console/.%2e/metrics',
    '/console/BTC%2FUSDT',
    '/console%2fassets/x.js',
    '/console\\..\\metrics',
    '/console/assets\\..\\x',
    '/console/assets/../../x',
    '/console/assets/..%5cx',
    '/console/..;/metrics',
    '/console;/metrics',
    '/console#/metrics',
    '/console/x\u0000.js',
    'http://host/console',
    'https://host/',
    '/metrics',
    '/api/v1/market-data/candlesticks?/health',
  ])('does not open %j', (url) => {
    expect(isOpen({ method: 'GET', url })).toBe(false);
  });
});
