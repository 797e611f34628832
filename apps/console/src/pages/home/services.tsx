import { useRead, type Schemas } from '../../api/hooks';
import { Badge } from '../../components/badge';
import { Figures } from '../../components/figures';
import { QueryView } from '../../components/query-view';
import { type Column, Table } from '../../components/table';
import { Term } from '../../components/term';
import { count } from '../../format/numbers';
import { useTimes } from '../../format/times';
import { Card } from '../../layout/page';

const REFRESH = { refetchInterval: 10_000 };
const NOT_READY = 503;

/** Whether the service works, and who listens to it. */
export function Services() {
  const streams = useRead('/api/v1/streams/active', undefined, REFRESH);
  return (
    <Card title="Services">
      <Readiness openStreams={streams.data?.total} />
      <QueryView query={streams}>
        {({ streams: open }) => (open.length === 0 ? <p>No stream is open.</p> : <Streams open={open} />)}
      </QueryView>
    </Card>
  );
}

function Readiness({ openStreams }: { readonly openStreams: number | undefined }) {
  const readiness = useRead('/ready', undefined, REFRESH);
  const isNotReady = readiness.error?.status === NOT_READY;
  const detail = isNotReady ? readiness.error?.message : readiness.data?.detail;
  return (
    <>
      <Figures
        figures={[
          {
            label: (
              <Term meaning="ready: everything answers. degraded: requests are answered, but the queue or the broker is away. unavailable: the database is away, or not as this version needs it.">
                Service
              </Term>
            ),
            value: <State state={isNotReady ? 'unavailable' : readiness.data?.status} />,
          },
          {
            label: (
              <Term meaning="Connections that receive candles or events now: server-sent events and subscriptions on WebSockets, over all replicas.">
                Open streams
              </Term>
            ),
            value: count(openStreams),
          },
        ]}
      />
      {detail !== undefined && <p className="notice warn">{detail}</p>}
      {readiness.error && !isNotReady && <p className="notice bad">{readiness.error.message}</p>}
    </>
  );
}

function State({ state }: { readonly state: Schemas['ServiceState'] | 'unavailable' | undefined }) {
  if (state === undefined) return 'unknown';
  return (
    <Badge tone={{ ready: 'good', degraded: 'warn', unavailable: 'bad' }[state] as 'good'}>{state}</Badge>
  );
}

const MOST_SHOWN = 10;

function Streams({ open }: { readonly open: readonly Schemas['ActiveStream'][] }) {
  const times = useTimes();
  const columns: readonly Column<Schemas['ActiveStream']>[] = [
    { key: 'type', title: 'Connection', cell: ({ type }) => (type === 'sse' ? 'events' : 'WebSocket') },
    {
      key: 'of',
      title: 'Of',
      cell: ({ exchange, symbol, interval }) =>
        [exchange, symbol, interval].filter((part) => part !== null).join(' ') || 'all events',
    },
    { key: 'opened', title: `Since (${times.zone})`, cell: ({ opened_at: at }) => times.minute(at) },
    { key: 'sent', title: 'Sent', number: true, cell: ({ events_sent: sent }) => count(sent) },
  ];
  return (
    <details>
      <summary className="quiet">Streams that are open now</summary>
      <Table
        caption={
          open.length > MOST_SHOWN
            ? `The first ${MOST_SHOWN} of ${count(open.length)} streams`
            : 'Open streams'
        }
        columns={columns}
        rows={open.slice(0, MOST_SHOWN)}
        rowKey={({ id }) => id}
      />
    </details>
  );
}
