/** When a market trades: round the clock, or in the sessions of the New York Stock Exchange. */
export const CALENDARS = ['24x7', 'XNYS'] as const;

export type Calendar = (typeof CALENDARS)[number];

/** 09:30 to 16:00 in New York; a day of a round-the-clock market is all of it. */
const TRADING_SECONDS_PER_DAY: Readonly<Record<Calendar, number>> = { '24x7': 86_400, XNYS: 23_400 };

const XNYS_EXCHANGES: ReadonlySet<string> = new Set(['us', 'nyse', 'nasdaq', 'arca', 'iex']);

export function calendarOf(exchange: string): Calendar {
  return XNYS_EXCHANGES.has(exchange) ? 'XNYS' : '24x7';
}

/** Daily observations in a year, for annualising: 365 round the clock, 252 NYSE sessions. */
export function tradingDaysPerYear(calendar: Calendar): number {
  return calendar === 'XNYS' ? 252 : 365;
}

/**
 * Bars in a year, for annualising what is measured by bar. The last bar of a session counts although the close may cut it
 * short: 7 bars of 1h a session, not 6.5, because returns of 7 bars add up to the day's.
 */
export function barsPerYear(intervalSeconds: number, calendar: Calendar): number {
  return tradingDaysPerYear(calendar) * Math.ceil(TRADING_SECONDS_PER_DAY[calendar] / intervalSeconds);
}
