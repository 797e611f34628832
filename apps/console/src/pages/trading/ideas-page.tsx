import { Link, useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { api } from '../../api/client';
import { readOptions, type Schemas, useSend } from '../../api/hooks';
import { Badge } from '../../components/badge';
import { PagedTable } from '../../components/paged-table';
import { Empty } from '../../components/query-view';
import { TextField } from '../../forms/inputs';
import { NewRecordForm } from '../../forms/new-record-form';
import { useTimes } from '../../format/times';
import { Card, Page } from '../../layout/page';
import { IDEA_STATUSES, NEW_IDEA_FIELDS } from './idea-fields';

const SIZE = 50;

/** What might be worth trading, by how far it is. */
export function IdeasPage() {
  const [status, setStatus] = useState('');
  const [assetClass, setAssetClass] = useState('');
  const [writing, setWriting] = useState(false);
  const query = useDeferredValue(JSON.stringify({ status: status.trim(), asset_class: assetClass.trim() }));
  return (
    <Page
      title="Strategy ideas"
      lead="What might be worth trading, and the runs that speak for or against it."
      actions={
        !writing && (
          <button type="button" className="button primary" onClick={() => setWriting(true)}>
            New idea
          </button>
        )
      }
    >
      <div className="stack">
        {writing && <NewIdea />}
        <Card title="Ideas">
          <div className="fields">
            <TextField
              label="Status"
              value={status}
              onChange={setStatus}
              suggestions={IDEA_STATUSES}
              hint="Exactly; empty: any"
            />
            <TextField
              label="Asset class"
              value={assetClass}
              onChange={setAssetClass}
              hint="Exactly; empty: any"
            />
          </div>
          <br />
          <IdeaTable key={query} filter={givenOf(query)} />
        </Card>
      </div>
    </Page>
  );
}

const givenOf = (query: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(JSON.parse(query) as Record<string, string>).filter(([, text]) => text !== ''),
  );

function IdeaTable({ filter }: { readonly filter: Record<string, string> }) {
  const times = useTimes();
  return (
    <PagedTable<Schemas['StrategyIdeaRead']>
      caption="Strategy ideas, newest first"
      columns={[
        {
          key: 'name',
          title: 'Idea',
          cell: ({ id, name }) => (
            <Link to="/console/ideas/$id" params={{ id: String(id) }}>
              {name}
            </Link>
          ),
        },
        { key: 'status', title: 'Status', cell: ({ status }) => <Badge>{status}</Badge> },
        { key: 'asset', title: 'Asset class', cell: ({ asset_class: asset }) => asset },
        {
          key: 'created',
          title: `Created (${times.zone})`,
          cell: ({ created_at: at }) => times.minute(at),
        },
      ]}
      page={(page) =>
        readOptions('/api/v1/strategy-ideas', { params: { query: { ...filter, page, size: SIZE } } })
      }
      pageSize={SIZE}
      rowKey={({ id }) => id}
      empty={<Empty>No idea fits. Write one: a sentence on why it should work is enough.</Empty>}
    />
  );
}

function NewIdea() {
  const navigate = useNavigate();
  const create = useSend(
    ({ body, key }: { body: Schemas['CreateStrategyIdeaDto']; key: string }) =>
      api.POST('/api/v1/strategy-ideas', { params: { header: { 'Idempotency-Key': key } }, body }),
    { changes: ['/api/v1/strategy-ideas'] },
  );
  return (
    <Card title="New idea">
      <NewRecordForm
        fields={NEW_IDEA_FIELDS}
        submit="Write the idea"
        create={async (values, key) => {
          const body = values as unknown as Schemas['CreateStrategyIdeaDto'];
          const { id } = await create.mutateAsync({ body, key });
          await navigate({ to: '/console/ideas/$id', params: { id: String(id) } });
        }}
      />
    </Card>
  );
}
