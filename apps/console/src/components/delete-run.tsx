import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { answer, api } from '../api/client';
import { REMOVAL, type Schemas } from '../api/hooks';
import { ConfirmButton } from './confirm-button';
import { runText } from './run-link';

interface RunId {
  readonly kind: Schemas['RunKind'];
  readonly id: number;
}

const PATHS = {
  backtest: '/api/v1/backtesting',
  sweep: '/api/v1/backtesting/sweep',
  'walk-forward': '/api/v1/backtesting/walk-forward',
  portfolio: '/api/v1/backtesting/portfolio',
} as const;

/** Deletes a run of any kind; one that is not over is cancelled by it. */
export async function deleteRun({ kind, id }: RunId): Promise<void> {
  if (kind === 'backtest') {
    await answer(api.DELETE('/api/v1/backtesting/{b_id}', { params: { path: { b_id: id } } }));
  } else if (kind === 'sweep') {
    await answer(api.DELETE('/api/v1/backtesting/sweep/{s_id}', { params: { path: { s_id: id } } }));
  } else if (kind === 'portfolio') {
    await answer(api.DELETE('/api/v1/backtesting/portfolio/{p_id}', { params: { path: { p_id: id } } }));
  } else {
    await answer(api.DELETE('/api/v1/backtesting/walk-forward/{w_id}', { params: { path: { w_id: id } } }));
  }
}

interface DeleteRunProps extends RunId {
  /** Pending or running. */
  readonly underWay: boolean;
}

/** Cancels a run, which is to delete it, or deletes one that is over. Both are one DELETE, and the dialog says so. */
export function DeleteRun({ kind, id, underWay }: DeleteRunProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const removal = useMutation({
    mutationKey: REMOVAL,
    mutationFn: async () => {
      // A read that is on its way would be answered with 404.
      await queryClient.cancelQueries();
      await deleteRun({ kind, id });
      await navigate({ to: '/console/runs' });
      await queryClient.invalidateQueries({ queryKey: ['/api/v1/backtesting/runs'] });
    },
  });
  const name = runText({ kind, id });
  return (
    <ConfirmButton
      label={underWay ? 'Cancel the run' : 'Delete'}
      confirm={underWay ? 'Cancel and delete it' : 'Delete it'}
      action={() => removal.mutateAsync()}
      question={
        <>
          <p>
            {underWay
              ? `A run is cancelled by deleting it: the jobs of ${name} are stopped, and its record is removed.`
              : `${name} is removed with its results, its trades and its labels.`}{' '}
            This cannot be undone.
          </p>
          <p>
            The request is{' '}
            <code>
              DELETE {PATHS[kind]}/{id}
            </code>
            .
          </p>
        </>
      }
    />
  );
}
