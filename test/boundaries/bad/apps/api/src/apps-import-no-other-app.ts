export { job } from '../../worker/src/job';
export { page } from '../../console/src/page';
