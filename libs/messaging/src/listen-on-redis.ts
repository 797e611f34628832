import { Redis } from 'ioredis';
import pTimeout from 'p-timeout';
import type { Logger } from 'pino';
import { OutageLog } from '#platform/logging/outage-log';
import { fullJitter } from '#platform/pauses/full-jitter';
import { repeat } from '#platform/shutdown/repeat';
import { CANDLE_CHANNEL } from './candle-channel';
import { type CandleListener, type CandleListening, PROBE_MILLISECONDS } from './candle-listening';

const CONNECT_TIMEOUT_MILLISECONDS = 5_000;
const PAUSES = { firstMilliseconds: 100, longestMilliseconds: 5_000 };

/** Subscribes to the channel of each series that is followed; a connection that breaks or falls silent is replaced. */
export function listenOnRedis(url: string, listener: CandleListener, logger: Logger): CandleListening {
  const redis = new Redis(url, {
    connectTimeout: CONNECT_TIMEOUT_MILLISECONDS,
    // What is requested while the server is away is requested again by autoResubscribe.
    maxRetriesPerRequest: null,
    keepAlive: PROBE_MILLISECONDS,
    retryStrategy: (attempt) => fullJitter(attempt, PAUSES),
  });
  const connection = new OutageLog(logger, 'Candle listener connection');
  const report = (error: unknown) => connection.failed(error);
  redis.on('error', report);
  redis.on('ready', () => {
    connection.works();
    listener.begun();
  });
  redis.on('message', (_channel, text: string) => listener.receive(text));
  const probing = repeat(() => probe(redis), PROBE_MILLISECONDS, report);
  const channel = (seriesId: number) => `${CANDLE_CHANNEL}:${seriesId}`;
  return {
    follow: (seriesId) => redis.subscribe(channel(seriesId)).then(() => undefined, report),
    unfollow: (seriesId) => void redis.unsubscribe(channel(seriesId)).catch(report),
    close: async () => {
      const stopped = probing.stop();
      redis.disconnect();
      await stopped;
    },
  };
}

async function probe(redis: Redis): Promise<void> {
  if (redis.status !== 'ready') return;
  try {
    await pTimeout(redis.ping(), { milliseconds: PROBE_MILLISECONDS, message: 'Redis is silent' });
  } catch (error) {
    redis.disconnect(true);
    throw error;
  }
}
