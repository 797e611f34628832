import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client';
import { type Schemas, useSend } from '../../api/hooks';
import { reread, type Tagged, useTagged } from '../../api/tagged';
import { ConfirmButton } from '../../components/confirm-button';
import { Loading, QueryView } from '../../components/query-view';
import { EditForm } from '../../forms/edit-form';
import { EditableCard } from '../../forms/editable-card';
import { Page } from '../../layout/page';
import { UnknownRecord } from '../../layout/other-pages';
import { recordId } from '../record-id';
import { EntryCosts } from './entry-costs';
import { EntryResult } from './entry-result';
import { DETAILS, DETAILS_OF_FILLS, ENTRY_FIELDS, NOTES } from './entry-fields';

const route = getRouteApi('/console/journal/$id');
const ENTRY = '/api/v1/trade-journal/{j_id}';
const DETAILS_PATH = '/api/v1/trade-journal/{j_id}/details';
const LISTS = ['/api/v1/trade-journal/details', '/api/v1/trade-journal/stats'] as const;

export function JournalEntryPage() {
  const { id: text } = route.useParams();
  const id = recordId(text);
  if (id === undefined) return <UnknownRecord what="journal entry" id={text} list="/console/journal" />;
  return <Entry key={id} id={id} />;
}

function Entry({ id }: { readonly id: number }) {
  const entry = useTagged(ENTRY, { j_id: id });
  const details = useTagged(DETAILS_PATH, { j_id: id });
  const remove = useSend(() => api.DELETE(ENTRY, { params: { path: { j_id: id } } }), { changes: LISTS });
  const navigate = useNavigate();
  if (entry.error?.status === 404)
    return <UnknownRecord what="journal entry" id={String(id)} list="/console/journal" />;
  const trade = details.data?.body;
  return (
    <Page
      title={trade ? `Trade ${id}: ${trade.symbol}` : `Trade ${id}`}
      lead={<Link to="/console/journal">Back to the journal</Link>}
      actions={
        <ConfirmButton
          label="Delete"
          question={`Entry ${id} and its notes will be lost. One made of fills does not come back with later fills.`}
          confirm="Delete the entry"
          action={async () => {
            await remove.mutateAsync(undefined);
            await navigate({ to: '/console/journal' });
          }}
        />
      }
    >
      <div className="grid">
        <QueryView query={details}>
          {({ body }) => (
            <>
              <EntryResult trade={body} />
              <EntryCosts trade={body} />
            </>
          )}
        </QueryView>
        <QueryView query={entry}>
          {(record) => (
            <Notes record={record} isManual={trade?.source === 'manual'} again={() => reread(entry)} />
          )}
        </QueryView>
        {details.data ? (
          <EditDetails record={details.data} again={() => reread(details)} />
        ) : (
          !details.error && <Loading />
        )}
      </div>
    </Page>
  );
}

interface NotesProps {
  readonly record: Tagged<Schemas['TradeJournalRead']>;
  readonly isManual: boolean;
  readonly again: () => Promise<Tagged<Schemas['TradeJournalRead']>>;
}

function Notes({ record, isManual, again }: NotesProps) {
  const { id, notes } = record.body;
  const save = useSend(
    ({ changes, tag }: { changes: object; tag: string }) =>
      api.PATCH(ENTRY, { params: { path: { j_id: id }, header: { 'If-Match': tag } }, body: changes }),
    { changes: [ENTRY, DETAILS_PATH, ...LISTS] },
  );
  return (
    <EditableCard
      title="Notes"
      wideForm
      form={(close) => (
        <EditForm
          fields={isManual ? ENTRY_FIELDS : NOTES}
          record={record}
          reread={again}
          save={(changes, tag) => save.mutateAsync({ changes, tag })}
          onClose={close}
        />
      )}
    >
      <p style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{notes ?? 'There are no notes.'}</p>
    </EditableCard>
  );
}

interface EditDetailsProps {
  readonly record: Tagged<Schemas['TradeDetailsRead']>;
  readonly again: () => Promise<Tagged<Schemas['TradeDetailsRead']>>;
}

function EditDetails({ record, again }: EditDetailsProps) {
  const { id, source } = record.body;
  const save = useSend(
    ({ changes, tag }: { changes: object; tag: string }) =>
      api.PATCH(DETAILS_PATH, { params: { path: { j_id: id }, header: { 'If-Match': tag } }, body: changes }),
    { changes: [ENTRY, DETAILS_PATH, ...LISTS] },
  );
  return (
    <EditableCard
      title="Details"
      wideForm
      form={(close) => (
        <EditForm
          fields={source === 'fills' ? DETAILS_OF_FILLS : DETAILS}
          record={record}
          reread={again}
          save={(changes, tag) => save.mutateAsync({ changes, tag })}
          onClose={close}
        />
      )}
    >
      <p>
        {source === 'fills'
          ? 'Made of fills: stop, target, tags and links can be changed. To change prices and times, send the corrected fill.'
          : 'Account, quantity, times, fees, stop, target, tags and links can be changed.'}
      </p>
    </EditableCard>
  );
}
