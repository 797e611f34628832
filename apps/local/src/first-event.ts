import { setTimeout as delay } from 'node:timers/promises';

const TIMEOUT_MILLISECONDS = 5_000;

/** A CloudEvent, as far as it is shown. */
export interface FirstEvent {
  readonly type: string;
  readonly subject: string;
  readonly data: object;
}

/** The oldest event that is kept, read as any client reads it; undefined when none comes in time, or none is recorded. */
export async function readFirstEvent(
  apiUrl: string,
  token: string,
  signal: AbortSignal,
): Promise<FirstEvent | undefined> {
  const late = new AbortController();
  const timer = delay(TIMEOUT_MILLISECONDS, undefined, { signal: late.signal, ref: false }).then(
    () => late.abort(),
    () => undefined,
  );
  try {
    const response = await fetch(`${apiUrl}/api/v1/events`, {
      headers: { authorization: `Bearer ${token}`, 'last-event-id': '0' },
      signal: AbortSignal.any([signal, late.signal]),
    });
    if (!response.ok || !response.body) return undefined;
    let text = '';
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      // `reset` says that older ones are deleted; it is no CloudEvent.
      const found = /^data: (\{"specversion":.*\})$/m.exec(text);
      if (found) return JSON.parse(found[1]) as FirstEvent;
    }
    return undefined;
  } catch {
    signal.throwIfAborted();
    return undefined;
  } finally {
    late.abort();
    await timer;
  }
}
