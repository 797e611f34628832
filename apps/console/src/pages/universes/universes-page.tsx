import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client';
import { readOptions, type Schemas, useSend } from '../../api/hooks';
import { PagedTable } from '../../components/paged-table';
import { ProblemNotice } from '../../components/problem-notice';
import { Empty } from '../../components/query-view';
import { count } from '../../format/numbers';
import { useTimes } from '../../format/times';
import { fieldError } from '../../forms/field';
import { TextField } from '../../forms/inputs';
import { Card, Page } from '../../layout/page';
import { MembersField } from './members-field';
import { readMembers } from './members-text';
import { UNIVERSE, UNIVERSES, useStoredUniverses } from './universes';

const SIZE = 50;

/** Lists of series that portfolio runs are of. */
export function UniversesPage() {
  const [writing, setWriting] = useState(false);
  return (
    <Page
      title="Universes"
      lead="Lists of series with the days on which each belongs to them, for portfolio runs."
      actions={
        !writing && (
          <button type="button" className="button primary" onClick={() => setWriting(true)}>
            New universe
          </button>
        )
      }
    >
      <div className="stack">
        {writing && <NewUniverse onClose={() => setWriting(false)} />}
        <Card title="List">
          <UniverseTable />
        </Card>
      </div>
    </Page>
  );
}

function UniverseTable() {
  const times = useTimes();
  return (
    <PagedTable<Schemas['UniverseSummaryRead']>
      caption="Universes, newest first"
      columns={[
        {
          key: 'name',
          title: 'Universe',
          cell: ({ name }) => (
            <Link to="/console/universe" search={{ name }}>
              {name}
            </Link>
          ),
        },
        { key: 'members', title: 'Members', number: true, cell: (each) => count(each.member_count) },
        {
          key: 'created',
          title: `Created (${times.zone})`,
          cell: ({ created_at: at }) => times.minute(at),
        },
        {
          key: 'updated',
          title: `Members since (${times.zone})`,
          cell: ({ updated_at: at }) => times.minute(at),
        },
      ]}
      page={(page) => readOptions(UNIVERSES, { params: { query: { page, size: SIZE } } })}
      pageSize={SIZE}
      rowKey={({ name }) => name}
      empty={<Empty>No universe is stored yet: make one of the series that you have.</Empty>}
    />
  );
}

function NewUniverse({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const { data } = useStoredUniverses();
  // To store it would replace the members of the one that is there.
  const isTaken = data?.items.some((universe) => universe.name === name.trim()) ?? false;
  const store = useSend(
    (body: Schemas['StoreUniverseDto']) =>
      api.PUT(UNIVERSE, { params: { path: { name: name.trim() } }, body }),
    {
      changes: [UNIVERSES],
      onSuccess: () => navigate({ to: '/console/universe', search: { name: name.trim() } }),
    },
  );
  return (
    <Card title="New universe">
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          store.mutate({ members: readMembers(text) as Schemas['UniverseMemberDto'][] });
        }}
      >
        <TextField
          label="Name"
          hint="1 to 128 characters; runs name the universe by it"
          required
          value={name}
          onChange={setName}
          error={isTaken ? 'is the name of another universe: edit that one' : fieldError(store.error, 'name')}
        />
        <MembersField text={text} onChange={setText} problem={store.error} field="members" />
        {store.error && <ProblemNotice problem={store.error} fieldsShownElsewhere />}
        <div className="row">
          <button
            type="submit"
            className="button primary"
            disabled={store.isPending || isTaken || name.trim() === ''}
          >
            Store the universe
          </button>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Card>
  );
}
