import type { ApiClient } from './api-client';
import { SAMPLE } from './sample';

const JOURNAL = '/api/v1/trade-journal';
const ACCOUNT = 'sample';
const QUANTITY = '10';
/** The low of the spring of 2020, and the last day of the sample. */
const DAYS = { buy: '2020-03-23', sell: '2020-04-17' } as const;

interface Candle {
  readonly open_time: string;
  readonly close: string;
}

/** The details of a journal entry, as far as they are shown. */
export interface SampleTrade {
  readonly id: number;
  readonly quantity: string;
  readonly entry_price: string;
  readonly exit_price: string;
  readonly entry_time: string;
  readonly exit_time: string;
  readonly currency: string;
  readonly fees: string;
  readonly net_pnl: string;
  readonly return: number;
}

/** Sends a buy and a sell of the sample at its closes, as a bot would, and reads the round trip that they are. */
export async function tradeSample(api: ApiClient): Promise<SampleTrade> {
  const fills = await Promise.all(
    (['buy', 'sell'] as const).map(async (side) => {
      const { open_time: day, close: price } = await candleOf(api, DAYS[side]);
      const { exchange, symbol } = SAMPLE;
      const name = { fill_id: `${side} ${DAYS[side]}`, account: ACCOUNT, exchange, symbol };
      // The session closes at 16:00 in New York.
      return { ...name, side, price, quantity: QUANTITY, fee: '1.00', time: day.replace('T00', 'T20') };
    }),
  );
  await api.post(`${JOURNAL}/fills`, fills);
  const query = new URLSearchParams({ account: ACCOUNT, symbol: SAMPLE.symbol, status: 'closed' }).toString();
  const { items } = await api.get<{ items: readonly { readonly id: number }[] }>(`${JOURNAL}?${query}`);
  const entry = items.at(0);
  if (!entry) throw new Error('The fills of the sample have made no closed journal entry');
  return api.get<SampleTrade>(`${JOURNAL}/${entry.id}/details`);
}

async function candleOf(api: ApiClient, day: string): Promise<Candle> {
  const range = { start: `${day}T00:00:00Z`, limit: 1 };
  const path = '/api/v1/market-data/candlesticks/query';
  const [candle] = await api.post<Candle[]>(path, { ...SAMPLE, ...range });
  return candle;
}

export function sampleTradeText(trade: SampleTrade): string {
  const { id, quantity, entry_price, exit_price, entry_time, exit_time, currency, fees, net_pnl } = trade;
  return [
    `A round trip, of two fills of the account ${ACCOUNT} (journal entry ${id}):`,
    `  ${quantity} ${SAMPLE.symbol} bought ${entry_time.slice(0, 10)} at ${entry_price}, sold ${exit_time.slice(0, 10)} at ${exit_price}`,
    `  Net P&L ${net_pnl} ${currency} after ${fees} of fees, ${(trade.return * 100).toFixed(2)} %`,
  ].join('\n');
}
