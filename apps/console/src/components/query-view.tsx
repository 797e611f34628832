import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Problem } from '../api/problem';
import { ProblemNotice } from './problem-notice';

interface QueryViewProps<T> {
  readonly query: UseQueryResult<T, Problem>;
  readonly children: (data: T) => ReactNode;
  /** Shown instead of the children where this says that there is nothing. */
  readonly isEmpty?: (data: T) => boolean;
  readonly empty?: ReactNode;
  /** Shown instead of the problem, such as of 404: undefined for the problem itself. */
  readonly problem?: (problem: Problem) => ReactNode;
}

/** Every state of a read: loading, a problem (with what was read before, if anything), nothing, data. */
export function QueryView<T>({ query, children, isEmpty, empty, problem }: QueryViewProps<T>) {
  const { data, refetch } = query;
  const error = useLastProblem(query);
  const retry = () => void refetch();
  if (data === undefined) {
    if (error) return problem?.(error) ?? <ProblemNotice problem={error} retry={retry} />;
    return <Loading />;
  }
  return (
    <>
      {error && <ProblemNotice problem={error} retry={retry} />}
      {isEmpty?.(data) ? (empty ?? <Empty>There is nothing yet.</Empty>) : children(data)}
    </>
  );
}

/** The problem of a read until it succeeds: the attempt after it does not hide it. */
function useLastProblem<T>({ error, data, isFetching }: UseQueryResult<T, Problem>): Problem | null {
  const [last, setLast] = useState<Problem | null>(null);
  const isOver = error === null && data !== undefined && !isFetching;
  if (error !== null && error !== last) setLast(error);
  if (isOver && last !== null) setLast(null);
  return isOver ? null : (error ?? last);
}

export function Loading() {
  return (
    <p role="status" className="quiet">
      Loading …
    </p>
  );
}

/** Says that there is nothing, and what to do about it. */
export function Empty({ children }: { readonly children: ReactNode }) {
  return <div className="notice">{children}</div>;
}
