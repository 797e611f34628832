import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useState } from 'react';
import { api } from '../../api/client';
import { type Schemas, useRead, useSend } from '../../api/hooks';
import { JobStateBadge } from '../../components/badge';
import { ProblemNotice } from '../../components/problem-notice';
import { QueryView } from '../../components/query-view';
import type { Column } from '../../components/table';
import { Term } from '../../components/term';
import { fieldError } from '../../forms/field';
import { TextField } from '../../forms/inputs';
import { count } from '../../format/numbers';
import { useTimes } from '../../format/times';
import { Card } from '../../layout/page';
import { GrowingTable } from '../../components/growing-table';
import { isUnfinished, pollInterval } from './series-text';

interface EquityIngestProps {
  readonly tracked: readonly Schemas['TrackedSymbolRead'][];
}

/** Requests the sessions of a range that are not stored, and follows the job. */
export function EquityIngest({ tracked }: EquityIngestProps) {
  const [symbols, setSymbols] = useState('');
  const [start, setStart] = useState('');
  const [end, setEnd] = useState('');
  const { mutate, data, error, isPending } = useSend(
    (body: Schemas['IngestEquitiesDto']) => api.POST('/api/v1/equities/ingest', { body }),
    { changes: ['/api/v1/equities/status'] },
  );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const names = symbols.split(/[\s,;]+/).filter((name) => name !== '');
    mutate({
      ...(names.length > 0 && { symbols: names }),
      ...(start !== '' && { start_date: start }),
      ...(end !== '' && { end_date: end }),
    });
  };
  const names = tracked.map(({ symbol }) => symbol);
  const ofSymbols = error?.errors.find(({ field }) => field.startsWith('symbols'));
  return (
    <>
      <Card title="Ingest">
        <form className="form" onSubmit={submit}>
          <div className="fields">
            <TextField
              label="Symbols"
              value={symbols}
              onChange={setSymbols}
              hint={`With commas or blanks between. Without any: the ${count(names.length)} tracked ones`}
              error={ofSymbols?.message}
            />
            <TextField
              label="First session"
              kind="date"
              value={start}
              onChange={setStart}
              hint="Without it 365 days before the last"
              error={fieldError(error, 'start_date')}
            />
            <TextField
              label="Last session"
              kind="date"
              value={end}
              onChange={setEnd}
              hint="Without it today (UTC)"
              error={fieldError(error, 'end_date')}
            />
          </div>
          {error && <ProblemNotice problem={error} />}
          <div className="row">
            <button type="submit" className="button primary" disabled={isPending}>
              Ingest
            </button>
          </div>
        </form>
      </Card>
      {data && <FollowedIngest key={data.job_id} jobId={data.job_id} />}
    </>
  );
}

function FollowedIngest({ jobId }: { readonly jobId: number }) {
  const queryClient = useQueryClient();
  const query = useRead(
    '/api/v1/equities/ingest/{id}',
    { params: { path: { id: jobId } } },
    { refetchInterval: pollInterval },
  );
  const isFinished = query.data !== undefined && !isUnfinished(query.data.status);
  useEffect(() => {
    if (!isFinished) return;
    for (const path of ['equities/status', 'equities/symbols/{symbol}/actions', 'market-data/series']) {
      void queryClient.invalidateQueries({ queryKey: [`/api/v1/${path}`] });
    }
  }, [isFinished, queryClient]);
  return (
    <Card title={`Ingest ${jobId}`}>
      <QueryView query={query}>{(job) => <IngestOutcome job={job} />}</QueryView>
    </Card>
  );
}

function IngestOutcome({ job }: { readonly job: Schemas['EquityIngestRead'] }) {
  const times = useTimes();
  return (
    <>
      <p role="status">
        <JobStateBadge state={job.status} /> {job.start_date} to {job.end_date}
        {job.finished_at !== null && `, finished at ${times.time(job.finished_at)}`}
        {job.detail !== null && `: ${job.detail}`}
      </p>
      {job.error !== null && <p className="notice bad">{job.error}</p>}
      <GrowingTable
        caption="Outcome of each symbol, in sessions"
        columns={OUTCOME_COLUMNS}
        rows={job.symbols}
        rowKey={({ symbol }) => symbol}
      />
    </>
  );
}

type Outcome = Schemas['EquitySymbolOutcome'];

function sessions(
  key: 'expected' | 'requested' | 'inserted' | 'updated' | 'refused' | 'missing' | 'before_listing',
  title: string,
  meaning: string,
): Column<Outcome> {
  return { key, title: <Term meaning={meaning}>{title}</Term>, number: true, cell: (row) => count(row[key]) };
}

const OUTCOME_COLUMNS: readonly Column<Outcome>[] = [
  { key: 'symbol', title: 'Symbol', nowrap: true, cell: ({ symbol }) => symbol },
  { key: 'status', title: 'State', cell: ({ status }) => <JobStateBadge state={status} /> },
  sessions('expected', 'Expected', 'Sessions of the range that have closed, by the calendar of the NYSE.'),
  sessions('requested', 'Requested', 'Sessions that were not stored and were requested from the provider.'),
  sessions('inserted', 'Inserted', 'Candles that are stored now.'),
  sessions('updated', 'Updated', 'Stored candles that got the prices after a split.'),
  sessions('refused', 'Refused', 'Candles of the provider that broke a rule; they are in quarantine.'),
  sessions('missing', 'Missing', 'Sessions that the provider lacks or failed to return.'),
  sessions(
    'before_listing',
    'Before listing',
    'Sessions before the first that the provider has: the symbol was not listed yet.',
  ),
  { key: 'outcome', title: 'Outcome', cell: ({ detail, error }) => error ?? detail },
];
