import { once } from 'node:events';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { SourceHeadline } from '../headline-source';

const MOST_MEGABYTES = 256;

/**
 * Parses beside the event loop: what a stranger sends may take the parser minutes and gigabytes. The thread ends with the
 * signal, and with it the work.
 */
export async function parseInThread(text: string, signal: AbortSignal): Promise<SourceHeadline[]> {
  // To read megabytes and to start a thread at one go would hold the event loop up, by several feeds all the more.
  await nextTurn();
  const thread = new Worker(join(__dirname, 'parse-feed.thread.js'), {
    workerData: text,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  });
  try {
    const [headlines] = (await once(thread, 'message', { signal })) as [SourceHeadline[]];
    return headlines;
  } finally {
    await thread.terminate();
  }
}
