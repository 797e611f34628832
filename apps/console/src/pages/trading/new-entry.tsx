import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client';
import { useSend, type Schemas } from '../../api/hooks';
import { NewRecordForm } from '../../forms/new-record-form';
import { Card } from '../../layout/page';
import { ENTRY_FIELDS } from './entry-fields';

/** Writes an entry by hand; its quantity, times and links follow on its page. */
export function NewEntry() {
  const navigate = useNavigate();
  const create = useSend(
    ({ body, key }: { body: Schemas['CreateTradeJournalEntryDto']; key: string }) =>
      api.POST('/api/v1/trade-journal', { params: { header: { 'Idempotency-Key': key } }, body }),
    { changes: ['/api/v1/trade-journal/details'] },
  );
  return (
    <Card title="New entry">
      <NewRecordForm
        fields={ENTRY_FIELDS}
        initial={{ side: 'buy' }}
        submit="Write the entry"
        create={async (values, key) => {
          const body = values as unknown as Schemas['CreateTradeJournalEntryDto'];
          const { id } = await create.mutateAsync({ body, key });
          await navigate({ to: '/console/journal/$id', params: { id: String(id) } });
        }}
      />
    </Card>
  );
}
