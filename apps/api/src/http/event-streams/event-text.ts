import type { Response } from 'express';

/**
 * Answers 200 and leaves the response open for server-sent events. Not chunked, the connection ends with the stream: what is
 * written is what is sent, and one buffer serves any number of streams.
 */
export function openEventStream(response: Response): void {
  response.set({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
    connection: 'close',
  });
  response.removeHeader('transfer-encoding');
  response.flushHeaders();
}

/** One event; `data` has no line breaks, as JSON has none. */
export function eventText(event: string, data: string, id?: string): string {
  return `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`;
}
