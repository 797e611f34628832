export { engine } from '#engine/engine';
export { job } from '../../worker/src/job';
export { readFileSync } from 'node:fs';
