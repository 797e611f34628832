// npm run openapi:examples: sends requests to a running service (API, worker, embedded Postgres, the sample) and stores its answers as the
// examples of the OpenAPI document; then npm run build && npm run openapi. The same suite compares them.
import { join } from 'node:path';
import { root } from './ensure-installed.mjs';
import { runToEnd } from './run-to-end.mjs';

const suite = ['test/services/openapi-examples', '--selectProjects', 'jobs'];
process.exit(
  await runToEnd(process.execPath, [join(root, 'scripts', 'test.mjs'), ...suite], {
    cwd: root,
    env: { ...process.env, WRITE_OPENAPI_EXAMPLES: 'true' },
  }),
);
