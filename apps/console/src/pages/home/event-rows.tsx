import { CopyButton } from '../../components/copy-button';
import { Table } from '../../components/table';
import { useTimes } from '../../format/times';
import type { Envelope } from './received-events';

/** Events, newest first, each with its data. */
export function EventRows({ rows }: { readonly rows: readonly Envelope[] }) {
  const times = useTimes();
  return (
    <Table
      caption="Events, newest first"
      columns={[
        { key: 'time', title: 'Time', cell: ({ time }) => times.time(time) },
        { key: 'kind', title: 'Kind', cell: ({ type }) => <code>{type.replace(/^candelabra\./, '')}</code> },
        { key: 'subject', title: 'Of', cell: ({ subject }) => subjectText(subject) },
        { key: 'data', title: 'Data', cell: (envelope) => <Data envelope={envelope} /> },
      ]}
      rows={rows}
      rowKey={({ id }) => id}
    />
  );
}

/** The parts of a subject, each of which is percent-encoded. */
function subjectText(subject: string | undefined): string {
  try {
    return (subject ?? '').split('/').map(decodeURIComponent).join(' ');
  } catch {
    return subject ?? '';
  }
}

function Data({ envelope }: { readonly envelope: Envelope }) {
  const { data } = envelope;
  const fields = typeof data === 'object' && data !== null ? Object.entries(data) : [];
  return (
    <details>
      <summary>{summaryOf(fields)}</summary>
      <dl className="figures">
        {fields.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd style={{ fontSize: '1rem' }}>{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
      <pre tabIndex={0}>{JSON.stringify(envelope, null, 2)}</pre>
      <CopyButton text={JSON.stringify(envelope, null, 2)} label="Copy JSON" />
    </details>
  );
}

const SHOWN_AT_ONCE = ['open_time', 'close', 'status', 'missing', 'reason', 'start', 'funding_rate'];

/** The fields that say the most; all of them are inside. */
function summaryOf(fields: readonly (readonly [name: string, value: unknown])[]): string {
  const shown = fields.filter(([name, value]) => SHOWN_AT_ONCE.includes(name) && value !== null);
  if (shown.length === 0) return 'Data';
  return shown.map(([name, value]) => `${name} ${String(value)}`).join(', ');
}
