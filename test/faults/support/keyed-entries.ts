import { setTimeout as delay } from 'node:timers/promises';
import { AUTHORIZATION } from './authorization';

const PAUSE_MILLISECONDS = 50;

/** Clients that post journal entries one after the other, each with a key, and again with the same key until it is stored. */
export class KeyedEntries {
  /** How often each status was answered; `no answer` where the connection broke. */
  readonly answers = new Map<number | 'no answer', number>();
  /** The entries that were answered, by id. */
  readonly ids = new Set<number>();
  private readonly posting: Promise<unknown>;
  private isStopping = false;

  constructor(
    private readonly url: string,
    clients: number,
  ) {
    this.posting = Promise.all(Array.from({ length: clients }, (_, client) => this.post(client)));
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    await this.posting;
  }

  private async post(client: number): Promise<void> {
    for (let entry = 0; !this.isStopping; entry++) {
      const key = `client-${client}-entry-${entry}`;
      let id = await this.send(key);
      while (id === undefined) {
        await delay(PAUSE_MILLISECONDS);
        id = await this.send(key);
      }
      this.ids.add(id);
    }
  }

  private async send(key: string): Promise<number | undefined> {
    const response = await fetch(`${this.url}/api/v1/trade-journal`, {
      method: 'POST',
      headers: { authorization: AUTHORIZATION, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ symbol: 'BTC/USDT', side: 'buy', entry_price: '100', notes: key }),
    }).catch(() => undefined);
    const status = response?.status ?? 'no answer';
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    if (response?.status === 201) return ((await response.json()) as { id: number }).id;
    await response?.body?.cancel();
    return undefined;
  }
}
