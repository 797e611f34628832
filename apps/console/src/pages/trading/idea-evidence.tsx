import { type SubmitEvent, useState } from 'react';
import { api } from '../../api/client';
import { type Schemas, useRead, useSend } from '../../api/hooks';
import { JobStateBadge } from '../../components/badge';
import { VerdictBadge } from '../../components/verdict-badge';
import { ConfirmButton } from '../../components/confirm-button';
import { ProblemNotice } from '../../components/problem-notice';
import { Empty, QueryView } from '../../components/query-view';
import { RUN_KINDS, RunLink } from '../../components/run-link';
import { type Column, Table } from '../../components/table';
import { Term } from '../../components/term';
import { fieldError } from '../../forms/field';
import { ChoiceField, TextField } from '../../forms/inputs';
import { count, NO_VALUE, percent, ratio, signedPercent } from '../../format/numbers';
import { Card } from '../../layout/page';

type Evidence = Schemas['StrategyIdeaEvidenceRead'];

const EVIDENCE = '/api/v1/strategy-ideas/{idea_id}/evidence';
const CHANGES = [EVIDENCE, '/api/v1/strategy-ideas/{idea_id}/details'] as const;
const MOST_SHOWN = 200;

/** The runs that are linked to an idea, and how far their figures can be believed. */
export function IdeaEvidence({ id }: { readonly id: number }) {
  const query = useRead(EVIDENCE, { params: { path: { idea_id: id }, query: { size: MOST_SHOWN } } });
  const remove = useSend(
    (evidence: number) =>
      api.DELETE('/api/v1/strategy-ideas/{idea_id}/evidence/{evidence_id}', {
        params: { path: { idea_id: id, evidence_id: evidence } },
      }),
    { changes: CHANGES },
  );
  return (
    <Card title="Evidence" wide>
      <QueryView
        query={query}
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty>No run is linked. Link one below: its number is in the list of runs.</Empty>}
      >
        {({ items, total }) => (
          <Table
            caption={
              total > items.length
                ? `The newest ${count(items.length)} of ${count(total)} runs`
                : 'Linked runs'
            }
            columns={columnsWith((one) => (
              <ConfirmButton
                label="Unlink"
                question={`The link to ${one.kind} ${one.run_id} and its note will be lost; the run stays.`}
                confirm="Unlink the run"
                action={() => remove.mutateAsync(one.id)}
              />
            ))}
            rows={items}
            rowKey={({ id: link }) => link}
          />
        )}
      </QueryView>
      <LinkRun id={id} />
    </Card>
  );
}

const columnsWith = (unlink: (evidence: Evidence) => React.ReactNode): readonly Column<Evidence>[] => [
  { key: 'run', title: 'Run', cell: ({ kind, run_id: run }) => <RunLink kind={kind} id={run} /> },
  {
    key: 'strategy',
    title: 'Strategy and series',
    cell: ({ strategy_name: name, exchange, symbol, interval }) => (
      <>
        {name}
        <br />
        <span className="quiet">
          {exchange} {symbol} {interval}
        </span>
      </>
    ),
  },
  { key: 'days', title: 'Days', cell: ({ start_date: start, end_date: end }) => `${start} to ${end}` },
  { key: 'state', title: 'State', cell: ({ status }) => <JobStateBadge state={status} /> },
  {
    key: 'verdict',
    title: 'Verdict',
    cell: ({ verdict_level: level, manually_edited: edited }) =>
      edited ? 'edited by hand: does not count' : <VerdictBadge level={level} />,
  },
  { key: 'return', title: 'Total return', number: true, cell: (one) => signedPercent(one.total_return) },
  { key: 'sharpe', title: 'Sharpe ratio', number: true, cell: (one) => ratio(one.sharpe_ratio) },
  {
    key: 'deflated',
    title: (
      <Term meaning="Probability that the Sharpe ratio is above what the best of as many tries without skill would show.">
        Deflated Sharpe ratio
      </Term>
    ),
    number: true,
    cell: (one) => ratio(one.deflated_sharpe_ratio),
  },
  { key: 'drawdown', title: 'Max. drawdown', number: true, cell: (one) => percent(one.max_drawdown) },
  { key: 'trades', title: 'Trades', number: true, cell: ({ trades }) => count(trades) },
  { key: 'note', title: 'Note', cell: ({ note }) => note ?? NO_VALUE },
  { key: 'unlink', title: <span className="visually-hidden">Unlink</span>, cell: unlink },
];

function LinkRun({ id }: { readonly id: number }) {
  const [kind, setKind] = useState<Schemas['RunKind']>('backtest');
  const [run, setRun] = useState('');
  const [note, setNote] = useState('');
  const link = useSend(
    (body: Schemas['LinkEvidenceDto']) => api.POST(EVIDENCE, { params: { path: { idea_id: id } }, body }),
    { changes: CHANGES },
  );
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    // What is no number is sent as it is: the service says what is allowed.
    const number = /^\d+$/.test(run.trim()) ? Number(run) : (run as unknown as number);
    await link
      .mutateAsync({ kind, run_id: number, ...(note.trim() !== '' && { note }) })
      .then(() => {
        setRun('');
        setNote('');
      })
      // Shown below.
      .catch(() => undefined);
  };
  return (
    <form className="form" onSubmit={(event) => void submit(event)} noValidate>
      <h3>Link a run</h3>
      <div className="fields">
        <ChoiceField
          label="Kind"
          value={kind}
          onChange={(value) => setKind(value as Schemas['RunKind'])}
          options={Object.entries(RUN_KINDS).map(([value, label]) => ({ value, label }))}
          error={fieldError(link.error, 'kind')}
        />
        <TextField
          label="Number of the run"
          kind="integer"
          value={run}
          onChange={setRun}
          required
          error={fieldError(link.error, 'run_id')}
        />
        <TextField
          label="Note"
          value={note}
          onChange={setNote}
          hint="What the run says about the idea"
          error={fieldError(link.error, 'note')}
        />
      </div>
      {link.error && <ProblemNotice problem={link.error} fieldsShownElsewhere />}
      <div className="row">
        <button type="submit" className="button" disabled={link.isPending}>
          Link the run
        </button>
      </div>
    </form>
  );
}
