// The Dockerfile, by hadolint: every finding fails.
import { runTool } from './tools.mjs';

await runTool('hadolint', ['--failure-threshold', 'style', 'Dockerfile']).catch((error) => {
  throw new Error(error.stdout || error.stderr || error.message);
});
