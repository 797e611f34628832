import { PLAIN_EXECUTION, type Execution } from '../src/backtest/execution';
import { DAY_MILLISECONDS } from '../src/calendar/day';
import { type PortfolioInput, type PortfolioMember } from '../src/portfolio/portfolio';
import { readPortfolio } from '../src/portfolio/read-portfolio';
import { seededCandles } from './seeded-candles';

/** Eight series of 900 weekdays, double for double those of bench/peers/portfolio_universe.py. */
const SERIES = 8;
const BARS = 900;

export function seededUniverse(execution: Execution = PLAIN_EXECUTION): PortfolioMember[] {
  const openTime = weekdays(Date.UTC(2015, 0, 1), BARS);
  return Array.from({ length: SERIES }, (_, index) => ({
    exchange: 'us',
    symbol: `S${index}`,
    candles: { ...seededCandles(BARS, 2 * index + 1), openTime },
    from: null,
    to: null,
    calendar: 'XNYS' as const,
    execution,
    funding: null,
  }));
}

/** A run of these members by the fields of a request, from the bar `first` of the longest on. */
export function portfolioInput(
  members: readonly PortfolioMember[],
  request: Readonly<Record<string, unknown>>,
  first = 0,
): PortfolioInput {
  const read = readPortfolio(request, members);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  const [longest] = [...members].sort((one, other) => other.candles.length - one.candles.length);
  const { openTime, length } = longest.candles;
  return {
    members,
    range: { from: openTime[first], to: openTime[length - 1] + DAY_MILLISECONDS },
    intervalSeconds: DAY_MILLISECONDS / 1000,
    calendar: 'XNYS',
    settings: read.settings,
  };
}

export function weekdays(from: number, count: number): Float64Array {
  const days = new Float64Array(count);
  let day = from;
  for (let index = 0; index < count; index++) {
    while ([0, 6].includes(new Date(day).getUTCDay())) day += DAY_MILLISECONDS;
    days[index] = day;
    day += DAY_MILLISECONDS;
  }
  return days;
}
