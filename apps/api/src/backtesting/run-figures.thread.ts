import { describeDistribution } from '#engine/validation/statistics/describe-distribution';
import { computeLines } from './indicators/compute-lines';

/** What is computed of runs beside the event loop, each by its name. */
export { computeLines, describeDistribution };
