import type { Interval } from '#engine/market/interval';
import { orAborted } from '#platform/shutdown/or-aborted';
import type { CcxtClient } from './ccxt-client';

/** After so long a subscription counts as cancelled, confirmed or not. */
const CANCEL_MILLISECONDS = 1000;

/**
 * What is subscribed on ccxt's sockets. Only the methods "for symbols" cancel what they subscribed (OKX's other pair
 * remembers a cancelled subscription as a live one, and the next watch is silent for good); where an exchange lacks them,
 * a subscription lasts as long as its socket.
 */
export class SocketSubscriptions {
  private readonly watchers = new Map<string, number>();
  private readonly cancelling = new Map<string, Promise<unknown>>();
  private readonly canCancel: boolean;

  constructor(private readonly client: CcxtClient) {
    this.canCancel = client.has.watchOHLCVForSymbols === true && client.has.unWatchOHLCVForSymbols === true;
  }

  /** A cancellation that is confirmed after the next watch began would end that one, too. */
  async enter(symbol: string, interval: Interval): Promise<void> {
    const key = keyOf(symbol, interval);
    this.watchers.set(key, (this.watchers.get(key) ?? 0) + 1);
    await this.cancelling.get(key);
  }

  /** Resolves with the next message; ccxt keeps the candles. */
  async message(symbol: string, interval: Interval): Promise<void> {
    if (this.canCancel) await this.client.watchOHLCVForSymbols([[symbol, interval]]);
    else await this.client.watchOHLCV(symbol, interval);
  }

  /** The last one to leave cancels; on a lost connection there is nothing to cancel, and trying would open a new one. */
  leave(symbol: string, interval: Interval, isConnected: boolean): void {
    const key = keyOf(symbol, interval);
    const others = this.watchers.get(key)! - 1;
    if (others > 0) {
      this.watchers.set(key, others);
      return;
    }
    this.watchers.delete(key);
    const hasSockets = Object.keys(this.client.clients ?? {}).length > 0;
    if (this.canCancel && isConnected && hasSockets)
      this.cancelling.set(key, this.cancel(symbol, interval, key));
  }

  private async cancel(symbol: string, interval: Interval, key: string): Promise<void> {
    const confirmed = this.client.unWatchOHLCVForSymbols([[symbol, interval]]);
    // A signal's timer keeps no process alive.
    await orAborted(confirmed, AbortSignal.timeout(CANCEL_MILLISECONDS)).catch(() => undefined);
    this.cancelling.delete(key);
  }
}

function keyOf(symbol: string, interval: Interval): string {
  return `${interval} ${symbol}`;
}
