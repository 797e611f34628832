/**
 * When a market trades: round the clock; from Sunday 17:00 to Friday 17:00 in New York, as currencies do; or in the sessions
 * of the New York Stock Exchange.
 */
export const CALENDARS = ['24x7', '24x5', 'XNYS'] as const;

export type Calendar = (typeof CALENDARS)[number];

interface CalendarFacts {
  /** Daily observations in a year. */
  readonly daysPerYear: number;
  /** 09:30 to 16:00 in New York; a day of the others is all of it. */
  readonly tradingSecondsPerDay: number;
  /** The exchanges that trade by it, in lower case; those of no calendar trade round the clock. */
  readonly exchanges: readonly string[];
}

const FACTS: Readonly<Record<Calendar, CalendarFacts>> = {
  '24x7': { daysPerYear: 365, tradingSecondsPerDay: 86_400, exchanges: [] },
  '24x5': {
    daysPerYear: 260,
    tradingSecondsPerDay: 86_400,
    exchanges: ['fx', 'forex', 'oanda', 'fxcm', 'dukascopy'],
  },
  XNYS: {
    daysPerYear: 252,
    tradingSecondsPerDay: 23_400,
    exchanges: ['us', 'nyse', 'nasdaq', 'arca', 'iex', 'bats', 'amex'],
  },
};

/** The calendar of a series of which nothing else is known, by the name of its exchange in any case. */
export function calendarOf(exchange: string): Calendar {
  const name = exchange.toLowerCase();
  return CALENDARS.find((calendar) => FACTS[calendar].exchanges.includes(name)) ?? '24x7';
}

/** Daily observations in a year, for annualising: 365, 260 or 252. */
export function tradingDaysPerYear(calendar: Calendar): number {
  return FACTS[calendar].daysPerYear;
}

/**
 * Bars in a year, for annualising what is measured by bar. The last bar of a session counts although the close may cut it
 * short: 7 bars of 1h a session, not 6.5, because returns of 7 bars add up to the day's.
 */
export function barsPerYear(intervalSeconds: number, calendar: Calendar): number {
  const { daysPerYear, tradingSecondsPerDay } = FACTS[calendar];
  return daysPerYear * Math.ceil(tradingSecondsPerDay / intervalSeconds);
}
