import { type Calendar } from '../calendar/calendar';

/** As they are quoted without a provider's mark for indices (`^`). */
const INDICES: ReadonlySet<string> = new Set([
  'SPX',
  'GSPC',
  'OEX',
  'NDX',
  'IXIC',
  'COMP',
  'DJI',
  'DJIA',
  'DJT',
  'DJU',
  'RUT',
  'RUI',
  'RUA',
  'NYA',
  'XAX',
  'VIX',
  'VXN',
  'SOX',
  'MID',
  'SML',
]);

/**
 * Whether the volume of a series counts what a position in it is counted in. Currencies have ticks or the volume of one
 * dealer, indices that of their members, and swaps and futures (ccxt: a settlement currency after a colon) contracts.
 */
export function hasBaseVolume(symbol: string, calendar: Calendar): boolean {
  if (calendar === '24x5' || symbol.startsWith('^') || symbol.includes(':')) return false;
  return calendar !== 'XNYS' || !INDICES.has(symbol.toUpperCase());
}
