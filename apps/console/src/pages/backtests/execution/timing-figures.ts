import type { Schemas } from '../../../api/hooks';
import type { Figure } from '../../../components/figures';
import { count } from '../../../format/numbers';
import type { TimeFormat } from '../../../format/times';

/** When the job of a run was queued, started and finished. */
export const timingFigures = (timings: Schemas['TimingsRead'], times: TimeFormat): Figure[] => [
  { label: 'Queued', value: times.time(timings.queued_at) },
  { label: 'Started', value: times.time(timings.started_at) },
  { label: 'Finished', value: times.time(timings.finished_at) },
  { label: 'Started again', value: count(timings.losses), note: 'times, because a worker was lost' },
];
