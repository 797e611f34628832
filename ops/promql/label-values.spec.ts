import { requireValues, valuesIn, valuesOfRecord } from './label-values';

const known = valuesIn(
  ['# TYPE kinds gauge\nkinds{kind="major"} 1\nwaiting{queue="backtest"} 1\nleader{exchange="sim"} 1\n'],
  [
    {
      name: 'requests',
      type: 'histogram',
      labels: { method: ['GET', 'POST'], status: 'codes', route: 'paths of the API' },
    },
    { name: 'waiting', type: 'gauge', labels: { queue: ['backtest', 'sweep'] } },
    { name: 'leader', type: 'gauge', labels: { exchange: 'those that are configured' } },
    { name: 'runs', type: 'counter', labels: { job: ['backtest'] } },
  ],
  ['/health', '/ready', '/metrics', '/api/v1/candles/bulk'],
);

describe('requireValues', () => {
  it.each([
    'sum(rate(requests_count{status=~"5..",route!~"/(health|ready|metrics)"}[5m]))',
    'requests_bucket{method!="POST",route!~".*/(bulk)"}',
    'waiting{queue="sweep"}',
    'up{job=~"candelabra-(api|worker)"} == 0',
    'leader{exchange="whichever"}',
    'leader{exchange=~"$exchange"}',
    'waiting{queue=~"$queue"}',
    'waiting{queue!=""}',
    'runs{job="backtest"} + runs{exported_job="backtest"} + runs{job="candelabra-worker"}',
    'kinds{kind="major"}',
  ])('accepts %s', (expression) => {
    expect(() => requireValues(expression, known)).not.toThrow();
  });

  it.each([
    ['rate(requests_count{status=~"5xx"}[5m])', 'status of requests_count is never 5xx'],
    ['requests_count{status="600"}', 'status of requests_count is never 600'],
    ['requests_sum{route!~"/(health|raedy)"}', 'route of requests_sum is never /raedy'],
    ['requests_count{method!="FETCH"}', 'method of requests_count is never FETCH'],
    ['sum(waiting{queue=~"sweep|backtests"})', 'queue of waiting is never backtests'],
    ['up{job=~"candelabra-(api|workers)"} == 0', 'job of up is never candelabra-workers'],
    ['absent(up{job="candelabra"} == 1)', 'job of up is never candelabra'],
    ['runs{job="sweep"}', 'job of runs is never sweep'],
    ['kinds{kind="minor"}', 'kind of kinds is never minor'],
  ])('refuses %s: %s', (expression, reason) => {
    expect(() => requireValues(expression, known)).toThrow(reason);
  });

  it('knows those of what a rule records', () => {
    const record = valuesOfRecord('sum by (queue) (waiting) or max by (queue) (runs)', known);
    const more = new Map([...known, ['queue:waiting:sum', record]]);
    expect(() => requireValues('queue:waiting:sum{queue="sweep"}', more)).not.toThrow();
    expect(() => requireValues('queue:waiting:sum{queue="swep"}', more)).toThrow('is never swep');
  });
});
