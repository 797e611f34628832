import { metricsIn } from './exposition';
import { resultLabels } from './result-labels';

const known = metricsIn(
  [
    `# HELP requests Time of requests
# TYPE requests histogram
requests_bucket{route="/a/{id}",status="200",le="+Inf"} 3
requests_sum{route="/a/{id}",status="200"} 0.1
requests_count{route="/a/{id}",status="200"} 3
# TYPE waiting gauge
waiting{job="backtest"} 1
# TYPE leader gauge
leader{exchange="sim"} 1 1700000000000
# TYPE fetches_total counter
`,
  ],
  [{ name: 'fetches_total', type: 'counter', labels: { host: [] } }],
);
const labelsOf = (expression: string) => [...(resultLabels(expression, known) ?? [])].sort();

describe('resultLabels', () => {
  it.each([
    ['up == 0', ['instance', 'job']],
    ['rate(requests_count{status=~"5.."}[5m])', ['instance', 'job', 'route', 'status']],
    ['sum by (route) (rate(requests_count[5m]))', ['route']],
    ['sum without (instance) (leader)', ['exchange', 'job']],
    ['topk(3, leader)', ['exchange', 'instance', 'job']],
    ['histogram_quantile(0.99, sum by (route, le) (rate(requests_bucket[5m])))', ['route']],
    ['leader * on (instance) group_left (route) requests_count', ['exchange', 'instance', 'job', 'route']],
    ['max(leader) or vector(0)', []],
    ['time() - max by (exchange) (leader) > 3 * 60', ['exchange']],
    ['sum by (host) (increase(fetches_total[1h]))', ['host']],
    ['max by (job) (label_replace(waiting, "job", "$1", "exported_job", "(.+)"))', ['job']],
    ['sum by (exchange) (leader) / on (exchange) max by (exchange) (leader) > 3', ['exchange']],
  ])('of %s are %j', (expression, labels) => {
    expect(labelsOf(expression)).toEqual(labels);
  });

  it.each([
    ['sum(rate(requests_count[5m])', 'syntax error'],
    ['rate(requests_count[5x])', 'syntax error'],
    ['requests_total', 'there is no metric requests_total'],
    ['requests_count{statuscode="500"}', 'requests_count has no label statuscode'],
    ['sum by (statuscode) (requests_count)', 'has no label statuscode'],
    ['sum by (route) (sum by (status) (requests_count))', 'has no label route, only status'],
    ['histogram_quantile(0.99, sum by (route) (rate(requests_bucket[5m])))', 'has no label le'],
    ['leader and on (route) requests_count', 'the left side has no label route'],
    ['sum(requests_count) / sum by (route) (requests_count)', 'only one side has the labels route'],
    ['leader * on (instance) group_left (state) requests_count', 'the right side has no label state'],
    ['{__name__="leader"}', 'a selector needs the name of a metric'],
  ])('refuses %s: %s', (expression, reason) => {
    expect(() => resultLabels(expression, known)).toThrow(reason);
  });
});
