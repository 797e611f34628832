import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEventStream } from '../../api/event-stream';
import { Figures } from '../../components/figures';
import { useTimes } from '../../format/times';
import { Card } from '../../layout/page';
import { isUnderWay, type PartProps } from './report';
import { ExecutionSettings } from './execution/execution-settings';
import { RunWarnings } from './run-warnings';

const STATES = {
  pending: 'The run is queued: it starts when a worker is free.',
  running: 'The run is computed. This page shows its result as soon as there is one.',
  failed: 'The run failed.',
  completed: 'The run is completed.',
} as const;

/** A run without a result: how far it is, or why it failed. */
export function RunProgress({ report }: PartProps) {
  const underWay = isUnderWay(report);
  useStateChanges(report.id, underWay);
  const times = useTimes();
  const { timings, status, detail } = report;
  return (
    <div className="grid">
      <Card title="Progress" wide>
        {underWay ? (
          <>
            <p role="status">{STATES[status]}</p>
            <progress className="progress" aria-label="The run is under way" />
          </>
        ) : (
          <div role="alert" className="notice bad">
            <p>
              <strong>{STATES[status]}</strong> {detail ?? 'No reason was recorded.'}
            </p>
            <p>
              Correct what it names and <Link to="/console/backtests/new">submit it again</Link>.
            </p>
          </div>
        )}
        <Figures
          figures={[
            { label: 'Queued', value: times.time(timings.queued_at) },
            {
              label: 'Started',
              value: timings.started_at === null ? 'not yet' : times.time(timings.started_at),
            },
            ...(underWay ? [] : [{ label: 'Finished', value: times.time(timings.finished_at) }]),
            ...(timings.losses > 0
              ? [{ label: 'Started again', value: timings.losses, note: 'times, because a worker was lost' }]
              : []),
          ]}
        />
      </Card>
      <RunWarnings report={report} />
      <ExecutionSettings report={report} />
    </div>
  );
}

/** Reads the report again whenever the service publishes another state of the run. */
function useStateChanges(id: number, underWay: boolean): void {
  const queryClient = useQueryClient();
  useEventStream(underWay ? `/api/v1/backtesting/${id}/events` : undefined, ({ event }) => {
    if (event === 'status')
      void queryClient.invalidateQueries({ queryKey: ['/api/v1/backtesting/{b_id}/report'] });
  });
}
