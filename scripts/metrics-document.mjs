// Writes docs/metrics.md from the declarations of the metrics: `npm run docs:metrics`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { declaredByProcess } from './check/ops/declared-metrics.mjs';
import { root } from './ensure-installed.mjs';

await build();
const { metricsDocument } = await import('../dist/libs/platform/src/metrics/metrics-document.js');
writeFileSync(join(root, 'docs', 'metrics.md'), metricsDocument(await declaredByProcess()));
