import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../api/client';
import { type Schemas, useRead, useSend } from '../../api/hooks';
import { JobStateBadge } from '../../components/badge';
import { ProblemNotice } from '../../components/problem-notice';
import type { SeriesName } from '../../forms/series-picker';
import { count } from '../../format/numbers';
import { isUnfinished } from '../market/series-text';

const POLL_MILLISECONDS = 1_000;

/** Has a worker compute the features of a series, and says how it goes. */
export function Precompute({ series }: { readonly series: SeriesName }) {
  const submit = useSend((body: Schemas['PrecomputeFeaturesDto']) =>
    api.POST('/api/v1/features/precompute', { body }),
  );
  const id = submit.data?.job_id;
  const job = useRead(
    '/api/v1/features/precompute/{id}',
    { params: { path: { id: id ?? 0 } } },
    {
      enabled: id !== undefined,
      refetchInterval: (former) => (former === undefined || isUnfinished(former.status)) && POLL_MILLISECONDS,
    },
  );
  const state = job.data?.status;
  const queryClient = useQueryClient();
  useEffect(() => {
    if (state === 'completed') void queryClient.invalidateQueries({ queryKey: ['/api/v1/features'] });
  }, [state, queryClient]);
  return (
    <div className="row">
      <button
        type="button"
        className="button"
        disabled={submit.isPending || (state !== undefined && isUnfinished(state))}
        onClick={() => submit.mutate(series)}
      >
        Compute the features
      </button>
      {job.data && (
        <span role="status">
          Job {job.data.job_id}: <JobStateBadge state={job.data.status} />{' '}
          {job.data.error ?? (state === 'completed' && `${count(job.data.computed)} series computed`)}
        </span>
      )}
      {submit.error && <ProblemNotice problem={submit.error} />}
      {job.error && <ProblemNotice problem={job.error} />}
    </div>
  );
}
