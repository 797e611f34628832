import { Client } from 'pg';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { databaseSocket } from '#domain/postgres/database-sockets';
import { type CandleListener, type CandleListening, PROBE_MILLISECONDS } from './candle-listening';

const CONNECT_TIMEOUT_MILLISECONDS = 5_000;
const FIRST_PAUSE_MILLISECONDS = 100;
const LONGEST_PAUSE_MILLISECONDS = 5_000;

interface ListeningSource {
  readonly databaseUrl: string;
  readonly channel: string;
  readonly listener: CandleListener;
}

/** Receives every notice of a channel on one connection of its own; a connection that breaks or falls silent is replaced. */
export function listenOnPostgres(
  databaseUrl: string,
  channel: string,
  listener: CandleListener,
  logger: Logger,
): CandleListening {
  const closing = new AbortController();
  const listening = listen({ databaseUrl, channel, listener }, logger, closing.signal);
  return {
    follow: () => undefined,
    unfollow: () => undefined,
    close: () => {
      closing.abort();
      return listening;
    },
  };
}

async function listen(source: ListeningSource, logger: Logger, over: AbortSignal): Promise<void> {
  let pause = FIRST_PAUSE_MILLISECONDS;
  while (!over.aborted) {
    try {
      await listenOnce(source, over, () => (pause = FIRST_PAUSE_MILLISECONDS));
    } catch (error) {
      logger.warn(
        { err: error, channel: source.channel },
        'The connection that listens for notices broke; the tables are polled meanwhile',
      );
    }
    await wait(Math.random() * pause, over);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MILLISECONDS);
  }
}

async function listenOnce(
  { databaseUrl, channel, listener }: ListeningSource,
  over: AbortSignal,
  onBegin: () => void,
): Promise<void> {
  const socket = databaseSocket();
  const client = new Client({
    stream: () => socket,
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MILLISECONDS,
    query_timeout: PROBE_MILLISECONDS,
    keepAlive: true,
    application_name: `${process.title} listener`,
  });
  const broken = new AbortController();
  client.on('error', (error) => broken.abort(error));
  client.on('end', () => broken.abort(new Error('The server closed the connection')));
  client.on('notification', ({ payload }) => payload && listener.receive(payload));
  const stopped = AbortSignal.any([over, broken.signal]);
  try {
    await client.connect();
    await client.query(`listen ${channel}`);
    onBegin();
    listener.begun();
    for (;;) {
      await wait(PROBE_MILLISECONDS, stopped);
      if (stopped.aborted) break;
      await client.query('select 1');
    }
    if (broken.signal.aborted) throw broken.signal.reason;
  } finally {
    // Without a goodbye: on a connection into nowhere it would be waited for.
    socket.destroy();
  }
}

async function wait(milliseconds: number, over: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal: over, ref: false }).catch(() => undefined);
}
