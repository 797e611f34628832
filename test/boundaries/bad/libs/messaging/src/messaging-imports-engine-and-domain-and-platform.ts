export { sources } from '#sources/sources';
export { job } from '../../../apps/worker/src/job';
