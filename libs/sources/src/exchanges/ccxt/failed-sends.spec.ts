import { FakeExchange } from '../../../../../test/fake-exchange/fake-exchange';
import type { CcxtSocket } from './ccxt-client';
import { loadClient } from './load-client';

// Loading ccxt into Jest takes seconds on a busy machine.
jest.setTimeout(60_000);

describe('a message that ccxt kept back until its socket had closed', () => {
  it('fails whoever waits for an answer of the socket', async () => {
    const fake = await FakeExchange.start('binance');
    const { client, errors } = await loadClient('binance', { relay: fake.endpoint, throttled: true });
    const socket = client.client(
      `${fake.endpoint.replace('http', 'ws')}/stream.binance.com:9443/ws`,
    ) as CcxtSocket & { connect(): Promise<unknown>; future(hash: string): Promise<unknown> };
    try {
      await socket.connect();
      const closed = expect(socket.future('first')).rejects.toThrow();
      socket.connection!.terminate!();
      await closed;
      const failure = expect(socket.future('second')).rejects.toThrow(errors.NetworkError);
      await expect(socket.send({ method: 'SUBSCRIBE' })).rejects.toThrow('WebSocket is not open');
      await failure;
    } finally {
      await client.close();
      await fake.stop();
    }
  });
});
