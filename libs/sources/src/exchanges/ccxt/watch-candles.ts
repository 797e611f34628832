import type { Interval } from '#engine/market/interval';
import { hasAborted } from '#platform/shutdown/or-aborted';
import type { SourceCandle } from '../exchange-source';
import type { SocketSubscriptions } from './socket-subscriptions';
import type { CcxtClient, CcxtRow } from './ccxt-client';
import { toSourceCandle } from './to-source-candles';

/**
 * Every change of a symbol's newest candles, until `signal` aborts; throws what ccxt throws when its connection is lost.
 *
 * ccxt's promise of the next message loses those that arrive while nobody awaits it, so one always is awaited, whatever
 * the reader does, and its store of newest candles is compared with what was seen. A slow reader gets the last state of
 * each candle instead of a growing queue.
 */
export async function* watchCandles(
  client: CcxtClient,
  subscriptions: SocketSubscriptions,
  symbol: string,
  interval: Interval,
  signal: AbortSignal,
): AsyncGenerator<readonly SourceCandle[]> {
  const stored = () => client.ohlcvs[symbol]?.[interval] ?? [];
  // An earlier connection's candles are still there: they are older than anything.
  const seen = new Map(stored().map((row) => [row[0], row.join()]));
  const changed = new Map<number, SourceCandle>();
  let failure: { readonly error: unknown } | undefined;
  let wake: () => void = () => undefined;

  const collect = (rows: readonly CcxtRow[]) => {
    for (const row of rows) {
      const text = row.join();
      if (seen.get(row[0]) === text) continue;
      seen.set(row[0], text);
      const candle = toSourceCandle(row);
      changed.set(candle.openTime, candle);
    }
    if (seen.size > 2 * rows.length) forgetAllBut(rows, seen);
  };
  const follow = async () => {
    while (!signal.aborted) {
      await subscriptions.message(symbol, interval);
      collect(stored());
      wake();
    }
  };
  follow().catch((error: unknown) => {
    failure = { error };
    wake();
  });

  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort);
  try {
    while (!hasAborted(signal)) {
      if (changed.size > 0) {
        const candles = [...changed.values()].sort((a, b) => a.openTime - b.openTime);
        changed.clear();
        yield candles;
      } else if (failure) {
        throw failure.error;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function forgetAllBut(rows: readonly CcxtRow[], seen: Map<unknown, string>): void {
  const kept = new Set(rows.map((row) => row[0]));
  for (const time of seen.keys()) if (!kept.has(time)) seen.delete(time);
}
