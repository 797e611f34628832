import { setTimeout as delay } from 'node:timers/promises';
import { AUTHORIZATION } from './authorization';

const RECONNECT_MILLISECONDS = 100;

/** A client of server-sent events, as a browser is one: it comes back with the last id that it received. */
export class SseClient {
  connections = 0;
  private isStopping = false;
  private readonly over = new AbortController();
  private readonly listening: Promise<void>;

  /** Goes to the next address whenever it reconnects. */
  constructor(
    private readonly urls: readonly string[],
    private readonly path: string,
    private readonly receive: (event: string, data: string) => void,
    private lastEventId?: string,
  ) {
    this.listening = this.keepListening();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.over.abort();
    await this.listening;
  }

  private async keepListening(): Promise<void> {
    for (let attempt = 0; !this.isStopping; attempt++) {
      await this.listen(this.urls[attempt % this.urls.length]).catch(() => undefined);
      await delay(RECONNECT_MILLISECONDS, undefined, { signal: this.over.signal }).catch(() => undefined);
    }
  }

  private async listen(url: string): Promise<void> {
    const response = await fetch(`${url}${this.path}`, {
      headers: {
        authorization: AUTHORIZATION,
        ...(this.lastEventId !== undefined && { 'last-event-id': this.lastEventId }),
      },
      signal: this.over.signal,
    });
    if (response.status !== 200) throw new Error(`the stream answered ${response.status}`);
    this.connections++;
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) this.read(block);
    }
  }

  private read(block: string): void {
    const fields = new Map(
      block
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith(':'))
        .map((line): [string, string] => {
          const colon = line.indexOf(': ');
          return [line.slice(0, colon), line.slice(colon + 2)];
        }),
    );
    this.lastEventId = fields.get('id') ?? this.lastEventId;
    const [event, data] = [fields.get('event'), fields.get('data')];
    if (event !== undefined && data !== undefined) this.receive(event, data);
  }
}
