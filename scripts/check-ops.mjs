// `npm run check:ops`: everything about the operation of the service that a machine can see: rules, dashboards, the image, the chart.
//   node scripts/check-ops.mjs [--only <step>]… [--skip <step>]…
// A step whose tool is missing fails, and says how to install the tool.
import { chosenSteps, runProgram, runSteps } from './check/run-steps.mjs';

/** Each step is the Node program of its name in scripts/check/ops; the longest come first. */
const STEPS = [
  'prometheus-rules',
  'metrics-text',
  'promql',
  'prometheus-live',
  'dashboards',
  'kubernetes',
  'helm',
  'dockerfile',
  'compose',
  'chart-files',
];

await runSteps(chosenSteps(STEPS), (name) => runProgram([`scripts/check/ops/${name}.mjs`]));
