import { useCallback, useReducer, useState } from 'react';
import { useEventStream } from '../../api/event-stream';
import type { ServerSentEvent } from '../../api/server-sent-events';
import { Badge } from '../../components/badge';
import { ProblemNotice } from '../../components/problem-notice';
import { Empty } from '../../components/query-view';
import { ChoiceField, TextField } from '../../forms/inputs';
import { count } from '../../format/numbers';
import { Card, Page } from '../../layout/page';
import { EventRows } from './event-rows';
import { EVENT_KINDS, NO_EVENTS, receiveEvents } from './received-events';

const ANY = { value: '', label: 'any' };

/** What happens to the data and the runs, as it happens. */
export function EventsPage() {
  const [kind, setKind] = useState('');
  const [exchange, setExchange] = useState('');
  const [symbol, setSymbol] = useState('');
  const [address, setAddress] = useState('/api/v1/events');
  const follow = (changed: { kind?: string; exchange?: string; symbol?: string }) => {
    const filter = Object.entries({ kind, exchange, symbol, ...changed })
      .map(([name, text]) => [name, text.trim()])
      .filter(([, text]) => text !== '');
    setAddress(`/api/v1/events?${new URLSearchParams(filter).toString()}`);
  };
  return (
    <Page title="Events" lead="What happens to the data and the runs, as the service publishes it.">
      <div className="stack">
        <Card title="Filter">
          <form
            className="fields"
            onSubmit={(event) => {
              event.preventDefault();
              follow({});
            }}
          >
            <ChoiceField
              label="Kind"
              value={kind}
              onChange={(value) => {
                setKind(value);
                follow({ kind: value });
              }}
              options={[ANY, ...EVENT_KINDS]}
            />
            <TextField label="Exchange" value={exchange} onChange={setExchange} />
            <TextField label="Symbol" value={symbol} onChange={setSymbol} placeholder="BTC/USDT" />
            <div className="field">
              <span aria-hidden="true">&nbsp;</span>
              <button type="submit" className="button">
                Filter
              </button>
            </div>
          </form>
        </Card>
        <Stream key={address} address={address} />
      </div>
    </Page>
  );
}

function Stream({ address }: { readonly address: string }) {
  const [received, dispatch] = useReducer(receiveEvents, NO_EVENTS);
  const onEvent = useCallback((event: ServerSentEvent) => dispatch({ event }), []);
  const { connected, problem } = useEventStream(address, onEvent);
  const { rows, waiting, paused, total } = received;
  return (
    <Card
      title="Newest events"
      actions={
        <>
          <State connected={connected} paused={paused} />
          <button type="button" className="button" onClick={() => dispatch({ pause: !paused })}>
            {paused ? 'Continue' : 'Pause'}
          </button>
          <button type="button" className="button" onClick={() => dispatch('clear')}>
            Clear
          </button>
        </>
      }
    >
      {problem && <ProblemNotice problem={problem} />}
      {problem && !connected && rows.length > 0 && (
        <p className="quiet">What follows was received before. The stream resumes after its last event.</p>
      )}
      <p className="quiet" role="status">
        {count(total)} received since the page was opened
        {paused && `; ${count(waiting.length)} wait until you continue`}
        {total > rows.length && `; the newest ${count(rows.length)} are kept`}.
      </p>
      {rows.length === 0 ? (
        <Empty>
          No event yet. A candle that closes, a gap that is found or a run that finishes appears here at once.
        </Empty>
      ) : (
        <EventRows rows={rows} />
      )}
    </Card>
  );
}

function State({ connected, paused }: { readonly connected: boolean; readonly paused: boolean }) {
  if (paused) return <Badge tone="warn">paused</Badge>;
  return connected ? <Badge tone="good">live</Badge> : <Badge tone="warn">connecting</Badge>;
}
