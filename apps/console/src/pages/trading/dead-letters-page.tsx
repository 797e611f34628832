import { useState } from 'react';
import { type Schemas, useRead } from '../../api/hooks';
import { Badge, type Tone } from '../../components/badge';
import { Empty, QueryView } from '../../components/query-view';
import { type Column, Table } from '../../components/table';
import { ChoiceField } from '../../forms/inputs';
import { count } from '../../format/numbers';
import { useTimes } from '../../format/times';
import { Card, Page } from '../../layout/page';
import { DeadLetterDetails } from './dead-letter-details';

type Letter = Schemas['DeadLetterRead'];

const MOST_SHOWN = 200;
const REFRESH_MILLISECONDS = 10_000;
const ANY = { value: '', label: 'any' };
const TONES: Readonly<Record<Schemas['DeadLetterStatus'], Tone>> = {
  waiting: 'warn',
  replayed: 'good',
  discarded: 'neutral',
};

/** Messages of the broker that could not be ingested, until somebody decides about them. */
export function DeadLettersPage() {
  const [status, setStatus] = useState('waiting');
  const [kind, setKind] = useState('');
  const [chosen, setChosen] = useState<number>();
  const query = useRead(
    '/api/v1/events/dead-letters',
    {
      params: {
        query: {
          size: MOST_SHOWN,
          ...(status !== '' && { status: status as Letter['status'] }),
          ...(kind !== '' && { kind: kind as Letter['kind'] }),
        },
      },
    },
    { refetchInterval: REFRESH_MILLISECONDS, keepPrevious: true },
  );
  return (
    <Page
      title="Dead letters"
      lead="Fills and positions from the broker that could not be ingested, until somebody decides about them."
    >
      <div className="stack">
        <Card title="Messages">
          <div className="fields">
            <ChoiceField
              label="Status"
              value={status}
              onChange={setStatus}
              options={[ANY, 'waiting', 'replayed', 'discarded']}
            />
            <ChoiceField label="Kind" value={kind} onChange={setKind} options={[ANY, 'fill', 'position']} />
          </div>
          <br />
          <QueryView
            query={query}
            isEmpty={({ items }) => items.length === 0}
            empty={
              <Empty>
                {status === 'waiting'
                  ? 'No message waits for a decision. Those that break a rule appear here; the broker is set with NATS_URL.'
                  : 'No message fits.'}
              </Empty>
            }
          >
            {({ items, total }) => (
              <LetterTable letters={items} total={total} chosen={chosen} onChoose={setChosen} />
            )}
          </QueryView>
        </Card>
        {chosen !== undefined && <DeadLetterDetails key={chosen} id={chosen} />}
      </div>
    </Page>
  );
}

interface LetterTableProps {
  readonly letters: readonly Letter[];
  readonly total: number;
  readonly chosen: number | undefined;
  readonly onChoose: (id: number) => void;
}

function LetterTable({ letters, total, chosen, onChoose }: LetterTableProps) {
  const times = useTimes();
  const columns: readonly Column<Letter>[] = [
    {
      key: 'id',
      title: 'Message',
      cell: ({ id }) => (
        <button type="button" className="button" aria-pressed={id === chosen} onClick={() => onChoose(id)}>
          Message {id}
        </button>
      ),
    },
    { key: 'status', title: 'Status', cell: ({ status }) => <Badge tone={TONES[status]}>{status}</Badge> },
    { key: 'kind', title: 'Kind', cell: ({ kind }) => kind },
    { key: 'subject', title: 'Subject', cell: ({ subject }) => <code>{subject}</code> },
    {
      key: 'reason',
      title: 'What is wrong',
      cell: ({ reason }) => reason.map(({ field, message }) => `${field} ${message}`).join('; '),
    },
    { key: 'received', title: 'Received', cell: ({ received_at: at }) => times.time(at) },
    { key: 'decided', title: 'Decided', cell: ({ decided_at: at }) => times.time(at) },
  ];
  return (
    <Table
      caption={
        total > letters.length
          ? `The newest ${count(letters.length)} of ${count(total)} messages`
          : 'Messages, newest first'
      }
      columns={columns}
      rows={letters}
      rowKey={({ id }) => id}
      isChosen={({ id }) => id === chosen}
    />
  );
}
