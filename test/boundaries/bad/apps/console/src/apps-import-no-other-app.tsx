export { job } from '../../worker/src/job';
