import type { ExchangeClock } from '../exchange-clock';
import type { CcxtClient } from './ccxt-client';

/** The field at the top of a message that holds its time in ms, by ccxt's ids; as in the messages printed in js/src/pro of ccxt 4.5.84. */
const TIME_FIELDS: Readonly<Record<string, string | undefined>> = {
  binance: 'E',
  binancecoinm: 'E',
  binanceus: 'E',
  binanceusdm: 'E',
  bitget: 'ts',
  bybit: 'ts',
  bybiteu: 'ts',
  bybitid: 'ts',
  deepcoin: 'mt',
  extended: 'ts',
  hashkey: 'sendTime',
  htx: 'ts',
  toobit: 'sendTime',
  upbit: 'timestamp',
};

/** Has the clock observe the times of the exchange's messages, where they carry one. */
export function observeEventTimes(client: CcxtClient, clock: ExchangeClock): void {
  const field = TIME_FIELDS[client.id];
  if (field === undefined) return;
  const handleMessage = client.handleMessage.bind(client);
  client.handleMessage = (socket, message) => {
    const time = (message as Readonly<Record<string, unknown>> | null)?.[field];
    if (typeof time === 'number') clock.observe(time);
    return handleMessage(socket, message);
  };
}
