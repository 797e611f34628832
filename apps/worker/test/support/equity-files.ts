import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CandleToWrite } from '#domain/market-data/series/candlestick.store';
import type { SeriesName } from '#domain/market-data/series/series-name';
import { sessionsBetween } from '#engine/calendar/xnys-sessions';
import { DAY_MILLISECONDS } from '#engine/calendar/day';

/** A directory of equity prices, as the provider `csv` reads it. */
export class EquityFiles {
  readonly directory = mkdtempSync(join(tmpdir(), 'candelabra-equities-'));

  get environment(): Record<string, string> {
    return { EQUITY_PROVIDER: 'csv', EQUITY_CSV_DIR: this.directory };
  }

  writeCandles(symbol: string, candles: readonly CandleToWrite[]): void {
    const lines = candles.map((candle) => {
      const { open, high, low, close, volume } = candle;
      return [dateOf(candle), open, high, low, close, volume].join(',');
    });
    this.write(`${symbol}.csv`, ['date,open,high,low,close,volume', ...lines]);
  }

  writeSplits(symbol: string, splits: readonly (readonly [exDate: string, ratio: number])[]): void {
    const lines = splits.map(([exDate, ratio]) => `${exDate},${ratio},1`);
    this.write(`${symbol}.splits.csv`, ['ex_date,numerator,denominator', ...lines]);
  }

  writeDividends(symbol: string, dividends: readonly (readonly [exDate: string, amount: string])[]): void {
    this.write(`${symbol}.dividends.csv`, ['ex_date,amount', ...dividends.map((row) => row.join(','))]);
  }

  remove(): void {
    rmSync(this.directory, { recursive: true });
  }

  private write(name: string, lines: readonly string[]): void {
    writeFileSync(join(this.directory, name), `${lines.join('\n')}\n`);
  }
}

export function dailySeries(symbol: string): SeriesName {
  return { exchange: 'us', symbol, interval: '1d' };
}

export function dateOf({ openTime }: CandleToWrite): string {
  return openTime.toISOString().slice(0, 10);
}

/** From the first session to the last, as an ingest is requested. */
export function rangeOf(sessions: readonly CandleToWrite[]): { start_date: string; end_date: string } {
  return { start_date: dateOf(sessions[0]), end_date: dateOf(sessions[sessions.length - 1]) };
}

/** Days ago, as `sessionCandles` takes them: about a year and a third of sessions, all of them closed. */
export const RECENT = { from: 500, to: 4 } as const;

/** Invented candles of the sessions between some days ago, prices divided and volumes multiplied by a split's ratio. */
export function sessionCandles(
  { from, to }: { from: number; to: number },
  { ratio = 1 } = {},
): CandleToWrite[] {
  const now = Date.now();
  const sessions = sessionsBetween(now - from * DAY_MILLISECONDS, now - to * DAY_MILLISECONDS);
  return sessions.map(({ date }) => {
    const cents = 40_000 + 400 * ((date / DAY_MILLISECONDS) % 50);
    const price = (change: number) => ((cents + change) / 100 / ratio).toFixed(4);
    return {
      openTime: new Date(date),
      open: price(0),
      high: price(400),
      low: price(-400),
      close: price(200),
      volume: String(1_000 * ratio),
    };
  });
}
