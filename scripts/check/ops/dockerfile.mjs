// The Dockerfile, by hadolint: every finding fails; and its base images, which hadolint does not look for in the defaults of arguments.
import { readFileSync } from 'node:fs';
import { unpinnedBases } from './base-images.mjs';
import { refuse, runTool } from './tools.mjs';

await runTool('hadolint', ['--failure-threshold', 'style', 'Dockerfile']).catch((error) => {
  throw new Error(error.stdout || error.stderr || error.message);
});
refuse(unpinnedBases(readFileSync('Dockerfile', 'utf8')));
