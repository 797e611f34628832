import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useEventStream } from '../../api/event-stream';
import { Figures } from '../../components/figures';
import { useTimes } from '../../format/times';
import { Card } from '../../layout/page';
import { isUnderWay, type PartProps, type Report } from './report';
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
  useStateChanges(
    `/api/v1/backtesting/${report.id}/events`,
    '/api/v1/backtesting/{b_id}/report',
    isUnderWay(report),
  );
  return (
    <div className="grid">
      <ProgressCard run={report}>
        <Link to="/console/backtests/new">submit it again</Link>
      </ProgressCard>
      <RunWarnings report={report} />
      <ExecutionSettings report={report} />
    </div>
  );
}

interface ProgressCardProps {
  readonly run: Pick<Report, 'status' | 'detail' | 'timings'>;
  /** The way to submit it again. */
  readonly children: ReactNode;
}

/** Of any run without a result. */
export function ProgressCard({ run, children }: ProgressCardProps) {
  const underWay = isUnderWay(run);
  const times = useTimes();
  const { timings, status, detail } = run;
  return (
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
          <p>Correct what it names and {children}.</p>
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
  );
}

/** Reads the report again whenever the service publishes another state of the run. */
export function useStateChanges(events: string, report: string, underWay: boolean): void {
  const queryClient = useQueryClient();
  useEventStream(underWay ? events : undefined, ({ event }) => {
    if (event === 'status') void queryClient.invalidateQueries({ queryKey: [report] });
  });
}
