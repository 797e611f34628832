/** When a market trades: round the clock, or in the sessions of the New York Stock Exchange. */
export const CALENDARS = ['24x7', 'XNYS'] as const;

export type Calendar = (typeof CALENDARS)[number];

const XNYS_EXCHANGES: ReadonlySet<string> = new Set(['us', 'nyse', 'nasdaq', 'arca', 'iex']);

export function calendarOf(exchange: string): Calendar {
  return XNYS_EXCHANGES.has(exchange) ? 'XNYS' : '24x7';
}

/** Daily observations in a year, for annualising: 365 round the clock, 252 NYSE sessions. */
export function tradingDaysPerYear(calendar: Calendar): number {
  return calendar === 'XNYS' ? 252 : 365;
}
