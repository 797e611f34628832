import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parse, stringify } from 'yaml';
import { RULE_SECONDS, type ScrapeRecorder } from './scrape-recorder';

const execute = promisify(execFile);
const RULES = ['recording', 'alerts'].map((name) => resolve(`ops/prometheus/${name}.rules.yml`));

export interface ReplayedAlert {
  readonly alert: string;
  /** All labels of the alert but its name. */
  readonly labels: Readonly<Record<string, string>>;
  /** Rule time, in seconds, at which it must fire. */
  readonly firing: number;
  /** Those at which it must not. */
  readonly quiet: readonly number[];
}

/** Has promtool replay what was recorded, through the rules that a deployment has. Rejects with its report when the alert differs. */
export async function replayAlert(
  recorder: ScrapeRecorder,
  { alert, labels, firing, quiet }: ReplayedAlert,
): Promise<void> {
  const firingAlert = { alertname: alert, alertstate: 'firing' };
  const selected = (wanted: Readonly<Record<string, string>>) => {
    const pairs = Object.entries(wanted).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
    return `ALERTS{${pairs.join(',')}}`;
  };
  const expected = selected({ ...firingAlert, ...labels });
  const test = {
    interval: `${RULE_SECONDS}s`,
    input_series: recorder.inputSeries(),
    promql_expr_test: [
      { expr: expected, eval_time: `${firing}s`, exp_samples: [{ labels: expected, value: 1 }] },
      ...quiet.map((seconds) => ({
        expr: selected(firingAlert),
        eval_time: `${seconds}s`,
        exp_samples: [],
      })),
    ],
  };
  const groups = RULES.flatMap(
    (file) => (parse(readFileSync(file, 'utf8')) as { groups: { name: string }[] }).groups,
  );
  const directory = mkdtempSync(join(tmpdir(), 'candelabra-replay-'));
  const file = join(directory, `${alert}.test.yml`);
  writeFileSync(
    file,
    stringify({
      rule_files: RULES,
      evaluation_interval: `${RULE_SECONDS}s`,
      group_eval_order: groups.map(({ name }) => name),
      tests: [test],
    }),
  );
  try {
    await execute('promtool', ['test', 'rules', file]);
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${alert} is not as expected: ${stdout}${stderr}`, { cause: error });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
