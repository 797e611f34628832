import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useRead } from '../../api/hooks';
import type { Problem } from '../../api/problem';
import { Badge, JobStateBadge } from '../../components/badge';
import { DeleteRun } from '../../components/delete-run';
import { ProblemNotice } from '../../components/problem-notice';
import { UnreadRun } from '../../components/unread-run';
import { capitalised, VerdictNotice } from '../../components/verdict';
import { count } from '../../format/numbers';
import { useTimes } from '../../format/times';
import { Card, Page } from '../../layout/page';
import { FormLink } from './form-link';
import { isUnderWay, rangeText, type Search } from './search';

type SearchKind = 'sweep' | 'walk-forward';

interface SearchPageProps<Read extends Search> {
  readonly kind: SearchKind;
  /** Its number as the address has it, and as the service has. */
  readonly text: string;
  readonly id: number;
  readonly query: UseQueryResult<Read, Problem>;
  /** Of a completed one. */
  readonly children: (search: Read) => ReactNode;
}

/** A search in each of its states: under way, failed, completed. */
export function SearchPage<Read extends Search>({ kind, text, id, query, children }: SearchPageProps<Read>) {
  const { data, error, refetch } = query;
  const labels = useRead(
    '/api/v1/backtesting/runs/{kind}/{id}/labels',
    { params: { path: { kind, id } } },
    { enabled: data !== undefined },
  );
  if (!data) return <UnreadRun what={kind} id={text} error={error} retry={() => void refetch()} />;
  const problem = error && <ProblemNotice problem={error} retry={() => void refetch()} />;
  const title = `${capitalised(kind)} ${id}`;
  const { name, tags = [] } = labels.data ?? {};
  return (
    <Page
      title={`${title}: ${name ?? data.strategy_name}`}
      lead={
        <>
          {data.strategy_name} on {rangeText(data)} <JobStateBadge state={data.status} />{' '}
          {tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </>
      }
      actions={
        <>
          <FormLink of={data} as={kind} className="button">
            New one like this
          </FormLink>
          <DeleteRun kind={kind} id={data.id} underWay={isUnderWay(data)} />
        </>
      }
    >
      {problem}
      {data.status === 'completed' ? children(data) : <Progress kind={kind} search={data} />}
    </Page>
  );
}

interface PartProps {
  readonly kind: SearchKind;
  readonly search: Search;
}

function Progress({ kind, search }: PartProps) {
  const times = useTimes();
  const { progress, detail, created_at: createdAt } = search;
  const { chunks, chunks_done: done } = progress;
  if (!isUnderWay(search))
    return (
      <div role="alert" className="notice bad">
        <p>
          <strong>The {kind} failed.</strong> {detail ?? 'No reason was recorded.'}
        </p>
        <p>
          Correct what it names and{' '}
          <FormLink of={search} as={kind}>
            submit it again
          </FormLink>
          .
        </p>
      </div>
    );
  return (
    <Card title="Progress">
      <p role="status">
        {chunks === null
          ? 'It is queued: its parts are planned when a worker is free.'
          : `${count(done)} of ${count(chunks)} parts are computed.`}{' '}
        The result appears here.
      </p>
      <progress
        className="progress"
        aria-label="Parts of the search that are computed"
        {...(chunks !== null && { value: done, max: chunks })}
      />
      <p className="quiet">Submitted at {times.time(createdAt)}.</p>
    </Card>
  );
}

interface VerdictCardProps {
  readonly search: Search;
  /** The next step. */
  readonly children: ReactNode;
}

/** How far the figures can be believed, and what a reader of them should know. */
export function VerdictCard({ search, children }: VerdictCardProps) {
  return (
    <Card title="Verdict" wide>
      <VerdictNotice verdict={search.verdict}>{children}</VerdictNotice>
      <SearchWarnings search={search} />
    </Card>
  );
}

function SearchWarnings({ search: { warnings } }: { readonly search: Search }) {
  if (warnings.length === 0) return null;
  return (
    <div className="notice warn">
      <strong>What to know of these figures</strong>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{capitalised(warning)}.</li>
        ))}
      </ul>
    </div>
  );
}
