import { Inject, Injectable } from '@nestjs/common';
import { SeriesRepository } from '#domain/market-data/series/series.repository';
import type { Environment } from '#platform/config/environment';
import { ENVIRONMENT } from '#platform/tokens';
import { unprocessable } from './api-error';

/**
 * The exchange that is meant where a request names none: the default one if it is among those that have what was requested,
 * else the only one that has it, undefined when none has. Several: 422.
 */
export function chooseExchange(
  exchanges: readonly string[],
  defaultExchange: string,
  what: string,
  field = 'exchange',
): string | undefined {
  if (exchanges.includes(defaultExchange)) return defaultExchange;
  if (exchanges.length > 1) {
    throw unprocessable([{ field, message: `is required: ${what} is stored for ${exchanges.join(', ')}` }]);
  }
  return exchanges[0];
}

interface NamedSeries {
  readonly symbol: string;
  readonly exchange?: string | null;
}

/** Which exchange a request for candles means. */
@Injectable()
export class SymbolExchange {
  constructor(
    private readonly series: SeriesRepository,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** The one that is named; else by the rule for requests that name none, null when no exchange has the symbol. `field` is its path in the request. */
  async of(symbol: string, named: string | null | undefined, field?: string): Promise<string | null> {
    if (typeof named === 'string') return named;
    const exchanges = await this.series.exchangesOf(symbol);
    return chooseExchange(exchanges, this.environment.defaultExchange, symbol, field) ?? null;
  }

  /** The same for many; `fieldOf` is the path of the exchange of one, by its index. */
  async ofAll(
    series: readonly NamedSeries[],
    fieldOf: (index: number) => string,
  ): Promise<(string | null)[]> {
    const unnamed = series.flatMap(({ symbol, exchange }) => (typeof exchange === 'string' ? [] : [symbol]));
    const found = await this.series.exchangesOfAll([...new Set(unnamed)]);
    const { defaultExchange } = this.environment;
    return series.map(({ symbol, exchange }, index) => {
      if (typeof exchange === 'string') return exchange;
      return chooseExchange(found.get(symbol) ?? [], defaultExchange, symbol, fieldOf(index)) ?? null;
    });
  }
}
