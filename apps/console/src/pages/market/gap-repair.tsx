import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/client';
import { type Schemas, useRead, useSend } from '../../api/hooks';
import { JobStateBadge } from '../../components/badge';
import { Figures } from '../../components/figures';
import { ProblemNotice } from '../../components/problem-notice';
import { QueryView } from '../../components/query-view';
import { Term } from '../../components/term';
import { CheckField } from '../../forms/inputs';
import type { SeriesName } from '../../forms/series-picker';
import { count } from '../../format/numbers';
import { useTimes } from '../../format/times';
import { Card } from '../../layout/page';
import { isUnfinished, pollInterval } from './series-text';

interface GapRepairProps {
  readonly report: Schemas['GapsRead'];
  /** Sends the request of a repair. */
  readonly repair: (request: { start?: string; end?: string; recheck: boolean }) => void;
  readonly isSending: boolean;
}

/** Requests all that is missing from the exchange. */
export function RepairAll({ report, repair, isSending }: GapRepairProps) {
  const [recheck, setRecheck] = useState(false);
  return (
    <Card title="Repair">
      <p>
        Requests the missing candles from {report.exchange}, in a job. Stored candles are not changed. What
        the exchange does not have either is marked “no trades” when an attempt an hour or more later does not
        find it either.
      </p>
      <div className="row">
        <CheckField label="Request those without trades again" checked={recheck} onChange={setRecheck} />
        <button
          type="button"
          className="button primary"
          disabled={isSending || report.missing === 0}
          onClick={() => repair({ recheck })}
        >
          Repair all gaps
        </button>
      </div>
    </Card>
  );
}

/** Sends repairs of a series, and follows the last one. */
export function useRepair(series: SeriesName) {
  const { mutate, data, error, isPending } = useSend(
    (request: { start?: string; end?: string; recheck: boolean }) =>
      api.POST('/api/v1/market-data/gaps/repair', { body: { ...series, ...request } }),
  );
  return { repair: mutate, jobId: data?.job_id, problem: error, isSending: isPending };
}

interface RepairJobProps {
  readonly jobId: number | undefined;
  readonly problem: ReturnType<typeof useRepair>['problem'];
}

/** A repair: its progress until it is finished, then its outcome. */
export function RepairJob({ jobId, problem }: RepairJobProps) {
  if (problem) return <ProblemNotice problem={problem} />;
  return jobId === undefined ? null : <FollowedRepair key={jobId} jobId={jobId} />;
}

function FollowedRepair({ jobId }: { readonly jobId: number }) {
  const queryClient = useQueryClient();
  const query = useRead(
    '/api/v1/market-data/gaps/repair/{id}',
    { params: { path: { id: jobId } } },
    { refetchInterval: pollInterval },
  );
  const unfinished = query.data === undefined || isUnfinished(query.data.status);
  useEffect(() => {
    if (unfinished) return;
    for (const part of ['gaps', 'series', 'quarantine']) {
      void queryClient.invalidateQueries({ queryKey: [`/api/v1/market-data/${part}`] });
    }
  }, [unfinished, queryClient]);
  return (
    <Card title={`Repair ${jobId}`}>
      <QueryView query={query}>{(job) => <RepairOutcome job={job} />}</QueryView>
    </Card>
  );
}

function RepairOutcome({ job }: { readonly job: Schemas['GapRepairRead'] }) {
  const times = useTimes();
  return (
    <>
      <p role="status">
        <JobStateBadge state={job.status} />{' '}
        {isUnfinished(job.status)
          ? `${count(job.requested)} candles requested so far`
          : `finished at ${times.time(job.finished_at)}`}
      </p>
      {job.error !== null && (
        <p className={`notice ${job.status === 'failed' ? 'bad' : 'warn'}`}>{job.error}</p>
      )}
      <Figures
        figures={[
          { label: 'Requested', value: count(job.requested), note: 'candles, from the exchange' },
          { label: 'Inserted', value: count(job.inserted), note: 'candles that it had' },
          { label: 'Missing still', value: count(job.missing), note: 'may still come' },
          {
            label: (
              <Term meaning="The exchange did not have them at two attempts an hour or more apart, with candles before and after.">
                No trades
              </Term>
            ),
            value: count(job.no_trades),
          },
          {
            label: (
              <Term meaning="Of those missing still, the ones that the exchange did not have at the first attempt. An attempt an hour or more later decides.">
                Empty once
              </Term>
            ),
            value: count(job.empty_once),
          },
          { label: 'In quarantine', value: count(job.quarantined), note: 'of those missing still' },
        ]}
      />
    </>
  );
}
