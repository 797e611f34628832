import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { answer, api } from '../../api/client';
import type { Problem } from '../../api/problem';
import { ConfirmButton } from '../../components/confirm-button';
import { deleteRun } from '../../components/delete-run';
import { Dialog } from '../../components/dialog';
import { ProblemNotice } from '../../components/problem-notice';
import { runKey, runText } from '../../components/run-link';
import { TextField } from '../../forms/inputs';
import type { Run } from './run-list';

const MOST_COMPARED = 5;

interface SelectedRunsProps {
  readonly runs: readonly Run[];
  readonly onDone: (kept: readonly Run[]) => void;
}

/** What can be done with the runs that are selected. */
export function SelectedRuns({ runs, onDone }: SelectedRunsProps) {
  const curves = runs.filter(({ kind, status }) => kind !== 'sweep' && status === 'completed');
  const comparable = curves.length === runs.length && runs.length >= 2 && runs.length <= MOST_COMPARED;
  return (
    <div className="row" role="group" aria-label="Selected runs">
      <strong role="status">{runs.length} selected</strong>
      {comparable ? (
        <Link className="button primary" to="/console/compare" search={{ runs: runs.map(runKey).join(',') }}>
          Compare
        </Link>
      ) : (
        <span className="quiet">
          Select 2 to {MOST_COMPARED} completed backtests, walk-forwards or portfolio runs to compare them
        </span>
      )}
      <TagButton runs={runs} />
      <DeleteButton runs={runs} onDone={onDone} />
      <button type="button" className="button" onClick={() => onDone([])}>
        Select none
      </button>
    </div>
  );
}

function TagButton({ runs }: Pick<SelectedRunsProps, 'runs'>) {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [tag, setTag] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const save = async () => {
    try {
      for (const run of runs) await addTag(run, tag.trim());
      setOpen(false);
      setTag('');
    } catch (error) {
      setProblem(error as Problem);
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['/api/v1/backtesting/runs'] });
    }
  };
  return (
    <>
      <button type="button" className="button" disabled={runs.length === 0} onClick={() => setOpen(true)}>
        Add a tag
      </button>
      <Dialog title="Add a tag to the selected runs" open={open} onOpenChange={setOpen}>
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          {problem && <ProblemNotice problem={problem} />}
          <TextField label="Tag" value={tag} onChange={setTag} hint="At most 64 characters" />
          <div className="row">
            <button type="submit" className="button primary" disabled={tag.trim() === ''}>
              Add it
            </button>
            <button type="button" className="button" onClick={() => setOpen(false)}>
              Cancel
            </button>
          </div>
        </form>
      </Dialog>
    </>
  );
}

async function addTag({ kind, id, labels }: Run, tag: string): Promise<void> {
  if (labels.tags.includes(tag)) return;
  const call = api.PATCH('/api/v1/backtesting/runs/{kind}/{id}/labels', {
    params: { path: { kind, id } },
    body: { tags: [...labels.tags, tag] },
  });
  await answer(call);
}

function DeleteButton({ runs, onDone }: SelectedRunsProps) {
  const queryClient = useQueryClient();
  const remove = async () => {
    const left = [...runs];
    try {
      for (let run = left[0]; run !== undefined; run = left[0]) {
        await deleteRun(run);
        left.shift();
      }
    } finally {
      onDone(left);
      await queryClient.invalidateQueries({ queryKey: ['/api/v1/backtesting/runs'] });
    }
  };
  return (
    <ConfirmButton
      label="Delete the selected"
      confirm={`Delete ${runs.length === 1 ? 'the run' : `${runs.length} runs`}`}
      disabled={runs.length === 0}
      action={remove}
      question={
        <>
          <p>
            This sends a DELETE for each of them: results, trades and curves are removed; one that runs is
            cancelled.
          </p>
          <ul>
            {runs.map((run) => (
              <li key={runKey(run)}>
                {runText({ ...run, name: run.labels.name })}, {run.strategy_name} on {run.symbol}
              </li>
            ))}
          </ul>
        </>
      }
    />
  );
}
