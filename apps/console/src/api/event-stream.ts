import { useEffect, useRef, useState } from 'react';
import { fetchWithToken } from './client';
import { asProblem, type Problem } from './problem';
import { readServerSentEvents, type ServerSentEvent } from './server-sent-events';

const LEAST_WAIT_MILLISECONDS = 2_000;
/** Statuses that another attempt would meet again. */
const FINAL_STATUSES = [401, 403, 404, 422];

export interface EventStreamState {
  readonly connected: boolean;
  readonly problem: Problem | undefined;
}

/** Follows a stream of server-sent events with the token in its header, and resumes after the last event when it breaks. */
export function useEventStream(
  path: string | undefined,
  onEvent: (event: ServerSentEvent) => void,
): EventStreamState {
  const [state, setState] = useState<EventStreamState>({ connected: false, problem: undefined });
  const deliver = useRef(onEvent);
  useEffect(() => {
    deliver.current = onEvent;
  });
  useEffect(() => {
    if (path === undefined) return undefined;
    const stop = new AbortController();
    void follow(path, stop.signal, (event) => deliver.current(event), setState);
    return () => stop.abort();
  }, [path]);
  return state;
}

async function follow(
  path: string,
  signal: AbortSignal,
  deliver: (event: ServerSentEvent) => void,
  report: (state: EventStreamState) => void,
): Promise<void> {
  let last: string | undefined;
  const isStopped = () => signal.aborted;
  while (!isStopped()) {
    let wait = LEAST_WAIT_MILLISECONDS;
    try {
      const headers = { accept: 'text/event-stream', ...(last !== undefined && { 'last-event-id': last }) };
      const { body } = await fetchWithToken(path, { headers, signal });
      report({ connected: true, problem: undefined });
      for await (const event of readServerSentEvents(body!)) {
        last = event.id ?? last;
        deliver(event);
      }
      if (!isStopped()) report({ connected: false, problem: undefined });
    } catch (error) {
      if (isStopped()) return;
      const problem = asProblem(error);
      report({ connected: false, problem });
      if (FINAL_STATUSES.includes(problem.status)) return;
      // Sooner attempts would be counted against the limit that refuses them.
      wait = Math.max(wait, (problem.retryAfterSeconds ?? 0) * 1_000);
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
