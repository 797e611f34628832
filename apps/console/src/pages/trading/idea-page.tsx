import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client';
import { type Schemas, useRead, useSend } from '../../api/hooks';
import { reread, type Tagged, useTagged } from '../../api/tagged';
import { Badge } from '../../components/badge';
import { ConfirmButton } from '../../components/confirm-button';
import { QueryView } from '../../components/query-view';
import { EditForm } from '../../forms/edit-form';
import { EditableCard } from '../../forms/editable-card';
import { UnknownRecord } from '../../layout/other-pages';
import { Page } from '../../layout/page';
import { recordId } from '../record-id';
import { IdeaEvidence } from './idea-evidence';
import { IDEA_FIELDS } from './idea-fields';
import { IdeaSummary } from './idea-summary';

const route = getRouteApi('/console/ideas/$id');
const IDEA = '/api/v1/strategy-ideas/{idea_id}';
const DETAILS = '/api/v1/strategy-ideas/{idea_id}/details';
const LIST = '/api/v1/strategy-ideas';

export function IdeaPage() {
  const { id: text } = route.useParams();
  const id = recordId(text);
  if (id === undefined) return <UnknownRecord what="strategy idea" id={text} list="/console/ideas" />;
  return <Idea key={id} id={id} />;
}

function Idea({ id }: { readonly id: number }) {
  const idea = useTagged(IDEA, { idea_id: id });
  const details = useRead(DETAILS, { params: { path: { idea_id: id } } });
  const navigate = useNavigate();
  const remove = useSend(() => api.DELETE(IDEA, { params: { path: { idea_id: id } } }), { changes: [LIST] });
  if (idea.error?.status === 404)
    return <UnknownRecord what="strategy idea" id={String(id)} list="/console/ideas" />;
  return (
    <Page
      title={idea.data?.body.name ?? `Strategy idea ${id}`}
      lead={<Link to="/console/ideas">All ideas</Link>}
      actions={
        <ConfirmButton
          label="Delete"
          question="The idea and its links to runs will be lost. The runs themselves stay."
          confirm="Delete the idea"
          action={async () => {
            await remove.mutateAsync(undefined);
            await navigate({ to: '/console/ideas' });
          }}
        />
      }
    >
      <div className="grid">
        <QueryView query={idea}>{(record) => <Text record={record} again={() => reread(idea)} />}</QueryView>
        <QueryView query={details}>{(data) => <IdeaSummary details={data} />}</QueryView>
        <IdeaEvidence id={id} />
      </div>
    </Page>
  );
}

interface TextProps {
  readonly record: Tagged<Schemas['StrategyIdeaRead']>;
  readonly again: () => Promise<Tagged<Schemas['StrategyIdeaRead']>>;
}

function Text({ record, again }: TextProps) {
  const { id, description, status, asset_class: asset } = record.body;
  const save = useSend(
    ({ changes, tag }: { changes: object; tag: string }) =>
      api.PATCH(IDEA, { params: { path: { idea_id: id }, header: { 'If-Match': tag } }, body: changes }),
    { changes: [IDEA, DETAILS, LIST] },
  );
  return (
    <EditableCard
      title="Idea"
      wideForm
      form={(close) => (
        <EditForm
          fields={IDEA_FIELDS}
          record={record}
          reread={again}
          save={(changes, tag) => save.mutateAsync({ changes, tag })}
          onClose={close}
        />
      )}
    >
      <p>
        <Badge>{status}</Badge> <span className="quiet">{asset}</span>
      </p>
      <p style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{description}</p>
    </EditableCard>
  );
}
