import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client';
import { type Schemas, useSend } from '../../api/hooks';
import { reread, type Tagged, useTagged } from '../../api/tagged';
import { ConfirmButton } from '../../components/confirm-button';
import { ProblemNotice } from '../../components/problem-notice';
import { QueryView } from '../../components/query-view';
import { UnknownRecord } from '../../layout/other-pages';
import { Card, Page } from '../../layout/page';
import { useTimes } from '../../format/times';
import { MemberTable } from './member-table';
import { MembersField } from './members-field';
import { readMembers, writeMembers } from './members-text';
import { type Universe, UNIVERSE, UNIVERSES } from './universes';

const CHANGED_MEANWHILE = 412;
const route = getRouteApi('/console/universe');

export function UniversePage() {
  const { name = '' } = route.useSearch();
  if (name === '') return <UnknownRecord what="universe" id="without a name" list="/console/universes" />;
  return <ShownUniverse key={name} name={name} />;
}

function ShownUniverse({ name }: { readonly name: string }) {
  const universe = useTagged(UNIVERSE, { name });
  const navigate = useNavigate();
  const remove = useSend(() => api.DELETE(UNIVERSE, { params: { path: { name } } }), {
    changes: [UNIVERSES],
  });
  if (universe.error?.status === 404)
    return <UnknownRecord what="universe" id={name} by="name" list="/console/universes" />;
  return (
    <Page
      title={`Universe ${name}`}
      lead={<Link to="/console/universes">All universes</Link>}
      actions={
        <>
          <Link className="button primary" to="/console/portfolios/new" search={{ universe: name }}>
            New portfolio run
          </Link>
          <ConfirmButton
            label="Delete"
            question={`The universe ${name} will be lost. Runs of it keep their copy of its members.`}
            confirm="Delete the universe"
            action={async () => {
              await remove.mutateAsync(undefined);
              await navigate({ to: '/console/universes' });
            }}
          />
        </>
      }
    >
      <QueryView query={universe}>
        {(record) => <Members record={record} again={() => reread(universe)} />}
      </QueryView>
    </Page>
  );
}

interface MembersProps {
  readonly record: Tagged<Universe>;
  readonly again: () => Promise<Tagged<Universe>>;
}

function Members({ record, again }: MembersProps) {
  const times = useTimes();
  const [editing, setEditing] = useState(false);
  const { members, updated_at: updatedAt } = record.body;
  if (editing) return <EditMembers record={record} again={again} onClose={() => setEditing(false)} />;
  return (
    <Card
      title="Members"
      actions={
        <button type="button" className="button" onClick={() => setEditing(true)}>
          Edit
        </button>
      }
    >
      <MemberTable caption={`Members since ${times.time(updatedAt)}`} members={members} />
    </Card>
  );
}

function EditMembers({ record, again, onClose }: MembersProps & { readonly onClose: () => void }) {
  const [{ body, tag }, setBase] = useState(record);
  const [text, setText] = useState(() => writeMembers(body.members));
  const save = useSend(
    (members: Schemas['UniverseMemberDto'][]) =>
      api.PUT(UNIVERSE, {
        params: { path: { name: body.name }, header: { 'If-Match': tag } },
        body: { members },
      }),
    { changes: [UNIVERSE, UNIVERSES], onSuccess: onClose },
  );
  const startAgain = async () => {
    const stored = await again();
    setBase(stored);
    setText(writeMembers(stored.body.members));
    save.reset();
  };
  return (
    <Card title="Members" wide>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(readMembers(text) as Schemas['UniverseMemberDto'][]);
        }}
      >
        <MembersField text={text} onChange={setText} problem={save.error} field="members" />
        {save.error && <ProblemNotice problem={save.error} fieldsShownElsewhere />}
        <div className="row">
          <button type="submit" className="button primary" disabled={save.isPending}>
            Save
          </button>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          {save.error?.status === CHANGED_MEANWHILE && (
            <button type="button" className="button" onClick={() => void startAgain()}>
              Start again from what is stored
            </button>
          )}
        </div>
      </form>
    </Card>
  );
}
