import { AsyncLocalStorage } from 'node:async_hooks';
import type { CcxtClient } from './ccxt-client';

const listeners = new AsyncLocalStorage<() => void>();

/** Lets `whenSent` know when the client's requests leave: ccxt keeps them back for the exchange's rate limit. */
export function reportSending(client: CcxtClient): void {
  const fetch = client.fetch.bind(client);
  client.fetch = (...request) => {
    listeners.getStore()?.();
    return fetch(...request);
  };
}

/** What the request answers; `onSent` is called when it leaves. */
export function whenSent<T>(onSent: () => void, request: () => Promise<T>): Promise<T> {
  return listeners.run(onSent, request);
}
