export { job } from '../../../apps/worker/src/job';
