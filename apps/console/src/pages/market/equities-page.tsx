import { useSearch } from '@tanstack/react-router';
import { type Schemas, useRead } from '../../api/hooks';
import { Badge, JobStateBadge, type Tone } from '../../components/badge';
import { Figures } from '../../components/figures';
import { QueryView } from '../../components/query-view';
import { Term } from '../../components/term';
import { count } from '../../format/numbers';
import { useTimes } from '../../format/times';
import { Card, Page } from '../../layout/page';
import { EquityActions } from './equity-actions';
import { EquityIngest } from './equity-ingest';
import { TrackedSymbols } from './tracked-symbols';

const REFRESH_MILLISECONDS = 5_000;

/** Daily prices of US shares and indices: ingest, state, splits and dividends. */
export function EquitiesPage() {
  const { symbol } = useSearch({ from: '/console/equities' });
  const query = useRead('/api/v1/equities/status', {}, { refetchInterval: REFRESH_MILLISECONDS });
  return (
    <Page
      title="Equities"
      lead="Daily prices of US shares and indices, adjusted for splits, on the exchange us by the calendar of the NYSE."
    >
      <div className="stack">
        <QueryView query={query}>
          {(status) => (
            <>
              <Card title="State">
                <EquityState status={status} />
              </Card>
              <EquityIngest tracked={status.symbols} />
              <TrackedSymbols symbols={status.symbols} shown={symbol} />
            </>
          )}
        </QueryView>
        {symbol !== undefined && <EquityActions symbol={symbol} />}
      </div>
    </Page>
  );
}

const TONES: Readonly<Record<Schemas['EquityIngestState'], Tone>> = {
  idle: 'neutral',
  running: 'warn',
  degraded: 'bad',
};

function EquityState({ status }: { readonly status: Schemas['EquityStatusRead'] }) {
  const times = useTimes();
  const { queue, last_job: job } = status;
  return (
    <>
      <Figures
        figures={[
          {
            label: (
              <Term meaning="idle: nothing to do. running: an ingest is under way. degraded: the last attempt of a tracked symbol failed.">
                Provider and ingest
              </Term>
            ),
            value: <Badge tone={TONES[status.status]}>{status.status}</Badge>,
            note: `changed ${times.time(status.updated_at)}`,
          },
          { label: 'Waiting', value: count(queue.waiting), note: 'jobs, for a worker' },
          { label: 'Active', value: count(queue.active), note: 'jobs' },
          { label: 'Delayed', value: count(queue.delayed), note: 'jobs, for their time' },
          {
            label: 'Last job',
            value: job ? <JobStateBadge state={job.status} /> : 'none',
            note: job ? `${job.job_id}: ${job.start_date} to ${job.end_date}` : undefined,
          },
        ]}
      />
      {job !== null && job.error !== null && <p className="notice bad">{job.error}</p>}
    </>
  );
}
