import { CcxtExchange } from './ccxt/ccxt-exchange';
import { loadClient } from './ccxt/load-client';
import type { ExchangeSource } from './exchange-source';
import { SimulatedExchange } from './simulation/simulated-exchange';

export interface ExchangeSettings {
  /** Where exchanges are reached when not at their own addresses, by exchange: see EXCHANGE_ENDPOINTS in .env.example. */
  readonly endpoints?: ReadonlyMap<string, string>;
  /** Whether requests keep to the exchange's published rate limit. */
  readonly throttled?: boolean;
  /** This machine's time, as ExchangeClock has it. */
  readonly now?: () => number;
}

/** The source for an exchange: `sim`, the simulation, or any of ccxt's ids. Nothing is connected before the first request. */
export async function openExchange(
  exchange: string,
  { endpoints, throttled = true, now }: ExchangeSettings = {},
): Promise<ExchangeSource> {
  if (exchange === 'sim') return new SimulatedExchange({ now });
  const { client, errors } = await loadClient(exchange, { relay: endpoints?.get(exchange), throttled });
  return new CcxtExchange(client, errors, now);
}
