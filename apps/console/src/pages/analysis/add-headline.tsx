import { useState } from 'react';
import { api } from '../../api/client';
import { type Schemas, useSend } from '../../api/hooks';
import { ProblemNotice } from '../../components/problem-notice';
import type { EditField } from '../../forms/edit-changes';
import { NewRecordForm } from '../../forms/new-record-form';
import { Problem } from '../../api/problem';
import { Card } from '../../layout/page';

const CHANGES = ['/api/v1/analysis/sentiment/details'] as const;

const FIELDS: readonly EditField[] = [
  { name: 'title', label: 'Headline', kind: 'text', required: true },
  {
    name: 'published_at',
    label: 'Published',
    kind: 'time',
    required: true,
    hint: 'UTC, such as 2024-03-11T09:30:00Z',
  },
  { name: 'symbols', label: 'About', kind: 'tags', hint: 'Symbols with commas between' },
  { name: 'link', label: 'Link', kind: 'text', hint: 'http or https' },
  { name: 'source', label: 'Source', kind: 'text' },
  { name: 'summary', label: 'Summary', kind: 'long' },
];

/** Stores a headline, which counts for the symbols that it names or is about. */
export function AddHeadline({ symbol }: { readonly symbol: string | undefined }) {
  const [outcome, setOutcome] = useState<Schemas['HeadlinesReceipt']>();
  const store = useSend(
    (headline: Schemas['NewHeadline']) =>
      api.POST('/api/v1/analysis/headlines', { body: { headlines: [headline] } }),
    { changes: CHANGES },
  );
  return (
    <Card title="Add a headline">
      <NewRecordForm
        key={symbol}
        fields={FIELDS}
        initial={{ symbols: symbol ?? '' }}
        submit="Store the headline"
        create={async (values) => {
          setOutcome(undefined);
          setOutcome(
            await store.mutateAsync(values as unknown as Schemas['NewHeadline']).catch((problem: unknown) => {
              throw problem instanceof Problem ? withoutIndex(problem) : problem;
            }),
          );
        }}
      />
      {outcome && (
        <p role="status" className="notice good">
          {outcome.inserted > 0 ? 'Stored.' : 'It was stored already.'}
        </p>
      )}
    </Card>
  );
}

/** The fields of the only headline, without its index in the request. */
function withoutIndex({ status, message, errors, requestId, retryAfterSeconds }: Problem): Problem {
  const named = errors.map((error) => ({
    ...error,
    field: error.field.replace(/^headlines(\[0\]|\.0)\./, ''),
  }));
  return new Problem(status, message, named, requestId, retryAfterSeconds);
}

/** Has the feeds read now; their headlines follow when a worker has them. */
export function FetchFeeds() {
  const fetchFeeds = useSend(() => api.POST('/api/v1/analysis/headlines/fetch'), { changes: CHANGES });
  return (
    <>
      <button
        type="button"
        className="button"
        disabled={fetchFeeds.isPending}
        onClick={() => fetchFeeds.mutate(undefined)}
      >
        Fetch the feeds
      </button>
      {fetchFeeds.data && (
        <span role="status">
          Job {fetchFeeds.data.job_id} fetches them. Without HEADLINE_FEEDS there are none; a feed is fetched
          every ten minutes at most.
        </span>
      )}
      {fetchFeeds.error && <ProblemNotice problem={fetchFeeds.error} />}
    </>
  );
}
