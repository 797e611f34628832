import { useState } from 'react';
import { api } from '../../api/client';
import { type Schemas, useRead, useSend } from '../../api/hooks';
import { Problem } from '../../api/problem';
import { ConfirmButton } from '../../components/confirm-button';
import { Figures } from '../../components/figures';
import { ProblemNotice } from '../../components/problem-notice';
import { QueryView } from '../../components/query-view';
import { Field } from '../../forms/field';
import { count } from '../../format/numbers';
import { useTimes } from '../../format/times';
import { Card } from '../../layout/page';

const LETTER = '/api/v1/events/dead-letters/{id}';
const CHANGES = [LETTER, '/api/v1/events/dead-letters'] as const;

/** A message as it came, and what to do with it. */
export function DeadLetterDetails({ id }: { readonly id: number }) {
  const query = useRead(LETTER, { params: { path: { id } } });
  return (
    <Card title={`Message ${id}`}>
      <QueryView query={query}>{(letter) => <Letter letter={letter} />}</QueryView>
    </Card>
  );
}

function Letter({ letter }: { readonly letter: Schemas['DeadLetterDetailsRead'] }) {
  const times = useTimes();
  const { id, status, outcome, reason, content, content_encoding: encoding, headers } = letter;
  const discard = useSend(
    () => api.POST('/api/v1/events/dead-letters/{id}/discard', { params: { path: { id } } }),
    { changes: CHANGES },
  );
  return (
    <div className="stack">
      <ul>
        {reason.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <code>{field}</code> {message}
          </li>
        ))}
      </ul>
      <Figures
        figures={[
          { label: 'Status', value: status, note: outcome === null ? undefined : `outcome: ${outcome}` },
          { label: 'Sent', value: times.time(letter.sent_at) },
          { label: 'Given up after', value: count(letter.deliveries), note: 'attempts' },
          { label: 'Stream', value: letter.stream, note: `message ${count(letter.sequence)}` },
        ]}
      />
      {Object.keys(headers).length > 0 && (
        <details>
          <summary>Headers</summary>
          <pre tabIndex={0}>{JSON.stringify(headers, null, 2)}</pre>
        </details>
      )}
      {encoding === 'base64' && (
        <p className="notice warn">The message is not text: its bytes are shown as base64.</p>
      )}
      <Replay id={id} content={content} isText={encoding === 'utf-8'} />
      {status === 'waiting' && (
        <div className="row">
          <ConfirmButton
            label="Discard"
            question="The message will not be ingested. It stays in this list as discarded, and can still be replayed."
            confirm="Discard the message"
            action={() => discard.mutateAsync(undefined)}
          />
        </div>
      )}
    </div>
  );
}

const NOT_JSON = new Problem(422, 'The corrected message is not valid JSON.');

interface ReplayProps {
  readonly id: number;
  readonly content: string;
  readonly isText: boolean;
}

/** Ingests the message again, as it came or as it is corrected here. */
function Replay({ id, content, isText }: ReplayProps) {
  const [text, setText] = useState(isText ? content : '');
  const [isJson, setIsJson] = useState(true);
  const replay = useSend(
    (body: Schemas['ReplayDeadLetterDto']) =>
      api.POST('/api/v1/events/dead-letters/{id}/replay', { params: { path: { id } }, body }),
    { changes: CHANGES },
  );
  const isCorrected = text !== (isText ? content : '');
  const send = () => {
    const message = isCorrected ? parsed(text) : null;
    setIsJson(message !== undefined);
    if (message === undefined) return;
    replay.mutate(message === null ? {} : { message: message as never });
  };
  const problem = isJson ? replay.error : NOT_JSON;
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Field
        label="Message"
        hint="Correct it here, or replay it as it came: content that is known already counts once"
      >
        {(attributes) => (
          <textarea
            {...attributes}
            rows={10}
            className="mono"
            spellCheck={false}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      {problem && <ProblemNotice problem={problem} />}
      {replay.data && (
        <p role="status" className="notice good">
          Replayed: {replay.data.outcome}.
        </p>
      )}
      <div className="row">
        <button type="submit" className="button primary" disabled={replay.isPending}>
          {isCorrected ? 'Replay the corrected message' : 'Replay as it came'}
        </button>
      </div>
    </form>
  );
}

/** Undefined where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
