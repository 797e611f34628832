import pino from 'pino';
import { Counter, Gauge, Registry } from 'prom-client';
import { MaintenanceOutcomes } from './maintenance-outcomes';

it('has the last success and the failures of each task, all counted from the start', async () => {
  const registers = [new Registry()];
  const labelNames = ['task'];
  const lastSuccess = new Gauge({ name: 'success', help: 'success', labelNames, registers });
  const failures = new Counter({ name: 'failures', help: 'failures', labelNames, registers });
  const outcomes = new MaintenanceOutcomes(lastSuccess, failures, pino({ level: 'silent' }));
  const [sweep, rollUp] = [
    outcomes.of({ task: 'job_sweep', what: 'The sweep' }),
    outcomes.of({ task: 'roll_up', what: 'The roll-up' }),
  ];
  const before = Date.now() / 1_000;
  sweep.succeeded();
  rollUp.failed(new Error('The database is away'));
  rollUp.failed(new Error('The database is away'));

  const { values: successes } = await lastSuccess.get();
  expect(successes.map(({ labels }) => labels.task)).toEqual(['job_sweep']);
  expect(successes[0].value).toBeGreaterThanOrEqual(before);
  const { values } = await failures.get();
  const byTask = Object.fromEntries(values.map(({ labels, value }) => [labels.task, value]));
  expect(byTask).toMatchObject({ job_sweep: 0, roll_up: 2, outbox_relay: 0 });
});
