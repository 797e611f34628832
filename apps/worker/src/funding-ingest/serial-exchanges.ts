import { Inject, Injectable } from '@nestjs/common';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import type { ExchangeSource } from '#sources/exchanges/exchange-source';
import { openExchange } from '#sources/exchanges/open-exchange';

interface SharedExchange {
  users: number;
  /** Until who came before is done. */
  free: Promise<void>;
  source?: ExchangeSource;
}

/** Exchanges of this process, each open as long as somebody uses it or waits for it. One request after the other is made of each. */
@Injectable()
export class SerialExchanges {
  private readonly shared = new Map<string, SharedExchange>();

  constructor(@Inject(ENVIRONMENT) private readonly environment: Environment) {}

  /** One that cannot be opened fails each request for itself. */
  async use<T>(
    exchange: string,
    signal: AbortSignal,
    work: (source: ExchangeSource) => Promise<T>,
  ): Promise<T> {
    const shared = this.shared.get(exchange) ?? { users: 0, free: Promise.resolve() };
    this.shared.set(exchange, shared);
    shared.users++;
    const { free } = shared;
    const { promise, resolve: release } = withResolvers();
    shared.free = promise;
    try {
      await free;
      signal.throwIfAborted();
      const { exchangeEndpoints: endpoints } = this.environment;
      shared.source ??= await openExchange(exchange, { endpoints });
      return await work(shared.source);
    } finally {
      release();
      if (--shared.users === 0) {
        this.shared.delete(exchange);
        await shared.source?.close();
      }
    }
  }
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve!: () => void;
  const promise = new Promise<void>((resolved) => (resolve = resolved));
  return { promise, resolve };
}
