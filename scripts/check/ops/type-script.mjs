import { createRequire } from 'node:module';
import { join } from 'node:path';
import { register } from 'esbuild-register/dist/node.js';

export const root = join(import.meta.dirname, '../../..');

const require = createRequire(import.meta.url);
register({ target: 'es2022' });

/** What a TypeScript file of this repository exports; its path is from the root. */
export const loadTypeScript = (path) => require(join(root, path));
