// API=http://127.0.0.1:8003/api/v1 TOKEN=… node --require esbuild-register examples/follow-events.ts <parameters> [<events>] [<last id>]
// Prints events as they are committed. When the connection breaks it goes on after the last id, and drops what comes again.

interface Envelope {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
}

const { API = 'http://127.0.0.1:8003/api/v1', TOKEN = '' } = process.env;
const [parameters, events = 'Infinity', lastId] = process.argv.slice(2);
const PAUSE_MILLISECONDS = 1_000;
/** A comment comes every 15 s: a connection on which nothing comes for so long is dead. */
const SILENCE_MILLISECONDS = 45_000;

let left = Number(events);
/** Where to go on: a client that keeps it, with what it made of the events, goes on there after its own restart, too. */
let position = lastId;
/** Since that position. A commit that was cut comes again from its first event on, with the same ids. */
const seen = new Set<string>();

class Refused extends Error {}

async function follow(): Promise<void> {
  const silence = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MILLISECONDS);
  };
  restartTimer();
  try {
    const response = await fetch(`${API}/events?${parameters}`, {
      headers: { authorization: `Bearer ${TOKEN}`, ...(position && { 'last-event-id': position }) },
      signal: silence.signal,
    });
    // 429 and 503 pass; a wrong parameter, an expired token or EVENTS=off do not.
    if (!response.ok && ![429, 503].includes(response.status)) throw new Refused(await response.text());
    if (!response.ok || !response.body) return;
    let unread = '';
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      restartTimer();
      const blocks = (unread + text).split('\n\n');
      unread = blocks.pop()!;
      for (const block of blocks) {
        read(block);
        if (left === 0) return;
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

function read(block: string): void {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
  const [event, id, data] = ['event', 'id', 'data'].map(field);
  if (event === 'reset') console.error('More was missed than is kept: read again what you keep');
  else if (event?.includes('.') && data) take(JSON.parse(data) as Envelope);
  // A stream begins with the id that was requested.
  if (id === undefined || id === position) return;
  position = id;
  seen.clear();
}

function take({ id, type, subject }: Envelope): void {
  if (seen.has(id)) return;
  seen.add(id);
  console.log(type, subject, id);
  left--;
}

async function main(): Promise<void> {
  while (left > 0) {
    try {
      await follow();
    } catch (error) {
      if (error instanceof Refused) throw error;
      console.error(String(error));
    }
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
  }
}

main().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
