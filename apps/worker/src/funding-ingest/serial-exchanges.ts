import { Inject, Injectable } from '@nestjs/common';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import type { ExchangeSource } from '#sources/exchanges/exchange-source';
import { openExchange } from '#sources/exchanges/open-exchange';

interface SharedExchange {
  users: number;
  readonly limit: LimitFunction;
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
    const shared = this.shared.get(exchange) ?? { users: 0, limit: pLimit(1) };
    this.shared.set(exchange, shared);
    shared.users++;
    try {
      return await shared.limit(async () => {
        signal.throwIfAborted();
        const { exchangeEndpoints: endpoints } = this.environment;
        shared.source ??= await openExchange(exchange, { endpoints });
        return work(shared.source);
      });
    } finally {
      if (--shared.users === 0) {
        this.shared.delete(exchange);
        await shared.source?.close();
      }
    }
  }
}
