// A program: fetches and watches once, closes, and then has nothing left to do.
//   node -r esbuild-register --conditions=candelabra-source test/fake-exchange/watch-and-close.ts <exchange> <endpoint>
import { openExchange } from '#sources/exchanges/open-exchange';

async function watchAndClose(exchange: string, endpoint: string): Promise<void> {
  const source = await openExchange(exchange, { endpoints: new Map([[exchange, endpoint]]) });
  const unaborted = new AbortController().signal;
  await source.fetchCandles('BTC/USDT', '1m', Date.now() - 7_200_000, unaborted);
  const watched = source.watchCandles('BTC/USDT', '1m', unaborted)[Symbol.asyncIterator]();
  await watched.next();
  await source.close();
  process.stdout.write('closed');
}

void watchAndClose(process.argv[2], process.argv[3]);
