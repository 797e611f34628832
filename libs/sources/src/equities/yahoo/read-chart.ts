import { formatDate } from '#engine/market/parse-time';
import { decimalOf } from '../../decimal-of';
import type { SourceCandle } from '../../exchanges/exchange-source';
import type { Dividend, EquityHistory, Split } from '../equity-source';
import { listAt, numberAt, positiveDecimalAt, recordAt } from '../json-value';
import { SourceFailure } from '../../source-failure';
import { SETTLING_MILLISECONDS } from '../session-is-over';
import { type ExchangeDate, exchangeDate } from '../exchange-date';
import { floatText } from './float-text';

const PRICES = ['open', 'high', 'low', 'close'] as const;

/**
 * The days of a chart, in its own order. Throws a SourceFailure where it has another form than Yahoo's charts, or is one of
 * another symbol or granularity.
 */
export function readChart(
  chart: Readonly<Record<string, unknown>>,
  symbol: string,
  now: number,
): EquityHistory {
  const result = recordAt(listAt(chart.result, 'yahoo: chart.result')[0], 'yahoo: chart.result[0]');
  const meta = recordAt(result.meta, 'yahoo: meta');
  requireMeta(meta, 'symbol', symbol);
  requireMeta(meta, 'dataGranularity', '1d');
  const dateOf = exchangeDate(meta.exchangeTimezoneName, meta.gmtoffset);
  const events = result.events === undefined ? {} : recordAt(result.events, 'yahoo: events');
  return {
    candles: readCandles(result, dateOf, firstOpenDate(meta, dateOf, now)),
    splits: readEvents(events.splits, 'splits', dateOf, (exDate, split, path): Split => ({
      exDate,
      numerator: positiveDecimalAt(split.numerator, `${path}.numerator`),
      denominator: positiveDecimalAt(split.denominator, `${path}.denominator`),
    })),
    dividends: readEvents(events.dividends, 'dividends', dateOf, (exDate, dividend, path): Dividend => {
      const amount = numberAt(dividend.amount, `${path}.amount`);
      return { exDate, amount: positiveDecimalAt(floatText(amount), `${path}.amount`) };
    }),
  };
}

/** Older charts lack these fields; a symbol may come in other letter case. */
function requireMeta(meta: Readonly<Record<string, unknown>>, field: string, expected: string): void {
  const value = meta[field];
  if (value === undefined) return;
  if (typeof value === 'string' && value.toUpperCase() === expected.toUpperCase()) return;
  throw new SourceFailure(
    'malformed',
    `yahoo: meta.${field} is ${JSON.stringify(value).slice(0, 40)} where ${expected} was requested`,
  );
}

/** The date of the session that is not over yet: what is reported of it and of later ones is not final. */
function firstOpenDate(meta: Readonly<Record<string, unknown>>, dateOf: ExchangeDate, now: number): number {
  const periods = meta.currentTradingPeriod;
  if (typeof periods !== 'object' || periods === null) return dateOf(now / 1000);
  const regular = recordAt(
    (periods as Record<string, unknown>).regular,
    'yahoo: currentTradingPeriod.regular',
  );
  const start = numberAt(regular.start, 'yahoo: currentTradingPeriod.regular.start');
  const end = numberAt(regular.end, 'yahoo: currentTradingPeriod.regular.end');
  const lastTrade = typeof meta.regularMarketTime === 'number' ? meta.regularMarketTime : 0;
  // The closing price has come, or will not come any more: what is seldom traded had its last trade before the close.
  const isOver = lastTrade >= end || now >= end * 1000 + SETTLING_MILLISECONDS;
  return isOver ? Infinity : dateOf(start);
}

function readCandles(
  result: Readonly<Record<string, unknown>>,
  dateOf: ExchangeDate,
  firstOpen: number,
): SourceCandle[] {
  if (result.timestamp === undefined) return [];
  const timestamps = listAt(result.timestamp, 'yahoo: timestamp');
  const indicators = recordAt(result.indicators, 'yahoo: indicators');
  const quote = recordAt(
    listAt(indicators.quote, 'yahoo: indicators.quote')[0],
    'yahoo: indicators.quote[0]',
  );
  const columnOf = (field: string) => {
    const column = listAt(quote[field], `yahoo: quote.${field}`);
    if (column.length === timestamps.length) return column;
    const lengths = `${column.length} values for ${timestamps.length} timestamps`;
    throw new SourceFailure('malformed', `yahoo: quote.${field} has ${lengths}`);
  };
  const [open, high, low, close] = PRICES.map(columnOf);
  const volumes = columnOf('volume');
  return timestamps.flatMap((timestamp, path) => {
    const openTime = dateOf(numberAt(timestamp, `yahoo: timestamp[${path}]`));
    const prices = [open, high, low, close].map((column) => column[path] ?? null);
    const volume = volumes[path] ?? null;
    // A day without trading, or one that Yahoo lost: there is a row of nothing.
    if (openTime >= firstOpen || volume === null || prices.includes(null)) return [];
    const [first, highest, lowest, last] = prices.map(priceText);
    return [{ openTime, open: first, high: highest, low: lowest, close: last, volume: decimalOf(volume) }];
  });
}

function priceText(price: unknown): string {
  return typeof price === 'number' ? floatText(price) : decimalOf(price);
}

/** They are the values of an object whose keys are times. */
function readEvents<T>(
  events: unknown,
  name: string,
  dateOf: ExchangeDate,
  read: (exDate: string, event: Readonly<Record<string, unknown>>, path: string) => T,
): T[] {
  if (events === undefined) return [];
  return Object.entries(recordAt(events, `yahoo: events.${name}`)).map(([key, value]) => {
    const path = `yahoo: events.${name}.${key}`;
    const event = recordAt(value, path);
    return read(formatDate(dateOf(numberAt(event.date, `${path}.date`))), event, path);
  });
}
