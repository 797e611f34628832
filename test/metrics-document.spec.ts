import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { makeGaugeProvider } from '@willsoto/nestjs-prometheus';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declaredMetrics } from '#platform/metrics/declared-metrics';
import { metricsDocument } from '#platform/metrics/metrics-document';
import { ApiModule } from '../apps/api/src/api.module';
import { WorkerModule } from '../apps/worker/src/worker.module';

const byProcess = { API: declaredMetrics(ApiModule), worker: declaredMetrics(WorkerModule) };

describe('docs/metrics.md', () => {
  it('is what the declarations say: `npm run docs:metrics` writes it', () => {
    const text = readFileSync(join(__dirname, '..', 'docs', 'metrics.md'), 'utf8');
    expect(text).toBe(metricsDocument(byProcess));
  });

  it('has the metrics of both processes', () => {
    const names = (process: keyof typeof byProcess) => byProcess[process].map(({ name }) => name);
    expect(names('API')).toEqual(
      expect.arrayContaining(['http_request_duration_seconds', 'build_info', 'jwks_keys']),
    );
    expect(names('worker')).toEqual(
      expect.arrayContaining(['job_duration_seconds', 'build_info', 'maintenance_failures_total']),
    );
    expect(names('worker')).not.toContain('jwks_keys');
  });

  it('cannot be written where nothing bounds a label', () => {
    const labels = { symbol: '' };
    const metric = {
      name: 'unbounded',
      help: 'Of a symbol',
      type: 'gauge',
      labels,
      of: 'process',
      buckets: [],
    } as const;
    expect(() => metricsDocument({ API: [metric] })).toThrow(
      'unbounded: nothing bounds the values of the label symbol',
    );
  });

  it('cannot be written where a metric is made without a declaration', () => {
    @Module({
      providers: [makeGaugeProvider({ name: 'undeclared', help: 'Of something', labelNames: ['user'] })],
    })
    class Undeclared {}
    expect(() => declaredMetrics(Undeclared)).toThrow('PROM_METRIC_UNDECLARED has no declaration');
  });
});
