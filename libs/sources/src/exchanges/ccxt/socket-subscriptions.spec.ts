import type { CcxtClient } from './ccxt-client';
import { SocketSubscriptions } from './socket-subscriptions';

describe('SocketSubscriptions', () => {
  it('keeps no process alive for a cancellation that the exchange does not confirm', async () => {
    const subscriptions = new SocketSubscriptions({
      has: { watchOHLCVForSymbols: true, unWatchOHLCVForSymbols: true },
      clients: { 'wss://exchange.example': {} },
      unWatchOHLCVForSymbols: () => new Promise(() => undefined),
    } as unknown as CcxtClient);
    await subscriptions.enter('BTC/USDT', '1m');
    const before = process.getActiveResourcesInfo();

    subscriptions.leave('BTC/USDT', '1m', true);

    expect(process.getActiveResourcesInfo()).toEqual(before);
  });
});
