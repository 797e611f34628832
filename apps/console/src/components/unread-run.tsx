import type { Problem } from '../api/problem';
import { UnknownRecord } from '../layout/other-pages';
import { Page } from '../layout/page';
import { ProblemNotice } from './problem-notice';
import { Loading } from './query-view';
import { capitalised } from './verdict';

interface UnreadRunProps {
  /** What it would be: "sweep". */
  readonly what: string;
  /** As the address has it. */
  readonly id: string;
  readonly error: Problem | null;
  readonly retry: () => void;
}

/** The page of a run that was not read: on its way, refused, or not there at all. */
export function UnreadRun({ what, id, error, retry }: UnreadRunProps) {
  if (error?.status === 404) return <UnknownRecord what={what} id={id} list="/console/runs" />;
  return (
    <Page title={`${capitalised(what)} ${id}`}>
      {error ? <ProblemNotice problem={error} retry={retry} /> : <Loading />}
    </Page>
  );
}
