import type { SourceCandle } from '#sources/exchanges/exchange-source';
import { SimulatedExchange } from '#sources/exchanges/simulation/simulated-exchange';

const MINUTE = 60_000;

/** A closed candle as text. */
export function lineOf({ openTime, open, high, low, close, volume }: SourceCandle): string {
  return [openTime, open, high, low, close, volume, 't'].join(',');
}

/** The simulation is a function of the time: this process sees the market that the command saw, `count` minutes of it. */
export async function simulatedLines(symbol: string, from: number, count: number): Promise<string[]> {
  const source = new SimulatedExchange();
  const lines: string[] = [];
  while (lines.length < count) {
    const since = from + lines.length * MINUTE;
    const candles = await source.fetchCandles(symbol, '1m', since, new AbortController().signal);
    lines.push(...candles.map(lineOf));
  }
  return lines.slice(0, count);
}
