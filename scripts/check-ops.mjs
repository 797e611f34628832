// `npm run check:ops`: everything about the operation of the service that a machine can see: rules, dashboards, the image, the chart.
//   node scripts/check-ops.mjs [--only <step>]… [--skip <step>]…
// A step whose tool is missing fails, and says how to install the tool.
import { chosenSteps, runProgram, runSteps } from './check/run-steps.mjs';

/** Each step is a Node program; the longest come first. */
const STEPS = {
  'prometheus-rules': 'prometheus-rules',
  'metrics-text': 'metrics-text',
  promql: 'promql',
  'prometheus-live': 'prometheus-live',
  dashboards: 'dashboards',
  kubernetes: 'kubernetes',
  helm: 'helm',
  dockerfile: 'dockerfile',
  'chart-files': 'chart-files',
};

await runSteps(chosenSteps(Object.keys(STEPS)), (name) =>
  runProgram([`scripts/check/ops/${STEPS[name]}.mjs`]),
);
